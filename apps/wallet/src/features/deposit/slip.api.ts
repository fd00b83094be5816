import type { AnswerOf, calls, Slip } from '@krapao/contract'
import { UPLOAD_TIMEOUT_MS } from '@krapao/contract'
import type { UploadProgress } from '@krapao/web'
import { sendWithProgress } from '@krapao/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'

/** When slips are taken, and what the operator says about them. */
export type SlipWindow = AnswerOf<typeof calls.lookupSlip>

/** How often the server is asked whether the window has opened or closed. */
const WINDOW_POLL_MS = 30_000

/** When slips are taken, asked again and again: the window opens and closes while the sheet is open (DEP-033). */
export function useSlipWindow(): UseQueryResult<SlipWindow> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['said', 'slip-window', language],
    queryFn: ({ signal }) => callApi<typeof calls.lookupSlip>('GET', '/api/lookup/slip', { signal }),
    staleTime: 0,
    refetchInterval: WINDOW_POLL_MS,
  })
}

/** Sends a slip; the same key sends it once (LIM-003). */
export async function sendSlip(
  file: File,
  terms: { idempotencyKey: string; signal: AbortSignal; onProgress: UploadProgress },
): Promise<Slip> {
  const form = new FormData()
  form.append('file', file)
  const { slip } = await callApi<typeof calls.walletSlip>('POST', '/api/wallet/slip', {
    form,
    idempotencyKey: terms.idempotencyKey,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    signal: terms.signal,
    send: sendWithProgress(terms.onProgress),
  })
  return slip
}
