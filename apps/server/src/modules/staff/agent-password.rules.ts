import { PASSWORD_MAX, STAFF_PASSWORD_MIN } from '@krapao/contract'
import { isCommonPassword, isOfContext } from '../../platform/login/common-passwords.ts'

/**
 * Whether a password is good enough for one of the staff, who see what members write: longer than a member's, not his own
 * name or the operator's with something around it, not one letter again and again, and none that is tried first.
 */
export function isGoodStaffPassword(
  password: string,
  agent: { username: string; name: string },
  operatorWords: readonly string[] = [],
): boolean {
  const characters = Array.from(password)
  if (characters.length < STAFF_PASSWORD_MIN || characters.length > PASSWORD_MAX) return false
  if (new Set(characters).size < 5) return false
  return !isCommonPassword(password) && !isOfContext(password, [agent.username, agent.name, ...operatorWords])
}
