import type { AnswerOf, calls, PasskeyAssertion, PasskeyAttestation } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import type { Act } from '../../lib/modals.ts'

export type Security = AnswerOf<typeof calls.accountSecurity>

export const securityKey = ['security'] as const

/** By what the member shows that it is he. */
export function useSecurity(): UseQueryResult<Security> {
  return useQuery({
    queryKey: securityKey,
    queryFn: ({ signal }) => callApi<typeof calls.accountSecurity>('GET', '/api/account/security', { signal }),
  })
}

export const startStepUp = () => callApi<typeof calls.accountStepUpStart>('POST', '/api/account/security/step-up/start')

export const stepUp = (body: { passkey?: PasskeyAssertion; code?: string }) =>
  callApi<typeof calls.accountStepUp>('POST', '/api/account/security/step-up', { body })

export const confirmPassword = (password: string) =>
  callApi<typeof calls.accountConfirmPassword>('POST', '/api/account/confirmpwd', { body: { password } })

export const startPasskey = () =>
  callApi<typeof calls.accountPasskeyStart>('POST', '/api/account/security/passkeys/start')

export const addPasskey = (body: { passkey: PasskeyAttestation; name: string }) =>
  callApi<typeof calls.accountPasskeyAdd>('POST', '/api/account/security/passkeys', { body })

export const namePasskey = (id: string, name: string) =>
  callApi<typeof calls.accountPasskeyName>('PUT', `/api/account/security/passkeys/${encodeURIComponent(id)}`, {
    body: { name },
  })

export const removePasskey = (id: string, act: Act) =>
  callApi<typeof calls.accountPasskeyRemove>('DELETE', `/api/account/security/passkeys/${encodeURIComponent(id)}`, {
    act,
  })

export const startAuthenticator = () =>
  callApi<typeof calls.accountAuthenticatorStart>('POST', '/api/account/security/authenticator/start')

export const addAuthenticator = (totp: string) =>
  callApi<typeof calls.accountAuthenticatorAdd>('POST', '/api/account/security/authenticator', { body: { totp } })

export const removeAuthenticator = (act: Act) =>
  callApi<typeof calls.accountAuthenticatorRemove>('DELETE', '/api/account/security/authenticator', { act })

export const makeCodes = () => callApi<typeof calls.accountCodesMake>('POST', '/api/account/security/codes')

/** A code by SMS, for who can show no factor any more. */
export type RecoveryCode = AnswerOf<typeof calls.loginRecover>

export const askForRecovery = (body: { username: string; password: string }) =>
  callApi<typeof calls.loginRecover>('POST', '/api/login/recover', { body })

/** Has all factors removed after three days. */
export const confirmRecovery = (otpToken: string, otpCode: string) =>
  callApi<typeof calls.loginRecoverConfirm>('POST', '/api/login/recover/confirm', { body: { otpToken, otpCode } })

export const stopRemoval = () => callApi<typeof calls.accountRemovalStop>('DELETE', '/api/account/security/removal')
