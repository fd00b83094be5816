import type { SlipReason } from '@krapao/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import { accounts, type House, type HouseAccount } from './accounts.ts'
import type { Credits } from './credit.ts'
import { slipDepositId } from './slip-decision.ts'
import { endSlip, lockSlip, type SlipRow, type SlipState } from './slip.store.ts'
import { transferClaim } from './transfer-claim.ts'

/** Why the operator's word was not carried out. */
export type ByHandProblem = 'NOT_OPEN' | 'NO_AMOUNT' | 'CREDITED_BEFORE'
export type ByHandResult = { ok: true; amountMinor: number } | { ok: false; problem: ByHandProblem }

export interface SlipsByHand {
  /**
   * Credits a slip that waits for the operator, or one that was refused. Without an amount it is what the bank told; a
   * transfer that was credited before is not credited again.
   */
  credit(id: string, amountMinor: number | null): Promise<ByHandResult>
  /** Refuses a slip that waits for the operator or is still being decided. */
  refuse(id: string, note: SlipReason): Promise<ByHandResult>
}

export interface SlipsByHandDeps {
  database: Database
  clock: Clock
  operator: OperatorDoor
  members: MembersDoor
  house: House
  credits: Credits
}

/** What the operator decides about slips; each decision is written down with its member. */
export function createSlipsByHand(deps: SlipsByHandDeps): SlipsByHand {
  const { database, clock, members } = deps

  async function bankFor(currency: 'BAHT' | 'LAK'): Promise<HouseAccount> {
    const { banks } = await deps.operator.depositAccounts()
    return accounts.bank(banks.find((bank) => bank.currency === currency)?.bankCode ?? 'UNKNOWN', currency)
  }

  function writeDown(tx: Sql, row: SlipRow, action: string, detail: Record<string, string | number | null>) {
    return members.writeDown(tx, {
      memberId: row.memberId,
      action,
      detail: { slip: row.id, ...detail },
      at: clock.now(),
    })
  }

  /** What is booked: the bank's own word, or the operator's amount in baht where he names one. */
  function moneyOf(row: SlipRow, amountMinor: number | null) {
    if (amountMinor !== null) return { amountMinor, paidMinor: amountMinor, currency: 'BAHT' as const }
    const { paidMinor, paidCurrency: currency } = row
    if (row.amountMinor === null || row.amountMinor <= 0 || paidMinor === null || currency === null) return null
    return { amountMinor: row.amountMinor, paidMinor, currency }
  }

  async function book(
    tx: Sql,
    row: SlipRow,
    money: NonNullable<ReturnType<typeof moneyOf>>,
    house: HouseAccount,
  ): Promise<ByHandResult> {
    const { sendingBank, transRef } = row
    const claim =
      sendingBank === null || transRef === null
        ? { kind: 'slip', key: row.id }
        : transferClaim({ sendingBank, transRef })
    const depositId = slipDepositId(row.id)
    const outcome = await deps.credits.credit(tx, {
      id: depositId,
      memberId: row.memberId,
      kind: 'slip',
      house,
      amountMinor: money.amountMinor,
      paidMinor: money.paidMinor,
      reference: row.id,
      occurredAt: clock.now(),
      claim,
      columns: { sending_bank: sendingBank ?? 'UNKNOWN', trans_ref: transRef ?? row.reference },
    })
    if (!outcome.ok && outcome.refusal === 'CLAIMED') return { ok: false, problem: 'CREDITED_BEFORE' }
    if (!outcome.ok) throw new Error(`a slip was refused: ${outcome.refusal} ${outcome.detail}`)
    await endSlip(tx, row.id, { state: 'credited', ...plain, depositId, now: clock.now() })
    await tx.query('update slip set amount_minor = $2 where id = $1', [row.id, money.amountMinor])
    await writeDown(tx, row, 'slip-credited', { amountMinor: money.amountMinor, before: row.state, note: row.note })
    return { ok: true, amountMinor: money.amountMinor }
  }

  return {
    async credit(id, amountMinor) {
      const exchange = [accounts.exchange('LAK'), accounts.exchange('BAHT')]
      const house = { BAHT: await bankFor('BAHT'), LAK: await bankFor('LAK') }
      await deps.house.ready([house.BAHT, house.LAK, ...exchange])
      return database.transaction(async (tx): Promise<ByHandResult> => {
        const row = await lockSlip(tx, id, ['review', 'refused'])
        if (row === null) return { ok: false, problem: 'NOT_OPEN' }
        const money = moneyOf(row, amountMinor)
        return money === null ? { ok: false, problem: 'NO_AMOUNT' } : book(tx, row, money, house[money.currency])
      })
    },
    refuse: (id, note) =>
      database.transaction(async (tx): Promise<ByHandResult> => {
        const row = await lockSlip(tx, id, undecided)
        if (row === null) return { ok: false, problem: 'NOT_OPEN' }
        await endSlip(tx, row.id, { state: 'refused', ...plain, note, now: clock.now() })
        await writeDown(tx, row, 'slip-refused', { note })
        return { ok: true, amountMinor: 0 }
      }),
  }
}

const undecided: readonly SlipState[] = ['open', 'review']
const plain = { note: null, reviewReason: null, depositId: null, told: null }
