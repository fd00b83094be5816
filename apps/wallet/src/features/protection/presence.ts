import type { calls } from '@krapao/contract'
import { callApi } from '../../lib/api/call-api.ts'
import { openModal } from '../../lib/modals.ts'
import { forgetCheck } from './reality-check.ts'

/**
 * Says that the wallet is used, if the page is looked at, and shows the check that is due until it is answered on one of
 * them. Time that could not be told of is none. Never throws.
 */
export async function sayPresent(onLeave: () => unknown): Promise<void> {
  if (document.visibilityState !== 'visible') return
  try {
    const { check, checkMinutes } = await callApi<typeof calls.protectionUse>('POST', '/api/protection/use')
    if (check === null || checkMinutes === null) forgetCheck()
    else openModal('reality-check', { check, checkMinutes, onLeave })
  } catch {
    // The next turn says it.
  }
}
