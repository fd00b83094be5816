import type { Ledger } from '@krapao/ledger'
import type { Sql } from '../platform/database/types.ts'
import { newId } from '../platform/ids.ts'

/** Money as a test moves it between two accounts of the ledger, in satang. */
export interface Booking {
  from: string
  to: string
  amountMinor: number
  code: string
  at: Date
  id?: string
  /** What it is about; the transfer's own id unless told. */
  reference?: string
  metadata?: Readonly<Record<string, string>>
}

/**
 * Books money straight on the ledger. Accounts that are not there are opened: those of the house may go below zero.
 * @returns the id of the transfer; throws when it is refused.
 */
export async function book(
  { ledger, database }: { ledger: Pick<Ledger, 'open' | 'submit'>; database: Sql },
  { at, id = newId(at), reference = id, ...money }: Booking,
): Promise<string> {
  const submission = { movements: [{ kind: 'post' as const, id, reference, occurredAt: at, ...money }] }
  let outcome = await ledger.submit(submission)
  if (!outcome.ok && outcome.refusal === 'NO_ACCOUNT') {
    const floorOf = (account: string) => (account.startsWith('house/') ? null : 0)
    const accounts = [money.from, money.to]
    await ledger.open(
      database,
      accounts.map((account) => ({ account, currency: 'BAHT', floorMinor: floorOf(account) })),
    )
    outcome = await ledger.submit(submission)
  }
  if (!outcome.ok) throw new Error(`the booking was refused: ${outcome.refusal} ${outcome.detail}`)
  return id
}
