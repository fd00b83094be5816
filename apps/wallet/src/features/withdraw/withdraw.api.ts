import type { AnswerOf, calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import type { Act } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'

export type Withdrawal = AnswerOf<typeof calls.walletWithdrawAll>
export type WithdrawTerms = AnswerOf<typeof calls.lookupWithdraw>

/** The operator's limits and what he says about withdrawals, in the present language (WDR-003). */
export function useWithdrawTerms(): UseQueryResult<WithdrawTerms> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['said', 'withdraw-terms', language],
    queryFn: ({ signal }) => callApi<typeof calls.lookupWithdraw>('GET', '/api/lookup/withdraw', { signal }),
  })
}

/** Withdraws, bringing home from games what the main wallet lacks (WDR-008). The same key never withdraws twice. */
export function sendWithdrawal(amountMinor: number, idempotencyKey: string, act: Act): Promise<Withdrawal> {
  return callApi<typeof calls.walletWithdrawAll>('POST', '/api/wallet/withdrawAll', {
    body: { amount: toWireAmount(amountMinor) },
    idempotencyKey,
    act,
  })
}
