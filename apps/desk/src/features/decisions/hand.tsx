import { DECISION_WRITERS, hasRole } from '@krapao/contract'
import { CallError, refresh, serverNowMs, useNow } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatBaht, formatSecondOfDay, formatWait } from '../../lib/formats.ts'
import { useLetters } from '../../lib/letters.ts'
import { useLiveState } from '../../lib/live-context.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { goTo } from '../../lib/place.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { tray } from '../../ui/drawings.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Empty } from '../../ui/state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Actions, keysOf } from './actions.tsx'
import type { Decision, DecisionAction, DecisionPlace } from './decisions.api.ts'
import { claimDecision, dropRow, refetchDecisions, releaseDecision, useDecision } from './decisions.api.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { useDecisionTexts, verbText } from './decision-words.ts'
import { EvidenceView } from './evidence.tsx'
import { type Moved, MovedOn, movedOf, Onward, ReadOnly, Say } from './hand-notices.tsx'
import { HandTitle } from './hand-title.tsx'
import { Onlookers } from './onlookers.tsx'
import { useAskParty } from './use-ask-party.ts'
import styles from './hand.module.css'

const openMember = (memberId: string): void => goTo({ page: 'members', memberId, isAdjusting: false })

interface HandProps {
  myId: string
  onNext: () => void
  /** It waits no more: the next one comes into the hand. */
  onDecided: () => void
  memberLink: (memberId: string) => ReactNode
  outlookOf: (proposalId: string) => ReactNode
  back: ReactNode
}

/** One decision with its evidence, and the buttons that decide it. It is drawn anew for each: give it a key. */
export function Hand({ place, ...props }: HandProps & { place: DecisionPlace }): ReactNode {
  const { words } = useDecisionTexts()
  const query = useDecision(place)
  const state = usePlaceState(query)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = query.data !== undefined
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true })
  }, [isThere])
  if (query.data === undefined) {
    return state.kind === 'gone' ? (
      <Empty
        drawing={tray}
        title={words('hand.goneTitle')}
        hint={words('hand.goneHint')}
        action={
          <Button kind="line" onClick={props.onNext}>
            {words('hand.next')}
          </Button>
        }
      />
    ) : (
      <InState state={state}>{null}</InState>
    )
  }
  return (
    <Open
      decision={query.data}
      readAtMs={query.dataUpdatedAt}
      {...props}
      heading={heading}
      onAskAgain={() => void query.refetch()}
    />
  )
}

