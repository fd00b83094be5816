import { accountErrorTexts } from './account-error-texts.ts'
import type { Code } from './codes.ts'
import type { ErrorText } from './error-text.ts'
import { moneyErrorTexts } from './money-error-texts.ts'

/**
 * What each code says to a player. `{min}`, `{max}` and `{n}` stand for `details.min`, `details.max` and megabytes.
 * Nothing in this package reads it: a web build takes the one language it serves (ERR-001).
 */
export const errorTexts: Readonly<Record<Code, ErrorText>> = /* @__PURE__ */ Object.assign(
  {},
  accountErrorTexts,
  moneyErrorTexts,
)
