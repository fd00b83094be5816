import { isBlank } from '@krapao/contract'
import { useState } from 'react'

/** What is wrong with what was typed, in words by its field; null where nothing is. */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, string | null>>>

/** Words in place of what cannot be seen; null where there is something to read. */
export const lacking = (typed: string, words: string): string | null => (isBlank(typed) ? words : null)

/** What is wrong in a form: said once somebody has tried to send it. */
export function useChecked<Field extends string>(problems: Problems<Field>) {
  const [isChecked, setIsChecked] = useState(false)
  return {
    /** What is said below a field; undefined: nothing. */
    errorOf: (field: Field): string | undefined => (isChecked ? (problems[field] ?? undefined) : undefined),
    /** Whether nothing is wrong; what is, is said from now on. */
    check(): boolean {
      setIsChecked(true)
      return Object.values(problems).every((problem) => problem === null)
    },
    /** Begins anew: nothing has been tried. */
    uncheck: (): void => setIsChecked(false),
  }
}
