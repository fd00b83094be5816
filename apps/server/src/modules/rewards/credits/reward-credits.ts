import { FAIL_LEAST_MINOR } from '@krapao/contract'
import { type RowWrite, spendableMinor } from '@krapao/ledger'
import { insertOf } from '../../../platform/database/put-row.ts'
import { refuse } from '../../../platform/errors.ts'
import { type Standing, standingGuard, walletAccount, walletNews } from '../../members/index.ts'
import { grantReward, type RewardKind } from '../bonuses/grant.ts'
import { type RewardsParts, TRIES_MAX } from '../rewards.parts.ts'
import { creditMade } from './reward-credits.store.ts'

/** Moves all that an account of the member holds into his wallet. */
export interface CreditRequest {
  memberId: string
  /** Becomes the id of the credit and of its transfer. */
  operationId: string
  kind: RewardKind
  /** The member's account that the money stands on. */
  from: string
  /** With a success above zero the money becomes a bonus, unless it is so little that the bonus would be lost at once. */
  terms: { percentFail: number; percentSuccess: number }
  /** Refuses when there is nothing to move. */
  refuseNothing(): Promise<never>
}

/** Refuses while any bonus is held, armed ones too (rulings 4.1). */
export function requireNoBonusAtAll({ bonusState }: Standing): void {
  if (bonusState !== null) refuse('BONUS_REMAINING')
}

/** What an account of a member can spend, in satang; 0 when there is none. */
export async function amountOf({ ledger, database }: RewardsParts, account: string): Promise<number> {
  return spendableMinor((await ledger.states(database, [account])).get(account))
}

/**
 * Moves a refund or an invite bonus into the wallet once, as one movement and one line of the statement, and answers how
 * much it was; null when it moved away again and again.
 */
export async function creditReward(parts: RewardsParts, request: CreditRequest): Promise<number | null> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await creditOnce(parts, request)
    const amountMinor = await creditMade(parts.database, request.memberId, request.operationId)
    if (amountMinor !== null) return amountMinor
  }
  return null
}

async function creditOnce(parts: RewardsParts, request: CreditRequest): Promise<void> {
  const { database, ledger, members } = parts
  const { memberId, operationId: id, kind, from, terms } = request
  // The money first: when another call has just made a bonus of it, it is that bonus that keeps from more.
  const state = (await ledger.states(database, [from])).get(from)
  const standing = await members.standing(database, memberId)
  await members.gate(database, { memberId, action: 'reward', standing, amountMinor: 0 })
  requireNoBonusAtAll(standing)
  const amountMinor = spendableMinor(state)
  if (state === undefined || amountMinor <= 0) return request.refuseNothing()
  const now = parts.clock.now()
  const isBonus = terms.percentSuccess !== 0 && amountMinor >= FAIL_LEAST_MINOR
  // The row of a bonus guards the standing by itself.
  const grant = isBonus ? grantReward(parts, { id, memberId, kind, amountMinor, ...terms, at: now, standing }) : []
  const outcome = await ledger.submit({
    movements: [
      {
        kind: 'post',
        id,
        from,
        to: walletAccount(memberId),
        amountMinor,
        code: `${kind}-credit`,
        reference: id,
        occurredAt: now,
      },
    ],
    guards: [
      { account: from, version: state.version, idle: true },
      ...(isBonus ? [] : [standingGuard(memberId, standing)]),
    ],
    rows: [creditRow(request, amountMinor, now), ...grant],
    news: [walletNews(memberId, kind)],
  })
  // Somebody else moved the money, or a bonus began or ended: what holds now is read again.
  if (outcome.ok || outcome.refusal === 'GUARD_MOVED' || outcome.refusal === 'ID_TAKEN') return
  if (outcome.refusal === 'NO_ACCOUNT') refuse('NO_WALLET')
  throw new Error(`the ${kind} of ${memberId} was refused: ${outcome.refusal} ${outcome.detail}`)
}

function creditRow({ operationId, memberId, kind }: CreditRequest, amountMinor: number, now: Date): RowWrite {
  return insertOf('reward_credit', { id: operationId, memberId, kind, amountMinor, createdAt: now })
}
