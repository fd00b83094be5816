import { down, Icon, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDate } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { calendar } from '../../ui/drawings.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { ChosenKind, HistoryFilter, Period } from './history-filter.rules.ts'
import { chosenKinds, firstDays, isDayRange, lengthDays, periods, toggleKind } from './history-filter.rules.ts'
import styles from './history-filter.module.css'

/** What narrows the history: its time in a sheet of its own, and its kinds, of which any number may be chosen. */
export function HistoryFilterRow({
  filter,
  onChange,
}: {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [isChoosingTime, setIsChoosingTime] = useState(false)
  return (
    <>
      <div className={styles.row}>
        <button
          type="button"
          className={`${styles.chip} ${filter.period === 'all' ? '' : styles.on}`}
          aria-haspopup="dialog"
          onClick={() => setIsChoosingTime(true)}
        >
          <Icon drawing={calendar} />
          <span className="vh">{t('statement.filter.time')}: </span>
          <span className="num">{timeName(texts, filter)}</span>
          <Icon drawing={down} className={styles.more ?? ''} />
        </button>
        <fieldset className={styles.kinds}>
          <legend className="vh">{t('statement.filter.kinds')}</legend>
          {chosenKinds.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={filter.kinds.includes(kind)}
                onChange={() => onChange({ ...filter, kinds: toggleKind(filter.kinds, kind) })}
              />
              <span className={styles.chip}>{chosenKindName(texts, kind)}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {isChoosingTime ? (
        <TimeSheet
          filter={filter}
          onChoose={(chosen) => {
            setIsChoosingTime(false)
            onChange(chosen)
          }}
          onClose={() => setIsChoosingTime(false)}
        />
      ) : null}
    </>
  )
}

function TimeSheet({
  filter,
  onChoose,
  onClose,
}: {
  filter: HistoryFilter
  onChoose: (filter: HistoryFilter) => void
  onClose: () => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [draft, setDraft] = useState(filter)
  const dayWords = { calendarLabel: t('statement.filter.calendar'), placeholder: t('statement.filter.dayFormat') }
  const isOwn = draft.period === 'own'
  const isWrong = isOwn && !isDayRange(draft.fromDay, draft.toDay)
  const isOutOfOrder = isWrong && draft.fromDay !== '' && draft.toDay !== ''
  const choose = (period: Period): void => {
    const days = period === 'own' && draft.fromDay === '' ? firstDays(serverNowMs()) : {}
    setDraft({ ...draft, ...days, period })
  }
  return (
    <Sheet
      title={t('statement.filter.time')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" disabled={isWrong} onClick={() => onChoose(draft)}>
          {t('statement.filter.show')}
        </Button>
      }
    >
      <div className={styles.times}>
        <fieldset className={`${styles.kinds} ${styles.periods}`}>
          <legend className="vh">{t('statement.filter.time')}</legend>
          {periods.map((period) => (
            <label key={period}>
              <input type="radio" name="period" checked={draft.period === period} onChange={() => choose(period)} />
              <span className={styles.chip}>{periodName(texts, period)}</span>
            </label>
          ))}
        </fieldset>
        {isOwn ? (
          <div className={styles.days}>
            <DayField
              {...dayWords}
              label={t('statement.filter.fromDay')}
              value={draft.fromDay}
              error={isOutOfOrder ? t('statement.filter.order') : undefined}
              onChange={(fromDay) => setDraft({ ...draft, fromDay })}
            />
            <DayField
              {...dayWords}
              label={t('statement.filter.toDay')}
              value={draft.toDay}
              onChange={(toDay) => setDraft({ ...draft, toDay })}
            />
          </div>
        ) : null}
      </div>
    </Sheet>
  )
}

/** What a kind is called on its chip. */
export function chosenKindName({ t }: Texts, kind: ChosenKind): string {
  return kind === 'bonus' ? t('statement.filter.bonus') : t(`statement.type.${kind}`)
}

/** What the time of a filter is called: a period, or its days. */
export function timeName(texts: Texts, { period, fromDay, toDay }: HistoryFilter): string {
  if (period !== 'own') return periodName(texts, period)
  const [from, to] = [fromDay, toDay].map((day) => formatDate(`${day}T00:00:00.000Z`))
  return from === to ? `${from}` : `${from}–${to}`
}

function periodName({ t }: Texts, period: Period): string {
  if (period === 'week' || period === 'month') return t('statement.filter.days', { n: lengthDays(period) })
  return period === 'today' ? t('time.today') : t(`statement.filter.${period}`)
}
