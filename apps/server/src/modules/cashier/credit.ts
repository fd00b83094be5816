import type { Claim, Json, Ledger, Outcome } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Sql } from '../../platform/database/types.ts'
import { accounts, type HouseAccount, inward } from './accounts.ts'

/** Money that came from outside for a member: by a QR, a slip or a gift link. */
export interface Deposit {
  /** The deposit's id, and the ledger's; made from what came, so that nothing comes twice. */
  id: string
  memberId: string
  kind: 'qr' | 'slip' | 'gift'
  house: HouseAccount
  /** Satang for the wallet. */
  amountMinor: number
  /** What was paid, in minor units of `house`'s currency; equal to `amountMinor` in baht. */
  paidMinor: number
  reference: string
  occurredAt: Date
  /** What can be credited once, whoever tells of it. */
  claim: Omit<Claim, 'owner'>
  /** The columns of its row that are of its kind alone. */
  columns: { readonly [column: string]: Json }
}

export interface Credits {
  /**
   * Credits a deposit in the caller's transaction: the money, its row and the news of it stand or fall together.
   * Refused with CLAIMED when it was credited before; the house account must be open.
   */
  credit(tx: Sql, deposit: Deposit): Promise<Outcome>
}

/** The one place where money from outside becomes money of a member. */
export function createCredits({ ledger, clock }: { ledger: Ledger; clock: Clock }): Credits {
  return {
    credit(tx, deposit) {
      const { id, memberId, kind, house, amountMinor, paidMinor, reference, occurredAt, claim, columns } = deposit
      return ledger.post(tx, {
        movements: inward({
          id,
          kind: 'post',
          amountMinor,
          outsideMinor: paidMinor,
          house,
          wallet: accounts.wallet(memberId),
          code: 'deposit',
          reference,
          occurredAt,
        }),
        claims: [{ ...claim, owner: id }],
        rows: [
          {
            table: 'deposit',
            insert: {
              id,
              member_id: memberId,
              kind,
              house_account: house.account,
              amount_minor: amountMinor,
              paid_minor: paidMinor,
              paid_currency: house.currency,
              occurred_at: occurredAt.toISOString(),
              created_at: clock.now().toISOString(),
              ...columns,
            },
          },
        ],
        news: [{ topic: 'wallet', key: memberId, payload: { reason: 'deposit' } }],
      })
    },
  }
}
