import type { Currency } from '@krapao/money'
import type { Clock } from '../../platform/clock.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Logger } from '../../platform/logger.ts'
import { openCase } from './cases.store.ts'
import { isSameTransfer, transferClaim, transRefOf } from './transfer-claim.ts'

/** A transfer as far as a case about it needs to know it. */
interface ContestedTransfer {
  sendingBank: string
  transRef: string
  amountMinor: number
  currency: Currency
  occurredAt: Date
}

/** What was credited for a transfer. */
export interface CreditedTransfer {
  depositId: string
  memberId: string
  kind: string
  amountMinor: number
  createdAt: Date
}

/** A transfer that two members call theirs: the first one's withdrawals wait until a person has looked (beyond 7.1). */
export interface Contests {
  /** Whom a transfer was credited to; null while nobody has it. */
  creditedTo(tx: Sql, transfer: Pick<ContestedTransfer, 'sendingBank' | 'transRef'>): Promise<CreditedTransfer | null>
  /**
   * Opens a case when somebody else than `by` was credited with the transfer, one for both of them. None against the owner
   * of the QR that it paid: whose that is is certain.
   */
  open(tx: Sql, claim: { transfer: ContestedTransfer; by: string; as: string }): Promise<void>
}

export function createContests({ clock, logger }: { clock: Clock; logger: Logger }): Contests {
  async function creditedTo(
    tx: Sql,
    transfer: Pick<ContestedTransfer, 'sendingBank' | 'transRef'>,
  ): Promise<CreditedTransfer | null> {
    const rows = await tx.query<CreditedTransfer & { sendingBank: string; transRef: string }>(
      `select id as "depositId", member_id as "memberId", kind, amount_minor as "amountMinor", created_at as "createdAt",
         sending_bank as "sendingBank", trans_ref as "transRef"
       from deposit where upper(trans_ref) = $1`,
      [transRefOf(transfer.transRef)],
    )
    return rows.find((row) => isSameTransfer(row, transfer)) ?? null
  }

  return {
    creditedTo,
    async open(tx, { transfer, by, as }) {
      const credited = await creditedTo(tx, transfer)
      if (credited === null || credited.memberId === by || credited.kind === 'qr') return
      const { sendingBank, transRef, amountMinor, currency, occurredAt } = transfer
      const about = {
        kind: 'TRANSFER_CONTESTED',
        memberId: credited.memberId,
        withdrawalId: null,
        sendingBank,
        transRef,
        reference: transferClaim(transfer).key,
        amountMinor,
        currency,
        occurredAt,
        detail: `credited to ${credited.memberId} by ${credited.kind}; ${by} calls it his as ${as}`,
      } as const
      const isNew = await openCase(tx, about, `${credited.depositId} ${by}`, clock.now())
      if (isNew) logger.warn({ memberId: credited.memberId, by, transRef }, 'two members call one transfer theirs')
    },
  }
}

/** Lets one at a time decide about a transfer, until the transaction ends: each sees what the one before it did. */
export async function lockTransfer(tx: Sql, transfer: { sendingBank: string; transRef: string }): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`transfer ${transferClaim(transfer).key}`])
}
