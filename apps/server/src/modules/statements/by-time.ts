import type { StatementKind, StatementRow } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { readHistory } from '../members/index.ts'
import { receiptNumber } from './receipt-number.ts'
import { readMovements } from './statement.ts'
import type { StatementsParts } from './statements.parts.ts'
import { findMoments } from './statements.store.ts'

/** A movement of a member as staff see it among all that happened with him. */
export interface TimedMovement extends Pick<StatementRow, 'from' | 'to' | 'status' | 'amount' | 'receiptNumber'> {
  id: string
  at: Date
  kind: StatementKind
}

/** Movements of a member by their times, newest first, of some kinds; at or before a moment, of that moment below an id. */
export async function movementsByTime(
  parts: StatementsParts,
  memberId: string,
  page: { kinds: readonly StatementKind[]; behind: { at: Date; id: string } | null; limit: number },
): Promise<TimedMovement[]> {
  const sources = parts.doors.flatMap((door) => door.movementSources).filter(({ kind }) => page.kinds.includes(kind))
  const moments = await findMoments(parts.database, sources, memberId, page)
  if (moments.length === 0) return []
  const only = moments.map(({ number }) => number)
  const range = { memberId, fromNumber: Math.min(...only), toNumber: Math.max(...only), only }
  const [movements, { memberNumber }] = await Promise.all([
    readMovements(parts.database, parts.doors, range),
    readHistory(parts.database, memberId),
  ])
  const byId = new Map(movements.map((movement) => [movement.id, movement]))
  return moments.flatMap(({ id, at }) => {
    const found = byId.get(id)
    // What was credited meanwhile stands under another id, and is found there.
    if (found === undefined) return []
    const { number, kind, from, to, status, amountMinor } = found
    const receipt = receiptNumber({ memberNumber, movementNumber: number })
    return { id, at, kind, from, to, status, amount: toWireAmount(amountMinor), receiptNumber: receipt }
  })
}
