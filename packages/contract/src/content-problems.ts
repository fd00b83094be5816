import * as v from 'valibot'

/**
 * Why what an operator has written for players cannot stand, by codes that screens have words for, each with the names of
 * the facts that it is told with.
 */
export const CONTENT_PROBLEMS = {
  /** An account for deposits at a bank that is not offered. */
  NO_BANK: ['account', 'bank'],
  /** An account for deposits under the name of another one, which transfers are known by. */
  ACCOUNT_KEPT: ['account'],
  /** An account that shows QRs alone, and has none. */
  QR_MISSING: ['account'],
  /** An account that somebody collects for, and that members are to pay to directly as well. */
  QR_ALONE: ['account'],
  /** A game that the file does not name. */
  NO_GAME: ['game'],
  GAME_TWICE: ['game'],
  /** Anything else: only the server's log says what. */
  OTHER: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

type ContentProblemCode = keyof typeof CONTENT_PROBLEMS

/** A code and its facts. */
export interface ContentProblem {
  code: ContentProblemCode
  facts: Readonly<Record<string, string>>
}

/** As answers and refusals tell it. */
export const contentProblem = /* @__PURE__ */ v.object({
  code: v.picklist(Object.keys(CONTENT_PROBLEMS) as ContentProblemCode[]),
  facts: v.record(v.string(), v.string()),
})
