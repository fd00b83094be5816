import type { Code } from '@krapao/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import type { Language } from '../../../platform/http/index.ts'
import { proofBitsAt } from '../../../platform/login/proof.rules.ts'

/** How long a code can be entered. */
export const OTP_LIFE_MS = 5 * MINUTE_MS
/** Wrong codes on one token. */
export const OTP_TRIES_MAX = 5
/** Wrong codes of one asker on one phone in an hour, over all his tokens: nobody uses up another's (decision 31). */
export const OTP_ASKER_TRIES_MAX = 10
/** Codes sent to one phone in an hour for one asker. */
export const OTP_SENDS_MAX = 5
/**
 * The same for all askers who are not known there: from the first number on each brings a proof of work, from the second
 * the most that there is, so that strangers keep nobody from his code who works for it; beyond the last there is none.
 */
const STRANGERS_UNPROVEN_MAX = 5
const STRANGERS_MOST_WORK_FROM = 10
const STRANGERS_SENDS_MAX = 20
/** Codes in a day to one phone for all devices that are known there, before each brings a proof of work, and at most. */
const DEVICES_UNPROVEN_MAX = 10
const DEVICES_SENDS_MAX = 20
/** Below so many codes in an hour over all phones nobody is asked for a proof, whatever the quota. */
const BUSY_FROM = 200
/** Codes sent in an hour to a network (24 bits of IPv4, 48 of IPv6) before each brings a proof, and at most. */
const NETWORK_UNPROVEN_MAX = 60
const NETWORK_SENDS_MAX = 240
/** Codes sent for one address in an hour, over all phones; KRAPAO_LIMIT_FACTOR multiplies it. */
export const OTP_ADDRESS_SENDS_MAX = 30
export const OTP_RESEND_MS = MINUTE_MS
/** For so long after a message whose sending was not answered none goes out by another sender (beyond 5). */
export const OTP_UNANSWERED_MS = MINUTE_MS
/** How long a verified phone may register (decisions 2.40). */
export const OTP_VERIFIED_MS = 30 * MINUTE_MS
/** For so long it is known which codes were sent. */
export const OTP_DAY_MS = DAY_MS

/** Why something is refused for now, and when it is worth another try. */
interface Wait {
  code: Extract<Code, 'OTP_BLOCK' | 'REQUEST_LIMIT' | 'REQUEST_LIMIT_1MIN'>
  retryAfterS: number
}

/** What is decided about sending a code: a refusal, a proof of so many bits of work, or nothing that stands in the way. */
export type SendVerdict = Wait | { proofBits: number } | null

/** The heavier of two: a refusal before work, much work before little. */
export function heavier(one: SendVerdict, other: SendVerdict): SendVerdict {
  if (one === null || other === null) return one ?? other
  if ('code' in one || 'code' in other) return 'code' in one ? one : other
  return one.proofBits >= other.proofBits ? one : other
}

/** Codes that were sent to a phone, or may have been. `unknown`: the gateway did not answer. */
export interface SentCode {
  state: 'sending' | 'sent' | 'unknown'
  /** Whom it was sent for; null of those before askers were noted. */
  asker: string | null
  createdAt: Date
}

/** Codes sent for an address or a network, counted over an hour that begins with the first. */
export interface AddressSends {
  count: number
  since: Date
}

/** Wrong codes of an asker on a phone, counted over an hour that begins with the first. */
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

/** OTP_BLOCK while an asker had too many wrong codes in its hour; null otherwise. */
function blockOf(tries: WrongTries, now: Date): Wait | null {
  if (wrongTriesAt(tries, now) < OTP_ASKER_TRIES_MAX) return null
  return { code: 'OTP_BLOCK', retryAfterS: secondsUntil(tries.since.getTime() + HOUR_MS, now) }
}

/**
 * Whether an asker may have another code sent to a phone (decisions section 5): not while blocked, five an hour, one a minute.
 * `sent` are the codes of the last day, of all askers. What strangers asked for makes a stranger work for his, and a device known
 * for the phone not even that; what known devices asked for counts for all of them. A code that may not have gone out does not
 * make its owner wait the minute.
 */
export function decideSend(given: {
  now: Date
  asker: string
  isKnownDevice: boolean
  sent: readonly SentCode[]
  wrongTries: WrongTries
}): SendVerdict {
  const { now, asker, wrongTries } = given
  const blocked = blockOf(wrongTries, now)
  if (blocked) return blocked
  const sent = given.sent.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < HOUR_MS)
  const own = sent.filter((code) => code.asker === asker)
  const oldest = timeOfLast(own, OTP_SENDS_MAX)
  if (oldest !== null) return { code: 'REQUEST_LIMIT', retryAfterS: secondsUntil(oldest + HOUR_MS, now) }
  const last = lastOf(own)
  if (now.getTime() - last < OTP_RESEND_MS) {
    return { code: 'REQUEST_LIMIT_1MIN', retryAfterS: secondsUntil(last + OTP_RESEND_MS, now) }
  }
  return given.isKnownDevice ? decideAmongDevices(now, given.sent) : decideAmongStrangers(now, sent)
}

const isOfDevice = ({ asker }: SentCode): boolean => asker?.startsWith('device ') ?? false

