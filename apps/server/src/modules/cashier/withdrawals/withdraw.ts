import { type Guard, spendableMinor, type Submission } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import { bangkokDay, nextBangkokDay } from '../../../platform/bangkok-time.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { noKey, type OperationKey } from '../../../platform/http/operation-key.ts'
import { isExcluded, type Payee, type Standing, standingGuard, walletNews } from '../../members/index.ts'
import type { Settings } from '../../operator/index.ts'
import { accounts, type HouseAccount, openAccounts } from '../books/accounts.ts'
import { type CashierParts, PAYOUTS_JOB } from '../cashier.parts.ts'
import { lakToPayOut } from '../books/lak.rules.ts'
import { currentRate } from '../books/rates.ts'
import { judgeRequest } from './release.ts'
import { type Judgement, judgementRow } from './release.store.ts'
import { payingBank, requireNoBonus, requireWithinLimits } from '../books/terms.ts'
import { heldFor } from './withdrawal-movements.ts'
import { wireStatus } from './withdrawal.rules.ts'
import { countOfDay, withdrawalById, type WithdrawalRow } from './withdrawals.store.ts'
import { insertOf } from '../../../platform/database/put-row.ts'

/** A wish to withdraw, on its way through the checks. `operationId` becomes the id of the withdrawal and of its hold. */
export interface WithdrawRequest {
  memberId: string
  /** What he has shown in this session that it is he. Absent where nobody asks for it. */
  member?: Identity
  operationId: string
  /** As it was sent. */
  amount: number
  /** Throws the 422 of the call's schema. */
  rules(): void
  /** The key of the call, if it has one. */
  key?: OperationKey
}

/** What a member is told of a withdrawal. */
export interface WithdrawalView {
  _id: string
  status: 'SUCCESS' | 'FAILED' | 'IN_PROGRESS'
  amount: number
  wallet: { amount: number }
}

/** What was read while the rules were checked; the hold is refused when the bonus or the count of the day moved since. */
export interface WithdrawTerms {
  amountMinor: number
  payee: Payee
  standing: Standing
  settings: Settings
  /** Which withdrawal of its day it would be, failed ones included. */
  ordinal: number
  /** What he asked for on its day before and did not fail, in satang. */
  dayBeforeMinor: number
  /** What of the wallet the end of his bonus may still take, in satang: it stays there. */
  keptMinor: number
  now: Date
}

/** Why the wallet does not cover a withdrawal: it has less, or what it has is needed for the end of a bonus. */
export type Lack = 'MONEY_NOT_ENOUGH' | 'BONUS_REMAINING'

/** Each try reads anew what moved under the last one; with more than this many at once somebody waits in vain. */
const TRIES_MAX = 200

// Withdrawals from the wallet to the member's bank account, up to the hold (rulings 3.6).

/** What the wallet can spend, and what is on its way to it, in satang. */
export async function walletOf(
  parts: CashierParts,
  memberId: string,
): Promise<{ walletMinor: number; arrivingMinor: number }> {
  const name = accounts.wallet(memberId)
  const state = (await parts.ledger.states(parts.database, [name])).get(name)
  if (state === undefined) refuse('NO_WALLET')
  return { walletMinor: spendableMinor(state), arrivingMinor: state.arrivingMinor }
}

async function view(
  parts: CashierParts,
  { id, state, amountMinor, memberId }: Pick<WithdrawalRow, 'id' | 'state' | 'amountMinor' | 'memberId'>,
): Promise<WithdrawalView> {
  return {
    _id: id,
    status: wireStatus(state),
    amount: toWireAmount(amountMinor),
    wallet: { amount: toWireAmount((await walletOf(parts, memberId)).walletMinor) },
  }
}

/** The answer of a withdrawal that was made under this id before; null when there is none. */
async function madeWithdrawal(
  parts: CashierParts,
  { operationId, memberId, key = noKey }: WithdrawRequest,
): Promise<WithdrawalView | null> {
  const [row] = await Promise.all([withdrawalById(parts.database, operationId), key.free()])
  return row !== null && row.memberId === memberId ? view(parts, row) : null
}

/** All rules but the money, in their order (rulings 1.7, 5.1). */
export async function checkWithdrawal(parts: CashierParts, request: WithdrawRequest): Promise<WithdrawTerms> {
  const { memberId } = request
  const now = parts.clock.now()
  const [payee, standing, settings, { asked, counted, sumMinor }] = await Promise.all([
    parts.members.payee(parts.database, memberId),
    parts.members.standing(parts.database, memberId),
    parts.operator.settings(),
    countOfDay(parts.database, { memberId, day: bangkokDay(now) }),
  ])
  if (payee === null) refuse('NO_BANK')
  // Whoever does not play any more takes his money out, however little it is and however often (beyond 3.4).
  const isLeaving = isExcluded(standing, now)
  if (!isLeaving) requireNoBonus(standing)
  const bounds = isLeaving ? { ...settings, withdrawMinMinor: 1 } : settings
  const amountMinor = requireWithinLimits(request.amount, bounds, request.rules)
  if (!isLeaving && counted >= settings.withdrawPerDay) {
    const retryAfterS = Math.ceil((nextBangkokDay(now).getTime() - now.getTime()) / 1000)
    refuse('WITHDRAW_LIMIT', { retryAfterS })
  }
  // Of a bonus that has not ended yet, because a game says nothing, he lets lie what its end may take.
  const keptMinor = isLeaving ? await parts.rewards.takenAtMost(parts.database, standing) : 0
  if (request.member !== undefined) {
    const amounts = { amountMinor, dayMinor: sumMinor + amountMinor }
    await parts.members.requireFactorToWithdraw(request.member, amounts)
  }
  return { amountMinor, payee, standing, settings, ordinal: asked + 1, dayBeforeMinor: sumMinor, keptMinor, now }
}

