import type { AnswerOf, calls } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'

export type Withdrawal = AnswerOf<typeof calls.walletWithdrawAll>
export type WithdrawTerms = AnswerOf<typeof calls.lookupWithdraw>

/** The operator's limits and what he says about withdrawals, in the present language (WDR-003). */
export function useWithdrawTerms(): UseQueryResult<WithdrawTerms> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['withdraw-terms', language],
    queryFn: ({ signal }) => callApi<typeof calls.lookupWithdraw>('GET', '/api/lookup/withdraw', { signal }),
  })
}

/** What the bank is called in Lao; the member's own account only tells the names in Thai and English. */
export function useLaoBankName(bankCode: string | undefined): string | undefined {
  const { language } = useTexts()
  const { data } = useQuery({
    queryKey: ['banks'],
    queryFn: ({ signal }) => callApi<typeof calls.lookupBanks>('GET', '/api/lookup/banks', { signal }),
    enabled: language === 'lo',
    staleTime: Infinity,
  })
  return data?.banks.find((bank) => bank.code === bankCode)?.nameLO
}

/** Withdraws, bringing home from games what the main wallet lacks (WDR-008). The same key never withdraws twice. */
export function sendWithdrawal(amountMinor: number, idempotencyKey: string): Promise<Withdrawal> {
  return callApi<typeof calls.walletWithdrawAll>('POST', '/api/wallet/withdrawAll', {
    body: { amount: toWireAmount(amountMinor) },
    idempotencyKey,
  })
}
