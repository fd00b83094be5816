import type { AnswerOf, calls } from '@krapao/contract'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { readToken } from '../../lib/session.ts'
import { useSending } from '../../lib/use-sending.ts'
import { refreshMoney } from '../../lib/wallet.ts'

export type Credentials = AnswerOf<typeof calls.walletAccount>

const keyOf = (code: string): readonly string[] => ['game-account', code]

function fetchCredentials(code: string, signal?: AbortSignal): Promise<Credentials> {
  return callApi<typeof calls.walletAccount>(
    'GET',
    `/api/wallet/account/${encodeURIComponent(code)}`,
    signal === undefined ? {} : { signal },
  )
}

/** User name and password at a provider, for as long as they are looked at. */
export function useCredentials(code: string, isActive: boolean): UseQueryResult<Credentials> {
  return useQuery({
    queryKey: keyOf(code),
    queryFn: ({ signal }) => fetchCredentials(code, signal),
    enabled: isActive,
    gcTime: 0,
  })
}

/** The credentials that are in sight, or fetched where they are not there yet. */
export function readCredentials(client: QueryClient, code: string): Promise<Credentials> {
  return client.ensureQueryData({ queryKey: keyOf(code), queryFn: () => fetchCredentials(code) })
}

const underWay = new Set<string>()

/** Notes for as long as it is under way: a second tap of a double tap comes before the first is drawn. */
async function noting(call: string, send: () => Promise<void>): Promise<void> {
  underWay.add(call)
  try {
    await send()
  } finally {
    underWay.delete(call)
  }
}

/** What tells a call from all others, whoever is logged in. */
const callName = (kind: string, code: string): string => `${kind} ${code} ${readToken() ?? ''}`

/** Opens the account; home shows it as it then is. */
export function useActivate(code: string): { isBusy: boolean; activate: (onDone: () => void) => void } {
  const client = useQueryClient()
  const { mutate, isPending } = useSending({
    send: (onDone: () => void) =>
      noting(callName('activate', code), async () => {
        await callApi<typeof calls.walletActivate>('GET', `/api/wallet/activate/${encodeURIComponent(code)}`)
        // Told from here: whoever closes the sheet, or sees the account open by now, is told all the same.
        onDone()
      }),
    // Also when it failed: that the account is open already is a reason to fail.
    onSettled: () => refreshMoney(client),
  })
  const activate = (onDone: () => void): void => {
    if (!underWay.has(callName('activate', code))) mutate(onDone)
  }
  return { isBusy: isPending, activate }
}

/** Sets a new password, then has the credentials told anew (GAM-011). */
export function useResetPassword(code: string): {
  isBusy: boolean
  reset: (onDone: () => void, onEnd: () => void) => void
} {
  const client = useQueryClient()
  const { mutate, isPending } = useSending({
    send: () =>
      noting(callName('reset', code), async () => {
        await callApi<typeof calls.walletResetPassword>('GET', `/api/wallet/resetpassword/${encodeURIComponent(code)}`)
        await client.invalidateQueries({ queryKey: keyOf(code) })
      }),
  })
  const reset = (onDone: () => void, onEnd: () => void): void => {
    if (!underWay.has(callName('reset', code))) mutate(undefined, { onSuccess: onDone, onSettled: onEnd })
  }
  return { isBusy: isPending, reset }
}
