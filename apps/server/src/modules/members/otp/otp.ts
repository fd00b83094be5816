import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { PROOF_BITS_MAX } from '../../../platform/login/proof.rules.ts'
import type { ShownProof } from '../../../platform/login/proofs.ts'
import type { MembersParts } from '../members.parts.ts'
import { sendCode, sendNothing } from './code-sms.ts'
import {
  countWrongTry,
  decideSend,
  decideShare,
  decideVerify,
  heavier,
  OTP_ADDRESS_SENDS_MAX,
  OTP_DAY_MS,
  OTP_LIFE_MS,
  OTP_VERIFIED_MS,
  type OtpPurpose,
  type SendVerdict,
  smsText,
  type Verdict,
} from './otp.rules.ts'
import {
  countSendOfAddress,
  countSendOverAll,
  countTry,
  findVerification,
  insertRequest,
  lockPhone,
  type OtpRequest,
  readRequest,
  readSent,
  readSentOverAll,
  readWrongTries,
  uncountSend,
  writeRequestState,
  writeVerified,
  writeWrongTries,
} from './otp.store.ts'

/** Who asks: where from, and the token of the code that was sent to him, if his client says it (`x-otp-token`). */
export interface Asker {
  address: string
  otpToken: string | null
  /** The cookies of his browser, by which a device that has logged in before is known. */
  cookies: string | undefined
}

/** Where a code is sent: a phone as accounts are kept under it and as its owner wrote it, which is what is dialled. */
export interface Destination {
  phone: string
  number: string
  language: Language
  /** Who asked for the code, by address and network, and the cookies and the proof of work that came with it. */
  address: string
  network: string
  cookies: string | undefined
  proof: ShownProof
}

/** Work that is asked for before the code is sent; undoes what was counted. */
class ProofWanted extends Error {
  readonly bits: number

  constructor(bits: number) {
    super(`a proof of ${bits} bits is wanted`)
    this.bits = bits
  }
}

/** Refuses, or asks for work unless that much was shown. */
function obey(verdict: SendVerdict, provenBits: number): void {
  if (verdict === null) return
  if ('code' in verdict) refuse(verdict.code, { retryAfterS: verdict.retryAfterS })
  if (verdict.proofBits > provenBits) throw new ProofWanted(verdict.proofBits)
}

const REF_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const randomRef = () => Array.from({ length: 4 }, () => REF_LETTERS[randomInt(REF_LETTERS.length)]).join('')
const randomCode = () => randomInt(1_000_000).toString().padStart(6, '0')

// One-time codes by SMS (rulings 5.7): kept as keyed hashes, tokens signed so that a false one never reaches a table.

function signed(parts: MembersParts, label: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(parts.otpKeyHex, 'hex')).update(`${label}:${text}`).digest()
}

function hashOf(parts: MembersParts, id: string, code: string): Buffer {
  return signed(parts, 'code', `${id}:${code}`)
}

function tokenOf(parts: MembersParts, id: string): string {
  return `${id}.${signed(parts, 'token', id).toString('base64url')}`
}

