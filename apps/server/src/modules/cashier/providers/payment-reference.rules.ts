/** Without the letters and digits that people mix up; a power of two, so that random bytes choose evenly. */
const REFERENCE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random bytes one reference is made of: 100 random bits, and as long as a bill payment's reference may be. */
export const REFERENCE_BYTES = 20

/** Whether a text has the form of these references: what has not was never made here. */
export function isReference(text: string): boolean {
  return text.length === REFERENCE_BYTES && [...text].every((letter) => REFERENCE_ALPHABET.includes(letter))
}

/** A one-time reference of 20 characters `[A-Z0-9]` from 20 random bytes. */
export function referenceFrom(bytes: Uint8Array): string {
  return [...bytes].map((byte) => REFERENCE_ALPHABET[byte & 31]).join('')
}
