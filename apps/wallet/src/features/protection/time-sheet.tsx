import { CHECK_MINUTES } from '@krapao/contract'
import { clock } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText, lossState } from '../../lib/api/api-error.ts'
import { formatMinute } from '../../lib/formats.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Use } from './protection.api.ts'
import { useSetTime, useUse } from './protection.api.ts'
import styles from './protection.module.css'
import { timeText } from './protection.rules.ts'

const offered = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440]

/** How long the wallet may be used in a day, and how often a check comes. */
export function TimeSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useUse()
  if (data !== undefined) return <TimeForm use={data} onClose={onClose} />
  return (
    <Sheet title={t('protection.time')} closeLabel={t('aria.closeDialog')} onClose={onClose}>
      {error === null ? (
        <Skeleton widthPx={320} heightPx={240} />
      ) : (
        <EmptyState {...lossState(texts, t('protection.loadError'), error, refetch)} />
      )}
    </Sheet>
  )
}

function TimeForm({ use, onClose }: { use: Use; onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { mutate, isPending } = useSetTime()
  // The one that waits is what he chose last.
  const chosenLimit = String((use.next === null ? use.limitMinutes : use.next.minutes) ?? '')
  const chosenCheck = String(use.checkMinutes ?? '')
  const [limit, setLimit] = useState(chosenLimit)
  const [check, setCheck] = useState(chosenCheck)
  const limitMinutes = limit === '' ? null : Number(limit)
  const isLooser = use.limitMinutes !== null && (limitMinutes === null || limitMinutes > use.limitMinutes)
  const nameOf = (one: number): string => timeText(texts, one)
  const kept = [use.limitMinutes, use.next?.minutes].filter((one) => typeof one === 'number')
  const minutes = [...new Set([...offered, ...kept])]
  return (
    <Sheet
      title={t('protection.time')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button
          kind={isLooser ? 'line' : 'gold'}
          busyLabel={isPending ? t('protection.limit.saving') : undefined}
          onClick={() =>
            mutate(
              // What he leaves as it is stays the operator's, or goes on waiting.
              {
                ...(limit === chosenLimit ? {} : { limitMinutes }),
                ...(check === chosenCheck ? {} : { checkMinutes: Number(check) }),
              },
              {
                onSuccess: () => {
                  showToast('done', t('protection.limit.saved'), 'limit')
                  onClose()
                },
                onError: (error) => showToast('failed', errorText(texts, error), 'limit'),
              },
            )
          }
        >
          {t('protection.time.save')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{t('protection.time.text', { used: nameOf(use.usedMinutes) })}</p>
        <SelectField
          label={t('protection.time.limit')}
          value={limit}
          choices={[
            { value: '', label: t('protection.time.none') },
            ...minutes.toSorted((one, other) => one - other).map((one) => ({ value: String(one), label: nameOf(one) })),
          ]}
          onChange={(event) => setLimit(event.target.value)}
        />
        <Segments
          label={t('protection.time.check')}
          choices={CHECK_MINUTES.map((one) => ({
            value: String(one),
            label: t('protection.minutes', { n: one }),
          }))}
          value={check}
          onChoose={setCheck}
        />
        {use.checkMinutes === null && check === '' ? <p>{t('protection.time.checkOff')}</p> : null}
      </div>
      <Note drawing={clock} tone={isLooser ? 'wait' : 'plain'}>
        {use.next === null
          ? t('protection.time.note')
          : t('protection.time.next', { time: formatMinute(use.next.from) })}
      </Note>
    </Sheet>
  )
}
