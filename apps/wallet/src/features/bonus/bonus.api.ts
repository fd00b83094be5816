import type { AnswerOf, calls } from '@krapao/contract'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { rewardsKey } from '../../lib/wallet.ts'

export type Bonus = AnswerOf<typeof calls.bonusList>['bonuses'][number]
export type UserBonus = NonNullable<Bonus['userBonus']>
export type HeldBonus = AnswerOf<typeof calls.bonusCheckActive>
export type Cleared = AnswerOf<typeof calls.bonusClear>

const listKey = [...rewardsKey, 'bonuses'] as const
const heldKey = [...rewardsKey, 'held'] as const

/** How often a bonus that is ending is looked at again; news of money come besides. */
const ENDING_LOOK_MS = 3_000

/** The bonuses that the operator offers, in the present language (BON-025). */
export function useBonuses(): UseQueryResult<readonly Bonus[]> {
  const { language } = useTexts()
  return useQuery({
    queryKey: [...listKey, language],
    queryFn: async ({ signal }) => (await callApi<typeof calls.bonusList>('GET', '/api/bonus', { signal })).bonuses,
  })
}

/** The bonus that the member holds, whatever it came from, and how far it is (BON-027, rulings 4.4). */
export function useHeldBonus(): UseQueryResult<HeldBonus> {
  const { language } = useTexts()
  return useQuery({
    queryKey: [...heldKey, language],
    queryFn: ({ signal }) => callApi<typeof calls.bonusCheckActive>('GET', '/api/bonus/check/active', { signal }),
    // What is decided by it is about money.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.progress?.state === 'ending' ? ENDING_LOOK_MS : false),
  })
}

/** What the operator says about the fail percentage of every bonus, holding `%percentFail%` (BON-011). */
export function useNotice(): UseQueryResult<string> {
  const { language } = useTexts()
  return useQuery({
    queryKey: ['said', 'notice', language],
    queryFn: async ({ signal }) =>
      (await callApi<typeof calls.lookupNotice>('GET', '/api/lookup/notice', { signal })).notice,
    staleTime: 5 * 60_000,
  })
}

/** Arms a bonus (BON-026). */
export async function activateBonus(code: string, idempotencyKey: string): Promise<UserBonus> {
  const path = `/api/bonus/activate/${encodeURIComponent(code)}` as const
  return (await callApi<typeof calls.bonusActivate>('GET', path, { idempotencyKey })).userBonus
}

/** Cancels or ends the bonus that is held (BON-029). */
export function clearBonus(idempotencyKey: string): Promise<Cleared> {
  return callApi<typeof calls.bonusClear>('GET', '/api/bonus/clear', { idempotencyKey })
}

/** Shows a bonus as the call that armed it has told (BON-019). */
export function applyUserBonus(client: QueryClient, code: string, userBonus: UserBonus): void {
  client.setQueriesData<readonly Bonus[]>({ queryKey: listKey }, (bonuses) =>
    bonuses?.map((bonus) => (bonus.code === code ? { ...bonus, userBonus } : bonus)),
  )
}

/** Shows the held bonus as one that is on its way to its end. */
export function applyEnding(client: QueryClient): void {
  client.setQueriesData<HeldBonus>({ queryKey: heldKey }, (held) =>
    held === undefined || held.progress === null ? held : { ...held, progress: { ...held.progress, state: 'ending' } },
  )
}
