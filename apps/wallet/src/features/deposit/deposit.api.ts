import type { calls, QrCode } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { serverNowMs } from '@krapao/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import type { DepositInfo, SeenQr } from './deposit.rules.ts'
import { creditedSince, liveQrOf } from './deposit.rules.ts'

/** How often a QR that waits for its money is asked about, beside the live hints. */
const POLL_MS = 3_000
/** The server's clock is known to about a second. */
const CLOCK_SLACK_MS = 1_500

/** Where money can be deposited. */
export function useDepositInfo(): UseQueryResult<DepositInfo> {
  return useQuery({
    queryKey: ['said', 'deposit-info'],
    queryFn: ({ signal }) => callApi<typeof calls.lookupDeposit>('GET', '/api/lookup/deposit', { signal }),
    staleTime: 60_000,
  })
}

const seen = new Map<string, SeenQr>()

/** Notes a QR when it is first seen, with the server's time when it was asked for. */
function noteSeen(bankCode: string, answer: QrCode, askedAtMs: number): QrCode {
  const live = liveQrOf(bankCode, answer)
  if (live !== undefined && !seen.has(live.id)) {
    seen.set(live.id, { sinceMs: askedAtMs - CLOCK_SLACK_MS, wholeMs: live.endsAtMs - serverNowMs() })
  }
  return answer
}

/** What is known of a QR that was seen. */
export function seenQr(id: string): SeenQr {
  return seen.get(id) ?? { sinceMs: serverNowMs(), wholeMs: 1 }
}

/** The name under which the answers about a bank's QR are kept. */
export function qrKey(bankCode: string): readonly [string, string] {
  return ['qr', bankCode]
}

/** How a member's QR of a bank is asked for: again and again while it is live. */
export function qrQuery(bankCode: string) {
  return queryOptions({
    queryKey: qrKey(bankCode),
    queryFn: async ({ signal }) => {
      const askedAtMs = serverNowMs()
      const path = `/api/qrcode/${bankCode}` as const
      return noteSeen(bankCode, await callApi<typeof calls.qrCurrent>('GET', path, { signal }), askedAtMs)
    },
    staleTime: 0,
    // A QR of the last time may be paid or over: it is not shown before it was asked about.
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.hasQrcode === true ? POLL_MS : false),
  })
}

/** Makes a QR. The same key makes one only. */
export async function createQr(bankCode: string, amountMinor: number, idempotencyKey: string): Promise<QrCode> {
  const askedAtMs = serverNowMs()
  const answer = await callApi<typeof calls.qrCreate>('POST', `/api/qrcode/${bankCode}`, {
    body: { amount: toWireAmount(amountMinor) },
    idempotencyKey,
  })
  return noteSeen(bankCode, answer, askedAtMs)
}

/** Cancels a QR; money that was sent to it already is credited all the same. */
export async function cancelQr(id: string): Promise<void> {
  await callApi<typeof calls.qrCancel>('DELETE', `/api/qrcode/${id}`)
}

/** The minor units that were credited for a QR that is over, or undefined when none were. */
export async function creditedFor(id: string): Promise<number | undefined> {
  const body = { page: 1, limit: 10 }
  const { statements } = await callApi<typeof calls.statementList>('POST', '/api/statement', { body })
  return creditedSince(statements, seenQr(id).sinceMs)
}
