import { DECISION_WRITERS, hasRole } from '@krapao/contract'
import { serverNowMs, useNow } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { useLetters } from '../../lib/letters.ts'
import { useLiveState } from '../../lib/live-context.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { goTo, memberPlace } from '../../lib/place.ts'
import { useMyId, useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { tray } from '../../ui/drawings.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Empty } from '../../ui/state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Actions } from './actions.tsx'
import type { Decision, DecisionAction, DecisionPlace } from './decisions.api.ts'
import { claimDecision, dropRow, refetchDecisions, useDecision } from './decisions.api.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { useDecisionTexts, verbText } from './decision-words.ts'
import { EvidenceView } from './evidence.tsx'
import { AskParty, Hold } from './hand-holder.tsx'
import { HandNotices, type Moved, movedOf, ReadOnly } from './hand-notices.tsx'
import { HandTitle } from './hand-title.tsx'
import styles from './hand.module.css'

const openMember = (memberId: string): void => goTo(memberPlace(memberId))

interface HandProps {
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
    <DecisionInHand
      decision={query.data}
      readAtMs={query.dataUpdatedAt}
      {...props}
      heading={heading}
      onAskAgain={() => void query.refetch()}
    />
  )
}

function DecisionInHand({
  decision,
  readAtMs,
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
  const client = useQueryClient()
  const nowMs = useNow(1_000, serverNowMs)
  const isLost = useLiveState() === 'lost'
  const roles = useSession()?.agent.roles ?? []
  const myId = useMyId()
  const [chosen, setChosen] = useState<DecisionAction | null>(null)
  const [moved, setMoved] = useState<Moved | null>(null)
  const { row } = decision
  const actions = decision.actions.filter((action) => hasRole(roles, action.roles))
  const holder = row.heldBy !== null && Date.parse(row.heldBy.until) > nowMs ? row.heldBy : null
  const isMine = holder?._id === myId
  const other = isMine ? null : holder
  const isDecided = decision.actions.length === 0
  const isOver = isDecided || moved !== null
  const isWriter = hasRole(roles, DECISION_WRITERS) && !isLost
  const amountWords = row.amount === null ? null : formatBaht(row.amount)
  useLetters({
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
          <AskParty place={row} canAsk={decision.canAsk && isWriter} onAskAgain={onAskAgain} />
          <Hold
            row={row}
            mineUntil={isMine ? holder.until : null}
            canClaim={holder === null && isWriter && !isDecided}
            nowMs={nowMs}
          />
        </div>
      </header>
      <div className={styles.body}>
        <HandNotices
          decision={decision}
          lostSinceMs={isLost ? readAtMs : null}
          other={other}
          moved={moved}
          nowMs={nowMs}
          onNext={onNext}
        />
        <EvidenceView
          decision={decision}
          memberLink={memberLink}
          outlook={row.kind === 'proposal' ? outlookOf(row.id) : null}
        />
      </div>
      {isOver ? null : (
        <footer className={styles.foot}>
          {actions.length === 0 ? (
            <ReadOnly decision={decision} />
          ) : (
            <Actions
              kind={row.kind}
              actions={actions}
              amountWords={amountWords}
              isDisabled={isLost || other !== null}
              onChoose={(action) => {
                setChosen(action)
                // Whoever looks at it sees that somebody is at it; deciding does not need it.
                if (holder === null) void claimDecision(client, row).catch(() => undefined)
              }}
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
            showToast('done', texts.words(outcome === 'proposed' ? 'ask.proposedDone' : 'ask.done', { verb }))
            onDecided()
            dropRow(client, row)
            void refetchDecisions(client)
          }}
        />
      )}
    </section>
  )
}
