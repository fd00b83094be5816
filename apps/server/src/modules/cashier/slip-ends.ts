import type { SlipReason } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositBank } from '../operator/index.ts'
import { accounts, type House } from './accounts.ts'
import type { BankTransfer } from './bank-words.ts'
import type { AccountProof } from './account-proof.ts'
import { type Contests, lockTransfer } from './contests.ts'
import type { Credits, Deposit } from './credit.ts'
import {
  endSlip,
  hasSlipOf,
  lockSlip,
  type SlipEnd,
  type SlipRow,
  suspendedBanks,
  type ToldTransfer,
  waitingSlipsOf,
} from './slip.store.ts'
import { transferClaim } from './transfer-claim.ts'

/** What a slip that nobody has decided yet comes to. */
export interface SlipEnds {
  /**
   * Credits what the bank told, credit and end of the slip in one. Of a transfer that was credited before the slip is
   * refused; one that lies in suspense is left to the operator. When another member sent it too a case names both.
   */
  credit(row: SlipRow, into: DepositBank, told: ToldTransfer): Promise<void>
  refuse(row: SlipRow, note: SlipReason, told?: ToldTransfer): Promise<void>
  /** Ends the slip of what paid a QR, which its owner has by now. */
  paidQr(row: SlipRow, told: ToldTransfer): Promise<void>
  /** Leaves it to the operator; one whose transfer was credited meanwhile is refused. */
  review(row: SlipRow, reviewReason: string, told?: ToldTransfer): Promise<void>
}

export interface SlipEndsDeps {
  database: Database
  clock: Clock
  logger: Logger
  house: House
  credits: Credits
  proof: AccountProof
  contests: Contests
}

/** The deposit that a slip becomes, and its transfer in the ledger: one for one slip, however often it is decided. */
export function slipDepositId(slipId: string): string {
  return deriveId('slip-deposit', slipId)
}

