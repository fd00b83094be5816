/**
 * The number on a receipt, by which support finds a movement: `KP-1DXR-0K00-00HA` is the member's number, the number of
 * the movement in his history, and a sign that checks them. It is made from the two, so that nothing is stored for it,
 * no two movements share one, and whoever reads it on the phone can be told at once that he misheard.
 */

/** Crockford's digits: no I, L, O or U, which are read and heard as others. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MEMBER_LENGTH = 6
const MOVEMENT_LENGTH_MIN = 5
const PREFIX = 'KP'

/** What a receipt number stands for. */
export interface ReceiptSubject {
  /** The number of eight digits that the member's profile shows. */
  readonly memberNumber: number
  /** The number of the movement in the member's history. */
  readonly movementNumber: number
}

/** Writes a receipt number. Throws a RangeError for numbers that no member or movement has. */
export function receiptNumber({ memberNumber, movementNumber }: ReceiptSubject): string {
  const body = write(memberNumber, MEMBER_LENGTH) + write(movementNumber, MOVEMENT_LENGTH_MIN)
  const signs = body + DIGITS[times2(fold(body))]
  return [PREFIX, ...(signs.match(/.{1,4}/g) ?? [])].join('-')
}

/** Reads a receipt number as people write it: in small letters, with spaces, with O for 0. Null when it is none. */
export function readReceiptNumber(text: string): ReceiptSubject | null {
  const signs = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replace(new RegExp(`^${PREFIX}`), '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{12,17}$/.test(signs) || fold(signs) !== 0) return null
  const memberNumber = read(signs.slice(0, MEMBER_LENGTH))
  const movementNumber = read(signs.slice(MEMBER_LENGTH, -1))
  return movementNumber > 0 && Number.isSafeInteger(movementNumber) ? { memberNumber, movementNumber } : null
}

function write(value: number, length: number): string {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`not a number of a receipt: ${value}`)
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) text = `${DIGITS[rest % 32]}${text}`
  return text.padStart(length, '0')
}

function read(text: string): number {
  return [...text].reduce((value, sign) => value * 32 + DIGITS.indexOf(sign), 0)
}

/**
 * The signs as a polynomial over the field of 32 elements, at its generator. It is 0 with the right last sign, and never
 * after one sign was changed or two neighbours changed places.
 */
function fold(signs: string): number {
  return [...signs].reduce((value, sign) => times2(value) ^ DIGITS.indexOf(sign), 0)
}

/** Times the generator, modulo x⁵ + x² + 1. */
function times2(value: number): number {
  return (value << 1) ^ (value & 16 ? 0b100101 : 0)
}
