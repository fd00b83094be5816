import { CallError } from '@krapao/web'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast.tsx'
import { askParty, type DecisionPlace, refetchDecisions } from './decisions.api.ts'
import { useDecisionTexts } from './decision-words.ts'

/** Has the party asked now how it stands, which may be done again at will: its answer comes into the life of what is in hand. */
export function useAskParty(place: DecisionPlace): { ask: () => void; isAsking: boolean } {
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
  return {
    ask: () => {
      if (!isPending) mutate()
    },
    isAsking: isPending,
  }
}
