import { isPhoneNumber, normalisePhoneNumber } from '@krapao/contract'
import { AppError } from '../../platform/errors.ts'
import { type LoggedIn, login, type LoginRequest } from './login.ts'
import type { MembersParts } from './members.parts.ts'

async function note(
  { database, operator, logger }: MembersParts,
  { username, address }: LoginRequest,
  outcome: string,
): Promise<void> {
  const { country } = await operator.settings()
  const phone = username.trim()
  const name = isPhoneNumber(phone, country) ? normalisePhoneNumber(phone, country) : null
  const [member] = await database.query<{ number: number }>(
    'select member_number as number from member where username = $1',
    [name],
  )
  logger.info({ member: member?.number ?? null, address, by: 'password', outcome }, 'a member logs in')
}

/**
 * Logs in, and writes down each login and its end, by the number of the member whom it names: null where it names nobody,
 * whose words are not kept, for whoever mistakes one field for the other types his password as a name.
 */
export async function loginOnRecord(parts: MembersParts, request: LoginRequest): Promise<LoggedIn> {
  try {
    const answer = await login(parts, request)
    await note(parts, request, 'OK')
    return answer
  } catch (error) {
    if (error instanceof AppError) await note(parts, request, error.code).catch(() => undefined)
    throw error
  }
}
