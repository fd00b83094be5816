import type { Movement, RowWrite } from '@krapao/ledger'
import { deriveId } from '../../platform/ids.ts'
import { walletAccount } from '../members/index.ts'
import type { CaseRow } from './cases.store.ts'
import { gameAccountName } from './games.parts.ts'
import { CALL_LEASE_MS, creditsOf } from './games.rules.ts'
import type { LegRow, MovingTransfer, TransferRow } from './games.store.ts'

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
  const row: RowWrite = {
    table: 'game_leg',
    insert: {
      id: leg.id,
      version: 1,
      transfer_id: leg.transferId,
      member_id: leg.memberId,
      code: leg.code,
      username: leg.username,
      direction: leg.direction,
      amount_minor: leg.amountMinor,
      credits: leg.credits,
      state: leg.state,
      called_at: now.toISOString(),
      ask_at: askAt.toISOString(),
      asks: 0,
      not_founds: 0,
    },
  }
  return { leg, movement, row }
}

/** The money of a hold that was made with a leg, moved for good. */
export function settlement(leg: LegRow, now: Date): Movement {
  return { kind: 'settle', id: deriveId(leg.id, 'settle'), hold: deriveId(leg.id, 'hold'), occurredAt: now }
}

export function legUpdate(leg: LegRow, update: Record<string, string | number | null>): RowWrite {
  return { table: 'game_leg', id: leg.id, version: leg.version, update }
}

/** Writes the end of a transfer into its row. */
export function transferUpdate(transfer: MovingTransfer, status: TransferRow['status'], now: Date): RowWrite {
  return {
    table: 'game_transfer',
    id: transfer.id,
    version: transfer.version,
    update: { status, updated_at: now.toISOString() },
  }
}

/** The id of the case of a kind about a leg; there is one. */
export function caseId(leg: LegRow, kind: CaseRow['kind']): string {
  return deriveId(leg.id, 'case', kind)
}

/** The row that opens a case about a leg. */
export function caseRow(leg: LegRow, kind: CaseRow['kind'], now: Date): RowWrite {
  return {
    table: 'game_case',
    insert: {
      id: caseId(leg, kind),
      version: 1,
      member_id: leg.memberId,
      leg_id: leg.id,
      kind,
      amount_minor: leg.amountMinor,
      state: 'open',
      created_at: now.toISOString(),
    },
  }
}
