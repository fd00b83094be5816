import type { Movement, RowWrite } from '@krapao/ledger'
import { deriveId } from '../../../platform/ids.ts'
import { walletAccount } from '../../members/index.ts'
import type { CaseRow } from '../cases.store.ts'
import { gameAccountName } from '../accounts/ledger-accounts.ts'
import { CALL_LEASE_MS, creditsOf } from '../games.rules.ts'
import type { LegRow, MovingTransfer, TransferRow } from '../games.store.ts'
import { insertOf, updateOf } from '../../../platform/database/put-row.ts'

// What the ledger writes of a leg: its movements, its row and its transfer's, and the cases about it.

export type LegTerms = Pick<
  LegRow,
  'id' | 'transferId' | 'memberId' | 'code' | 'username' | 'direction' | 'amountMinor'
> & { factorTenThousandths: number }

/** The leg that a hold makes, with the movement and the row that make it. */
export function openLeg(terms: LegTerms, now: Date): { leg: LegRow; movement: Movement; row: RowWrite } {
  const { factorTenThousandths, ...known } = terms
  const askAt = new Date(now.getTime() + CALL_LEASE_MS)
  const leg: LegRow = {
    ...known,
    version: 1,
    credits: creditsOf(terms.amountMinor, factorTenThousandths),
    state: 'held',
    calledAt: now,
    askAt,
    asks: 0,
    notFounds: 0,
    closedAt: null,
  }
  const wallet = walletAccount(terms.memberId)
  const game = gameAccountName(terms.memberId, terms.code)
  const movement: Movement = {
    kind: 'hold',
    id: deriveId(leg.id, 'hold'),
    from: terms.direction === 'in' ? wallet : game,
    to: terms.direction === 'in' ? game : wallet,
    amountMinor: terms.amountMinor,
    code: 'game-transfer',
    reference: leg.transferId,
    occurredAt: now,
  }
  return { leg, movement, row: insertOf('game_leg', leg) }
}

/** The money of a hold that was made with a leg, moved for good. */
export function settlement(leg: LegRow, now: Date): Movement {
  return { kind: 'settle', id: deriveId(leg.id, 'settle'), hold: deriveId(leg.id, 'hold'), occurredAt: now }
}

export function legUpdate(leg: LegRow, fields: Partial<LegRow>): RowWrite {
  return updateOf('game_leg', leg, fields)
}

/** Writes the end of a transfer into its row. */
export function transferUpdate(transfer: MovingTransfer, status: TransferRow['status'], now: Date): RowWrite {
  return updateOf('game_transfer', transfer, { status, updatedAt: now })
}

/** The id of the case of a kind about a leg; there is one. */
export function caseId(leg: LegRow, kind: CaseRow['kind']): string {
  return deriveId(leg.id, 'case', kind)
}

/** The row that opens a case about a leg. */
export function caseRow(leg: LegRow, kind: CaseRow['kind'], now: Date): RowWrite {
  return insertOf('game_case', {
    id: caseId(leg, kind),
    version: 1,
    memberId: leg.memberId,
    legId: leg.id,
    kind,
    amountMinor: leg.amountMinor,
    state: 'open',
    createdAt: now,
  })
}
