import type { ReconDay, ReconKind } from '@krapao/contract'
import type { CallError } from '@krapao/web'
import { formatBaht, sumOf } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './recon-texts.json' with { type: 'json' }

export const useReconTexts = () => usePlaceTexts(table)
export type ReconTexts = ReturnType<typeof useReconTexts>

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
export function refusalText({ words, has, errorText }: ReconTexts, error: CallError): string {
  const { problem, fields = [], days = [], expected, told, unexplained, next } = (error.details ?? {}) as Details
  if (typeof problem === 'object') {
    const id = `problem.${problem.field}`
    const what = has(id) ? words(id) : words('problem.amount')
    // The other problems hold what stands in the file.
    const text = problem.field === 'coming' ? dateText(problem.text) : problem.text
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
      expected: formatBaht(expected),
      told: formatBaht(told),
    })
  }
  const id = `refused.${fields[0] ?? ''}`
  return has(id) ? words(id) : errorText(error)
}

/** A day on which nothing moved is closed without a file. */
export const lacksFile = ({ statement, ours }: ReconDay): boolean => statement === null && ours.count > 0

/** What they tell of a day and what our books say: of a bank the balance where it is known, else what moved. */
export function figuresOf(kind: ReconKind, { opening, statement, ours }: ReconDay) {
  const closing = kind === 'bank' && statement !== null ? statement.closing : null
  return {
    theirs: closing ?? statement?.sum ?? null,
    ours: opening === null || closing === null ? ours.sum : sumOf([opening, ours.sum]),
  }
}

/** What a day wants before it can be closed, and whether it is so. */
export function wantsOf({ words }: Pick<ReconTexts, 'words'>, kind: ReconKind, day: ReconDay) {
  const { isOver, opening, statement, unexplained } = day
  const isTold = kind === 'bank' && statement !== null && opening !== null && statement.closing !== null
  return [
    { isDone: isOver, text: words('want.over') },
    {
      isDone: !lacksFile(day),
      text: words(statement === null && !lacksFile(day) ? 'want.noFile' : 'want.file'),
    },
    ...(isTold ? [{ isDone: sumOf([opening, statement.sum]) === statement.closing, text: words('want.adds') }] : []),
    {
      isDone: unexplained === 0,
      text: unexplained === 0 ? words('want.told') : words('refused.unexplained', { n: unexplained }),
    },
  ]
}