/**
 * What the hold is guarded by where something stays in the wallet, so that two at once do not take of it together; null
 * when the wallet does not cover both.
 */
async function guardsOf(
  parts: CashierParts,
  memberId: string,
  { amountMinor, keptMinor }: WithdrawTerms,
): Promise<Guard[] | null> {
  if (keptMinor === 0) return []
  const account = accounts.wallet(memberId)
  const state = (await parts.ledger.states(parts.database, [account])).get(account)
  if (state === undefined || amountMinor > spendableMinor(state) - keptMinor) return null
  return [{ account, version: state.version }]
}

/** The withdrawal, held; or what the wallet lacks for it, and then nothing was done. Refuses all else. */
export async function withdrawIfCovered(parts: CashierParts, request: WithdrawRequest): Promise<WithdrawalView | Lack> {
  const { memberId, operationId, key = noKey } = request
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const before = await madeWithdrawal(parts, request)
    if (before !== null) return before
    const terms = await checkWithdrawal(parts, request)
    const guards = await guardsOf(parts, memberId, terms)
    if (guards === null) return 'BONUS_REMAINING'
    const [payout, judgement] = await Promise.all([payoutOf(parts, terms), judgeRequest(parts, request, terms)])
    const submission = submissionOf(request, { ...terms, guards }, payout, judgement)
    const outcome = await key.submitFirst(parts.ledger, submission, { _id: operationId, status: 'IN_PROGRESS' })
    if (outcome.ok) {
      parts.jobs.wake(PAYOUTS_JOB)
      return view(parts, { id: operationId, state: 'due', amountMinor: terms.amountMinor, memberId })
    }
    if (outcome.refusal === 'NOT_ENOUGH') return 'MONEY_NOT_ENOUGH'
    if (outcome.refusal === 'NO_ACCOUNT') refuse('NO_WALLET')
    // Something moved since it was read (another withdrawal of the day, the bonus), or the same call came twice.
    if (!['CLAIMED', 'GUARD_MOVED', 'ID_TAKEN'].includes(outcome.refusal)) {
      throw new Error(`a withdrawal of ${memberId} was refused: ${outcome.refusal} ${outcome.detail}`)
    }
  }
  refuse('REQUEST_IN_PROGRESS', { retryAfterS: 1 })
}

/**
 * Holds the money of the wallet and has it paid out. The key is taken with the hold, and answered there too: of what is in
 * progress each replay tells how it stands by then.
 */
export async function withdraw(parts: CashierParts, request: WithdrawRequest): Promise<WithdrawalView> {
  const made = await withdrawIfCovered(parts, request)
  return typeof made === 'string' ? refuse(made) : made
}

/** Kip are fixed at the rate of the request. */
async function payoutOf(parts: CashierParts, { payee, amountMinor }: WithdrawTerms): Promise<Payout> {
  const { banks } = await parts.operator.depositAccounts()
  const house = accounts.bank(payingBank(banks, payee.currency) ?? payee.bankCode, payee.currency)
  await openAccounts(parts, [house])
  if (payee.currency === 'BAHT') return { house, payoutMinor: amountMinor }
  const payoutMinor = lakToPayOut(amountMinor, await currentRate(parts))
  if (payoutMinor === 0) refuse('WITHDRAW_MINIMUM')
  return { house, payoutMinor }
}

/** From which account of the house a withdrawal is paid, and how much in that account's currency. */
interface Payout {
  house: HouseAccount
  payoutMinor: number
}

/** The hold with the withdrawal's row; refused when its number of the day is taken or the bonus moved. */
function submissionOf(
  { memberId, operationId: id }: WithdrawRequest,
  { amountMinor, payee, standing, ordinal, guards, now }: WithdrawTerms & { guards: readonly Guard[] },
  { house, payoutMinor }: Payout,
  judgement: Judgement,
): Submission {
  const day = bangkokDay(now)
  const [reason = null] = judgement.reasons
  return {
    movements: heldFor(
      { id, memberId, amountMinor, payoutMinor, payoutCurrency: payee.currency, houseAccount: house.account },
      now,
    ),
    claims: [{ kind: 'withdrawal-of-day', key: `${memberId}:${day}:${ordinal}`, owner: id }],
    guards: [standingGuard(memberId, standing), ...guards],
    rows: [
      insertOf('withdrawal', {
        id,
        memberId,
        amountMinor,
        state: reason === null ? 'due' : 'waiting',
        waitReason: reason,
        day,
        bankCode: payee.bankCode,
        accountNo: payee.bankAccountNo,
        accountName: payee.bankAccountName,
        payoutCurrency: payee.currency,
        payoutMinor,
        houseAccount: house.account,
        askAt: reason === null ? now : null,
        createdAt: now,
      }),
      judgementRow(judgement),
    ],
    news: [walletNews(memberId, 'withdraw')],
  }
}
