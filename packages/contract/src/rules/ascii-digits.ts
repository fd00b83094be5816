/** A text with its digits of Thai, Lao and wide scripts as 0 to 9. The digits of these scripts end in the same four bits. */
export function inAsciiDigits(typed: string): string {
  return typed.replaceAll(/[\u0E50-\u0E59\u0ED0-\u0ED9\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** A code as it is typed: its digits alone. */
export function onlyDigits(typed: string): string {
  return inAsciiDigits(typed).replaceAll(/\D/g, '')
}
