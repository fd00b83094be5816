import { createHash, randomInt } from 'node:crypto'
import { type Factor, RECOVERY_CODES, type SecurityNews } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { totpStep } from '../../../platform/login/totp.ts'
import { readHappenings, writeDown } from '../member/audit.store.ts'
import { keysChangedAt, noteKeysChanged } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { hasConfirmed, requireConfirmed } from '../sessions/session.ts'
import {
  countFactorFailure,
  FRESH_MS,
  isWithin,
  KEYS_CHANGED_MS,
  NEW_DEVICE_MS,
  STRANGERS,
  TOGETHER,
  waitForFactorS,
  wantsFactor,
  WHERE_KNOWN,
} from './factors.rules.ts'
import {
  countCodes,
  forgetFailures,
  lockFailures,
  putCodes,
  readAuthenticator,
  readPasskeys,
  spendCode,
  spendStep,
  writeFailures,
} from './factors.store.ts'
import { tellOfGuesses } from './tell-member.ts'

// What members prove by, beside the password, that it is they (beyond 4). Nobody must have a factor: without one nothing is
// asked. Wrong ones count for a session, a device that is known, or an address; and codes of the app together as well, of
// strangers and of where he has logged in, but not where a factor was given since the app was added (decision 100).

const GUESSED: SecurityNews = 'codes-guessed'
/** The place whose row tells when a message last ended what is counted together. */
const ENDED = 'ended by a message'
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12
const CODE_FORM = /^[A-Z2-9]{12}$/

/** By what the member can show that it is he; empty: he has no factor, and is asked for none. */
export async function factorsOf({ database: sql }: { database: Sql }, memberId: string): Promise<Factor[]> {
  const [passkeys, authenticator, codes] = await Promise.all([
    readPasskeys(sql, memberId),
    readAuthenticator(sql, memberId),
    countCodes(sql, memberId),
  ])
  const has: Record<Factor, boolean> = {
    passkey: passkeys.length > 0,
    authenticator: (authenticator?.confirmedAt ?? null) !== null,
    code: codes > 0,
  }
  if (!has.passkey && !has.authenticator) return []
  return (['passkey', 'authenticator', 'code'] as const).filter((factor) => has[factor])
}

const hashOf = (memberId: string, code: string) => createHash('sha256').update(`${memberId}:${code}`).digest('hex')

/** Makes ten codes for once in place of those that there are; they are kept as hashes alone, and told this once. */
export async function makeCodes(tx: Sql, memberId: string): Promise<string[]> {
  const letter = () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: CODE_LENGTH }, letter).join(''))
  await putCodes(
    tx,
    memberId,
    codes.map((code) => hashOf(memberId, code)),
  )
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

const codeOf = (entered: string) => entered.replaceAll(/[\s-]/g, '').toUpperCase()

/** Whether it looks like a code for once, which nobody guesses. */
export const isForOnce = (entered: string): boolean => CODE_FORM.test(codeOf(entered))

/** Uses up a code of the authenticator app, or one for once; false when it is none of them, or was used. */
export async function spendEntered(parts: MembersParts, tx: Sql, memberId: string, entered: string): Promise<boolean> {
  const now = parts.clock.now()
  const code = codeOf(entered)
  if (CODE_FORM.test(code)) return spendCode(tx, memberId, hashOf(memberId, code), now)
  const authenticator = await readAuthenticator(tx, memberId)
  if (authenticator === null || authenticator.confirmedAt === null) return false
  const step = totpStep(code, parts.sealer.open(authenticator.totpKey), now)
  return step !== null && (await spendStep(tx, memberId, authenticator.totpKey, step))
}

/** With which others wrong codes of the app are counted; `phone` is that of the member. */
interface Together {
  at: typeof STRANGERS | typeof WHERE_KNOWN
  phone: string
}

/** Since when his authenticator app counts; null where he has none. */
export async function appSince(sql: Sql, memberId: string): Promise<Date | null> {
  return (await readAuthenticator(sql, memberId))?.confirmedAt ?? null
}

/** Ends what is counted together. Messages do so once a day alone: whoever gets his would guess anew after each. */
export async function forgetGuesses(tx: Sql, memberId: string, by: 'factor' | 'message', now: Date): Promise<void> {
  if (by === 'message') {
    const ended = await lockFailures(tx, memberId, ENDED, now)
    if (ended.count > 0 && isWithin(ended.lastAt, TOGETHER.memoryMs, now)) return
    await writeFailures(tx, memberId, ENDED, { count: 1, blockedUntil: null, lastAt: now })
  }
  for (const place of [STRANGERS, WHERE_KNOWN]) await forgetFailures(tx, memberId, place)
}

/** Writes down that somebody guesses at his codes. @returns whether that is news: once a day at most. */
async function noteGuesses(tx: Sql, memberId: string, at: Date): Promise<boolean> {
  const before = await readHappenings(tx, memberId, { isLogin: false, behind: null, limit: 100 })
  const isKnown = before.some((one) => one.action === GUESSED && isWithin(one.at, TOGETHER.memoryMs, at))
  await writeDown(tx, { memberId, action: GUESSED, at })
  return !isKnown
}

