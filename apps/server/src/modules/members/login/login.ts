import { isPhoneNumber, normalisePhoneNumber, type PasskeyAssertion } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import { loginDoor } from '../../../platform/login/failures.ts'
import type { ShownProof } from '../../../platform/login/proofs.ts'
import { STRANGERS, WHERE_KNOWN } from '../factors/factors.rules.ts'
import { appSince, factorsOf, isForOnce, spendEntered, takeFactor } from '../factors/factors.ts'
import { readAssertion, noteCopy } from '../factors/passkeys.ts'
import { type Credential, readCredential, readMember } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { isKnownAddress } from '../sessions/session.store.ts'
import { openSession } from '../sessions/session.ts'
import { devicesOf, failures } from './login-failures.store.ts'

/** From where a login comes. */
export interface LoginPlace {
  remember: boolean
  address: string
  device: string | null
  /** The cookies of the browser, by which a device that logged in before is known, and the proof of work. */
  cookies: string | undefined
  proof: ShownProof
}

export interface LoginRequest extends LoginPlace {
  username: string
  password: string
  /** Of the authenticator app, or for once. */
  code: string | null
}

export interface LoggedIn {
  token: string
  /** What lets the device be known from now on. */
  cookie: string
}

// Login (LOG-006). One refusal, WRONG_CREDENTIAL, for unknown phones and wrong passwords, after the same work; delays by
// REQUEST_LIMIT with retry-after, for each device that is known and else for each address (rulings 5.5); while strangers
// guess at a phone, work from each of them, and from each known device while known ones do; INACTIVE_USER only to who knows the password.
// Who has a factor is asked for it then, by STEP_UP (beyond 4.1); a passkey alone lets in as well.

/** Who has shown that he knows the password, and where he stands: a device that is known, or an address. */
interface Checked {
  memberId: string
  passwordHash: string
  phone: string
  place: string
  isKnownDevice: boolean
}

async function noteFailure(parts: MembersParts, phone: string, place: string, isKnownDevice: boolean): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    await failures.countPair(tx, phone, place, now)
    await failures.countName(tx, isKnownDevice ? devicesOf(phone) : phone, now)
  })
}

const isNobody = ({ state }: Credential) => state === 'gone' || state === 'merged'

async function checkLogin(parts: MembersParts, phone: string, place: string, request: LoginRequest): Promise<Checked> {
  const { password, address } = request
  const isKnownDevice = place !== address
  const credential = await readCredential(parts.database, phone)
  const door = loginDoor({
    now: parts.clock.now(),
    pair: await failures.pairOf(parts.database, phone, place),
    // What strangers do wrong does not concern a device that is known; what others that are known do does.
    name: await failures.nameOf(parts.database, isKnownDevice ? devicesOf(phone) : phone),
    // Asked also of nobody, so that unknown phones cost the same time.
    isKnown: (await isKnownAddress(parts.database, credential?.id ?? '', address)) && !isKnownDevice,
  })
  if (door.waitS !== null) refuse('REQUEST_LIMIT', { retryAfterS: door.waitS })
  if (door.proofBits !== null) await parts.proofs.demand(request.proof, { purpose: 'login', bits: door.proofBits })
  const isRight = await parts.passwords.verify(password, credential?.passwordHash ?? null)
  if (!isRight || !credential || isNobody(credential)) {
    await noteFailure(parts, phone, place, isKnownDevice)
    return refuse('WRONG_CREDENTIAL')
  }
  await failures.forgetPair(parts.database, phone, place)
  if (credential.state !== 'active') refuse('INACTIVE_USER')
  return { memberId: credential.id, passwordHash: credential.passwordHash, phone, place, isKnownDevice }
}

/** The phone that a login names, as accounts are kept under it; null when it is none. */
export async function phoneOf(
  { operator }: MembersParts,
  { username }: Pick<LoginRequest, 'username'>,
): Promise<string | null> {
  const { country } = await operator.settings()
  const phone = username.trim()
  return isPhoneNumber(phone, country) ? normalisePhoneNumber(phone, country) : null
}

/** The name that a login counts under. What is no phone and nobody's may be a password: its text is not kept. */
async function nameOf(parts: MembersParts, request: LoginRequest): Promise<string> {
  const phone = await phoneOf(parts, request)
  if (phone !== null) return phone
  const text = request.username.trim()
  return (await readCredential(parts.database, text)) === null ? parts.devices.countedAs(text) : text
}

