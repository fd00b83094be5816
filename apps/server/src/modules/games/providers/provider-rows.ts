import * as v from 'valibot'
import type { ProviderTerms } from './provider-call.ts'

/** The languages that adapters exist for. */
const providerFamilies = ['plain-json', 'signed-json', 'signed-form', 'token-form'] as const
export type ProviderFamily = (typeof providerFamilies)[number]

/** One provider as configuration: which family, where, and how long is waited. */
export interface ProviderRow extends ProviderTerms {
  /** The code of its game, in capitals. */
  code: string
  family: ProviderFamily
}

/** No party is waited for longer than this (ruling 1.3). */
const TIMEOUT_MAX_MS = 10_000
/** Two agreeing "not found" free a hold later than this after the call, or later still where a row says so. */
const NOT_FOUND_AFTER_MIN_MS = 20_000

const rowSchema = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,20}$/)),
  family: v.picklist(providerFamilies),
  url: v.pipe(v.string(), v.minLength(1)),
  operator: v.optional(v.pipe(v.string(), v.minLength(1)), 'krapao'),
  key: v.optional(v.pipe(v.string(), v.minLength(1))),
  timeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(TIMEOUT_MAX_MS)), TIMEOUT_MAX_MS),
  notFoundAfterMs: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(NOT_FOUND_AFTER_MIN_MS), v.maxValue(3_600_000)),
    NOT_FOUND_AFTER_MIN_MS,
  ),
})

/**
 * Reads rows of configuration, the text of a JSON array. A relative `url` is completed by `base`, a missing `key` by
 * `keyOf`; a row with neither is refused. Throws an Error in words that names the row.
 */
export function readProviderRows(
  text: string,
  given: { base?: string; keyOf?: (row: { code: string; family: ProviderFamily }) => string } = {},
): ProviderRow[] {
  const list = parse(text)
  const seen = new Set<string>()
  return list.map((item, index) => {
    const read = v.safeParse(rowSchema, item)
    if (!read.success) {
      const [issue] = read.issues
      throw new Error(`Provider ${index + 1}: ${v.getDotPath(issue) ?? 'the row'}: ${issue.message}`)
    }
    const { key, url, ...row } = read.output
    if (seen.has(row.code)) throw new Error(`Provider ${index + 1}: ${row.code} stands twice.`)
    seen.add(row.code)
    const address = url.startsWith('/') && given.base !== undefined ? given.base + url : url
    if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
      throw new Error(`Provider ${index + 1}: url must be an address that starts with http:// or https://.`)
    }
    const known = key ?? given.keyOf?.(row)
    if (known === undefined) throw new Error(`Provider ${index + 1}: key is missing.`)
    return { ...row, url: address.replace(/\/+$/, ''), key: known }
  })
}

function parse(text: string): unknown[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new Error('The list of providers is no JSON.')
  }
  if (!Array.isArray(read)) throw new Error('The list of providers must be a JSON array.')
  return read
}
