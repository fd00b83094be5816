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
import { mostShareMinor } from '../gifts/gift-link.rules.ts'
import { endGiftByHand, type GiftWord } from '../gifts/gift-redemption.ts'
import { giftById, type GiftRow } from '../gifts/gift.store.ts'
import { isSilent, type OfferDecision } from './decision-proposals.ts'
import { listWaiting, waiting, waitingSql } from './decisions.store.ts'
import { amountField } from './deposit-actions.ts'

const GIFT_UNKNOWN_MS = HOUR_MS

/** Gifts of which nobody knows whether their share was taken, in the queue of the desk. */
export function giftDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind {
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
        actions: isWaiting ? giftActions(row) : [],
        // Its share may stand in the wallet at the issuer before that is known, and after it was refused.
        besides: isWaiting ? [] : besidesGift(row),
      }
    },
    async act(deed) {
      const outcome = await actOnGift(parts, deed, true)
      const row = isSilent(outcome) ? await giftById(database, deed.id) : null
      if (row === null) return outcome
      const amountMinor = deed.fields.amountMinor ?? row.amountMinor
      return offer(deed, { kind: 'gift', memberId: row.memberId, amountMinor })
    },
  }
}

function giftActions(row: GiftRow): DecisionAction[] {
  const amount = row.amountMinor === null ? null : toWireAmount(row.amountMinor)
  const mostMinor = mostShareMinor(row)
  // Of what may have been taken its issuer is asked first, and over its silence two decide.
  const takes = row.state === 'checking' ? 'one' : 'two'
  const most = mostMinor === null ? undefined : toWireAmount(mostMinor)
  return [
    decisionAction('credit', 'gift-credit', { amount }, { takes, fields: [amountField(true, most)] }),
    decisionAction('refuse', 'gift-refuse', { amount }, { takes }),
  ]
}

function besidesGift(row: GiftRow): DecisionAction[] {
  if (row.state === 'credited') return []
  return giftActions(row).filter(({ action }) => (action === 'refuse') === (row.state === 'checking'))
}

/** Ends it by every rule as it is now; `isAlone` where nobody has confirmed it. */
export async function actOnGift(
  parts: CashierParts,
  { id, action, version, fields, by }: DecisionDeed,
  isAlone: boolean,
): Promise<DecisionOutcome> {
  const row = await giftById(parts.database, id)
  if (row === null || row.state === 'credited' || giftVersion(row) !== version) return moved
  return endGift(parts, row, { shareMinor: action === 'credit' ? (fields.amountMinor ?? 0) : null, by, isAlone })
}

/** What was seen of it: one that was refused meanwhile is another. */
const giftVersion = (row: GiftRow): number => (row.state === 'refused' ? 1 : 0)

async function endGift(parts: CashierParts, row: GiftRow, word: GiftWord): Promise<DecisionOutcome> {
  const ended = await endGiftByHand(parts, row, word)
  switch (ended.kind) {
    case 'ended':
      return done
    case 'issuer-says':
      return ended.shareMinor === word.shareMinor
        ? done
        : { outcome: 'moved', by: 'issuer', what: ended.shareMinor === null ? 'REFUSED' : 'TAKEN' }
    case 'not-taken':
      return { outcome: 'moved', by: 'issuer', what: 'NOT_TAKEN' }
    case 'silent':
      return { outcome: 'moved', by: 'issuer', what: 'SILENT' }
    case 'untold':
      return { outcome: 'moved', by: 'issuer', what: 'TAKEN' }
    case 'too-early':
    case 'moved-on':
      return moved
  }
}
