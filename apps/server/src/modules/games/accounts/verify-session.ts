import { AppError } from '../../../platform/errors.ts'
import { requireEntry } from './accounts.ts'
import { findAccountById } from './accounts.store.ts'
import type { GamesParts } from '../games.parts.ts'
import { requireOffered } from './offered-games.ts'
import { accountIn } from './sessions.ts'

interface SessionAnswer {
  data: { player_name: string; nickname: string; currency: string } | null
  error: { code: string; message: string } | null
}

const REFUSED: SessionAnswer = { data: null, error: { code: '1034', message: 'Invalid request' } }

/**
 * Answers a provider's question who plays in a session. Whatever is wrong has the same answer: other secrets, a session
 * that is none, is over or is another game's, a member who is locked, may not play now or has used up his time.
 */
export async function verifySession(parts: GamesParts, code: string, form: URLSearchParams): Promise<SessionAnswer> {
  const door = (await parts.providers(code)).sessionDoor
  const session = door?.sessionIn(form) ?? null
  const accountId = session === null ? null : accountIn(parts, session)
  const account = accountId === null ? null : await findAccountById(parts.database, accountId)
  if (door === undefined || account?.code !== code || account.state !== 'active') return REFUSED
  const { memberId, username } = account
  try {
    await requireOffered(parts, code)
    await requireEntry(parts, memberId, 'launch')
  } catch (error) {
    if (error instanceof AppError) return REFUSED
    throw error
  }
  if (!(await parts.members.isActive(parts.database, memberId))) return REFUSED
  return { data: { player_name: username, nickname: username, currency: door.currency }, error: null }
}
