import type { CallError } from '@krapao/web'
import { formatBaht } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './recon-texts.json' with { type: 'json' }

export const useReconTexts = () => usePlaceTexts(table)
type Texts = ReturnType<typeof useReconTexts>

export const baht = (amount: number | null): string => (amount === null ? '-' : (formatBaht(amount) ?? String(amount)))

/** "21/11/2026". */
export const dateText = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

interface Details {
  readonly problem?: string | { readonly field: string; readonly line: number | null; readonly text: string }
  readonly fields?: readonly string[]
  readonly days?: readonly string[]
  readonly expected?: number
  readonly told?: number
  readonly unexplained?: number
  readonly next?: string
}

/** Why a file was not taken in or a day not closed, and where. */
export function refusalText({ words, has, errorText }: Texts, error: CallError): string {
  const { problem, fields = [], days = [], expected, told, unexplained, next } = (error.details ?? {}) as Details
  if (typeof problem === 'object') {
    const id = `problem.${problem.field}`
    const what = has(id) ? words(id) : words('problem.amount')
    const text = problem.text
    return problem.line === null ? `${what} ${text}`.trim() : words('problem.line', { n: problem.line, what, text })
  }
  if (problem !== undefined) {
    const id = `refused.${problem}`
    if (has(id)) return words(id, { days: days.map(dateText).join(', ') })
  }
  if (unexplained !== undefined) return words('refused.unexplained', { n: unexplained })
  if (next !== undefined) return words('refused.next', { day: dateText(next) })
  if (expected !== undefined && told !== undefined) {
    return words(fields.includes('opening') ? 'refused.opening' : 'refused.closing', {
      expected: baht(expected),
      told: baht(told),
    })
  }
  const id = `refused.${fields[0] ?? ''}`
  return has(id) ? words(id) : errorText(error)
}
