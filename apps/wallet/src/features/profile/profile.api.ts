import type { AnswerOf, SentBodyOf, calls } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { renewToken } from '../../lib/session.ts'
import type { Sending } from '../../lib/use-sending.ts'
import { useSending } from '../../lib/use-sending.ts'
import { refreshMoney } from '../../lib/wallet.ts'

export type MemberProfile = AnswerOf<typeof calls.accountProfile>
export type ProfileChange = SentBodyOf<typeof calls.accountUpdateProfile>
export type AccountNameChange = SentBodyOf<typeof calls.accountUpdateBankAccountName>
export type PasswordChange = SentBodyOf<typeof calls.accountChangePassword>
export type Bank = AnswerOf<typeof calls.lookupBanks>['banks'][number]
export type Session = AnswerOf<typeof calls.accountSessions>['sessions'][number]

const profileKey = ['profile'] as const
const sessionsKey = ['sessions'] as const

/** The member's profile and bank account. */
export function useProfile(): UseQueryResult<MemberProfile> {
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => callApi<typeof calls.accountProfile>('GET', '/api/account/profile', { signal }),
  })
}

/** Every bank that the operator pays to. */
export function useBanks(): UseQueryResult<readonly Bank[]> {
  return useQuery({
    queryKey: ['banks'],
    queryFn: async ({ signal }) =>
      (await callApi<typeof calls.lookupBanks>('GET', '/api/lookup/banks', { signal })).banks,
    staleTime: 600_000,
  })
}

/** Saves name and bank account; everything that shows either is asked again. */
export function useSaveProfile(): Sending<ProfileChange, MemberProfile> {
  const { t } = useTexts()
  const client = useQueryClient()
  return useSending({
    send: (body: ProfileChange) =>
      callApi<typeof calls.accountUpdateProfile>('PUT', '/api/account/profile', {
        body,
        act: { title: t('profile.act') },
      }),
    onSuccess: (saved) => client.setQueryData(profileKey, saved),
    // Also when it failed: without an answer it may have been saved.
    onSettled: (saved) => {
      if (saved === undefined) void client.invalidateQueries({ queryKey: profileKey })
      refreshMoney(client)
    },
  })
}

/** Saves the name of the present bank account (PRF-030). */
export function useSaveAccountName(): Sending<AccountNameChange, unknown> {
  const { t } = useTexts()
  const client = useQueryClient()
  return useSending({
    send: (body: AccountNameChange) =>
      callApi<typeof calls.accountUpdateBankAccountName>('PUT', '/api/account/bankAccountName', {
        body,
        act: { title: t('bankName.title') },
      }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: profileKey })
      refreshMoney(client)
    },
  })
}

/** Sets a new password; the member's sessions end with it, and this one goes on under a new token. */
export function useChangePassword(): Sending<PasswordChange, unknown> {
  const { t } = useTexts()
  const client = useQueryClient()
  return useSending({
    send: (body: PasswordChange) =>
      callApi<typeof calls.accountChangePassword>('PUT', '/api/account/changepwd', {
        body,
        act: { title: t('password.title') },
      }),
    onSuccess: ({ token }) => renewToken(token),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Where the member is logged in, newest first. */
export function useSessions(): UseQueryResult<readonly Session[]> {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) =>
      (await callApi<typeof calls.accountSessions>('GET', '/api/account/sessions', { signal })).sessions,
  })
}

interface SessionsEnd {
  readonly sessions: readonly Session[]
  /** Where the server asked for it: some time after the login. */
  readonly password?: string
}

/** Ends sessions, one after the other. One that is gone already was ended by somebody else, which is as good. */
export function useEndSessions(): Sending<SessionsEnd, unknown> {
  const client = useQueryClient()
  return useSending({
    send: async ({ sessions, password }: SessionsEnd) => {
      if (password !== undefined) {
        const body = { password }
        await callApi<typeof calls.accountConfirmPassword>('POST', '/api/account/confirmpwd', { body })
      }
      for (const { _id } of sessions) await endSession(_id)
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

async function endSession(id: string): Promise<void> {
  try {
    await callApi<typeof calls.accountEndSession>('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'NO_DATA') throw error
  }
}
