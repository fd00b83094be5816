import { type AnswerOf, type calls, SECURITY_NEWS, type PasskeyAssertion, type SecurityNews } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { newTotpKey, totpAddress, totpStep } from '../../../platform/login/totp.ts'
import { FRESH_MS, WHERE_KNOWN } from '../factors/factors.rules.ts'
import {
  confirmAuthenticator,
  countCodes,
  type PasskeyRow,
  putAuthenticator,
  readAuthenticator,
  readPasskeys,
  removalAt,
  spendStep,
} from '../factors/factors.store.ts'
import {
  appSince,
  factorsOf,
  freshUntil,
  isForOnce,
  keysWaitUntil,
  makeCodes,
  noteFactorChange,
  requireFreshFactor,
  requireOwner,
  spendEntered,
  takeFactor,
} from '../factors/factors.ts'
import { noteCopy, passkeyHome, passkeyRequest, readAssertion } from '../factors/passkeys.ts'
import { readHappenings } from '../member/audit.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { noteFactor } from '../sessions/session.store.ts'

const NEWS_MS = 30 * DAY_MS
const NEWS_MAX = 20

/** Of what was written down of a member, what concerns how he logs in. */
async function newsOf({ database, clock }: MembersParts, memberId: string) {
  const page = { behind: null, limit: 100 }
  const [logins, changes] = await Promise.all([
    readHappenings(database, memberId, { isLogin: true, ...page }),
    readHappenings(database, memberId, { isLogin: false, ...page }),
  ])
  const whatOf = (action: string) => SECURITY_NEWS.find((what): what is SecurityNews => what === action)
  const since = clock.now().getTime() - NEWS_MS
  return [
    ...logins
      .filter(({ detail }) => detail['isNewDevice'] === true)
      .map((login) => ({ ...login, what: 'new-device' as const })),
    ...changes.map((change) => ({ ...change, what: whatOf(change.action) })),
  ]
    .flatMap(({ id, at, what, detail: { device } }) =>
      what === undefined || at.getTime() < since
        ? []
        : [{ _id: id, what, at, device: typeof device === 'string' ? device : null }],
    )
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, NEWS_MAX)
    .map((news) => ({ ...news, at: news.at.toISOString() }))
}

const written = (at: Date | null) => at?.toISOString() ?? null

export const passkeyOf = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: written(lastUsedAt),
})

export async function securityOf(
  parts: MembersParts,
  member: Identity,
): Promise<AnswerOf<typeof calls.accountSecurity>> {
  const { database } = parts
  const { memberId } = member
  const [passkeys, authenticator, codesLeft, removedAt, waitUntil, news] = await Promise.all([
    readPasskeys(database, memberId),
    readAuthenticator(database, memberId),
    countCodes(database, memberId),
    removalAt(database, memberId),
    keysWaitUntil(parts, memberId),
    newsOf(parts, memberId),
  ])
  return {
    takesPasskeys: passkeyHome(parts.webOrigin) !== null,
    passkeys: passkeys.map(passkeyOf),
    authenticatorSince: written(authenticator?.confirmedAt ?? null),
    codesLeft,
    freshUntil: written(freshUntil(parts, member)),
    removedAt: written(removedAt),
    withdrawalsWaitUntil: written(waitUntil),
    passwordChangedAt: news.find(({ what }) => what === 'password')?.at ?? null,
    news,
  }
}

/** What the member can show, and what a browser asks his passkeys. */
export async function beginStepUp(
  parts: MembersParts,
  { memberId, sessionId }: Identity,
): Promise<AnswerOf<typeof calls.accountStepUpStart>> {
  const factors = await factorsOf(parts, memberId)
  const hasPasskey = factors.includes('passkey') && passkeyHome(parts.webOrigin) !== null
  return { factors, options: hasPasskey ? await passkeyRequest(parts, `step-up ${sessionId}`, memberId) : null }
}

