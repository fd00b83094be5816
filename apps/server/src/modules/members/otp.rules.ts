import type { Code } from '@krapao/contract'
import type { Language } from '../../platform/http/index.ts'

/** How long a code can be entered. */
export const OTP_LIFE_MS = 5 * 60_000
/** Wrong codes on one token. */
export const OTP_TRIES_MAX = 5
/** Wrong codes on one phone in an hour, over all its tokens (rulings 5.7). */
export const OTP_PHONE_TRIES_MAX = 10
/** Codes sent to one phone in an hour. */
export const OTP_SENDS_MAX = 5
/** Codes sent for one address in an hour, over all phones; KRAPAO_LIMIT_FACTOR multiplies it. */
export const OTP_ADDRESS_SENDS_MAX = 30
export const OTP_RESEND_MS = 60_000
/** How long a verified phone may register (decisions 2.40). */
export const OTP_VERIFIED_MS = 30 * 60_000
export const HOUR_MS = 3_600_000

/** Why something is refused for now, and when it is worth another try. */
export interface Wait {
  code: Extract<Code, 'OTP_BLOCK' | 'REQUEST_LIMIT' | 'REQUEST_LIMIT_1MIN'>
  retryAfterS: number
}

/** Codes that were sent to a phone, or may have been. `unknown`: the gateway did not answer. */
export interface SentCode {
  state: 'sending' | 'sent' | 'unknown'
  createdAt: Date
}

/** Codes sent for an address, counted over an hour that begins with the first. */
export interface AddressSends {
  count: number
  since: Date
}

/** Wrong codes of a phone, counted over an hour that begins with the first. */
export interface WrongTries {
  count: number
  since: Date
}

function secondsUntil(at: number, now: Date): number {
  return Math.max(1, Math.ceil((at - now.getTime()) / 1000))
}

/** The wrong codes that still count. */
export function wrongTriesAt(tries: WrongTries, now: Date): number {
  return now.getTime() - tries.since.getTime() < HOUR_MS ? tries.count : 0
}

/** The count after one more wrong code. */
export function countWrongTry(tries: WrongTries, now: Date): WrongTries {
  const count = wrongTriesAt(tries, now)
  return count === 0 ? { count: 1, since: now } : { count: count + 1, since: tries.since }
}

/** OTP_BLOCK while a phone had too many wrong codes in its hour; null otherwise. */
function blockOf(tries: WrongTries, now: Date): Wait | null {
  if (wrongTriesAt(tries, now) < OTP_PHONE_TRIES_MAX) return null
  return { code: 'OTP_BLOCK', retryAfterS: secondsUntil(tries.since.getTime() + HOUR_MS, now) }
}

/**
 * Whether a phone may be sent another code (decisions section 5): not while blocked, five an hour, one a minute. `sent`
 * are the codes of the last hour. A code whose sending is not known to have worked does not make its owner wait the
 * minute.
 */
export function decideSend(given: { now: Date; sent: readonly SentCode[]; wrongTries: WrongTries }): Wait | null {
  const { now, sent, wrongTries } = given
  const blocked = blockOf(wrongTries, now)
  if (blocked) return blocked
  const times = sent
    .map((code) => code.createdAt.getTime())
    .filter((at) => now.getTime() - at < HOUR_MS)
    .toSorted((one, other) => one - other)
  const oldest = times.at(-OTP_SENDS_MAX)
  if (oldest !== undefined) return { code: 'REQUEST_LIMIT', retryAfterS: secondsUntil(oldest + HOUR_MS, now) }
  const last = Math.max(...sent.filter((code) => code.state !== 'unknown').map((code) => code.createdAt.getTime()))
  if (now.getTime() - last < OTP_RESEND_MS) {
    return { code: 'REQUEST_LIMIT_1MIN', retryAfterS: secondsUntil(last + OTP_RESEND_MS, now) }
  }
  return null
}