/**
 * Takes a factor at a place. Refuses with REQUEST_LIMIT for 15 minutes after five that were wrong there, whatever is given,
 * and for an hour after twenty of all that are counted `together`, of which the member is told; with OTP_CODE_INVALID (422,
 * `code`) one that is wrong or was used. Guesses at once are counted one after the other.
 */
export async function takeFactor(
  parts: MembersParts,
  { memberId, place, together = null }: { memberId: string; place: string; together?: Together | null },
  isRight: (tx: Sql) => Promise<boolean>,
): Promise<void> {
  const now = parts.clock.now()
  const found = await parts.database.transaction(async (tx) => {
    const failures = await lockFailures(tx, memberId, place, now)
    const others = together && (await lockFailures(tx, memberId, together.at, now))
    const waitS = waitForFactorS(failures, now) ?? (others && waitForFactorS(others, now))
    if (waitS !== null) return { waitS }
    if (await isRight(tx)) {
      await forgetFailures(tx, memberId, place)
      return 'right'
    }
    await writeFailures(tx, memberId, place, countFactorFailure(failures, now))
    if (together === null || others === null) return 'wrong'
    const counted = countFactorFailure(others, now, TOGETHER)
    await writeFailures(tx, memberId, together.at, counted)
    return counted.blockedUntil !== null && (await noteGuesses(tx, memberId, now)) ? 'guessed' : 'wrong'
  })
  if (found === 'guessed' && together) await tellOfGuesses(parts, { memberId, phone: together.phone })
  if (found === 'wrong' || found === 'guessed') return refuse('OTP_CODE_INVALID', { details: { fields: ['code'] } })
  if (found !== 'right') return refuse('REQUEST_LIMIT', { retryAfterS: found.waitS })
}

/** Until when the factor counts that was given in this session; null when none does. */
export function freshUntil({ clock }: MembersParts, { factorAt }: Pick<Identity, 'factorAt'>): Date | null {
  return factorAt !== null && isWithin(factorAt, FRESH_MS, clock.now()) ? new Date(factorAt.getTime() + FRESH_MS) : null
}

/**
 * Lets go on who has no factor, or gave one in this session in the last five minutes; refuses all others with STEP_UP
 * (403), whose details name the factors that he has.
 */
export async function requireFreshFactor(parts: MembersParts, member: Pick<Identity, 'memberId' | 'factorAt'>) {
  if (freshUntil(parts, member) !== null) return
  const factors = await factorsOf(parts, member.memberId)
  if (factors.length > 0) refuse('STEP_UP', { details: { factors } })
}

/** The same before a withdrawal, where its amount, that of its day or the device asks for it (beyond 4.2). */
export async function requireFactorToWithdraw(
  parts: MembersParts,
  member: Pick<Identity, 'memberId' | 'factorAt' | 'newDeviceAt'>,
  amounts: { amountMinor: number; dayMinor: number },
): Promise<void> {
  const isNewDevice = isWithin(member.newDeviceAt, NEW_DEVICE_MS, parts.clock.now())
  if (wantsFactor({ ...amounts, isNewDevice })) await requireFreshFactor(parts, member)
}

/** Lets go on who gave a factor shortly before (else STEP_UP), or his password where he has none (else PASSWORD_NEEDED). */
export async function requireOwner(parts: MembersParts, member: Identity): Promise<void> {
  await requireFreshFactor(parts, member)
  if ((await factorsOf(parts, member.memberId)).length > 0) return
  await requireConfirmed(parts, member)
}

/** Whether `requireOwner` lets him go on. */
export async function isOwner(parts: MembersParts, member: Identity): Promise<boolean> {
  const factors = await factorsOf(parts, member.memberId)
  return factors.length > 0 ? freshUntil(parts, member) !== null : hasConfirmed(parts, member)
}

/** Until when withdrawals wait for a person, since the password or a factor changed; null when they do not. */
export async function keysWaitUntil({ clock, database }: MembersParts, memberId: string): Promise<Date | null> {
  const at = await keysChangedAt(database, memberId)
  return isWithin(at, KEYS_CHANGED_MS, clock.now()) ? new Date((at?.getTime() ?? 0) + KEYS_CHANGED_MS) : null
}

/** Writes down that a factor changed, from when on withdrawals wait. */
export async function noteFactorChange(
  parts: MembersParts,
  tx: Sql,
  {
    memberId,
    what,
    address,
    name = null,
  }: { memberId: string; what: SecurityNews; address: string | null; name?: string | null },
): Promise<void> {
  const at = parts.clock.now()
  await noteKeysChanged(tx, memberId, at)
  const detail = name === null ? {} : { name }
  await writeDown(tx, { memberId, action: what, detail, address, at })
}