/** Takes a factor, which counts for five minutes of this session. Refuses as `takeFactor` does. @returns until when. */
export async function stepUp(
  parts: MembersParts,
  { memberId, sessionId, username, factorAt }: Identity,
  { passkey, code }: { passkey?: PasskeyAssertion | null | undefined; code?: string | null | undefined },
): Promise<Date> {
  const signed = passkey ? await readAssertion(parts, `step-up ${sessionId}`, passkey) : null
  let isCopied = false
  const isRight = async (tx: Sql): Promise<boolean> => {
    if (!passkey) return spendEntered(parts, tx, memberId, code ?? '')
    if (signed?.passkey.memberId !== memberId) return false
    const taken = await signed.take(tx)
    isCopied = taken === 'copied'
    return taken === true
  }
  const now = parts.clock.now()
  const since = await appSince(parts.database, memberId)
  const hasProven = since !== null && factorAt !== null && factorAt >= since
  const together =
    passkey || hasProven || isForOnce(code ?? '') ? null : ({ at: WHERE_KNOWN, phone: username } as const)
  await takeFactor(parts, { memberId, place: `session ${sessionId}`, together }, async (tx) => {
    if (!(await isRight(tx))) return false
    if (!(await noteFactor(tx, sessionId, now))) refuse('invalid-token')
    return true
  }).catch(async (error: unknown) => {
    if (isCopied) await noteCopy(parts, memberId)
    throw error
  })
  return new Date(now.getTime() + FRESH_MS)
}

/** A key for an authenticator app, which counts for nothing until a code of it was given. */
export async function beginAuthenticator(
  parts: MembersParts,
  member: Identity,
): Promise<{ key: string; address: string }> {
  await requireOwner(parts, member)
  if ((await readAuthenticator(parts.database, member.memberId))?.confirmedAt) await requireFreshFactor(parts, member)
  const key = newTotpKey()
  const isPut = await putAuthenticator(parts.database, member.memberId, parts.sealer.seal(key))
  return isPut ? { key, address: totpAddress(member.username, key) } : refuse('NO_DATA', { status: 409 })
}

/** Has the app count from now on. Refuses with OTP_CODE_INVALID (`totp`), or NO_DATA where none was begun. @returns ten codes. */
export async function addAuthenticator(
  parts: MembersParts,
  member: Identity,
  totp: string,
  address: string,
): Promise<string[]> {
  await requireOwner(parts, member)
  const { memberId, sessionId } = member
  const begun = await readAuthenticator(parts.database, memberId)
  if (begun === null || begun.confirmedAt !== null) return refuse('NO_DATA')
  const now = parts.clock.now()
  let codes: string[] = []
  await takeFactor(parts, { memberId, place: `session ${sessionId}` }, async (tx) => {
    const step = totpStep(totp, parts.sealer.open(begun.totpKey), now)
    if (step === null || !(await spendStep(tx, memberId, begun.totpKey, step))) return false
    if (!(await confirmAuthenticator(tx, memberId, begun.totpKey, now))) refuse('NO_DATA')
    codes = await makeCodes(tx, memberId)
    await noteFactorChange(parts, tx, { memberId, what: 'authenticator-added', address })
    return true
  })
  parts.onSecurityNews(memberId, 'authenticator-added')
  return codes
}

/** Ten codes in place of those that there are. Refuses with STEP_UP, or NO_DATA where there is no factor to stand in for. */
export async function renewCodes(parts: MembersParts, member: Identity, address: string): Promise<string[]> {
  await requireFreshFactor(parts, member)
  const { memberId } = member
  if ((await factorsOf(parts, memberId)).length === 0) refuse('NO_DATA')
  const codes = await parts.database.transaction(async (tx) => {
    await noteFactorChange(parts, tx, { memberId, what: 'codes-made', address })
    return makeCodes(tx, memberId)
  })
  parts.onSecurityNews(memberId, 'codes-made')
  return codes
}