export function createSlipEnds(deps: SlipEndsDeps): SlipEnds {
  const { database, clock, logger, contests } = deps

  async function credit(row: SlipRow, into: DepositBank, told: ToldTransfer): Promise<void> {
    const { transfer } = told
    const deposit = depositOf(row, into, told)
    await deps.house.ready([deposit.house])
    const note = await alone(row, transfer, async (tx) => {
      const outcome = await deps.credits.credit(tx, deposit)
      if (outcome.ok) {
        await deps.proof.ofTransfer(tx, row.memberId, transfer)
        await contestBySlips(tx, row, transfer)
        return write(tx, row, { state: 'credited', told, depositId: deposit.id })
      }
      if (outcome.refusal !== 'CLAIMED') throw new Error(`a slip was refused: ${outcome.refusal} ${outcome.detail}`)
      return had(tx, row, told)
    })
    logger.info({ slip: row.id, transRef: transfer.transRef }, `a slip was ${note}`)
  }

  /** Does something with a slip that nobody has decided, one at a time for its transfer. */
  function alone(row: SlipRow, transfer: BankTransfer, act: (tx: Sql) => Promise<string>): Promise<string> {
    return database.transaction(async (tx) => {
      if ((await lockSlip(tx, row.id, ['open'])) === null) return 'decided before'
      await lockTransfer(tx, transfer)
      return act(tx)
    })
  }

  /** Who sent it before and waits for a person contests it as who comes later does, unless he is surely another one. */
  async function contestBySlips(tx: Sql, row: SlipRow, transfer: BankTransfer): Promise<void> {
    for (const other of await waitingSlipsOf(tx, transfer)) {
      if (other.memberId === row.memberId || (await deps.proof.isOther(tx, other.memberId, transfer))) continue
      await contest(tx, other, transfer)
    }
  }

  function contest(tx: Sql, row: Pick<SlipRow, 'id' | 'memberId'>, transfer: BankTransfer): Promise<void> {
    return contests.open(tx, { transfer, by: row.memberId, as: `the sender of the slip ${row.id}` })
  }

  /** Ends the slip of a transfer that was claimed before. */
  async function had(tx: Sql, row: SlipRow, told: ToldTransfer): Promise<string> {
    // Money in suspense was claimed, but nobody has it yet: it is the operator's to give (cases credit).
    if (await isInSuspense(tx, told.transfer))
      return write(tx, row, { state: 'review', reviewReason: 'the money lies in suspense: see cases list', told })
    await contest(tx, row, told.transfer)
    return write(tx, row, { state: 'refused', note: 'SLIP_REFNO_DUPLICATED', told })
  }

  async function paidQr(row: SlipRow, told: ToldTransfer): Promise<void> {
    const { transfer } = told
    const note = await alone(row, transfer, async (tx) => {
      const credited = await contests.creditedTo(tx, transfer)
      // His own, and paid into his wallet since he sent it: to him the slip has done it.
      const isByIt =
        credited?.memberId === row.memberId &&
        credited.createdAt >= row.createdAt &&
        !(await hasSlipOf(tx, row.memberId, credited.depositId))
      return isByIt ? write(tx, row, { state: 'credited', told, depositId: credited.depositId }) : had(tx, row, told)
    })
    logger.info({ slip: row.id, transRef: transfer.transRef }, `a slip of a QR was ${note}`)
  }

  async function review(row: SlipRow, reviewReason: string, told?: ToldTransfer): Promise<void> {
    if (told === undefined) return end(row, { state: 'review', reviewReason })
    const note = await alone(row, told.transfer, async (tx) =>
      (await contests.creditedTo(tx, told.transfer)) === null
        ? write(tx, row, { state: 'review', reviewReason, told })
        : had(tx, row, told),
    )
    logger.info({ slip: row.id, why: reviewReason }, `a slip was ${note}`)
  }

  async function refuse(row: SlipRow, note: SlipReason, told?: ToldTransfer): Promise<void> {
    if (told === undefined) return end(row, { state: 'refused', note })
    const ended = await alone(row, told.transfer, async (tx) => {
      await contest(tx, row, told.transfer)
      return write(tx, row, { state: 'refused', note, told })
    })
    logger.info({ slip: row.id, note }, `a slip was ${ended}`)
  }

  async function end(row: SlipRow, given: End): Promise<void> {
    const note = await database.transaction(async (tx) =>
      (await lockSlip(tx, row.id, ['open'])) === null ? 'decided before' : write(tx, row, given),
    )
    logger.info({ slip: row.id, note: given.note, why: given.reviewReason }, `a slip was ${note}`)
  }

  async function write(tx: Sql, row: SlipRow, given: End): Promise<string> {
    const nothing = { note: null, reviewReason: null, depositId: null, told: null }
    await endSlip(tx, row.id, { ...nothing, ...given, now: clock.now() })
    return given.state === 'review' ? 'left to the operator' : given.state
  }

  return { credit, refuse, paidQr, review }
}

function depositOf(row: SlipRow, into: DepositBank, { transfer, amountMinor }: ToldTransfer): Deposit {
  return {
    id: slipDepositId(row.id),
    memberId: row.memberId,
    kind: 'slip',
    house: accounts.bank(into.bankCode, into.currency),
    amountMinor,
    paidMinor: transfer.amountMinor,
    reference: row.id,
    occurredAt: transfer.occurredAt,
    claim: transferClaim(transfer),
    columns: { sending_bank: transfer.sendingBank, trans_ref: transfer.transRef },
  }
}

type End = Pick<SlipEnd, 'state'> &
  Partial<{ note: SlipReason; reviewReason: string; depositId: string; told: ToldTransfer | null }>

async function isInSuspense(tx: Sql, transfer: BankTransfer): Promise<boolean> {
  const named = await suspendedBanks(tx, transfer.transRef)
  return named.includes(transfer.sendingBank)
}
