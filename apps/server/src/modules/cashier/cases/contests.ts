import type { Currency } from '@krapao/money'
import { lockName } from '../../../platform/database/lock-name.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { caseId, casesAbout, closeCase, openCase, pointCaseAt } from './cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { type CreditedTransfer, holdersOf, noteMoved, type TransferName } from './credited-transfers.store.ts'
import { isSameTransfer, transferClaim, transRefOf } from '../transfers/transfer-claim.ts'

/** A transfer as far as a case about it needs to know it. */
interface ContestedTransfer {
  sendingBank: string
  transRef: string
  amountMinor: number
  currency: Currency
  occurredAt: Date
}

// A transfer that two members call theirs: the first one's withdrawals wait until a person has looked (beyond 7.1).

/** Whom a transfer was credited to; null while nobody has it. */
export async function creditedTo(tx: Sql, transfer: TransferName): Promise<CreditedTransfer | null> {
  return (await holdersOf(tx, transfer)).find(({ isMoved }) => !isMoved) ?? null
}

/**
 * Opens a case when somebody else than `by` was credited with the transfer, one for both of them. None against the owner
 * of the QR that it paid: whose that is is certain. And none by whom a person has taken it from.
 */
export async function openContest(
  { clock, logger }: CashierParts,
  tx: Sql,
  { transfer, by, as }: { transfer: ContestedTransfer; by: string; as: string },
): Promise<void> {
  const holders = await holdersOf(tx, transfer)
  const credited = holders.find(({ isMoved }) => !isMoved)
  if (credited === undefined || credited.kind === 'qr' || holders.some(({ memberId }) => memberId === by)) return
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
  const isNew = await openCase(tx, about, subjectOf(transfer, by), clock.now())
  if (isNew) logger.warn({ memberId: credited.memberId, by, transRef }, 'two members call one transfer theirs')
}

/**
 * What was credited has been given to another member, in this transaction: he has the transfer from now on, and who
 * else calls it his contests it with him.
 */
export async function handOver(
  tx: Sql,
  transfer: TransferName,
  { credited, to, now }: { credited: CreditedTransfer; to: string; now: Date },
): Promise<void> {
  await noteMoved(tx, credited.depositId, now)
  const his = contestId(transfer, to)
  for (const open of await casesAbout(tx, 'TRANSFER_CONTESTED', transRefOf(transfer.transRef))) {
    const isAgainst = open.state === 'open' && open.memberId === credited.memberId
    if (!isAgainst || !isSameTransfer(open, transfer)) continue
    if (open.id === his) await closeCase(tx, { id: his, state: 'closed', note: 'he has it by another case', now })
    else await pointCaseAt(tx, open.id, to)
  }
  await holdForDifferences(tx, transfer, to)
}

/** Makes what is open about the sum of a transfer hold the withdrawals of the member who has it from now on. */
export async function holdForDifferences(tx: Sql, transfer: TransferName, memberId: string): Promise<void> {
  const named = await casesAbout(tx, 'PAYMENT_DIFFERS', transRefOf(transfer.transRef))
  for (const { id, state, ...row } of named) {
    if (state === 'open' && row.memberId !== memberId && isSameTransfer(row, transfer))
      await pointCaseAt(tx, id, memberId)
  }
}

/** What a transfer was first credited as, by the words of whom it was credited by; null while nobody was. */
export async function firstCredit(
  sql: Sql,
  transfer: TransferName,
): Promise<{ kind: string; amountMinor: number; currency: Currency; houseAccount: string } | null> {
  const [first] = await holdersOf(sql, transfer)
  if (first === undefined) return null
  const { kind, paidMinor, paidCurrency, houseAccount } = first
  return { kind, amountMinor: paidMinor, currency: paidCurrency, houseAccount }
}

/** The case of a member who calls a transfer his that somebody else was credited with. */
export function contestId(transfer: TransferName, by: string): string {
  return caseId('TRANSFER_CONTESTED', subjectOf(transfer, by))
}

/** What a member's case about a transfer is about: one for both, whoever has it meanwhile. */
function subjectOf(transfer: TransferName, by: string): string {
  return `${transferClaim(transfer).key} ${by}`
}

/** Lets one at a time decide about a transfer, until the transaction ends: each sees what the one before it did. */
export function lockTransfer(tx: Sql, transfer: { sendingBank: string; transRef: string }): Promise<void> {
  return lockName(tx, `transfer ${transferClaim(transfer).key}`)
}
