import { inAsciiDigits } from '@krapao/contract'

/**
 * What people type or paste where digits are wanted: with digits of Thai, Lao and wide scripts as 0 to 9, and without all
 * that is no digit, but for the spaces and dashes that people put between them.
 */
export function keepDigits(typed: string): string {
  return inAsciiDigits(typed).replaceAll(/[^\d\s-]/g, '')
}

/**
 * A number as it is sent: without spaces, dashes, dots, brackets and the invisible marks that come with a number copied
 * from a chat, its digits as 0 to 9. Whatever else stands in it stays, for the rules to refuse.
 */
export function plainDigits(typed: string): string {
  return inAsciiDigits(typed).replaceAll(/[\s\p{Cf}\p{Pd}().]/gu, '')
}
