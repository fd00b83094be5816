import { type AnswerOf, type calls, PAGE_SIZE } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { rewardsKey } from '../../lib/wallet.ts'

export type RefundCheck = AnswerOf<typeof calls.refundCheck>
export type RefundPage = AnswerOf<typeof calls.refundList>

const refundKey = [...rewardsKey, 'refund'] as const

/** How the member's refund stands (REF-010). */
export function useRefund(): UseQueryResult<RefundCheck> {
  const { language } = useTexts()
  return useQuery({
    queryKey: [...refundKey, 'check', language],
    queryFn: ({ signal }) => callApi<typeof calls.refundCheck>('GET', '/api/refund/check', { signal }),
    refetchOnMount: 'always',
  })
}

/** One page of received refunds, newest first; the page before stays in sight until it came (REF-009). */
export function useRefunds(page: number): UseQueryResult<RefundPage> {
  return useQuery({
    queryKey: [...refundKey, 'list', page],
    queryFn: ({ signal }) =>
      callApi<typeof calls.refundList>('POST', '/api/refund', { body: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Receives the refunds that are due, into the refundable amount (REF-011). */
export function receiveRefund(idempotencyKey: string): Promise<AnswerOf<typeof calls.refundReceive>> {
  return callApi<typeof calls.refundReceive>('GET', '/api/refund/receive', { idempotencyKey })
}

/** Adds the refundable amount to the wallet (REF-012). */
export function addRefund(idempotencyKey: string): Promise<AnswerOf<typeof calls.refundAddWallet>> {
  return callApi<typeof calls.refundAddWallet>('GET', '/api/refund/addWallet', { idempotencyKey })
}