function decideAmongDevices(now: Date, ofTheDay: readonly SentCode[]): SendVerdict {
  const sent = ofTheDay.filter((code) => isOfDevice(code) && now.getTime() - code.createdAt.getTime() < OTP_DAY_MS)
  const oldest = timeOfLast(sent, DEVICES_SENDS_MAX)
  if (oldest !== null) return { code: 'REQUEST_LIMIT', retryAfterS: secondsUntil(oldest + OTP_DAY_MS, now) }
  const proofBits = proofBitsAt({ used: sent.length, busyFrom: DEVICES_UNPROVEN_MAX, max: DEVICES_SENDS_MAX })
  return proofBits === null ? null : { proofBits }
}

function decideAmongStrangers(now: Date, sent: readonly SentCode[]): SendVerdict {
  const strangers = sent.filter((code) => !isOfDevice(code))
  const oldest = timeOfLast(strangers, STRANGERS_SENDS_MAX)
  if (oldest !== null) return { code: 'REQUEST_LIMIT', retryAfterS: secondsUntil(oldest + HOUR_MS, now) }
  const isSoon = now.getTime() - lastOf(strangers) < OTP_RESEND_MS
  const used = Math.max(isSoon ? STRANGERS_UNPROVEN_MAX : 0, strangers.length)
  const proofBits = proofBitsAt({ used, busyFrom: STRANGERS_UNPROVEN_MAX, max: STRANGERS_MOST_WORK_FROM })
  return proofBits === null ? null : { proofBits }
}

/** When the code was sent that is the `max`th from the end; null when there are fewer. */
function timeOfLast(sent: readonly SentCode[], max: number): number | null {
  const times = sent.map(({ createdAt }) => createdAt.getTime()).toSorted((one, other) => one - other)
  return times.at(-max) ?? null
}

function lastOf(sent: readonly SentCode[]): number {
  return Math.max(...sent.filter(({ state }) => state !== 'unknown').map(({ createdAt }) => createdAt.getTime()))
}

/**
 * What stands in the way of a code just counted: too many for its address or its network, or over all phones for its
 * purpose. Before the quota is used up each code costs its asker work; a device known for the phone has a quarter more.
 */
export function decideShare(given: {
  now: Date
  ofAddress: AddressSends
  ofAddressMax: number
  ofNetwork: AddressSends
  limitFactor: number
  overAll: number
  overAllMax: number
  isKnownDevice: boolean
}): SendVerdict {
  const { now, ofAddress, ofNetwork, overAll, overAllMax, isKnownDevice, limitFactor } = given
  for (const [sent, max] of [
    [ofAddress, given.ofAddressMax],
    [ofNetwork, Math.ceil(NETWORK_SENDS_MAX * limitFactor)],
  ] as const) {
    if (sent.count <= max) continue
    return { code: 'REQUEST_LIMIT', retryAfterS: secondsUntil(sent.since.getTime() + HOUR_MS, now) }
  }
  if (overAll > overAllMax * (isKnownDevice ? 1.25 : 1)) return { code: 'REQUEST_LIMIT', retryAfterS: 60 }
  if (isKnownDevice) return null
  const ofQuota = { used: overAll - 1, busyFrom: Math.max(BUSY_FROM, overAllMax / 2), max: overAllMax }
  const unproven = Math.ceil(NETWORK_UNPROVEN_MAX * limitFactor)
  const ofItsNetwork = { used: ofNetwork.count - 1, busyFrom: unproven, max: 4 * unproven }
  const bits = Math.max(proofBitsAt(ofQuota) ?? 0, proofBitsAt(ofItsNetwork) ?? 0)
  return bits === 0 ? null : { proofBits: bits }
}

/** What a code is for: a new member, a new password, or the removal of what shows that it is he. */
export type OtpPurpose = 'register' | 'reset' | 'factor'

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

const smsTexts: Record<OtpPurpose, Record<Language, (code: string, ref: string) => string>> = {
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
  factor: {
    th: (code, ref) => `รหัสขอปิดการยืนยันตัวตนสองขั้นตอน ${code} (อ้างอิง ${ref}) ใช้ได้ 5 นาที อย่าบอกรหัสนี้กับใคร`,
    lo: (code, ref) => `ລະຫັດຂໍປິດການຢືນຢັນຕົວຕົນສອງຂັ້ນຕອນ ${code} (ອ້າງອີງ ${ref}) ໃຊ້ໄດ້ 5 ນາທີ ຢ່າບອກລະຫັດນີ້ໃຫ້ໃຜ`,
    en: (code, ref) =>
      `Your code to turn off two-step verification is ${code} (ref ${ref}). It is good for 5 minutes. Never share it.`,
  },
}

/**
 * The SMS with a code. Of its digits only the code's six stand together, so that phones can fill it in. With the host of
 * the web app its last line is the one by which phones give the code to that host's pages alone, and to no imitation.
 */
export function smsText(
  purpose: OtpPurpose,
  language: Language,
  code: string,
  ref: string,
  host: string | null = null,
): string {
  const text = smsTexts[purpose][language](code, ref)
  return host === null ? text : `${text}\n\n@${host} #${code}`
}
