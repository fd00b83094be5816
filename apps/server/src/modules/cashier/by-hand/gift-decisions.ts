import type { DecisionAction, DecisionReason } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { HOUR_MS } from '../../../platform/durations.ts'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionKind,
  type DecisionOutcome,
  done,
  moved,
  stepAt,
} from '../../deeds/index.ts'
import { callsAbout } from '../books/calls.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { endGiftByHand } from '../gifts/gift-redemption.ts'
import { giftById, type GiftRow } from '../gifts/gift.store.ts'
import { listWaiting, waiting, waitingSql } from './decisions.store.ts'
import { amountField } from './deposit-actions.ts'

const GIFT_UNKNOWN_MS = HOUR_MS

/** Gifts of which nobody knows whether their share was taken, in the queue of the desk. */
export function giftDecisions(parts: CashierParts): DecisionKind {
  const { clock, database } = parts
  const until = () => new Date(clock.now().getTime() - GIFT_UNKNOWN_MS)
  const reasons: DecisionReason[] = ['UNKNOWN_FOR_AN_HOUR']
  return {
    kind: 'gift',
    waiting: waitingSql(waiting.gift),
    list: (sql, ids) => listWaiting(sql, waiting.gift, ids),
    async read(id) {
      const row = await giftById(database, id)
      if (row === null) return null
      const { memberId, amountMinor, createdAt, calledAt } = row
      const amount = amountMinor === null ? null : toWireAmount(amountMinor)
      const isWaiting = row.state === 'redeeming' && calledAt !== null && calledAt <= until()
      return {
        row: { id, version: giftVersion(row), memberId, amountMinor, since: calledAt ?? createdAt, reasons },
        evidence: {
          why: reasons.map((reason) => ({
            reason,
            facts: { askedAt: calledAt?.toISOString() ?? null, calls: row.calls },
          })),
          facts: { state: row.state, amount, people: row.people, refusedAs: row.refusedAs },
          timeline: [
            ...stepAt(createdAt, 'sent-in', { amount }),
            ...stepAt(calledAt, 'share-asked-for'),
            ...(await callsAbout(database, id)),
          ],
        },
        actions: isWaiting ? giftActions(amount) : [],
        // Its share may stand in the wallet at the issuer before that is known, and after it was refused.
        besides: isWaiting ? [] : besidesGift(row, amount),
      }
    },
    async act({ id, action, version, fields, by }) {
      const row = await giftById(database, id)
      if (row === null || row.state === 'credited' || giftVersion(row) !== version) return moved
      return endGift(parts, row, action === 'credit' ? (fields.amountMinor ?? 0) : null, by)
    },
  }
}

const giftActions = (amount: number | null): DecisionAction[] => [
  decisionAction('credit', 'gift-credit', { amount }, { fields: [amountField(true)] }),
  decisionAction('refuse', 'gift-refuse', { amount }),
]

function besidesGift(row: GiftRow, amount: number | null): DecisionAction[] {
  if (row.state === 'credited') return []
  return giftActions(amount).filter(({ action }) => (action === 'refuse') === (row.state === 'checking'))
}

/** What was seen of it: one that was refused meanwhile is another. */
const giftVersion = (row: GiftRow): number => (row.state === 'refused' ? 1 : 0)

async function endGift(
  parts: CashierParts,
  row: GiftRow,
  shareMinor: number | null,
  by: DecisionDeed['by'],
): Promise<DecisionOutcome> {
  const ended = await endGiftByHand(parts, row, shareMinor, by)
  switch (ended.kind) {
    case 'ended':
      return done
    case 'issuer-says':
      return ended.shareMinor === shareMinor
        ? done
        : { outcome: 'moved', by: 'issuer', what: ended.shareMinor === null ? 'REFUSED' : 'TAKEN' }
    case 'not-taken':
      return { outcome: 'moved', by: 'issuer', what: 'NOT_TAKEN' }
    case 'untold':
      return { outcome: 'moved', by: 'issuer', what: 'TAKEN' }
    case 'too-early':
    case 'moved-on':
      return moved
  }
}
