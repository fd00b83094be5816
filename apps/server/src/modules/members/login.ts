import { isPhoneNumber, normalisePhoneNumber } from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import { loginDoor } from '../../platform/login/failures.ts'
import type { ShownProof } from '../../platform/login/proofs.ts'
import { devicesOf, failures } from './login.store.ts'
import { readCredential } from './member.store.ts'
import type { MembersParts } from './members.parts.ts'
import { isKnownAddress } from './session.store.ts'
import { openSession } from './session.ts'

export interface LoginRequest {
  username: string
  password: string
  remember: boolean
  address: string
  device: string | null
  /** The cookies of the browser, by which a device that logged in before is known, and the proof of work. */
  cookies: string | undefined
  proof: ShownProof
}

export interface LoggedIn {
  token: string
  /** What lets the device be known from now on. */
  cookie: string
}

// Login (LOG-006). One refusal, WRONG_CREDENTIAL, for unknown phones and wrong passwords, after the same work; delays by
// REQUEST_LIMIT with retry-after, for each device that is known and else for each address (rulings 5.5); while strangers
// guess at a phone, work from each of them, and from each known device while known ones do; INACTIVE_USER only to who knows the password.

async function noteFailure(parts: MembersParts, phone: string, place: string, isKnownDevice: boolean): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    await failures.countPair(tx, phone, place, now)
    await failures.countName(tx, isKnownDevice ? devicesOf(phone) : phone, now)
  })
}

async function attempt(parts: MembersParts, phone: string, place: string, request: LoginRequest): Promise<LoggedIn> {
  const { password, address, device, remember, cookies } = request
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
  if (!isRight || !credential || credential.state === 'gone' || credential.state === 'merged') {
    await noteFailure(parts, phone, place, isKnownDevice)
    return refuse('WRONG_CREDENTIAL')
  }
  await failures.forgetPair(parts.database, phone, place)
  if (credential.state !== 'active') refuse('INACTIVE_USER')
  const { id: memberId, passwordHash } = credential
  const token = await openSession(parts, { memberId, passwordHash, username: phone, address, device, remember })
  // Null when the password was changed while it was being checked.
  return token === null ? refuse('WRONG_CREDENTIAL') : { token, cookie: parts.devices.remember(cookies, phone) }
}

export async function login(parts: MembersParts, request: LoginRequest): Promise<LoggedIn> {
  const { country } = await parts.operator.settings()
  const phone = request.username.trim()
  // A text that cannot be a phone is nobody's, and is counted under its own name like any other.
  const username = isPhoneNumber(phone, country) ? normalisePhoneNumber(phone, country) : phone
  const place = parts.devices.laneOf(request.cookies, username) ?? request.address
  return parts.memory.loginsInTurn(`${username} ${place}`, () => attempt(parts, username, place, request))
}
