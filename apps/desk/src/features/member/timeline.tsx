import type { DeskMember, DeskTimelineRow, TimelineKind } from '@krapao/contract'
import { TIMELINE_KINDS } from '@krapao/contract'
import { clock, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { daysBetween, formatBaht, formatChange, formatDate } from '../../lib/formats.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { onceOf, rowsOf } from '../../lib/use-pages.ts'
import { named } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { GlyphState } from '../../ui/glyph.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { useTimeline } from './member.api.ts'
import type { MemberTexts } from './member-words.ts'
import { deviceText, useMemberTexts } from './member-words.ts'
import styles from './timeline.module.css'

type Games = DeskMember['money']['games']

/** All that happened with him, newest first, narrowed by its kind; more comes by and by as one scrolls down. */
export function Timeline({ memberId, games }: { memberId: string; games: Games }): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const query = useTimeline(memberId, kind)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = onceOf(rowsOf(query), ({ key }) => key)
  const clear = (): void => setKind(null)
  return (
    <Panel title={words('timeline.title')} isFlush>
      <div className={styles.kinds} role="group" aria-label={words('timeline.kinds')}>
        {[null, ...TIMELINE_KINDS].map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => setKind(one)}>
            {one === null ? words('timeline.all') : words(`timeline.kind.${one}`)}
          </button>
        ))}
      </div>
      <InState state={usePlaceState(query)} rows={8}>
        {rows.length === 0 ? (
          <Empty
            drawing={clock}
            title={words(kind === null ? 'timeline.none' : 'timeline.noneOfKind')}
            action={
              kind === null ? null : (
                <Button kind="line" onClick={clear}>
                  {words('timeline.clear')}
                </Button>
              )
            }
          />
        ) : (
          <>
            <ol className={styles.list}>
              {rows.map((row, index) => (
                <TimelineItem key={row.key} row={row} before={rows[index - 1]} games={games} />
              ))}
            </ol>
            <footer className={styles.foot}>
              {hasNextPage ? (
                <>
                  <Sentinel key={rows.length} onSeen={() => void fetchNextPage()} />
                  <Button
                    kind="quiet"
                    busyLabel={isFetchingNextPage ? texts.t('common.loading') : undefined}
                    onClick={() => void fetchNextPage()}
                  >
                    {words('timeline.more')}
                  </Button>
                </>
              ) : (
                <p>{words('timeline.end')}</p>
              )}
            </footer>
          </>
        )}
      </InState>
    </Panel>
  )
}

/** Says once that it has come into sight. */
function Sentinel({ onSeen }: { onSeen: () => void }): ReactNode {
  const own = useRef<HTMLSpanElement>(null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    const { current } = own
    if (current === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      seen()
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return <span ref={own} />
}

const glyphs: Readonly<Record<NonNullable<DeskTimelineRow['status']>, GlyphState>> = {
  SUCCESS: 'done',
  FAILED: 'fail',
  IN_PROGRESS: 'prog',
}

function TimelineItem({
  row,
  before,
  games,
}: {
  row: DeskTimelineRow
  before: DeskTimelineRow | undefined
  games: Games
}): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  const isNewDay = before === undefined || daysBetween(before.at, row.at) !== 0
  const isIn = row.kind === 'deposit' || row.kind === 'bonus'
  const isOut = row.kind === 'withdraw'
  const amount =
    row.amount === null
      ? null
      : isIn
        ? formatChange(row.amount)
        : isOut
          ? `-${formatBaht(row.amount)}`
          : formatBaht(row.amount)
  const hasFailed = row.status === 'FAILED'
  const date = formatDate(row.at)
  return (
    <>
      {isNewDay ? (
        <li className={styles.day}>
          {daysBetween(row.at, serverNowMs()) === 0 ? words('timeline.today', { date }) : date}
        </li>
      ) : null}
      <li className={styles.row}>
        <Moment at={row.at} isShort />
        <Glyph state={row.status === null ? 'off' : glyphs[row.status]} />
        <span className={styles.what}>
          <b>{whatText(texts, row)}</b>
          <small>{moreText(texts, row, games)}</small>
        </span>
        {amount === null ? null : (
          <span className={hasFailed ? styles.quiet : undefined}>
            <Money words={amount} hasTone={!hasFailed && (isIn || isOut)} />
          </span>
        )}
      </li>
    </>
  )
}

/** What happened, in words; what has none of its own goes by the words of its kind and its own name. */
function whatText(texts: MemberTexts, { kind, what }: DeskTimelineRow): string {
  const id = `${kind}.${what}`
  if (texts.has(id)) return texts.words(id)
  const ofKind = texts.words(`timeline.kind.${kind}`)
  return kind === what ? ofKind : `${ofKind} · ${what}`
}

function moreText(texts: MemberTexts, row: DeskTimelineRow, games: Games): string {
  const nameOf = (end: string): string =>
    named(texts, `end.${end}`, games.find(({ code }) => code === end)?.name ?? end)
  const ends = [row.from, row.to].filter((end) => end !== null).map(nameOf)
  // What has no words here is for programs: whoever wants all of it reads it in the audit.
  const facts = Object.entries(row.facts).flatMap(([name, value]) => {
    const id = `fact.${name}`
    if (value === null || value === '' || !texts.has(id)) return []
    return [`${texts.words(id)} ${name === 'device' ? deviceText(texts, String(value)) : String(value)}`]
  })
  return [
    ...(row.status === null ? [] : [texts.words(`status.${row.status}`)]),
    ...(row.receiptNumber === null ? [] : [row.receiptNumber]),
    ...(ends.length === 0 ? [] : [ends.join(' → ')]),
    ...(row.by === null ? [] : [row.by]),
    ...facts,
  ].join(' · ')
}