function requestIdOf(parts: MembersParts, token: string): string | null {
  const [id = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signed(parts, 'token', id)
  return given.length === right.length && timingSafeEqual(given, right) && token === tokenOf(parts, id) ? id : null
}

/** The asker's verification of this phone that is not used up, or with `orUsed` may be; null when there is none. */
export function verificationOf(
  parts: MembersParts,
  sql: Sql,
  phone: string,
  asker: Asker,
  orUsed = false,
): Promise<string | null> {
  const since = new Date(parts.clock.now().getTime() - OTP_VERIFIED_MS)
  const requestId = asker.otpToken === null ? null : requestIdOf(parts, asker.otpToken)
  const who = { requestId, address: asker.address, sendsToken: asker.otpToken !== null }
  return findVerification(sql, phone, who, since, orUsed)
}

function laneOf(
  parts: MembersParts,
  phone: string,
  { cookies, address }: { cookies: string | undefined; address: string },
): string {
  return parts.devices.laneOf(cookies, phone) ?? address
}

/**
 * Makes a code within the limits and writes it down, or refuses. `provenBits`: the work that was shown. What is not to
 * be sent meets the same limits and takes nothing from those of all.
 */
async function makeCode(
  parts: MembersParts,
  to: Destination,
  purpose: OtpPurpose,
  isSent: boolean,
  provenBits: number,
) {
  const { phone, address, network } = to
  const { otpPerHour } = await parts.operator.settings()
  const now = parts.clock.now()
  const id = newId(now)
  const code = randomCode()
  const asker = laneOf(parts, phone, to)
  const isKnownDevice = asker !== address
  const dayAgo = new Date(now.getTime() - OTP_DAY_MS)
  await parts.database.transaction(async (tx) => {
    await lockPhone(tx, phone, now)
    const wrongTries = await readWrongTries(tx, phone, asker, now)
    const sent = await readSent(tx, phone, dayAgo)
    // Counted first and given back with the transaction when it is one too many, so that none of many at once slips by.
    const ofAddress = await countSendOfAddress(tx, address, now)
    const counted = await countSend(tx, to, purpose, isSent, now)
    const share = { ...counted, now, ofAddress, ofAddressMax: Math.ceil(OTP_ADDRESS_SENDS_MAX * parts.limitFactor) }
    const overAllMax = Math.ceil(otpPerHour * parts.limitFactor)
    const verdict = decideSend({ now, asker, isKnownDevice, sent, wrongTries })
    obey(
      heavier(verdict, decideShare({ ...share, limitFactor: parts.limitFactor, overAllMax, isKnownDevice })),
      provenBits,
    )
    await insertRequest(tx, {
      id,
      purpose,
      phone,
      asker,
      codeHash: hashOf(parts, id, code).toString('hex'),
      createdAt: now,
      expiresAt: new Date(now.getTime() + OTP_LIFE_MS),
    })
  })
  return { id, code, otpRef: randomRef(), otpToken: tokenOf(parts, id), places: [address, network], at: now }
}

/** The counts with this code, which one that is not sent does not add to: neither answer nor time tells which it is. */
async function countSend(tx: Sql, { network }: Destination, purpose: OtpPurpose, isSent: boolean, now: Date) {
  const [added, thought] = isSent ? [1, 0] : [0, 1]
  const ofNetwork = await countSendOfAddress(tx, network, now, added)
  await countSendOverAll(tx, purpose, now, added)
  const overAll = await readSentOverAll(tx, purpose, now)
  return { ofNetwork: { ...ofNetwork, count: ofNetwork.count + thought }, overAll: overAll + thought }
}

/** The same, with work shown for it where the limits ask for some. */
async function makeCodeWithWork(parts: MembersParts, to: Destination, purpose: OtpPurpose, isSent: boolean) {
  try {
    return await makeCode(parts, to, purpose, isSent, 0)
  } catch (error) {
    if (!(error instanceof ProofWanted)) throw error
    await parts.proofs.demand(to.proof, { purpose: `otp ${purpose}`, bits: error.bits })
    return await makeCode(parts, to, purpose, isSent, PROOF_BITS_MAX)
  }
}

/**
 * Sends a registration code to a phone. Refuses with OTP_BLOCK, REQUEST_LIMIT_1MIN or REQUEST_LIMIT (429), with
 * PROOF_NEEDED (428) while the door is busy, or with OTP_SEND_FAIL (502) when the gateway did not take it.
 */
export async function sendOtp(parts: MembersParts, to: Destination): Promise<{ otpRef: string; otpToken: string }> {
  const { id, code, otpRef, otpToken, places, at } = await makeCodeWithWork(parts, to, 'register', true)
  const text = smsText('register', to.language, code, otpRef, parts.codeHost)
  const outcome = await sendCode(parts, { id, phone: to.phone, number: to.number, text })
  await writeRequestState(parts.database, id, outcome)
  if (outcome === 'failed') {
    // A transaction, which is tried again when it meets another in the same rows.
    await parts.database.transaction((tx) => uncountSend(tx, { purpose: 'register', places, at }))
  }
  if (outcome !== 'sent') refuse('OTP_SEND_FAIL')
  return { otpRef, otpToken }
}

/**
 * The same for a new password or the removal of factors, but answers before anything is sent, whether it is or not, and sends nothing to a
 * phone that is not known: the answer and its time tell nothing. The asker's own limits are counted either way; the
 * quota and the ceiling of a network by what is sent alone, so that no crowd of unknown phones uses them up.
 */
export async function sendOtpUnseen(
  parts: MembersParts,
  to: Destination,
  isKnown: boolean,
  purpose: Exclude<OtpPurpose, 'register'>,
): Promise<{ otpRef: string; otpToken: string }> {
  const { id, code, otpRef, otpToken } = await makeCodeWithWork(parts, to, purpose, isKnown)
  await writeRequestState(parts.database, id, 'sent')
  const text = smsText(purpose, to.language, code, otpRef, parts.codeHost)
  // After the answer is on its way: not even the start of the sending may be measured.
  setImmediate(() => {
    const sending = isKnown ? sendCode(parts, { id, phone: to.phone, number: to.number, text }) : sendNothing(parts, id)
    sending.catch((error: unknown) =>
      parts.logger.warn({ err: error }, 'what came of the message of a code is not known'),
    )
  })
  return { otpRef, otpToken }
}

/** Checks a code and binds the verification to its asker. Refuses as `decideVerify` says. */
export async function verifyOtp(
  parts: MembersParts,
  {
    otpToken,
    otpCode,
    purpose,
    asker,
  }: {
    otpToken: string
    otpCode: string
    purpose: OtpPurpose
    asker: Asker
  },
): Promise<OtpRequest> {
  const id = requestIdOf(parts, otpToken)
  if (id === null) return refuse('OTP_TOKEN_INVALID')
  const now = parts.clock.now()
  // A wrong try must be kept, so the refusal comes after the transaction.
  const { verdict, request } = await parts.database.transaction(
    async (tx): Promise<{ verdict: Verdict; request: OtpRequest | null }> => {
      const seen = await readRequest(tx, id, purpose)
      if (!seen) return { verdict: { code: 'OTP_NOT_EXIST' }, request: null }
      await lockPhone(tx, seen.phone, now)
      const lane = laneOf(parts, seen.phone, asker)
      const wrongTries = await readWrongTries(tx, seen.phone, lane, now)
      const request = (await readRequest(tx, id, purpose)) ?? seen
      const isRight = timingSafeEqual(hashOf(parts, id, otpCode.trim()), Buffer.from(request.codeHash, 'hex'))
      const verdict = decideVerify(request, wrongTries, isRight, now)
      if (verdict.code === 'OTP_CODE_INVALID') {
        await countTry(tx, id)
        await writeWrongTries(tx, request.phone, lane, countWrongTry(wrongTries, now))
      }
      if (verdict.code === 'OTP_CODE_VALID') {
        await writeVerified(tx, id, now, asker.otpToken === null ? asker.address : null)
      }
      return { verdict, request }
    },
  )
  if (verdict.code === 'OTP_BLOCK') return refuse(verdict.code, { retryAfterS: verdict.retryAfterS })
  if (verdict.code !== 'OTP_CODE_VALID' || !request) return refuse(verdict.code)
  return request
}
