import { checksumOf } from './checksum.ts'

/** One field of an EMVCo text: two digits of id, two digits of length, then the value. */
export interface Tag {
  readonly id: string
  readonly value: string
}

/**
 * Why a text is not the code it should be.
 * - `characters`: it is longer than any code, or holds what no code holds
 * - `length`: a tag is cut off, empty, or its length is no number
 * - `duplicate-tag`: a tag comes twice
 * - `checksum`: the checksum is absent or wrong
 * - `content`: it is a code of another kind, or a tag is missing or out of range
 */
export type CodeProblem = 'characters' | 'length' | 'duplicate-tag' | 'checksum' | 'content'

export type TagReading = { ok: true; tags: ReadonlyMap<string, string> } | { ok: false; problem: CodeProblem }

/** The longest text that is read: far more than any scheme writes, and what a QR code of that much text still takes. */
const TEXT_MAX = 512
const VALUE_MAX = 99

/**
 * Writes tags in the order given. Throws a RangeError for an id that is no two digits and for a value that is empty,
 * longer than 99 characters or not of printable ASCII: such a text would be read as something else.
 */
export function writeTags(tags: readonly Tag[]): string {
  return tags.map(writeTag).join('')
}

function writeTag({ id, value }: Tag): string {
  if (!/^\d\d$/.test(id)) throw new RangeError(`not the id of a tag: ${id}`)
  if (value.length === 0 || value.length > VALUE_MAX || !isPrintable(value)) {
    throw new RangeError(`tag ${id} cannot hold ${value.length} characters of this text`)
  }
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** Writes tags and ends them with a checksum of four capital hexadecimal digits in the tag named. */
export function writeSigned(tags: readonly Tag[], checksumId: string): string {
  const text = `${writeTags(tags)}${checksumId}04`
  return text + checksumOf(text)
}

/** Reads all tags of a text; every character must belong to one. Never throws. */
export function readTags(text: string): TagReading {
  if (text.length > TEXT_MAX || !isPrintable(text)) return { ok: false, problem: 'characters' }
  const tags = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4))
    const [, id, digits] = head ?? []
    const length = Number(digits)
    const value = text.slice(at + 4, at + 4 + length)
    if (id === undefined || length === 0 || value.length !== length) return { ok: false, problem: 'length' }
    if (tags.has(id)) return { ok: false, problem: 'duplicate-tag' }
    tags.set(id, value)
    at += 4 + length
  }
  return { ok: true, tags }
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