function Open({
  decision,
  readAtMs,
  myId,
  heading,
  onNext,
  onDecided,
  onAskAgain,
  memberLink,
  outlookOf,
  back,
}: HandProps & {
  decision: Decision
  readAtMs: number
  heading: React.RefObject<HTMLHeadingElement | null>
  onAskAgain: () => void
}): ReactNode {
  const texts = useDecisionTexts()
  const { words, errorText } = texts
  const client = useQueryClient()
  const nowMs = useNow(1_000, serverNowMs)
  const isLost = useLiveState() === 'lost'
  const session = useSession()
  const [chosen, setChosen] = useState<DecisionAction | null>(null)
  const [moved, setMoved] = useState<Moved | null>(null)
  const { row } = decision
  const roles = session?.agent.roles ?? []
  const actions = decision.actions.filter((action) => hasRole(roles, action.roles))
  const holder = row.heldBy !== null && Date.parse(row.heldBy.until) > nowMs ? row.heldBy : null
  const isHeldByOther = holder !== null && holder._id !== myId
  const isDecided = decision.actions.length === 0
  const canAct = !isLost && !isHeldByOther && moved === null && actions.length > 0
  const amountWords = row.amount === null ? null : formatBaht(row.amount)

  const say = (doing: Promise<unknown>, done: string): void =>
    void doing.then(
      () => showToast('done', done),
      (error: unknown) => showToast('failed', errorText(error)),
    )
  const claim = (): void =>
    void claimDecision(client, row).then(
      () => showToast('done', words('hand.claimed')),
      (error: unknown) => {
        const { by } = error instanceof CallError && error.code === 'HELD' ? error.details : {}
        showToast('failed', typeof by === 'string' ? words('hand.heldNow', { name: by }) : errorText(error))
        void refetchDecisions(client)
      },
    )
  const release = (): void => say(releaseDecision(client, row), words('hand.released'))
  const choose = (action: DecisionAction): void => {
    setChosen(action)
    // Whoever looks at it sees that somebody is at it; deciding does not need it.
    if (holder === null) void claimDecision(client, row).catch(() => undefined)
  }
  const mayAsk = decision.canAsk && hasRole(roles, DECISION_WRITERS) && !isLost
  const { ask, isAsking } = useAskParty(row)
  const mayClaim = hasRole(roles, DECISION_WRITERS) && !isDecided && !isLost
  useLetters({
    ...(canAct
      ? Object.fromEntries(
          [...keysOf(actions)].map(([name, letter]) => [
            `Key${letter}`,
            () => {
              const action = actions.find((one) => one.action === name)
              if (action !== undefined) choose(action)
            },
          ]),
        )
      : {}),
    ...(mayClaim && holder === null ? { KeyT: claim } : {}),
    ...(holder?._id === myId ? { KeyX: release } : {}),
    KeyR: mayAsk ? ask : onAskAgain,
    ...(row.memberId === null ? {} : { KeyM: () => openMember(row.memberId ?? '') }),
    KeyV: () => document.querySelector<HTMLElement>('#slip-picture button')?.click(),
    KeyL: () => {
      const life = document.querySelector<HTMLElement>('#life')
      life?.scrollIntoView({ block: 'start' })
      life?.focus({ preventScroll: true })
    },
  })

  return (
    <section className={styles.hand} aria-labelledby="hand-title">
      <header className={styles.head}>
        <div className={styles.about}>
          {back}
          <HandTitle decision={decision} nowMs={nowMs} heading={heading} memberLink={memberLink} />
        </div>
        <div className={styles.holder}>
          {mayAsk ? (
            <Button kind="line" drawing={refresh} disabled={isAsking} onClick={ask}>
              {words('hand.ask')} <kbd aria-hidden="true">R</kbd>
            </Button>
          ) : null}
          {holder?._id === myId ? (
            <>
              <span className="num">{words('hand.mine', { time: formatWait(nowMs, Date.parse(holder.until)) })}</span>
              <Button kind="quiet" onClick={release}>
                {words('hand.release')} <kbd aria-hidden="true">X</kbd>
              </Button>
            </>
          ) : holder === null && mayClaim ? (
            <Button kind="quiet" onClick={claim}>
              {words('hand.claim')} <kbd aria-hidden="true">T</kbd>
            </Button>
          ) : null}
        </div>
      </header>
      <div className={styles.body}>
        {isLost ? (
          <Say state="late" title={words('hand.stale', { time: formatSecondOfDay(readAtMs) })}>
            {words('hand.staleText')}
          </Say>
        ) : null}
        {isHeldByOther ? (
          <Say state="held" title={words('hand.held', { name: holder.name })}>
            {words('hand.heldText', { time: formatWait(nowMs, Date.parse(holder.until)) })}
          </Say>
        ) : null}
        {moved === null ? null : <MovedOn moved={moved} decision={decision} onNext={onNext} />}
        {moved === null && isDecided ? (
          <Say state="off" title={words('hand.goneTitle')} isAlert>
            {words('hand.goneHint')}
            <Onward onNext={onNext} />
          </Say>
        ) : null}
        {isHeldByOther || moved !== null || isDecided ? null : <Onlookers decision={decision} />}
        <EvidenceView
          decision={decision}
          memberLink={memberLink}
          outlook={row.kind === 'proposal' ? outlookOf(row.id) : null}
        />
      </div>
      {isDecided || moved !== null ? null : (
        <footer className={styles.foot}>
          {actions.length === 0 ? (
            <ReadOnly decision={decision} />
          ) : (
            <Actions
              kind={row.kind}
              actions={actions}
              amountWords={amountWords}
              isDisabled={!canAct}
              onChoose={choose}
            />
          )}
        </footer>
      )}
      {chosen === null ? null : (
        <DecisionDialog
          decision={decision}
          action={chosen}
          onClose={() => setChosen(null)}
          onMoved={(details, typed) => {
            setChosen(null)
            setMoved({ ...movedOf(details), typed: typed.filter((value) => value.trim() !== '') })
            void refetchDecisions(client)
          }}
          onDone={({ outcome }) => {
            setChosen(null)
            const verb = verbText(texts, row.kind, { ...chosen, takes: 'one' }, amountWords)
            showToast('done', words(outcome === 'proposed' ? 'ask.proposedDone' : 'ask.done', { verb }))
            onDecided()
            dropRow(client, row)
            void refetchDecisions(client)
          }}
        />
      )}
    </section>
  )
}
