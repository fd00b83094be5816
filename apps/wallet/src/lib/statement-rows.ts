import type { AnswerOf, calls, StatementRow } from '@krapao/contract'
import type { QueryClient } from '@tanstack/react-query'
import { statementKey } from './wallet.ts'

type StatementPageAnswer = AnswerOf<typeof calls.statementList>

/** A row of the history as it was last told, on whatever page that was fetched; undefined while none had it. */
export function latestRow(client: QueryClient, id: string): StatementRow | undefined {
  let found: { row: StatementRow; atMs: number } | undefined
  for (const query of client.getQueryCache().findAll({ queryKey: statementKey })) {
    if (typeof query.queryKey[1] !== 'number') continue
    const { data, dataUpdatedAt } = query.state
    const row = (data as StatementPageAnswer | undefined)?.statements.find((one) => one._id === id)
    if (row !== undefined && dataUpdatedAt > (found?.atMs ?? -1)) found = { row, atMs: dataUpdatedAt }
  }
  return found?.row
}
