import { DECISION_LATE_MS, type QueueKind, TODAY_FIGURES, type TodayFigure } from '@krapao/contract'
import { DAY_MS, Icon, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { ageText } from '../../lib/age.ts'
import { daysBetween, formatDate, formatBaht, formatChange, formatCount, formatSecondOfDay } from '../../lib/formats.ts'
import { hashOf, leave, type Place } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import page from '../../ui/page.module.css'
import { moneyIn, moneyOut } from '../../ui/place-drawings.tsx'
import { queueDrawings } from '../../ui/queue-drawings.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { InState } from '../../ui/in-state.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Today } from './today.api.ts'
import { useToday } from './today.api.ts'
import { Alerts } from './alerts.tsx'
import { FigureDialog } from './figure-dialog.tsx'
import { HoursChart, HoursKeys } from './hours-chart.tsx'
import { partyText, useTodayTexts as useWords } from './today-words.ts'
import styles from './today.module.css'

const isMoney = (figure: TodayFigure): boolean => figure !== 'active' && figure !== 'registered'

const partyStandings = { up: 'done', slow: 'late', down: 'fail', unknown: 'off' } as const

/** The day so far against the same weekday of the week before, what waits, how the outside parties fare, and what to look at. */
export function TodayPage({ figure }: { figure: TodayFigure | null }): ReactNode {
  const { words } = useWords()
  const query = useToday()
  const state = usePlaceState(query)
  const { data } = query
  return (
    <div className={`${page.page} ${page.panels}`}>
      <header className={styles.head}>
        <h1>{words('today.title')}</h1>
        {data === undefined ? null : <DayAndTime asOf={data.asOf} />}
      </header>
      <InState state={state} rows={10}>
        {data === undefined ? null : (
          <>
            <TodayFigures figures={data.figures} />
            <div className={`${styles.columns} ${styles.hours}`}>
              <Panel title={words('hours.title')} aside={words('hours.unit')} action={<HoursKeys />}>
                <HoursChart hours={data.hours} />
              </Panel>
              <QueueTable queues={data.queues} />
            </div>
            <div className={styles.columns}>
              <PartyTable parties={data.parties} />
              <Panel
                title={words('alerts.title')}
                aside={data.alerts.length === 0 ? undefined : formatCount(data.alerts.length)}
              >
                <Alerts alerts={data.alerts} />
              </Panel>
            </div>
          </>
        )}
      </InState>
      {figure === null ? null : (
        <FigureDialog
          key={figure}
          figure={figure}
          onClose={() => leave({ page: 'today', figure }, { page: 'today', figure: null })}
        />
      )}
    </div>
  )
}

