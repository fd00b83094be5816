import { CallError, refresh } from '@krapao/web'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatWait } from '../../lib/formats.ts'
import { useLetters } from '../../lib/letters.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { DecisionPlace, DecisionRowOnWire } from './decisions.api.ts'
import { askParty, claimDecision, refetchDecisions, releaseDecision } from './decisions.api.ts'
import { useDecisionTexts } from './decision-words.ts'

/** Has the party asked now how it stands, which may be done again at will: its answer comes into the life of what is in hand. */
export function AskParty({
  place,
  canAsk,
  onAskAgain,
}: {
  place: DecisionPlace
  canAsk: boolean
  /** Where there is no party to ask, its key asks the server anew. */
  onAskAgain: () => void
}): ReactNode {
  const { words, errorText } = useDecisionTexts()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => askParty(place),
    onSuccess: () => showToast('done', words('hand.asked')),
    onError: (error) => {
      const isJustNow = error instanceof CallError && error.code === 'REQUEST_LIMIT'
      showToast('failed', isJustNow ? words('hand.askedJustNow') : errorText(error))
    },
    onSettled: () => refetchDecisions(client),
  })
  const ask = (): void => {
    if (!isPending) mutate()
  }
  useLetters({ KeyR: canAsk ? ask : onAskAgain })
  if (!canAsk) return null
  return (
    <Button keys="R" kind="line" drawing={refresh} disabled={isPending} onClick={ask}>
      {words('hand.ask')}
    </Button>
  )
}

/** Takes what is in hand for five minutes, or gives it back. */
export function Hold({
  row,
  mineUntil,
  canClaim,
  nowMs,
}: {
  row: DecisionRowOnWire
  /** Until when it is held by who looks at it; null while it is not. */
  mineUntil: string | null
  canClaim: boolean
  nowMs: number
}): ReactNode {
  const { words, errorText } = useDecisionTexts()
  const client = useQueryClient()
  const claim = (): void =>
    void claimDecision(client, row).then(
      () => showToast('done', words('hand.claimed')),
      (error: unknown) => {
        const { by } = error instanceof CallError && error.code === 'HELD' ? error.details : {}
        showToast('failed', typeof by === 'string' ? words('hand.heldNow', { name: by }) : errorText(error))
        void refetchDecisions(client)
      },
    )
  const release = (): void =>
    void releaseDecision(client, row).then(
      () => showToast('done', words('hand.released')),
      (error: unknown) => showToast('failed', errorText(error)),
    )
  useLetters({ ...(canClaim ? { KeyT: claim } : {}), ...(mineUntil === null ? {} : { KeyX: release }) })
  if (mineUntil !== null) {
    return (
      <>
        <span className="num">{words('hand.mine', { time: formatWait(nowMs, Date.parse(mineUntil)) })}</span>
        <Button keys="X" kind="quiet" onClick={release}>
          {words('hand.release')}
        </Button>
      </>
    )
  }
  return canClaim ? (
    <Button keys="T" kind="quiet" onClick={claim}>
      {words('hand.claim')}
    </Button>
  ) : null
}
