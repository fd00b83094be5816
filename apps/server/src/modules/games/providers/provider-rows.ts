import * as v from 'valibot'
import type { ProviderTerms } from './provider-call.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { whole } from '../../../platform/whole-numbers.ts'

/** The languages that adapters exist for. */
const providerFamilies = ['plain-json', 'signed-json', 'signed-form', 'token-form', 'pg-soft', 'joker'] as const
export type ProviderFamily = (typeof providerFamilies)[number]

/** How one provider is reached, whole: its family, its place and its key. */
export interface ProviderRow extends ProviderTerms {
  family: ProviderFamily
}

/** No party is waited for longer than this (ruling 1.3). */
const TIMEOUT_MAX_MS = 10_000
/** Two agreeing "not found" free a hold later than this after the call, or later still where a row says so. */
const NOT_FOUND_AFTER_MIN_MS = 20_000

/** A provider as it stands beside its game in the file that furnishes the product; its key never stands there. */
export const providerInFile = v.strictObject({
  family: v.picklist(providerFamilies),
  /** A path: at the sandbox. */
  url: v.pipe(
    v.string(),
    v.check(
      (url) => url.startsWith('/') || (/^https?:\/\//.test(url) && URL.canParse(url)),
      'an address that starts with http:// or https://, or a path of the sandbox',
    ),
  ),
  /** The name that the provider knows us by. */
  operator: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  /** Where its games begin, for a family that hands out a token in place of a link. */
  launchUrl: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => /^https?:\/\//.test(url) && URL.canParse(url),
        'an address that starts with http:// or https://',
      ),
    ),
  ),
  /** What its players' money is called; THB where it is not said. */
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  /** Whether its 404 to a question means that it knows nothing of it, of a family that documents no words for that. */
  trustsMissing: v.optional(v.boolean()),
  timeoutMs: v.optional(whole(100, TIMEOUT_MAX_MS)),
  notFoundAfterMs: v.optional(whole(NOT_FOUND_AFTER_MIN_MS, HOUR_MS)),
})

/** How a provider is reached, of what stands beside its game; null where nothing usable does. */
export function readProvider(said: unknown): Omit<ProviderRow, 'key'> | null {
  const read = v.safeParse(providerInFile, said)
  if (!read.success) return null
  const { family, url, operator = 'krapao', timeoutMs = TIMEOUT_MAX_MS, notFoundAfterMs, ...own } = read.output
  return {
    ...own,
    family,
    url: url.replace(/\/+$/, ''),
    operator,
    timeoutMs,
    notFoundAfterMs: notFoundAfterMs ?? NOT_FOUND_AFTER_MIN_MS,
  }
}
