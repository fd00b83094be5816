import { AppError } from '../../../platform/errors.ts'
import { type MemberNamed, memberNumberOf } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { type LoggedIn, login, loginByPasskey, type LoginRequest, phoneOf } from './login.ts'

type By = 'password' | 'passkey'

async function noteLogin(
  { database, logger }: MembersParts,
  about: { by: By; named: MemberNamed | null; address: string },
  outcome: string,
): Promise<void> {
  const { by, named, address } = about
  const member = named === null ? null : await memberNumberOf(database, named)
  logger.info({ member, address, by, outcome }, 'a member logs in')
}

async function onRecord(work: () => Promise<LoggedIn>, write: (outcome: string) => Promise<void>): Promise<LoggedIn> {
  try {
    const answer = await work()
    await write('OK')
    return answer
  } catch (error) {
    if (error instanceof AppError) await write(error.code).catch(() => undefined)
    throw error
  }
}

/**
 * Logs in, and writes down each login and its end, by the number of the member whom it names: null where it names nobody,
 * whose words are not kept, for whoever mistakes one field for the other types his password as a name.
 */
export function loginOnRecord(parts: MembersParts, request: LoginRequest): Promise<LoggedIn> {
  const { address } = request
  return onRecord(
    () => login(parts, request),
    async (outcome) => {
      const phone = await phoneOf(parts, request)
      await noteLogin(parts, { by: 'password', named: phone === null ? null : { phone }, address }, outcome)
    },
  )
}

/** The same of a login by passkey, whose member is he whom the browser says that the key is of. */
export function passkeyLoginOnRecord(
  parts: MembersParts,
  request: Parameters<typeof loginByPasskey>[1],
): Promise<LoggedIn> {
  const { address, passkey } = request
  const said = Buffer.from(passkey.response.userHandle ?? '', 'base64url').toString()
  const named = /^[0-9a-z]{20,32}$/.test(said) ? { id: said } : null
  return onRecord(
    () => loginByPasskey(parts, request),
    (outcome) => noteLogin(parts, { by: 'passkey', named, address }, outcome),
  )
}
