import { ADJUSTERS, ADJUSTMENT_MAX_MINOR, ADJUSTMENT_REASONS, type AdjustmentReason } from '@krapao/contract'
import { spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { nextBangkokDay, sinceBangkokMidnight } from '../../../platform/bangkok-time.ts'
import { lockName } from '../../../platform/database/lock-name.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import { deriveId } from '../../../platform/ids.ts'
import { whole } from '../../../platform/whole-numbers.ts'
import { type Actor, type By, writeDeed } from '../../deeds/index.ts'
import { isExcluded, walletNews } from '../../members/index.ts'
import { type Doing, type Foreseen, movedOn, type Offered, type TwoPersonDeed } from '../../proposals/index.ts'
import { accounts, openAccounts } from '../books/accounts.ts'
import { adjustmentLine } from '../books/adjustments.store.ts'
import type { CashierParts } from '../cashier.parts.ts'

// What staff give a member or take from him, by two persons, as his statement tells it.

const KIND = 'adjustment'
/** In satang a Bangkok day, either way: what one may propose, and what one may confirm. */
const PROPOSED_MAX_MINOR = 50_000_00
const CONFIRMED_MAX_MINOR = 100_000_00

const shape = v.object({
  memberId: v.string(),
  changeMinor: whole(),
  reason: v.picklist(ADJUSTMENT_REASONS),
  note: v.string(),
  reference: v.nullable(v.string()),
})
type Terms = v.InferOutput<typeof shape>

/** What is asked for; below zero it is taken from the member. */
export interface AdjustmentAsked {
  memberId: string
  changeMinor: number
  reason: AdjustmentReason
  note: string
  reference: string | null
  by: By
  operationId?: string
}

async function walletMinor(parts: CashierParts, tx: Sql, memberId: string): Promise<number> {
  const name = accounts.wallet(memberId)
  const state = (await parts.ledger.states(tx, [name])).get(name)
  return state === undefined ? 0 : spendableMinor(state)
}

/** What of his of this day counts already. */
function usedMinor(
  { clock, proposals }: CashierParts,
  sql: Sql,
  { actor, as }: { actor: Actor; as: 'proposer' | 'confirmer' },
): Promise<number> {
  const now = clock.now()
  const since = new Date(now.getTime() - sinceBangkokMidnight(now))
  const sum = as === 'proposer' ? proposals.proposedMinor : proposals.confirmedMinor
  return sum(sql, { kind: KIND, by: actor, since })
}

/** Refuses with LIMIT_REACHED (409) when all of his of this day would be too much; two of his wait for each other. */
async function requireWithin(
  parts: CashierParts,
  tx: Sql,
  {
    actor,
    as,
    addedMinor,
    maxMinor,
  }: { actor: Actor; as: 'proposer' | 'confirmer'; addedMinor: number; maxMinor: number },
): Promise<void> {
  await lockName(tx, `${KIND} ${as} ${actor}`)
  const used = await usedMinor(parts, tx, { actor, as })
  if (used + addedMinor <= maxMinor) return
  const remaining = toWireAmount(Math.max(0, maxMinor - used))
  const resetsAt = nextBangkokDay(parts.clock.now()).toISOString()
  const details = { as, max: toWireAmount(maxMinor), remaining, resetsAt }
  refuse('LIMIT_REACHED', { details })
}

async function book(parts: CashierParts, tx: Sql, doing: Doing<Terms, undefined>): Promise<void> {
  const { proposalId, terms, by } = doing
  const { memberId, changeMinor, reason, note, reference } = terms
  const amountMinor = Math.abs(changeMinor)
  // What he confirms now is counted already.
  await requireWithin(parts, tx, { actor: by.actor, as: 'confirmer', addedMinor: 0, maxMinor: CONFIRMED_MAX_MINOR })
  const at = parts.clock.now()
  const ends = [accounts.adjustment.account, accounts.wallet(memberId)] as const
  const [from, to] = changeMinor > 0 ? ends : [ends[1], ends[0]]
  const outcome = await parts.ledger.post(tx, {
    movements: [
      {
        kind: 'post',
        id: deriveId(KIND, proposalId),
        from,
        to,
        amountMinor,
        code: KIND,
        reference: memberId,
        occurredAt: at,
        metadata: { reason },
      },
    ],
    rows: [adjustmentLine({ memberId, changeMinor, about: `proposal:${proposalId}`, at })],
    news: [walletNews(memberId, changeMinor > 0 ? 'deposit' : 'withdraw')],
  })
  if (!outcome.ok) {
    if (outcome.refusal === 'NOT_ENOUGH') movedOn(null, 'MONEY_NOT_ENOUGH')
    throw new Error(`the adjustment ${proposalId} was refused: ${outcome.refusal} ${outcome.detail}`)
  }
  // The wallet is this transaction's until it ends.
  const now = await walletMinor(parts, tx, memberId)
  await writeDeed(tx, {
    ...by,
    deed: 'adjustment-booked',
    memberId,
    subject: `proposal:${proposalId}`,
    before: { walletMinor: now - changeMinor },
    after: { walletMinor: now, changeMinor, why: reason, reference },
    reason: note,
    at,
  })
}

/** What it is judged by at this moment, and what it would book. */
async function foresee(
  parts: CashierParts,
  sql: Sql,
  { proposalId, terms, confirmer }: { proposalId: string; terms: Terms; confirmer: Actor | null },
): Promise<Foreseen> {
  const { memberId, changeMinor, reference } = terms
  const wallet = accounts.wallet(memberId)
  const house = accounts.adjustment.account
  const states = await parts.ledger.states(sql, [wallet, house])
  const spendable = spendableMinor(states.get(wallet))
  const card = await parts.members.card(sql, memberId)
  const like = await parts.proposals.likeThese(sql, { kind: KIND, memberId, reference, besides: proposalId })
  const leftMinor =
    confirmer === null
      ? null
      : Math.max(0, CONFIRMED_MAX_MINOR - (await usedMinor(parts, sql, { actor: confirmer, as: 'confirmer' })))
  const isBarred = isExcluded(await parts.members.standing(sql, memberId), parts.clock.now())
  return {
    member: card === null ? null : { memberId, memberNo: String(card.memberNumber), name: card.name },
    facts: {
      walletAmount: toWireAmount(spendable),
      heldAmount: toWireAmount(states.get(wallet)?.heldMinor ?? 0),
      memberState: card?.state !== 'active' ? 'inactive' : isBarred ? 'excluded' : 'active',
      hasHighFlag: await parts.rewards.hasHighFlag(sql, memberId),
      adjustedCount: like.done,
      ...(reference === null ? {} : { sameReferenceCount: like.sameReference }),
      ...(leftMinor === null ? {} : { confirmableAmount: toWireAmount(leftMinor) }),
    },
    against: [
      ...(spendable + changeMinor < 0 ? (['walletAmount'] as const) : []),
      ...(leftMinor !== null && leftMinor < Math.abs(changeMinor) ? (['confirmableAmount'] as const) : []),
    ],
    books: [
      { account: 'wallet', postedMinor: states.get(wallet)?.postedMinor ?? 0, changeMinor },
      { account: 'adjustment', postedMinor: states.get(house)?.postedMinor ?? 0, changeMinor: -changeMinor },
    ],
  }
}

/** The deed that takes two: proposed and confirmed by whoever may adjust. */
export function adjustmentDeed(parts: CashierParts): TwoPersonDeed<Terms> {
  return {
    kind: KIND,
    confirmedBy: ADJUSTERS,
    shape,
    async judge(tx, { terms: { memberId, changeMinor }, by }) {
      const addedMinor = Math.abs(changeMinor)
      await requireWithin(parts, tx, { actor: by.actor, as: 'proposer', addedMinor, maxMinor: PROPOSED_MAX_MINOR })
      if (changeMinor < 0 && (await walletMinor(parts, tx, memberId)) < addedMinor) refuse('MONEY_NOT_ENOUGH')
    },
    foresee: (sql, asked) => foresee(parts, sql, asked),
    async prepare() {
      await openAccounts(parts, [accounts.adjustment])
      return undefined
    },
    run: (tx, doing) => book(parts, tx, doing),
  }
}

/**
 * Proposes to give a member money or to take some. Refuses with NO_DATA whom there is not, with MONEY_NOT_ENOUGH (409) what
 * he has not, and with LIMIT_REACHED (409) what is too much for a day of the proposer's.
 */
export async function adjust(
  parts: CashierParts,
  deed: TwoPersonDeed<Terms>,
  { by, operationId, ...asked }: AdjustmentAsked,
): Promise<Offered> {
  if (asked.changeMinor === 0 || Math.abs(asked.changeMinor) > ADJUSTMENT_MAX_MINOR) refuse('NO_DATA', { status: 422 })
  const memberId = (await parts.members.find(parts.database, asked.memberId)) ?? refuse('NO_DATA')
  const { note, changeMinor } = asked
  return parts.proposals.offer(deed, {
    by,
    terms: { ...asked, memberId },
    memberId,
    amountMinor: changeMinor,
    reason: note,
    operationId,
  })
}
