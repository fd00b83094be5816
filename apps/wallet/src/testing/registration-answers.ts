import type { FakeAnswers } from './fake-server.ts'

/** What the lookup says of banks by their codes; SCB takes a name of any letters. */
export function bankRows(...codes: readonly string[]): object {
  const row = (code: string): object => ({
    code,
    nameTH: code,
    nameEN: `Bank ${code}`,
    nameLO: code,
    currency: code === 'BCEL' ? 'LAK' : 'BAHT',
    latinNamesOnly: !['SCB', 'BCEL'].includes(code),
  })
  return { banks: codes.map(row) }
}

/** What a server answers to whoever registers or forgot a password, and does nothing wrong. */
export const willing: FakeAnswers = {
  'GET /api/lookup/registerOTP': { registerOTP: true },
  'GET /api/lookup/sources': {
    sources: [
      { code: 'FRIEND', description: 'A friend' },
      { code: 'WEB', description: 'The web' },
    ],
  },
  'GET /api/lookup/banks': bankRows('SCB', 'KTB', 'TMB', 'BBL'),
  'POST /api/otp/send': { otpRef: 'WXYZ', otpToken: 'otp-token', code: 'SUCCESS' },
  'POST /api/otp/verify': { code: 'OTP_CODE_VALID' },
  'POST /api/account/forgotpwd': { otpRef: 'WXYZ', otpToken: 'otp-token', code: 'SUCCESS' },
  'POST /api/account/validate': { code: 'OK' },
  'POST /api/account': { _id: 'a'.repeat(24) },
}
