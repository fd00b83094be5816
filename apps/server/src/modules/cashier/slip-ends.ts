import type { SlipReason } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositBank } from '../operator/index.ts'
import { accounts, type House } from './accounts.ts'
import type { BankTransfer } from './bank-words.ts'
import type { Credits, Deposit } from './credit.ts'
import { endSlip, lockSlip, type SlipEnd, type SlipRow, suspendedBanks, type ToldTransfer } from './slip.store.ts'
import { sendingBankOf, transferClaim } from './transfer-claim.ts'

/** What a slip that nobody has decided yet comes to. */
export interface SlipEnds {
  /**
   * Credits what the bank told, credit and end of the slip in one. Of a transfer that was credited before the slip is
   * refused; one that lies in suspense is left to the operator.
   */
  credit(row: SlipRow, into: DepositBank, told: ToldTransfer): Promise<void>
  refuse(row: SlipRow, note: SlipReason, told?: ToldTransfer): Promise<void>
  /** Leaves it to the operator. */
  review(row: SlipRow, reviewReason: string, told?: ToldTransfer): Promise<void>
}

export interface SlipEndsDeps {
  database: Database
  clock: Clock
  logger: Logger
  house: House
  credits: Credits
}

/** The deposit that a slip becomes, and its transfer in the ledger: one for one slip, however often it is decided. */
export function slipDepositId(slipId: string): string {
  return deriveId('slip-deposit', slipId)
}

export function createSlipEnds(deps: SlipEndsDeps): SlipEnds {
  const { database, clock, logger } = deps

  async function credit(row: SlipRow, into: DepositBank, told: ToldTransfer): Promise<void> {
    const { transfer } = told
    const deposit = depositOf(row, into, told)
    await deps.house.ready([deposit.house])
    const note = await database.transaction(async (tx): Promise<string> => {
      if ((await lockSlip(tx, row.id, ['open'])) === null) return 'decided before'
      const outcome = await deps.credits.credit(tx, deposit)
      if (outcome.ok) return write(tx, row, { state: 'credited', told, depositId: deposit.id })
      if (outcome.refusal !== 'CLAIMED') throw new Error(`a slip was refused: ${outcome.refusal} ${outcome.detail}`)
      // Money in suspense was claimed, but nobody has it yet: it is the operator's to give (cases credit).
      return (await isInSuspense(tx, transfer))
        ? write(tx, row, { state: 'review', reviewReason: 'the money lies in suspense: see cases list', told })
        : write(tx, row, { state: 'refused', note: 'SLIP_REFNO_DUPLICATED', told })
    })
    logger.info({ slip: row.id, transRef: transfer.transRef }, `a slip was ${note}`)
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

  return {
    credit,
    refuse: (row, note, told) => end(row, { state: 'refused', note, told: told ?? null }),
    review: (row, reviewReason, told) => end(row, { state: 'review', reviewReason, told: told ?? null }),
  }
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
  return named.some((sendingBank) => sendingBankOf(sendingBank) === sendingBankOf(transfer.sendingBank))
}
