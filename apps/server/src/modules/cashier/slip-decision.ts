import type { SlipReason } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MembersDoor } from '../members/index.ts'
import type { DepositBank, OperatorDoor } from '../operator/index.ts'
import { accounts, type House } from './accounts.ts'
import type { BankTransfer } from './bank-words.ts'
import type { Credits } from './credit.ts'
import { bahtForLak } from './lak.rules.ts'
import type { Bank } from './providers/bank.ts'
import type { Rates } from './rates.ts'
import { isNotFoundForGood, isUndecidedTooLong, judge, nextAskAt, type Verdict } from './slip.rules.ts'
import { askAgain, endSlip, lockSlip, type SlipEnd, type SlipRow, suspendedBanks, takeDueSlips } from './slip.store.ts'
import type { ToldTransfer } from './slip.store.ts'
import { WALLET_BANK } from './slip.ts'
import { sendingBankOf, transferClaim } from './transfer-claim.ts'

/** Longer than the bank is waited for: whoever holds a slip then has lost it. */
const LEASE_MS = 20_000
const TAKEN_AT_ONCE = 8

export interface SlipDecisions {
  /** Decides the slips that are due; how many it looked at. */
  tend(): Promise<number>
}

export interface SlipDecisionDeps {
  database: Database
  clock: Clock
  logger: Logger
  operator: OperatorDoor
  members: MembersDoor
  bank: Bank
  house: House
  rates: Rates
  credits: Credits
}

/** The deposit that a slip becomes, and its transfer in the ledger: one for one slip, however often it is decided. */
export function slipDepositId(slipId: string): string {
  return deriveId('slip-deposit', slipId)
}

/** Decides slips: the bank is asked outside of any transaction, and credit and end of a slip are one (rulings 3.3). */
export function createSlipDecisions(deps: SlipDecisionDeps): SlipDecisions {
  const { database, clock, logger, bank } = deps

  async function decide(row: SlipRow): Promise<void> {
    if (row.pictureNote !== null) return end(row, { state: 'refused', note: row.pictureNote })
    const { sendingBank, transRef } = row
    if (sendingBank === null || transRef === null) throw new Error(`the slip ${row.id} names no transfer`)
    if (sendingBank === WALLET_BANK) return review(row, 'a slip of the TrueMoney wallet: no bank can be asked', null)
    const answer = await bank.transferOf(sendingBank, transRef)
    if (answer.kind === 'found') return decideOn(row, answer.transfer)
    const now = clock.now()
    const notFound = answer.kind === 'not-found' ? row.notFound + 1 : 0
    if (isNotFoundForGood(row.createdAt, now, notFound)) return end(row, { state: 'refused', note: 'EXPIRED_SLIP' })
    if (isUndecidedTooLong(row.createdAt, now)) return review(row, 'the bank did not decide for 24 hours', null)
    await askAgain(database, row.id, { notFound, askAt: nextAskAt(row.askings + 1, now) })
  }

  async function decideOn(row: SlipRow, transfer: BankTransfer): Promise<void> {
    const [{ banks }, { slipMinutes }, payee] = await Promise.all([
      deps.operator.depositAccounts(),
      deps.operator.settings(),
      deps.members.payee(database, row.memberId),
    ])
    const amountMinor = await worthOf(transfer)
    const verdict = judge({
      transfer,
      uploadedAt: row.createdAt,
      deposits: banks,
      member: payee === null ? null : { bankCode: payee.bankCode, accountNo: payee.bankAccountNo },
      amountMinor,
      slipMinutes,
    })
    const told = { transfer, amountMinor, houseBank: verdict.into?.bankCode ?? null }
    await carryOut(row, verdict, told)
  }

  /** In satang; kip at the rate when the bank received them, rounded down (rulings 2.5). */
  async function worthOf({ currency, amountMinor, occurredAt }: BankTransfer): Promise<number> {
    if (currency === 'BAHT') return amountMinor
    const lakPerBaht = (await deps.rates.at(database, occurredAt)) ?? (await deps.rates.current())
    return bahtForLak(amountMinor, lakPerBaht)
  }

  function carryOut(row: SlipRow, verdict: Verdict, told: ToldTransfer): Promise<void> {
    if (verdict.kind === 'refuse') return end(row, { state: 'refused', note: verdict.note, told })
    if (verdict.kind === 'review') return review(row, verdict.why, told)
    return credit(row, verdict.into, told)
  }

  async function credit(row: SlipRow, into: DepositBank, told: ToldTransfer): Promise<void> {
    const { transfer, amountMinor } = told
    const account = accounts.bank(into.bankCode, into.currency)
    const exchange = into.currency === 'LAK' ? [accounts.exchange('LAK'), accounts.exchange('BAHT')] : []
    await deps.house.ready([account, ...exchange])
    const depositId = slipDepositId(row.id)
    const note = await database.transaction(async (tx): Promise<string> => {
      if ((await lockSlip(tx, row.id, ['open'])) === null) return 'decided before'
      const outcome = await deps.credits.credit(tx, {
        id: depositId,
        memberId: row.memberId,
        kind: 'slip',
        house: account,
        amountMinor,
        paidMinor: transfer.amountMinor,
        reference: row.id,
        occurredAt: transfer.occurredAt,
        claim: transferClaim(transfer),
        columns: { sending_bank: transfer.sendingBank, trans_ref: transfer.transRef },
      })
      if (outcome.ok) return write(tx, row, { state: 'credited', told, depositId })
      if (outcome.refusal !== 'CLAIMED') throw new Error(`a slip was refused: ${outcome.refusal} ${outcome.detail}`)
      // Money in suspense was claimed, but nobody has it yet: it is the operator's to give (cases credit).
      const isSuspended = await isInSuspense(tx, transfer)
      const reviewReason = 'the money lies in suspense: see cases list'
      return isSuspended
        ? write(tx, row, { state: 'review', reviewReason, told })
        : write(tx, row, { state: 'refused', note: 'SLIP_REFNO_DUPLICATED', told })
    })
    logger.info({ slip: row.id, transRef: transfer.transRef }, `a slip was ${note}`)
  }

  function review(row: SlipRow, reviewReason: string, told: ToldTransfer | null): Promise<void> {
    return end(row, { state: 'review', reviewReason, told })
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
    async tend() {
      const now = clock.now()
      const leaseUntil = new Date(now.getTime() + LEASE_MS)
      const due = await takeDueSlips(database, { now, leaseUntil, limit: TAKEN_AT_ONCE })
      const decided = await Promise.allSettled(due.map(decide))
      const failed = decided.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      return due.length
    },
  }
}

type End = Pick<SlipEnd, 'state'> &
  Partial<{ note: SlipReason; reviewReason: string; depositId: string; told: ToldTransfer | null }>

async function isInSuspense(tx: Sql, transfer: BankTransfer): Promise<boolean> {
  const named = await suspendedBanks(tx, transfer.transRef)
  return named.some((sendingBank) => sendingBankOf(sendingBank) === sendingBankOf(transfer.sendingBank))
}
