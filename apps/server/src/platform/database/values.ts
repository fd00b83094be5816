import { readInt8 } from '@krapao/money'
import pg from 'pg'

/** Turns the text of one column into what the server works with; never sees NULL. */
export type ColumnParser = (text: string) => unknown

const keepText: ColumnParser = (text) => text
const textArrayId: number = 1009
const textArray = pg.types.getTypeParser(textArrayId, 'text') as (text: string) => unknown[]

function mapNested(items: readonly unknown[], read: (text: string) => unknown): unknown[] {
  return items.map((item) => {
    if (Array.isArray(item)) return mapNested(item, read)
    return typeof item === 'string' ? read(item) : null
  })
}

/** Where `pg`'s own parsers would lose digits or bring in the machine's time zone, and what is done instead. */
const ownParsers = new Map<number, ColumnParser>([
  [20, readInt8],
  [1016, (text) => mapNested(textArray(text), readInt8)],
  [1231, textArray],
  [1082, keepText],
  [1182, textArray],
  [1114, keepText],
  [1115, textArray],
])

/**
 * The parser of a column type, the same on both engines: int8 is a safe integer (RangeError beyond 2^53), timestamptz
 * a Date, json and jsonb parsed, numeric, date and timestamp without a zone stay text, bytea is a Buffer.
 */
export function columnParser(typeId: number): ColumnParser {
  return ownParsers.get(typeId) ?? (pg.types.getTypeParser(typeId, 'text') as ColumnParser)
}

/**
 * The text of one parameter, the same on both engines; null and undefined are NULL. Arrays become array literals,
 * other objects JSON, so an array meant as jsonb is given as `JSON.stringify(array)`. Throws a TypeError for an invalid date.
 */
export function encodeValue(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return encodeDate(value)
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return encodeArray(value)
  if (typeof value === 'object') return JSON.stringify(value)
  throw new TypeError(`not a value for the database: ${typeof value}`)
}

function encodeDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new TypeError('an invalid date cannot be stored')
  return date.toISOString()
}

function encodeArray(items: readonly unknown[]): string {
  const parts = items.map((item) => {
    if (Array.isArray(item)) return encodeArray(item)
    const text = encodeValue(item)
    return text === null ? 'NULL' : `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`
  })
  return `{${parts.join(',')}}`
}
