import type { RowWrite } from '@krapao/ledger'
import { deriveId } from '../../platform/ids.ts'

/** What the house gives a member, or takes back from him, to set right what was booked before. */
export interface Adjustment {
  memberId: string
  /** Satang for his wallet; below zero what was taken from it. */
  changeMinor: number
  /** What it is about, once for each: the case's id, or that and a word. */
  about: string
  at: Date
}

/** The line of his statement, as the ledger writes it with the money that it tells of. */
export function adjustmentLine({ memberId, changeMinor, about, at }: Adjustment): RowWrite {
  return {
    table: 'adjustment_line',
    insert: {
      id: deriveId('adjustment', about),
      member_id: memberId,
      change_minor: changeMinor,
      created_at: at.toISOString(),
    },
  }
}