/** Which day this is, and which one it is compared with. */
function DayAndTime({ asOf }: { asOf: string }): ReactNode {
  const { words } = useWords()
  const atMs = Date.parse(asOf)
  const dayText = (timeMs: number): { day: string; date: string } => {
    // 1 January 1970 was a Thursday.
    const weekday = ((daysBetween(0, timeMs) + 4) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
    return { day: words(`day.${weekday}`), date: formatDate(timeMs) }
  }
  return (
    <>
      <span className={`num ${styles.sub}`}>{words('today.when', dayText(atMs))}</span>
      <span className={`num ${styles.against}`}>{words('today.against', dayText(atMs - 7 * DAY_MS))}</span>
      <span className={`num ${styles.sub}`}>{words('today.asOf', { at: formatSecondOfDay(atMs) })}</span>
    </>
  )
}

function TodayFigures({ figures }: { figures: Today['figures'] }): ReactNode {
  const { words } = useWords()
  return (
    <ul className={styles.figures} aria-label={words('today.figures')}>
      {TODAY_FIGURES.map((figure) => (
        <li key={figure}>
          <FigureCell figure={figure} now={figures[figure].now} before={figures[figure].before} />
        </li>
      ))}
    </ul>
  )
}

function FigureCell({ figure, now, before }: { figure: TodayFigure; now: number; before: number }): ReactNode {
  const { words } = useWords()
  const shown = (value: number): string =>
    !isMoney(figure) ? formatCount(value) : figure === 'net' ? formatChange(value) : formatBaht(value)
  const label = words(`figure.${figure}`)
  return (
    <>
      <a className={styles.figure} href={hashOf({ page: 'today', figure })}>
        <span className={styles.label}>
          {figure === 'deposits' || figure === 'withdrawals' ? (
            <span className={figure === 'deposits' ? styles.in : styles.out}>
              <Icon drawing={figure === 'deposits' ? moneyIn : moneyOut} size={16} />
            </span>
          ) : null}
          {label}
        </span>
        <span className={styles.value}>
          {isMoney(figure) ? <Money words={shown(now)} /> : <span className="num">{shown(now)}</span>}
        </span>
      </a>
      <span className={`num ${styles.compared}`}>
        <ChangeSinceBefore now={now} before={before} />
        <span>{words('figure.before', { before: shown(before) })}</span>
      </span>
    </>
  )
}

/** "↗ 7.6%": by how much it is more or less than a week ago; nothing where there was nothing to compare with. */
function ChangeSinceBefore({ now, before }: { now: number; before: number }): ReactNode {
  const { words } = useWords()
  // A share of what had the other sign says nothing.
  if (before === 0 || now === before || now < 0 !== before < 0) return null
  const isMore = now > before
  const percent = Math.abs(((now - before) / before) * 100)
  return (
    <b className={styles.change}>
      <span aria-hidden="true">{isMore ? '↗' : '↘'}</span>
      <span className="vh">{words(isMore ? 'figure.more' : 'figure.less')}</span>
      {percent >= 1000 ? '>999' : percent.toFixed(1)}%
    </b>
  )
}

/** Where what waits in a queue is worked off. */
function placeOfQueue(kind: QueueKind): Place {
  return kind === 'chat'
    ? { page: 'inbox', box: 'waiting', roomId: null }
    : { page: 'decisions', narrowed: { kind, part: null }, chosen: null }
}

function QueueTable({ queues }: { queues: Today['queues'] }): ReactNode {
  const texts = useWords()
  const { words } = texts
  const nowMs = useNow(1_000, serverNowMs)
  const isLate = (oldestAt: string | null): boolean =>
    oldestAt !== null && nowMs - Date.parse(oldestAt) >= DECISION_LATE_MS
  const waiting = queues.reduce((sum, { count }) => sum + count, 0)
  const late = queues.filter(({ oldestAt }) => isLate(oldestAt)).length
  return (
    <Panel title={words('queues.title')} aside={words('queues.count', { n: waiting, late })} isFlush>
      <DataTable
        caption={words('queues.title')}
        heads={[
          { text: words('queues.kind') },
          { text: words('queues.waiting'), isNumber: true },
          { text: words('queues.oldest'), isNumber: true },
        ]}
        empty={words('queues.none')}
        rows={queues.map(({ kind, count, oldestAt }) => {
          return {
            key: kind,
            cells: [
              <a key="kind" className={styles.queue} href={hashOf(placeOfQueue(kind))}>
                <Icon drawing={queueDrawings[kind]} size={18} />
                {words(`kind.${kind}`)}
              </a>,
              <b key="count" className={count === 0 ? styles.zero : undefined}>
                {formatCount(count)}
              </b>,
              oldestAt === null ? (
                '-'
              ) : isLate(oldestAt) ? (
                <StateSign key="age" state="late">
                  {ageText(words, oldestAt, nowMs)}
                </StateSign>
              ) : (
                ageText(words, oldestAt, nowMs)
              ),
            ],
          }
        })}
      />
    </Panel>
  )
}

function PartyTable({ parties }: { parties: Today['parties'] }): ReactNode {
  const texts = useWords()
  const { words } = texts
  return (
    <Panel title={words('parties.title')} aside={words('parties.window')} isFlush>
      <DataTable
        caption={words('parties.title')}
        heads={[
          { text: words('parties.party') },
          { text: words('parties.state') },
          { text: words('parties.failed'), isNumber: true },
        ]}
        empty={words('parties.none')}
        rows={parties.map(({ party, state, failures, calls }) => ({
          key: party,
          cells: [
            partyText(texts, party),
            <StateSign key="state" state={partyStandings[state]}>
              {words(`state.${state}`)}
            </StateSign>,
            `${formatCount(failures)} / ${formatCount(calls)}`,
          ],
        }))}
      />
    </Panel>
  )
}
