import type { AnswerOf, calls } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api/call-api.ts'
import { useTexts } from './texts/texts.ts'
import { rewardsKey } from './wallet.ts'

type HeldBonus = AnswerOf<typeof calls.bonusCheckActive>

/** What a held bonus means to whoever moves money. */
export interface BonusAtHand {
  /** It keeps the next deposit and every withdrawal back until it has ended (decisions 2.68, rulings 4.1). */
  readonly isInTheWay: boolean
  /** It waits for a deposit of at least so much; a smaller one is credited and brings nothing (rulings 4.1). */
  readonly waitsFor: { readonly name: string; readonly minDepositMinor: number } | undefined
}

function atHand({ name, progress }: HeldBonus): BonusAtHand {
  const { state, minDeposit } = progress ?? {}
  const isTold = state === 'armed' && name !== null && minDeposit !== undefined
  return {
    isInTheWay: state === 'granted' || state === 'ending',
    waitsFor: isTold ? { name, minDepositMinor: fromWireAmount(minDeposit) } : undefined,
  }
}

/** The bonus that the member holds, as it concerns his next deposit or withdrawal; undefined while nobody has said. */
export function useBonusAtHand(): BonusAtHand | undefined {
  const { language } = useTexts()
  const { data } = useQuery({
    queryKey: [...rewardsKey, 'at-hand', language],
    queryFn: ({ signal }) => callApi<typeof calls.bonusCheckActive>('GET', '/api/bonus/check/active', { signal }),
    retry: false,
  })
  return data === undefined ? undefined : atHand(data)
}
