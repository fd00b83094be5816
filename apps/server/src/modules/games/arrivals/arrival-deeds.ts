import type { Outcome, RowWrite } from '@krapao/ledger'
import { houseBonus, houseSuspense } from '../../../platform/house-accounts.ts'
import { deriveId } from '../../../platform/ids.ts'
import { type By, type Deed, decisionSubject, postWithDeed } from '../../deeds/index.ts'
import { walletAccount, walletNews } from '../../members/index.ts'
import { type CaseRow, lentLine } from '../cases.store.ts'
import type { GamesParts } from '../games.parts.ts'
import { findLeg } from '../games.store.ts'
import { updateOf } from '../../../platform/database/put-row.ts'

/** What came of it, or why the case stays as it is. */
export type ArrivalEnd = 'ended' | 'not-open' | 'no-money' | 'holds-money' | 'transfer-open' | 'not-covered'

// What a person decides about a transfer that was not what it was taken for.

/** Takes what the house lent the member back from his wallet. */
export function collectArrival(parts: GamesParts, row: CaseRow, by: By): Promise<ArrivalEnd> {
  const line = lentLine(row, 'collected', parts.clock.now())
  return bringBack(parts, row, { from: walletAccount(row.memberId), lines: [line] }, deedOf(row, by, 'collected'))
}

/** The house bears what it lent: no line of the statement, for the lending was one. */
export function forgiveArrival(parts: GamesParts, row: CaseRow, by: By): Promise<ArrivalEnd> {
  return bringBack(parts, row, { from: houseBonus, lines: [] }, deedOf(row, by, 'forgiven'))
}

/** Closes a case that holds no money, once its transfer is settled. */
export async function closeArrival(parts: GamesParts, row: CaseRow, by: By): Promise<ArrivalEnd> {
  if (row.kind !== 'contradiction') return 'holds-money'
  if ((await findLeg(parts.database, row.legId))?.state === 'review') return 'transfer-open'
  const rows = [closing(row, parts.clock.now())]
  return endOf(row, await postWithDeed(parts, { movements: [], rows }, deedOf(row, by, 'closed')))
}

/** Brings what was lent back into suspense and closes the case, both or neither, once. */
async function bringBack(
  parts: GamesParts,
  row: CaseRow,
  { from, lines }: { from: string; lines: readonly RowWrite[] },
  deed: Omit<Deed, 'at'>,
): Promise<ArrivalEnd> {
  if (row.kind === 'contradiction') return 'no-money'
  const now = parts.clock.now()
  await parts.ledger.open(parts.database, [{ account: houseBonus, currency: 'BAHT', floorMinor: null }])
  const submission = {
    movements: [
      {
        kind: 'post' as const,
        id: deriveId(row.id, 'close'),
        from,
        to: houseSuspense,
        amountMinor: row.amountMinor,
        code: 'late-arrival',
        reference: row.id,
        occurredAt: now,
      },
    ],
    rows: [closing(row, now), ...lines],
    news: [walletNews(row.memberId, 'transfer')],
  }
  return endOf(row, await postWithDeed(parts, submission, deed))
}

function closing(row: CaseRow, now: Date): RowWrite {
  return updateOf('game_case', row, { state: 'closed', closedAt: now })
}

/** Said by two people at once, alike or not: the first one's word was booked. */
function endOf(row: CaseRow, outcome: Outcome): ArrivalEnd {
  if (outcome.ok) return outcome.replayed ? 'not-open' : 'ended'
  if (outcome.refusal === 'GUARD_MOVED' || outcome.refusal === 'ID_TAKEN') return 'not-open'
  if (outcome.refusal === 'NOT_ENOUGH') return 'not-covered'
  throw new Error(`the case ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
}

function deedOf(row: CaseRow, by: By, end: 'collected' | 'forgiven' | 'closed'): Omit<Deed, 'at'> {
  const { id, memberId, legId, kind, amountMinor } = row
  return {
    ...by,
    deed: `game-case-${end}`,
    memberId,
    subject: decisionSubject('arrival', id),
    before: { kind, state: 'open' },
    after: { state: 'closed', transfer: legId, ...(end === 'closed' ? {} : { amountMinor }) },
  }
}
