import type { Code } from './codes.ts'
import texts from './error-texts.json' with { type: 'json' }

/** One text in the three languages of the product. */
interface ErrorText {
  readonly th: string
  readonly lo: string
  readonly en: string
}

/**
 * What each code says to a player. `{min}`, `{max}` and `{n}` stand for `details.min`, `details.max` and megabytes.
 * Nothing in this package reads it: a web build takes the one language it serves (ERR-001).
 */
export const errorTexts: Readonly<Record<Code, ErrorText>> = texts
