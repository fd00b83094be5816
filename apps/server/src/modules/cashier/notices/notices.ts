import type { DeedName } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { type By, decisionSubject, writeDeed } from '../../deeds/index.ts'
import { walletNews } from '../../members/index.ts'
import { openAccounts, receivingAccount } from '../books/accounts.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { creditDeposit } from '../books/credit.ts'
import type { NamedTransfer } from '../transfers/named-transfer.ts'
import {
  countingOpenNotices,
  failDueNotices,
  failNotice,
  insertNotice,
  noticeById,
  type NoticeRow,
  takeNotice,
} from './notices.store.ts'
import { requireMinor } from '../books/terms.ts'
import { transferClaim } from '../transfers/transfer-claim.ts'
import { DAY_MS } from '../../../platform/durations.ts'

const OPEN_MAX = 5
const OPEN_FOR_MS = DAY_MS
const FAILED_AT_ONCE = 100

/** A member's word that he has paid. `operationId` becomes the id of the notice. */
export interface NoticeRequest {
  memberId: string
  operationId: string
  /** As it was sent. */
  amount: number
  /** Throws the 422 of the call's schema. */
  rules(): void
}

export type NoticeCredit = 'credited' | 'not-open' | 'had'

class AlreadyHad extends Error {}

// Notices of deposits that members made by hand: an operator looks at his bank, and decides.

/**
 * Records that a member says to have paid; credits nothing (decisions 3.3). Refuses with NO_DATA where the operator
 * takes no notices, DEPOSIT_MINIMUM, and REQUEST_LIMIT while five are open (rulings 3.3).
 */
export async function announceNotice(
  parts: CashierParts,
  request: NoticeRequest,
): Promise<{ message: string; amount: number }> {
  const { memberId, operationId: id } = request
  const made = await noticeById(parts.database, id)
  if (made !== null && made.memberId === memberId) return view(made)
  if (!(await parts.operator.settings()).isManual) refuse('NO_DATA')
  const amountMinor = requireAmount(request)
  const createdAt = parts.clock.now()
  const dueAt = new Date(createdAt.getTime() + OPEN_FOR_MS)
  return parts.database.transaction(async (tx) => {
    const [oldest, ...others] = await countingOpenNotices(tx, memberId)
    // Another run of the same request may have written it while this one waited for its turn to count.
    const meanwhile = await noticeById(tx, id)
    if (meanwhile !== null && meanwhile.memberId === memberId) return view(meanwhile)
    if (oldest !== undefined && others.length + 1 >= OPEN_MAX) {
      const waitMs = oldest.dueAt.getTime() - createdAt.getTime()
      refuse('REQUEST_LIMIT', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
    await insertNotice(tx, { id, memberId, amountMinor, dueAt, createdAt })
    return view({ amountMinor })
  })
}

/**
 * Credits what an operator has found to be paid. `had`: the transfer that he names was credited before.
 */
export async function creditNotice(
  parts: CashierParts,
  row: NoticeRow,
  given: { amountMinor: number; transfer: NamedTransfer | null; note: string; by: By },
): Promise<NoticeCredit> {
  const { amountMinor, transfer, note, by } = given
  // Where a transfer by hand went as far as anybody knows.
  const house = await receivingAccount(parts, 'BAHT')
  await openAccounts(parts, [house])
  const claim = transfer === null ? { kind: 'notice', key: row.id } : transferClaim(transfer)
  try {
    return await parts.database.transaction(async (tx) => {
      const taken = await takeNotice(tx, row.id, note, parts.clock.now())
      if (taken === null) return 'not-open'
      const outcome = await creditDeposit(parts, tx, {
        id: row.id,
        memberId: row.memberId,
        kind: 'notice',
        house,
        amountMinor,
        paidMinor: amountMinor,
        reference: row.id,
        occurredAt: parts.clock.now(),
        claim,
        fields: {
          movementNumber: taken.movementNumber,
          createdAt: row.createdAt,
          ...(transfer && { sendingBank: transfer.sendingBank, transRef: transfer.transRef }),
        },
      })
      if (outcome.ok) {
        const after = { state: 'credited', amountMinor, claim: claim.key }
        await writeDown(parts, tx, row, { by, deed: 'notice-credited', after, reason: note })
        return 'credited'
      }
      if (outcome.refusal === 'CLAIMED') throw new AlreadyHad()
      throw new Error(`the notice ${row.id} was refused: ${outcome.refusal} ${outcome.detail}`)
    })
  } catch (error) {
    // Thrown so that the notice stays open: nothing was credited for it.
    if (error instanceof AlreadyHad) return 'had'
    throw error
  }
}

/** Closes a notice without money; false when it is open no more. */
export function closeNotice(parts: CashierParts, row: NoticeRow, note: string, by: By): Promise<boolean> {
  return parts.database.transaction(async (tx) => {
    const isClosed = await failNotice(tx, row.id, note, parts.clock.now())
    if (!isClosed) return false
    await parts.ledger.post(tx, { movements: [], news: [walletNews(row.memberId, 'deposit')] })
    await writeDown(parts, tx, row, { by, deed: 'notice-closed', after: { state: 'failed' }, reason: note })
    return true
  })
}

function writeDown(
  parts: CashierParts,
  tx: Sql,
  row: NoticeRow,
  given: { by: By; deed: DeedName; after: Readonly<Record<string, string | number>>; reason: string },
): Promise<void> {
  const { by, ...deed } = given
  const subject = decisionSubject('notice', row.id)
  const before = { state: row.state, amountMinor: row.amountMinor }
  return writeDeed(tx, { ...by, ...deed, memberId: row.memberId, subject, before, at: parts.clock.now() })
}

/** Fails notices that stood open for 24 hours; how many. */
export function failNotices(parts: CashierParts): Promise<number> {
  return parts.database.transaction(async (tx) => {
    const failed = await failDueNotices(tx, parts.clock.now(), FAILED_AT_ONCE)
    if (failed.length === 0) return 0
    const members = new Set(failed.map(({ memberId }) => memberId))
    await parts.ledger.post(tx, {
      movements: [],
      news: [...members].map((memberId) => walletNews(memberId, 'deposit')),
    })
    return failed.length
  })
}

function view({ amountMinor }: Pick<NoticeRow, 'amountMinor'>): { message: string; amount: number } {
  return { message: 'OK', amount: toWireAmount(amountMinor) }
}

/** The announced amount in satang: above zero. */
function requireAmount({ amount, rules }: NoticeRequest): number {
  if (amount <= 0) refuse('DEPOSIT_MINIMUM', { details: { min: 0.01 } })
  rules()
  return requireMinor(amount)
}
