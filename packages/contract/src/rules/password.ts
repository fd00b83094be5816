/** The fewest and the most characters of a password (decisions 2.49). */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** The fewest characters of a password of the staff, who see what members write. */
export const STAFF_PASSWORD_MIN = 12

/** Why a password is refused; the server also keeps a list of common ones. */
type PasswordProblem = 'short' | 'long' | 'phone'

/** What is wrong with a new password for the member with this phone number; null when nothing is. */
export function passwordProblem(password: string, phone: string): PasswordProblem | null {
  // Code points, so that a script or an emoji counts alike in every browser and on the server.
  const characters = Array.from(password).length
  if (characters < PASSWORD_MIN) return 'short'
  if (characters > PASSWORD_MAX) return 'long'
  return significantDigits(password) === significantDigits(phone) ? 'phone' : null
}

/** A phone number without what people put around it: separators, a leading zero, the country codes +66 and +856. */
function significantDigits(text: string): string {
  return text.replaceAll(/[-\s()]/g, '').replace(/^(\+?66|\+?856)?0?/, '')
}
