import { PASSWORD_MAX, STAFF_PASSWORD_MIN } from '@krapao/contract'
import { isCommonPassword } from '../../platform/login/common-passwords.ts'

/** Letters and digits alone: what is put around them makes no other word of a name. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * Whether a password is good enough for one of the staff, who see what members write: longer than a member's, not his own
 * name with something around it, not one letter again and again, and none that is tried first.
 */
export function isGoodStaffPassword(password: string, agent: { username: string; name: string }): boolean {
  const characters = Array.from(password)
  if (characters.length < STAFF_PASSWORD_MIN || characters.length > PASSWORD_MAX) return false
  if (new Set(characters).size < 5) return false
  if (isCommonPassword(password) || isCommonPassword(password.normalize('NFKC'))) return false
  const names = [agent.username, agent.name].map(bare).filter((name) => name.length > 2)
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), bare(password))
  return Array.from(rest).length >= 6
}
