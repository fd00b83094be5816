import { serverNowMs, useNow } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useChanges } from '../../lib/live-context.ts'
import { useLetters } from '../../lib/letters.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { goTo, hashOf, leave, memberPlace } from '../../lib/place.ts'
import { useMyId } from '../../lib/session.ts'
import { onceOf, rowsOf } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { tray } from '../../ui/drawings.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Empty } from '../../ui/state.tsx'
import { ageText } from './ages.ts'
import type { DecisionPlace, Narrowed } from './decisions.api.ts'
import { isSame, refetchDecisions, useDecisions } from './decisions.api.ts'
import { useDecisionTexts } from './decision-words.ts'
import { Hand } from './hand.tsx'
import { NothingWaits, QueueKeys, QueueRows } from './queue-list.tsx'
import { belongs, countOf, KindTabs, PartTabs, shownKinds } from './queue-tabs.tsx'
import styles from './decisions-page.module.css'

/** The queue as it was narrowed, with how one goes through it: J and K, 1 to 9. */
function useQueue(narrowed: Narrowed, chosen: DecisionPlace | null) {
  const myId = useMyId()
  const client = useQueryClient()
  const query = useDecisions(narrowed)
  const nowMs = useNow(1_000, serverNowMs)
  // Just after the list was narrowed it still shows what came before: of that only what belongs to it.
  const rows = onceOf(rowsOf(query), ({ kind, id }) => `${kind} ${id}`).filter((row) =>
    belongs(row, narrowed, myId, nowMs),
  )
  const kinds = query.data?.pages[0]?.kinds ?? []
  const hasMore = query.hasNextPage && !query.isPlaceholderData
  const at = rows.findIndex((row) => isSame(row, chosen))
  const placeOf = (one: DecisionPlace | null) => ({ page: 'decisions', narrowed, chosen: one }) as const
  const open = (one: DecisionPlace | null): void => goTo(placeOf(one))
  const step = (by: 1 | -1): void => {
    // One that is in hand and waits no more stands nowhere: on from the top.
    const next = at < 0 ? rows[0] : rows[at + by]
    if (next !== undefined) open(next)
    if (by === 1 && hasMore && at >= rows.length - 2) void query.fetchNextPage()
  }
  const choose = (next: Narrowed): void => goTo({ page: 'decisions', narrowed: next, chosen })
  useChanges((roomId) => {
    // The line stands again: anything may have changed.
    if (roomId === null) void refetchDecisions(client)
  })
  const tabs = [null, ...shownKinds(kinds, narrowed)].slice(0, 9)
  useLetters({
    KeyJ: () => step(1),
    KeyK: () => step(-1),
    ...Object.fromEntries(tabs.map((kind, index) => [`Digit${index + 1}`, () => choose({ ...narrowed, kind })])),
  })
  return {
    query,
    nowMs,
    rows,
    /** Where among them the one in hand stands; below zero: nowhere. */
    at,
    kinds,
    all: countOf(kinds, { kind: null, part: null }),
    hasMore,
    open,
    step,
    choose,
    /** After a decision the one behind it comes into the hand, or the last that is left. */
    decided: (): void => leave(placeOf(chosen), placeOf(rows[at + 1] ?? rows[at - 1] ?? null)),
  }
}

/** All that waits for a person at the left, and the one that is decided beside it. */
export function DecisionsPage({
  narrowed,
  chosen,
  outlookOf,
}: {
  narrowed: Narrowed
  chosen: DecisionPlace | null
  /** How a proposal stands now, as the place of proposals draws it. */
  outlookOf: (proposalId: string) => ReactNode
}): ReactNode {
  const { t, words } = useDecisionTexts()
  const { query, nowMs, rows, at, kinds, all, hasMore, open, step, choose, decided } = useQueue(narrowed, chosen)
  // What is in hand tells by itself that it is old.
  const state = usePlaceState(query)
  const oldest = rows[0]
  const memberLink = (memberId: string): ReactNode => (
    <a href={hashOf(memberPlace(memberId))}>{words('evidence.openMember')}</a>
  )
  const hand = chosen === null ? null : `${chosen.kind} ${chosen.id}`
  return (
    <div className={`${styles.page} ${chosen === null ? '' : styles.hasHand}`}>
      <section className={styles.list} aria-labelledby="queue-title">
        <div className={styles.top}>
          <h1 id="queue-title">{t('nav.decisions')}</h1>
          {oldest === undefined ? null : (
            <span className="num">
              {words('queue.count', { n: all, age: ageText(Date.parse(oldest.since), nowMs, words) })}
            </span>
          )}
        </div>
        <InState state={state.kind === 'shown' && chosen !== null ? { ...state, stale: null } : state} rows={8}>
          <PartTabs narrowed={narrowed} kinds={kinds} onChoose={choose} />
          <KindTabs narrowed={narrowed} kinds={kinds} onChoose={choose} />
          <div className={styles.rows}>
            {rows.length === 0 && query.isPlaceholderData ? null : rows.length === 0 ? (
              <NothingWaits narrowed={narrowed} others={all} onShowAll={() => choose({ kind: null, part: null })} />
            ) : (
              <QueueRows
                rows={rows}
                narrowed={narrowed}
                inHand={chosen}
                onMore={hasMore ? () => void query.fetchNextPage() : null}
              />
            )}
          </div>
          <QueueKeys place={at < 0 ? '' : `${at + 1} / ${query.data?.pages[0]?.count ?? rows.length}`} />
        </InState>
      </section>
      <div className={styles.hand}>
        {chosen === null ? (
          // Of a queue that did not come nobody knows whether anything waits.
          query.data === undefined ? null : (
            <Empty drawing={tray} title={rows.length === 0 ? words('queue.empty') : words('queue.pick')} />
          )
        ) : (
          <Hand
            key={hand}
            place={chosen}
            onNext={() => step(1)}
            onDecided={decided}
            memberLink={memberLink}
            outlookOf={outlookOf}
            back={
              <span className={styles.back}>
                <Button kind="quiet" onClick={() => open(null)}>
                  {words('queue.back')}
                </Button>
              </span>
            }
          />
        )}
      </div>
    </div>
  )
}
