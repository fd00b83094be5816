import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { Language } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { OperatorDoor } from '../operator/index.ts'
import {
  HOUR_MS,
  OTP_ADDRESS_SENDS_MAX,
  OTP_LIFE_MS,
  OTP_VERIFIED_MS,
  countWrongTry,
  decideSend,
  decideShare,
  decideVerify,
  smsText,
  type Verdict,
  type Wait,
} from './otp.rules.ts'
import {
  type OtpPurpose,
  type OtpRequest,
  countSendOfAddress,
  countSendOverAll,
  countTry,
  findVerification,
  insertRequest,
  lockPhone,
  readRequest,
  readSent,
  writeRequestState,
  writeVerified,
  writeWrongTries,
} from './otp.store.ts'
import type { SmsGateway } from './providers/sms.ts'

/** Who asks: where from, and the token of the code that was sent to him, if his client says it (`x-otp-token`). */
export interface Asker {
  address: string
  otpToken: string | null
}

/** Where a code is sent: a phone as accounts are kept under it and as its owner wrote it, which is what is dialled. */
export interface Destination {
  phone: string
  number: string
  language: Language
  /** Who asked for the code: codes are counted by address too. */
  address: string
}

export interface OtpDeps {
  database: Database
  clock: Clock
  operator: Pick<OperatorDoor, 'settings'>
  sms: SmsGateway
  /** Hexadecimal key that codes and tokens are signed with. */
  otpKeyHex: string
  limitFactor: number
}

export interface Otp {
  /**
   * Sends a registration code to a phone. Refuses with OTP_BLOCK, REQUEST_LIMIT_1MIN or REQUEST_LIMIT (429), or with
   * OTP_SEND_FAIL (502) when the gateway did not take it.
   */
  send(to: Destination): Promise<{ otpRef: string; otpToken: string }>
  /**
   * The same for a new password, but answers before anything is sent, whether it is or not, and sends nothing to a
   * phone that is not known: the answer and its time tell nothing. Limits are counted either way.
   */
  sendForReset(to: Destination, isKnown: boolean): Promise<{ otpRef: string; otpToken: string }>
  /** Checks a code and binds the verification to its asker. Refuses as `decideVerify` says. */
  verify(request: { otpToken: string; otpCode: string; purpose: OtpPurpose; asker: Asker }): Promise<OtpRequest>
  /** The asker's unused verification of this phone; null when there is none. */
  verificationOf(sql: Sql, phone: string, asker: Asker): Promise<string | null>
}

function refuseWait(wait: Wait | null): void {
  if (wait) refuse(wait.code, { retryAfterS: wait.retryAfterS })
}

const REF_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const randomRef = () => Array.from({ length: 4 }, () => REF_LETTERS[randomInt(REF_LETTERS.length)]).join('')
const randomCode = () => randomInt(1_000_000).toString().padStart(6, '0')

/** One-time codes by SMS (rulings 5.7): kept as keyed hashes, tokens signed so that a false one never reaches a table. */
export function createOtp(deps: OtpDeps): Otp {
  const { database, clock, operator, sms, limitFactor } = deps
  const key = Buffer.from(deps.otpKeyHex, 'hex')
  const signed = (label: string, text: string) => createHmac('sha256', key).update(`${label}:${text}`).digest()
  const hashOf = (id: string, code: string) => signed('code', `${id}:${code}`)
  const tokenOf = (id: string) => `${id}.${signed('token', id).toString('base64url')}`

  function requestIdOf(token: string): string | null {
    const [id = '', signature = ''] = token.split('.')
    const given = Buffer.from(signature, 'base64url')
    const right = signed('token', id)
    return given.length === right.length && timingSafeEqual(given, right) && token === tokenOf(id) ? id : null
  }

  /** Makes a code within the limits and writes it down, or refuses. */
  async function take({ phone, address }: Destination, purpose: OtpPurpose) {
    const { otpPerHour } = await operator.settings()
    const now = clock.now()
    const id = newId(now)
    const code = randomCode()
    const hourAgo = new Date(now.getTime() - HOUR_MS)
    await database.transaction(async (tx) => {
      const wrongTries = await lockPhone(tx, phone, now)
      refuseWait(decideSend({ now, wrongTries, sent: await readSent(tx, phone, hourAgo) }))
      // Counted first and given back with the transaction when it is one too many, so that none of many at once slips by.
      const share = {
        ofAddress: await countSendOfAddress(tx, address, now),
        ofAddressMax: Math.ceil(OTP_ADDRESS_SENDS_MAX * limitFactor),
        overAll: await countSendOverAll(tx, now),
        overAllMax: Math.ceil(otpPerHour * limitFactor),
      }
      refuseWait(decideShare({ now, ...share }))
      await insertRequest(tx, {
        id,
        purpose,
        phone,
        codeHash: hashOf(id, code).toString('hex'),
        createdAt: now,
        expiresAt: new Date(now.getTime() + OTP_LIFE_MS),
      })
    })
    return { id, code, otpRef: randomRef(), otpToken: tokenOf(id) }
  }

  return {
    async send(to) {
      const { id, code, otpRef, otpToken } = await take(to, 'register')
      const outcome = await sms.send(to.number, smsText('register', to.language, code, otpRef))
      await writeRequestState(database, id, outcome)
      if (outcome !== 'sent') refuse('OTP_SEND_FAIL')
      return { otpRef, otpToken }
    },

    async sendForReset(to, isKnown) {
      const { id, code, otpRef, otpToken } = await take(to, 'reset')
      await writeRequestState(database, id, 'sent')
      const text = smsText('reset', to.language, code, otpRef)
      // After the answer is on its way: not even the start of the sending may be measured.
      if (isKnown) setImmediate(() => void sms.send(to.number, text))
      return { otpRef, otpToken }
    },

    async verify({ otpToken, otpCode, purpose, asker }) {
      const id = requestIdOf(otpToken)
      if (id === null) return refuse('OTP_TOKEN_INVALID')
      const now = clock.now()
      // A wrong try must be kept, so the refusal comes after the transaction.
      const { verdict, request } = await database.transaction(
        async (tx): Promise<{ verdict: Verdict; request: OtpRequest | null }> => {
          const seen = await readRequest(tx, id, purpose)
          if (!seen) return { verdict: { code: 'OTP_NOT_EXIST' }, request: null }
          const wrongTries = await lockPhone(tx, seen.phone, now)
          const request = (await readRequest(tx, id, purpose)) ?? seen
          const isRight = timingSafeEqual(hashOf(id, otpCode.trim()), Buffer.from(request.codeHash, 'hex'))
          const verdict = decideVerify(request, wrongTries, isRight, now)
          if (verdict.code === 'OTP_CODE_INVALID') {
            await countTry(tx, id)
            await writeWrongTries(tx, request.phone, countWrongTry(wrongTries, now))
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
    },

    verificationOf(sql, phone, asker) {
      const since = new Date(clock.now().getTime() - OTP_VERIFIED_MS)
      const requestId = asker.otpToken === null ? null : requestIdOf(asker.otpToken)
      const who = { requestId, address: asker.address, sendsToken: asker.otpToken !== null }
      return findVerification(sql, phone, who, since)
    },
  }
}
