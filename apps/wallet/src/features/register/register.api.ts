import type { AnswerOf, SentBodyOf, calls } from '@krapao/contract'
import { callApi } from '../../lib/api/call-api.ts'

export type Bank = AnswerOf<typeof calls.lookupBanks>['banks'][number]
export type Source = AnswerOf<typeof calls.lookupSources>['sources'][number]
export type Registration = SentBodyOf<typeof calls.accountRegister>

/** Whether the operator wants phones to be verified; a failing lookup counts as yes (decisions 2.41). */
export async function isOtpWanted(): Promise<boolean> {
  try {
    const answer = await callApi<typeof calls.lookupRegisterOTP>('GET', '/api/lookup/registerOTP')
    return answer.registerOTP
  } catch {
    return true
  }
}

/** A verification belongs to whoever holds this token (rulings 5.7). */
function asHolder(otpToken: string | undefined): Record<string, string> {
  return otpToken === undefined ? {} : { 'x-otp-token': otpToken }
}

/** Has a one-time code sent to a phone; OTP_VERIFIED when this asker has verified it already. */
export function sendOtp(phoneNumber: string, otpToken?: string): Promise<AnswerOf<typeof calls.otpSend>> {
  return callApi<typeof calls.otpSend>('POST', '/api/otp/send', { body: { phoneNumber }, headers: asHolder(otpToken) })
}

export function verifyOtp(otpToken: string, otpCode: string): Promise<AnswerOf<typeof calls.otpVerify>> {
  return callApi<typeof calls.otpVerify>('POST', '/api/otp/verify', {
    body: { otpToken, otpCode },
    headers: asHolder(otpToken),
  })
}

/** Has the third step checked; the bank's fields are empty yet (decisions 2.44). */
export async function validateRegistration(
  registration: Omit<Registration, 'currency'>,
  otpToken: string | undefined,
): Promise<void> {
  await callApi<typeof calls.accountValidate>('POST', '/api/account/validate', {
    body: registration,
    headers: asHolder(otpToken),
  })
}

export async function registerAccount(registration: Registration, otpToken: string | undefined): Promise<void> {
  await callApi<typeof calls.accountRegister>('POST', '/api/account', {
    body: registration,
    headers: asHolder(otpToken),
  })
}

export async function fetchBanks(signal: AbortSignal): Promise<readonly Bank[]> {
  return (await callApi<typeof calls.lookupBanks>('GET', '/api/lookup/banks', { signal })).banks
}

export async function fetchSources(signal: AbortSignal): Promise<readonly Source[]> {
  return (await callApi<typeof calls.lookupSources>('GET', '/api/lookup/sources', { signal })).sources
}