/** REQUEST_LIMIT when a code just counted is one too many for its address, or over all phones; null otherwise. */
export function decideShare(given: {
  now: Date
  ofAddress: AddressSends
  ofAddressMax: number
  overAll: number
  overAllMax: number
}): Wait | null {
  const { now, ofAddress } = given
  if (ofAddress.count > given.ofAddressMax) {
    return { code: 'REQUEST_LIMIT', retryAfterS: secondsUntil(ofAddress.since.getTime() + HOUR_MS, now) }
  }
  return given.overAll > given.overAllMax ? { code: 'REQUEST_LIMIT', retryAfterS: 60 } : null
}

/** A request for a code as verification sees it. */
export interface OtpState {
  tries: number
  expiresAt: Date
  verifiedAt: Date | null
  usedAt: Date | null
  wasSent: boolean
}

export type Verdict =
  | { code: 'OTP_CODE_VALID' | 'OTP_NOT_EXIST' | 'OTP_EXPIRED' }
  | { code: 'OTP_CODE_INVALID' }
  | { code: 'OTP_BLOCK'; retryAfterS: number }

/**
 * What entering a code comes to. Only OTP_CODE_INVALID counts as a wrong try. A right code entered twice is valid twice,
 * until the registration has used it up: a double tap does no harm.
 */
export function decideVerify(state: OtpState, wrongTries: WrongTries, isRight: boolean, now: Date): Verdict {
  if (!state.wasSent || state.usedAt !== null) return { code: 'OTP_NOT_EXIST' }
  const endsAt = state.verifiedAt ? state.verifiedAt.getTime() + OTP_VERIFIED_MS : state.expiresAt.getTime()
  if (now.getTime() >= endsAt) return { code: 'OTP_EXPIRED' }
  const blocked = blockOf(wrongTries, now)
  if (blocked) return { code: 'OTP_BLOCK', retryAfterS: blocked.retryAfterS }
  if (state.tries >= OTP_TRIES_MAX) return { code: 'OTP_BLOCK', retryAfterS: secondsUntil(endsAt, now) }
  return { code: isRight ? 'OTP_CODE_VALID' : 'OTP_CODE_INVALID' }
}

type Purpose = 'register' | 'reset'

const smsTexts: Record<Purpose, Record<Language, (code: string, ref: string) => string>> = {
  register: {
    th: (code, ref) => `รหัสสมัครสมาชิก ${code} (อ้างอิง ${ref}) ใช้ได้ 5 นาที อย่าบอกรหัสนี้กับใคร`,
    lo: (code, ref) => `ລະຫັດສະໝັກສະມາຊິກ ${code} (ອ້າງອີງ ${ref}) ໃຊ້ໄດ້ 5 ນາທີ ຢ່າບອກລະຫັດນີ້ໃຫ້ໃຜ`,
    en: (code, ref) => `Your registration code is ${code} (ref ${ref}). It is good for 5 minutes. Never share it.`,
  },
  reset: {
    th: (code, ref) => `รหัสตั้งรหัสผ่านใหม่ ${code} (อ้างอิง ${ref}) ใช้ได้ 5 นาที อย่าบอกรหัสนี้กับใคร`,
    lo: (code, ref) => `ລະຫັດຕັ້ງລະຫັດຜ່ານໃໝ່ ${code} (ອ້າງອີງ ${ref}) ໃຊ້ໄດ້ 5 ນາທີ ຢ່າບອກລະຫັດນີ້ໃຫ້ໃຜ`,
    en: (code, ref) =>
      `Your code for a new password is ${code} (ref ${ref}). It is good for 5 minutes. Never share it.`,
  },
}

/** The SMS with a code. Of its digits only the code's six stand together, so that phones can fill it in. */
export function smsText(purpose: Purpose, language: Language, code: string, ref: string): string {
  return smsTexts[purpose][language](code, ref)
}