/** Finds out who knows the password. Refuses as the login does. */
export async function checkPassword(parts: MembersParts, request: LoginRequest): Promise<Checked> {
  const username = await nameOf(parts, request)
  const place = parts.devices.laneOf(request.cookies, username) ?? request.address
  return parts.memory.loginsInTurn(`${username} ${place}`, () => checkLogin(parts, username, place, request))
}

/** By what a device is known where a factor was given since the app counts: no other app's codes make it so. */
const provenAs = (phone: string, since: Date) => `factor of ${phone} since ${since.toISOString()}`

/** With which others a wrong code of the app is counted that is given here; null where a factor was given before. */
async function togetherWith(parts: MembersParts, { memberId, phone, isKnownDevice }: Checked, request: LoginRequest) {
  const { cookies, address } = request
  // Without an app there is nothing to have proven it by.
  const since = (await appSince(parts.database, memberId)) ?? parts.clock.now()
  if (isKnownDevice) {
    const hasProven = parts.devices.laneOf(cookies, provenAs(phone, since)) !== null
    return hasProven ? null : ({ at: WHERE_KNOWN, phone } as const)
  }
  if (await isKnownAddress(parts.database, memberId, address, since)) return null
  const isKnown = await isKnownAddress(parts.database, memberId, address)
  return { at: isKnown ? WHERE_KNOWN : STRANGERS, phone } as const
}

async function letIn(
  parts: MembersParts,
  { memberId, passwordHash, phone, isKnownDevice }: Omit<Checked, 'place'>,
  { address, device, remember, cookies }: LoginPlace,
  factorAt: Date | null,
): Promise<LoggedIn> {
  const who = { memberId, passwordHash, username: phone, isKnownDevice, factorAt }
  const token = await openSession(parts, { ...who, address, device, remember })
  // Null when the password was changed while it was being checked.
  if (token === null) return refuse('WRONG_CREDENTIAL')
  const cookie = parts.devices.remember(cookies, phone)
  const since = factorAt === null ? null : await appSince(parts.database, memberId)
  return { token, cookie: since === null ? cookie : parts.devices.remember(cookie, provenAs(phone, since)) }
}

export async function login(parts: MembersParts, request: LoginRequest): Promise<LoggedIn> {
  const checked = await checkPassword(parts, request)
  const { memberId, place } = checked
  const factors = await factorsOf(parts, memberId)
  if (factors.length === 0) return letIn(parts, checked, request, null)
  const { code } = request
  if (code === null || code.trim() === '') return refuse('STEP_UP', { details: { factors } })
  const together = isForOnce(code) ? null : await togetherWith(parts, checked, request)
  await takeFactor(parts, { memberId, place, together }, (tx) => spendEntered(parts, tx, memberId, code))
  return letIn(parts, checked, request, parts.clock.now())
}

/**
 * Lets in by a passkey, which is two factors: a device, and what unlocks it. One refusal, WRONG_CREDENTIAL, for keys that
 * are nobody's, were not asked for, or have been copied; INACTIVE_USER only to who has the key.
 */
export async function loginByPasskey(
  parts: MembersParts,
  request: LoginPlace & { passkey: PasskeyAssertion },
): Promise<LoggedIn> {
  const signed = await readAssertion(parts, 'login', request.passkey)
  if (signed === null) return refuse('WRONG_CREDENTIAL')
  const { memberId } = signed.passkey
  const taken = await parts.database.transaction((tx) => signed.take(tx))
  if (taken === 'copied') await noteCopy(parts, memberId)
  const member = taken === true ? await readMember(parts.database, memberId) : null
  const credential = member === null ? null : await readCredential(parts.database, member.username)
  if (member === null || credential === null || isNobody(credential)) return refuse('WRONG_CREDENTIAL')
  const { state, passwordHash } = credential
  if (state !== 'active') refuse('INACTIVE_USER')
  const { username: phone } = member
  const isKnownDevice = parts.devices.laneOf(request.cookies, phone) !== null
  return letIn(parts, { memberId, passwordHash, phone, isKnownDevice }, request, parts.clock.now())
}
