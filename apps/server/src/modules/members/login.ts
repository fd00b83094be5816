import { isPhoneNumber, normalisePhoneNumber } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { countPairFailure, countNameFailure, loginWait } from '../../platform/login/failures.ts'
import {
  forgetPairFailures,
  lockPairFailures,
  lockPhoneFailures,
  readPairFailures,
  readPhoneFailures,
  writePairFailures,
  writePhoneFailures,
} from './login.store.ts'
import { readCredential } from './member.store.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import type { Sessions } from './session.ts'
import { createTurns } from '../../platform/login/turns.ts'

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
 * Login (LOG-006). One refusal, WRONG_CREDENTIAL, for unknown phones and wrong passwords, after the same work; delays by
 * REQUEST_LIMIT with retry-after (rulings 5.5); INACTIVE_USER only to who knows the password.
 */
export function createLogin(deps: LoginDeps): (request: LoginRequest) => Promise<{ token: string }> {
  const { database, clock, operator, passwords, sessions } = deps
  const inTurn = createTurns()

  async function noteFailure(phone: string, address: string): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      const pair = await lockPairFailures(tx, phone, address, now)
      await writePairFailures(tx, phone, address, countPairFailure(pair, now))
      const failures = await lockPhoneFailures(tx, phone, now)
      await writePhoneFailures(tx, phone, countNameFailure(failures, now))
    })
  }

  async function attempt(phone: string, request: LoginRequest): Promise<{ token: string }> {
    const { password, address, device, remember } = request
    const credential = await readCredential(database, phone)
    const waitS = loginWait({
      now: clock.now(),
      pair: await readPairFailures(database, phone, address),
      name: await readPhoneFailures(database, phone),
      // Asked also of nobody, so that unknown phones cost the same time.
      isKnownAddress: await sessions.isKnownAddress(credential?.id ?? '', address),
    })
    if (waitS !== null) refuse('REQUEST_LIMIT', { retryAfterS: waitS })
    const isRight = await passwords.verify(password, credential?.passwordHash ?? null)
    if (!isRight || !credential || credential.state === 'gone' || credential.state === 'merged') {
      await noteFailure(phone, address)
      return refuse('WRONG_CREDENTIAL')
    }
    await forgetPairFailures(database, phone, address)
    if (credential.state !== 'active') refuse('INACTIVE_USER')
    const { id: memberId, passwordHash } = credential
    const token = await sessions.open({ memberId, passwordHash, username: phone, address, device, remember })
    // Null when the password was changed while it was being checked.
    return token === null ? refuse('WRONG_CREDENTIAL') : { token }
  }

  return async function login(request) {
    const { country } = await operator.settings()
    const phone = request.username.trim()
    // A text that cannot be a phone is nobody's, and is counted under its own name like any other.
    const username = isPhoneNumber(phone, country) ? normalisePhoneNumber(phone, country) : phone
    return inTurn(`${username} ${request.address}`, () => attempt(username, request))
  }
}
