import { isPhoneNumber, normalisePhoneNumber } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { countPairFailure, countPhoneFailure, loginWait } from './login.rules.ts'
import {
  forgetPairFailures,
  readPairFailures,
  readPhoneFailures,
  writePairFailures,
  writePhoneFailures,
} from './login.store.ts'
import { readCredential } from './member.store.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './session.ts'

/** Logins of one phone from one address that may wait for each other. */
const QUEUE_MAX = 20

export interface LoginRequest {
  username: string
  password: string
  remember: boolean
  address: string
  device: string | null
}

export interface LoginDeps {
  database: Database
  clock: Clock
  operator: Pick<OperatorDoor, 'settings'>
  passwords: Passwords
  sessions: Sessions
}

/**
 * Runs work of one key one after the other, so that guesses sent at once are counted like guesses sent in a row.
 * It is an aid of this process only; the counts themselves stand in the database.
 */
function createQueues() {
  const queues = new Map<string, { length: number; last: Promise<unknown> }>()
  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() }
    if (queue.length >= QUEUE_MAX) refuse('REQUEST_LIMIT', { retryAfterS: 5 })
    queues.set(key, queue)
    queue.length += 1
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}

/**
 * Login (LOG-006). One refusal, WRONG_CREDENTIAL, for unknown phones and wrong passwords, after the same work; delays by
 * REQUEST_LIMIT with retry-after (rulings 5.5); INACTIVE_USER only to who knows the password.
 */
export function createLogin(deps: LoginDeps): (request: LoginRequest) => Promise<{ token: string }> {
  const { database, clock, operator, passwords, sessions } = deps
  const inTurn = createQueues()

  async function noteFailure(phone: string, address: string): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      const pair = countPairFailure(await readPairFailures(tx, phone, address), now)
      await writePairFailures(tx, phone, address, pair)
      await writePhoneFailures(tx, phone, countPhoneFailure(await readPhoneFailures(tx, phone), now))
    })
  }

  async function attempt(phone: string, request: LoginRequest): Promise<{ token: string }> {
    const { password, address, device, remember } = request
    const credential = await readCredential(database, phone)
    const waitS = loginWait({
      now: clock.now(),
      pair: await readPairFailures(database, phone, address),
      phone: await readPhoneFailures(database, phone),
      isKnownAddress: credential !== null && (await sessions.isKnownAddress(credential.id, address)),
    })
    if (waitS !== null) refuse('REQUEST_LIMIT', { retryAfterS: waitS })
    const isRight = await passwords.verify(password, credential?.passwordHash ?? null)
    if (!isRight || !credential || credential.state === 'gone' || credential.state === 'merged') {
      await noteFailure(phone, address)
      return refuse('WRONG_CREDENTIAL')
    }
    await forgetPairFailures(database, phone, address)
    if (credential.state !== 'active') refuse('INACTIVE_USER')
    const token = await sessions.open({ memberId: credential.id, username: phone, address, device, remember })
    return { token }
  }

  return async function login(request) {
    const { country } = await operator.settings()
    const phone = request.username.trim()
    // A text that cannot be a phone is nobody's, and is counted under its own name like any other.
    const username = isPhoneNumber(phone, country) ? normalisePhoneNumber(phone, country) : phone
    return inTurn(`${username} ${request.address}`, () => attempt(username, request))
  }
}
