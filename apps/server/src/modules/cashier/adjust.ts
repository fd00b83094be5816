import { ADJUSTERS, ADJUSTMENT_MAX_MINOR, ADJUSTMENT_REASONS, type AdjustmentReason } from '@krapao/contract'
import { spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import * as v from 'valibot'
import { nextBangkokDay, sinceBangkokMidnight } from '../../platform/bangkok-time.ts'
import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { deriveId } from '../../platform/ids.ts'
import { type Actor, type By, writeDeed } from '../deeds/index.ts'
import { walletNews } from '../members/index.ts'
import { type Doing, movedOn, type Offered, type TwoPersonDeed } from '../proposals/index.ts'
import { accounts, openAccounts } from './accounts.ts'
import { adjustmentLine } from './adjustments.store.ts'
import type { CashierParts } from './cashier.parts.ts'

// What staff give a member or take from him, by two persons, as his statement tells it.

const KIND = 'adjustment'
/** In satang a Bangkok day, either way: what one may propose, and what one may confirm. */
const PROPOSED_MAX_MINOR = 50_000_00
const CONFIRMED_MAX_MINOR = 100_000_00

const shape = v.object({
  memberId: v.string(),
  changeMinor: v.pipe(v.number(), v.safeInteger()),
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
  const { clock, proposals } = parts
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${KIND} ${as} ${actor}`])
  const now = clock.now()
  const since = new Date(now.getTime() - sinceBangkokMidnight(now))
  const sum = as === 'proposer' ? proposals.proposedMinor : proposals.confirmedMinor
  const usedMinor = await sum(tx, { kind: KIND, by: actor, since })
  if (usedMinor + addedMinor <= maxMinor) return
  const remaining = toWireAmount(Math.max(0, maxMinor - usedMinor))
  const details = { as, max: toWireAmount(maxMinor), remaining, resetsAt: nextBangkokDay(now).toISOString() }
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
    ...(operationId === undefined ? {} : { operationId }),
  })
}
