import type { AnswerOf, calls } from '@krapao/contract'
import { callApi } from '../../lib/api/call-api.ts'

/** A code that was sent, or is said to be: the answer is alike for phones that are known and those that are not. */
export type SentCode = AnswerOf<typeof calls.accountForgotPassword>

/** Has a code sent to a phone (rulings 5.6). */
export function askForCode(phoneNumber: string): Promise<SentCode> {
  return callApi<typeof calls.accountForgotPassword>('POST', '/api/account/forgotpwd', { body: { phoneNumber } })
}

/** Sets a new password with the code of the SMS; every session of the member ends. */
export async function setNewPassword(otpToken: string, otpCode: string, newPassword: string): Promise<void> {
  await callApi<typeof calls.accountResetPassword>('POST', '/api/account/resetpwd', {
    body: { otpToken, otpCode, newPassword },
    headers: { 'x-otp-token': otpToken },
  })
}
