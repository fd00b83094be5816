import type { Claim, Json, Outcome, RowWrite, Submission } from '@krapao/ledger'
import type { Sql } from '../../../platform/database/types.ts'
import { walletNews } from '../../members/index.ts'
import type { DepositGrant } from '../../rewards/index.ts'
import { accounts, type HouseAccount, inward } from './accounts.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { insertOf } from '../../../platform/database/put-row.ts'

/** Money that came from outside for a member: by a QR, a slip, a gift link, a notice or a case. */
export interface Deposit {
  /** The deposit's id, and the ledger's; made from what came, so that nothing comes twice. */
  id: string
  memberId: string
  kind: 'qr' | 'slip' | 'gift' | 'notice' | 'case'
  house: HouseAccount
  /** Satang for the wallet. */
  amountMinor: number
  /** What was paid, in minor units of `house`'s currency; equal to `amountMinor` in baht. */
  paidMinor: number
  reference: string
  occurredAt: Date
  /** What can be credited once, whoever tells of it. */
  claim: Omit<Claim, 'owner'>
  /** What its row holds that is of its kind alone. */
  fields: { readonly [field: string]: Json | Date }
}

const noGrant: DepositGrant = { movements: [], rows: [], news: [] }

/** A member can arm and give back a bonus only so fast. */
const GRANT_TRIES_MAX = 10

/**
 * Credits a deposit in the caller's transaction, the one place where money from outside becomes money of a member: the
 * money, its row, the news of it and the bonus that it grants stand or fall together. Refused with CLAIMED when it was
 * credited before; the house account must be open.
 */
export async function creditDeposit(
  { ledger, clock, rewards }: CashierParts,
  tx: Sql,
  deposit: Deposit,
): Promise<Outcome> {
  const now = clock.now()
  const { memberId, id: depositId, amountMinor } = deposit
  for (let tries = 0; tries < GRANT_TRIES_MAX; tries += 1) {
    const grant = await rewards.grantFor(tx, { memberId, depositId, amountMinor, at: now })
    const outcome = await ledger.post(tx, submissionOf(deposit, grant, now))
    const isGrantless = grant.movements.length === 0
    if (outcome.ok || isGrantless || !movedRefusals.has(outcome.refusal)) return outcome
    // Credited before: a retry of it must bring what it brought then, whatever was armed since.
    if (outcome.refusal === 'ID_TAKEN') break
  }
  return ledger.post(tx, submissionOf(deposit, noGrant, now))
}

/**
 * Credits a deposit in one commit with others', and with further rows of its own. False where it brings a bonus, was
 * credited before, or something moved: nothing was written then, and `creditDeposit` tells which.
 */
export async function creditTogether(
  { database, ledger, clock, rewards }: CashierParts,
  deposit: Deposit,
  rows: readonly RowWrite[],
): Promise<boolean> {
  const now = clock.now()
  const { memberId, id: depositId, amountMinor } = deposit
  const grant = await rewards.grantFor(database, { memberId, depositId, amountMinor, at: now })
  if (grant.movements.length > 0) return false
  const submission = submissionOf(deposit, grant, now)
  const outcome = await ledger.submit({ ...submission, rows: [...(submission.rows ?? []), ...rows] })
  return outcome.ok && !outcome.replayed
}

/** Refusals that may be the grant's: the bonus was given back or granted since it was read, or the deposit is a retry. */
const movedRefusals: ReadonlySet<string> = new Set(['GUARD_MOVED', 'ID_TAKEN'])

function submissionOf(deposit: Deposit, grant: DepositGrant, now: Date): Submission {
  const { id, memberId, kind, house, amountMinor, paidMinor, reference, occurredAt, claim, fields } = deposit
  return {
    movements: [
      ...inward({
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
      ...grant.movements,
    ],
    claims: [{ ...claim, owner: id }],
    rows: [
      insertOf('deposit', {
        id,
        memberId,
        kind,
        amountMinor,
        paidMinor,
        occurredAt,
        houseAccount: house.account,
        paidCurrency: house.currency,
        createdAt: now,
        ...fields,
      }),
      ...grant.rows,
    ],
    news: [walletNews(memberId, 'deposit'), ...grant.news],
  }
}
