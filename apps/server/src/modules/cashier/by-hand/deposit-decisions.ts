import {
  type DecisionAction,
  type DecisionField,
  type DecisionReason,
  slipReasons,
  type SlipReason,
} from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { CommandError } from '../../../platform/commands/index.ts'
import { refuseFields } from '../../../platform/errors.ts'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionReading,
  done,
  doneOrMoved,
  moved,
  noteField,
  stepAt,
} from '../../deeds/index.ts'
import { callsAbout } from '../books/calls.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { listWaiting, waiting, waitingSql } from './decisions.store.ts'
import { compareSlip } from './slip-comparison.ts'
import { endGiftByHand } from '../gifts/gift-redemption.ts'
import { giftById, type GiftRow } from '../gifts/gift.store.ts'
import { type NamedTransfer, readNamedTransfer } from '../transfers/named-transfer.ts'
import { closeNotice, creditNotice } from '../notices/notices.ts'
import { noticeById } from '../notices/notices.store.ts'
import { type CollectedQr, collectedQrs } from '../qr/qr.store.ts'
import { creditable, creditSlipByHand, isNamedByBank, refuseSlipByHand } from '../slips/slip-by-hand.ts'
import { isMaybeCollected } from '../slips/slip.rules.ts'
import { slipById, type SlipRow } from '../slips/slip.store.ts'
import { HOUR_MS } from '../../../platform/durations.ts'

const TRANSFER_MAX = 90
const GIFT_UNKNOWN_MS = HOUR_MS

/** What of deposits waits for a person: slips that the bank's word does not decide, notices, and gifts whose end is unknown. */
export function depositDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind[] {
  return [slipDecisions(parts, offer), noticeDecisions(parts, offer), giftDecisions(parts)]
}

/** A bank's transfer as somebody names it; refuses what is none. */
async function transferOf({ operator }: CashierParts, words: string | undefined): Promise<NamedTransfer> {
  try {
    const named = readNamedTransfer(words, await operator.bankNames())
    // What names none is credited by two.
    return named ?? refuseFields('transfer')
  } catch (error) {
    if (error instanceof CommandError) refuseFields('transfer')
    throw error
  }
}

function slipDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind {
  return {
    kind: 'slip',
    waiting: waitingSql(waiting.slip),
    list: (sql, ids) => listWaiting(sql, waiting.slip, ids),
    async read(id) {
      const row = await slipById(parts.database, id)
      return row === null ? null : readSlip(parts, row)
    },
    async act(deed) {
      const row = await slipById(parts.database, deed.id)
      if (row === null || !takesTwo(row, deed.action)) return actOnSlip(parts, deed)
      if (!creditable.includes(row.state)) return moved
      const amountMinor = deed.fields.amountMinor ?? row.amountMinor
      return offer(deed, { kind: 'slip', memberId: row.memberId, amountMinor })
    },
  }
}

const SLIP_VERSIONS = { open: 0, review: 1, refused: 2, credited: 3 } as const

async function readSlip(parts: CashierParts, row: SlipRow): Promise<DecisionReading> {
  const { id, memberId, amountMinor, createdAt: since, reviewReasons: reasons } = row
  const amount = amountMinor === null ? null : toWireAmount(amountMinor)
  const [comparison, calls, collected] = await Promise.all([
    compareSlip(parts, row),
    callsAbout(parts.database, id),
    isMaybeCollected(row) ? collectedQrs(parts.database, row) : [],
  ])
  const link = row.fileId === null ? null : parts.files.link({ id: row.fileId, owner: memberId })
  return {
    row: { id, version: SLIP_VERSIONS[row.state], memberId, amountMinor, since, reasons },
    evidence: {
      why: reasons.map((reason) => ({ reason, facts: {} })),
      facts: { state: row.state, amount, note: row.note, askings: row.askings, pictureNote: row.pictureNote },
      picture: link === null ? null : link.replace('/api/', '/api/desk/'),
      comparison,
      timeline: [...stepAt(since, 'sent-in'), ...calls, ...stepsOf(collected)],
    },
    actions: row.state === 'review' ? slipActions(row, amount) : [],
  }
}

/** When QRs of collectors were made, and credited. */
function stepsOf(collected: readonly CollectedQr[]) {
  return collected.flatMap(({ reference, amountMinor, createdAt, creditedAt }) => {
    const facts = { amount: toWireAmount(amountMinor), reference }
    return [...stepAt(createdAt, 'collector-qr-made', facts), ...stepAt(creditedAt, 'collector-qr-credited', facts)]
  })
}

/** What is credited without a transfer that a bank knows: by two. */
export const UNREFERENCED = 'credit-unreferenced' as const

/**
 * Whether an action about a slip takes two: what no bank knows, what a collector may tell of besides, and what was refused
 * because it came to nobody of ours.
 */
export const takesTwo = (row: SlipRow, action: string): boolean =>
  action === UNREFERENCED || (action === 'credit' && (isMaybeCollected(row) || row.note === 'DEST_ACC_INVALID'))

