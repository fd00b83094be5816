import type { AnswerOf, calls } from '@krapao/contract'
import { callApi } from '../../lib/api/call-api.ts'
import { subscribeWallet } from '../../lib/socket.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import type { Loaded } from '../../lib/use-loaded.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

/** What the operator says of how he is reached. */
export type Contact = AnswerOf<typeof calls.lookupContact>

/** How to reach the operator, in the present language. */
export function useContact(): Loaded<Contact> {
  const { language } = useTexts()
  const load = (signal: AbortSignal): Promise<Contact> =>
    callApi<typeof calls.lookupContact>('GET', '/api/lookup/contact', { signal })
  return useLoaded(language, load, subscribeWallet)
}
