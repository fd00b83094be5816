import type { Currency } from '@krapao/money'
import type { Sql } from '../../../platform/database/types.ts'
import { isSameTransfer, transRefOf } from '../transfers/transfer-claim.ts'

export interface TransferName {
  sendingBank: string
  transRef: string
}

/** What was credited for a transfer. */
export interface CreditedTransfer {
  depositId: string
  memberId: string
  kind: string
  amountMinor: number
  createdAt: Date
}

interface Holder extends CreditedTransfer {
  isMoved: boolean
  paidMinor: number
  paidCurrency: Currency
  houseAccount: string
}

/** Of all that were credited with a transfer the one who has it, and those from whom it was moved on, the first one first. */
export async function holdersOf(tx: Sql, transfer: TransferName): Promise<Holder[]> {
  const rows = await tx.query<Holder & TransferName>(
    `select id as "depositId", member_id as "memberId", kind, amount_minor as "amountMinor", created_at as "createdAt",
       sending_bank as "sendingBank", trans_ref as "transRef", moved_at is not null as "isMoved",
       paid_minor as "paidMinor", paid_currency as "paidCurrency", house_account as "houseAccount"
     from deposit where upper(trans_ref) = $1 order by created_at, moved_at is null, id`,
    [transRefOf(transfer.transRef)],
  )
  return rows.filter((row) => isSameTransfer(row, transfer))
}

/** What was credited by a deposit is another member's by now. */
export async function noteMoved(tx: Sql, depositId: string, now: Date): Promise<void> {
  await tx.query('update deposit set moved_at = $2, version = version + 1 where id = $1', [depositId, now])
}
