import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { requireTurn } from '../../../platform/login/require-turn.ts'
import { readPasswordHash } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { failures } from './login-failures.store.ts'

// The password of a member asked for again, with the delays of the login (rulings 5.5) for each session.

async function comparePassword(
  parts: MembersParts,
  { memberId, username, sessionId }: Identity,
  password: string,
  field: string,
) {
  const place = `session ${sessionId}`
  const pair = await requireTurn(failures, parts.database, { name: username, place, now: parts.clock.now() })
  const kept = await readPasswordHash(parts.database, memberId)
  if (kept !== null && (await parts.passwords.verify(password, kept))) {
    if (pair !== null) await failures.forgetPair(parts.database, username, place)
    return kept
  }
  const now = parts.clock.now()
  await parts.database.transaction((tx) => failures.countPair(tx, username, place, now))
  return refuse('WRONG_PASSWORD', { details: { fields: [field] } })
}

/**
 * Asks a member who is logged in for his password once more; answers the kept form that it was checked against. Refuses
 * with WRONG_PASSWORD, naming `field`, or with REQUEST_LIMIT while the session has to wait: a stolen token guesses no
 * faster than a stranger at the login, and keeps no other session waiting.
 */
export async function confirmPassword(
  parts: MembersParts,
  member: Identity,
  password: string | null,
  field: string,
): Promise<string> {
  if (password === null) return refuse('WRONG_PASSWORD', { details: { fields: [field] } })
  return parts.memory.passwordsInTurn(member.sessionId, () => comparePassword(parts, member, password, field))
}
