import { isPhoneNumber } from '@krapao/contract'
import { plainDigits } from './typed-digits.ts'

/** The phone number without what people put between digits, and whether it is one (REG-026, REG-028). */
export function readPhone(typed: string, isLaos: boolean): { phone: string; isGood: boolean } {
  const phone = plainDigits(typed)
  return { phone, isGood: isPhoneNumber(phone, isLaos ? 'LA' : 'TH') }
}
