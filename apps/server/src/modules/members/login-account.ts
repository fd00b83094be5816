import { isPhoneNumber, normalisePhoneNumber } from '@krapao/contract'
import type { Database } from '../../platform/database/types.ts'
import { AppError } from '../../platform/errors.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OperatorDoor } from '../operator/index.ts'

/**
 * Writes down each login and its end, by the number of the member whom it names: null where it names nobody, whose words
 * are not kept, for whoever mistakes one field for the other types his password as a name.
 */
export function keepAccountOfLogins<Request extends { username: string; address: string }, Answer>(
  { database, operator, logger }: { database: Database; operator: Pick<OperatorDoor, 'settings'>; logger: Logger },
  login: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  async function note({ username, address }: Request, outcome: string): Promise<void> {
    const { country } = await operator.settings()
    const phone = username.trim()
    const name = isPhoneNumber(phone, country) ? normalisePhoneNumber(phone, country) : null
    const [member] = await database.query<{ number: number }>(
      'select member_number as number from member where username = $1',
      [name],
    )
    logger.info({ member: member?.number ?? null, address, by: 'password', outcome }, 'a member logs in')
  }

  return async (request) => {
    try {
      const answer = await login(request)
      await note(request, 'OK')
      return answer
    } catch (error) {
      if (error instanceof AppError) await note(request, error.code).catch(() => undefined)
      throw error
    }
  }
}
