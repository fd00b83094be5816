import type { Input } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'

/** What became of a form: done, or refused for a reason that is shown on the page. */
export type Attempt<T> =
  | { readonly done: true; readonly value: T }
  | { readonly done: false; readonly refusal: Refusal }

/** Runs the work; a refusal is returned, anything else is a defect and thrown on. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { done: true, value: work() }
  } catch (error) {
    if (error instanceof Refusal) return { done: false, refusal: error }
    throw error
  }
}

/** A refusal in words. */
export function wordsOf(refusal: Refusal): string {
  return refusal.message || refusal.code
}

/** The texts of a form, to be shown again. */
export function textsOf(input: Input): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
