/** Where a phone number belongs to: the Laos build takes other lengths than the one for Thailand. */
export type Country = 'TH' | 'LA'

/**
 * Whether a phone number is one that can register (REG-026, REG-028): exactly ten digits, or in Laos eight to eleven
 * (decisions 2.43). A false one is answered with PHONE_NUMBER_REQUIRE_10_DIGIT.
 */
export function isPhoneNumber(phone: string, country: Country): boolean {
  return country === 'LA' ? /^[0-9]{8,11}$/.test(phone) : /^[0-9]{10}$/.test(phone)
}

/**
 * The one form of a phone number that accounts are kept under, so that nobody registers the same phone twice: in Laos
 * 020… and 20… are the same. Expects what `isPhoneNumber` accepts.
 */
export function normalisePhoneNumber(phone: string, country: Country): string {
  return country === 'LA' && phone.startsWith('0') ? phone.slice(1) : phone
}
