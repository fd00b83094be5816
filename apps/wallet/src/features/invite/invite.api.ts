import { type AnswerOf, type calls, inviteCodeOf, PAGE_SIZE } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { paths } from '../../lib/paths.ts'
import { rewardsKey } from '../../lib/wallet.ts'

export type InviteBonus = AnswerOf<typeof calls.inviteShowBonus>
export type InvitePage = AnswerOf<typeof calls.inviteList>
export type Received = AnswerOf<typeof calls.inviteReceive>

const inviteKey = [...rewardsKey, 'invite'] as const

/** The invite bonus that waits, and its percentages (INV-008). */
export function useInviteBonus(): UseQueryResult<InviteBonus> {
  return useQuery({
    queryKey: [...inviteKey, 'bonus'],
    queryFn: ({ signal }) => callApi<typeof calls.inviteShowBonus>('GET', '/api/invite/bonus', { signal }),
    refetchOnMount: 'always',
  })
}

/** One page of what friends brought, newest first; the page before stays in sight until it came (INV-007). */
export function useInvites(page: number): UseQueryResult<InvitePage> {
  return useQuery({
    queryKey: [...inviteKey, 'list', page],
    queryFn: ({ signal }) =>
      callApi<typeof calls.inviteList>('POST', '/api/invite', { body: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Receives the invite bonus (INV-010). */
export function receiveInviteBonus(idempotencyKey: string): Promise<Received> {
  return callApi<typeof calls.inviteReceive>('POST', '/api/invite/receive', { idempotencyKey })
}

/** The address that a friend registers at (INV-003). */
export function inviteLink(profileId: string): string {
  return `${location.origin}${paths.register}?code=${inviteCodeOf(profileId)}`
}
