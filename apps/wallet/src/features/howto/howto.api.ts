import type { AnswerOf, calls } from '@krapao/contract'
import { callApi } from '../../lib/api/call-api.ts'
import { subscribeWallet } from '../../lib/socket.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import type { HowtoId } from './recordings.ts'

/** The steps in the operator's words, each a piece of HTML; undefined where he has none, or they did not come. */
export function useOperatorSteps(id: HowtoId): readonly string[] | undefined {
  const { language } = useTexts()
  const load = (signal: AbortSignal): Promise<AnswerOf<typeof calls.lookupHowto>> =>
    callApi<typeof calls.lookupHowto>('GET', '/api/lookup/howto', { signal })
  const steps = useLoaded(language, load, subscribeWallet).data?.steps[id]
  return steps === undefined || steps.length === 0 ? undefined : steps
}