const amountField = (isRequired: boolean): DecisionField => ({ field: 'amount', type: 'amount', isRequired })
const transferField = (isRequired: boolean): DecisionField => ({
  field: 'transfer',
  type: 'transfer',
  isRequired,
  most: TRANSFER_MAX,
})

const unreferenced = (amount: number | null): DecisionAction =>
  decisionAction(UNREFERENCED, UNREFERENCED, { amount }, { takes: 'two', fields: [amountField(true), noteField(true)] })

function slipActions(row: SlipRow, amount: number | null): DecisionAction[] {
  const isNamed = isNamedByBank(row)
  const credit = {
    takes: takesTwo(row, 'credit') ? ('two' as const) : ('one' as const),
    fields: [amountField(amount === null), transferField(!isNamed)],
  }
  const reason: DecisionField = { field: 'reason', type: 'choice', isRequired: true, choices: [...slipReasons] }
  return [
    decisionAction('credit', 'slip-credit', { amount }, credit),
    ...(isNamed ? [] : [unreferenced(amount)]),
    decisionAction('refuse', 'slip-refuse', {}, { fields: [reason] }),
  ]
}

export async function actOnSlip(
  parts: CashierParts,
  { id, action, fields, by }: DecisionDeed,
): Promise<DecisionOutcome> {
  if (action === 'refuse') {
    return doneOrMoved((await refuseSlipByHand(parts, id, fields.reason as SlipReason, by)).ok)
  }
  const isUnreferenced = action === UNREFERENCED
  const named = fields.transfer === undefined ? undefined : await transferOf(parts, fields.transfer)
  const transfer = isUnreferenced ? null : named
  const credited = await creditSlipByHand(parts, id, { amountMinor: fields.amountMinor ?? null, transfer, by })
  if (credited.ok) return done
  switch (credited.problem) {
    case 'NO_AMOUNT':
      return refuseFields('amount')
    case 'NO_TRANSFER':
    case 'OTHER_TRANSFER':
      return refuseFields('transfer')
    case 'NOT_OPEN':
      return moved
    case 'CREDITED_BEFORE':
    case 'PICTURE_CREDITED':
    case 'COLLECTED':
      return { outcome: 'moved', by: 'system', what: credited.problem }
  }
}

function noticeDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind {
  const { database } = parts
  return {
    kind: 'notice',
    waiting: waitingSql(waiting.notice),
    list: (sql, ids) => listWaiting(sql, waiting.notice, ids),
    async read(id) {
      const row = await noticeById(database, id)
      if (row === null) return null
      const { version, memberId, amountMinor, createdAt: since } = row
      const amount = toWireAmount(amountMinor)
      return {
        row: { id, version, memberId, amountMinor, since, reasons: ['NOTICE'] },
        evidence: {
          why: [{ reason: 'NOTICE', facts: { amount, until: row.dueAt.toISOString() } }],
          facts: { state: row.state, amount, note: row.note, until: row.dueAt.toISOString() },
          timeline: stepAt(since, 'sent-in', { amount }),
        },
        actions: row.state === 'open' ? noticeActions(amount) : [],
      }
    },
    async act(deed) {
      if (deed.action !== UNREFERENCED) return actOnNotice(parts, deed)
      const row = await noticeById(database, deed.id)
      if (row?.state !== 'open') return moved
      return offer(deed, { kind: 'notice', memberId: row.memberId, amountMinor: deed.fields.amountMinor ?? null })
    },
  }
}

export async function actOnNotice(parts: CashierParts, deed: DecisionDeed): Promise<DecisionOutcome> {
  const { id, action, fields, by } = deed
  const row = await noticeById(parts.database, id)
  if (row === null) return moved
  const note = fields.note ?? 'by the operator'
  if (action === 'close') return doneOrMoved(await closeNotice(parts, row, note, by))
  const transfer = action === UNREFERENCED ? null : await transferOf(parts, fields.transfer)
  const credited = await creditNotice(parts, row, { amountMinor: fields.amountMinor ?? 0, transfer, note, by })
  return credited === 'had'
    ? { outcome: 'moved', by: 'system', what: 'CREDITED_BEFORE' }
    : doneOrMoved(credited === 'credited')
}

function noticeActions(amount: number): DecisionAction[] {
  const fields = [amountField(true), transferField(true), noteField(false)]
  return [
    decisionAction('credit', 'notice-credit', { amount }, { fields }),
    unreferenced(amount),
    decisionAction('close', 'notice-close', {}, { fields: [noteField(false)] }),
  ]
}

function giftDecisions(parts: CashierParts): DecisionKind {
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
        row: { id, version: 0, memberId, amountMinor, since: calledAt ?? createdAt, reasons },
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
      }
    },
    async act({ id, action, fields, by }) {
      const row = await giftById(database, id)
      if (row === null || row.state !== 'redeeming') return moved
      return endGift(parts, row, action === 'credit' ? (fields.amountMinor ?? 0) : null, by)
    },
  }
}

const giftActions = (amount: number | null): DecisionAction[] => [
  decisionAction('credit', 'gift-credit', { amount }, { fields: [amountField(true)] }),
  decisionAction('refuse', 'gift-refuse', { amount }),
]

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
