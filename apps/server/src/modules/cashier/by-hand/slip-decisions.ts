import { type DecisionAction, type DecisionField, slipReasons, type SlipReason } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
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
  stepAt,
} from '../../deeds/index.ts'
import { callsAbout } from '../books/calls.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { type CollectedQr, collectedQrs } from '../qr/qr.store.ts'
import {
  collectedQrOf,
  creditable,
  creditSlipByHand,
  isCollected,
  isNamedByBank,
  namedBySlip,
  refuseSlipByHand,
} from '../slips/slip-by-hand.ts'
import { isMaybeCollected } from '../slips/slip.rules.ts'
import { slipById, type SlipRow } from '../slips/slip.store.ts'
import { isSameTransfer } from '../transfers/transfer-claim.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { listWaiting, waiting, waitingSql } from './decisions.store.ts'
import { amountField, isBorneOut, transferField, transferOf, UNREFERENCED, unreferenced } from './deposit-actions.ts'
import { compareSlip } from './slip-comparison.ts'

/** Slips that the bank's word does not decide, in the queue of the desk. */
export function slipDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind {
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
      const { amountMinor = row?.amountMinor ?? null } = deed.fields
      if (row === null || deed.action === 'refuse') return actOnSlip(parts, deed)
      if (!creditable.includes(row.state)) return moved
      const qr = await collectedQrOf(parts.database, row)
      if (await isCollected(parts.database, row, amountMinor, qr)) return collected
      return takesTwo(row, deed.action, amountMinor) || !(await isTold(parts, row, deed))
        ? offer(deed, { kind: 'slip', memberId: row.memberId, amountMinor })
        : actOnSlip(parts, deed)
    },
  }
}

const collected = { outcome: 'moved', by: 'system', what: 'COLLECTED' } as const

/** Whether its bank told of what is credited, or does so now; where sum or transfer is wrong the deed is refused as it is. */
async function isTold(parts: CashierParts, row: SlipRow, { fields }: DecisionDeed): Promise<boolean> {
  const own = isNamedByBank(row) ? namedBySlip(row) : null
  if (own !== null && row.amountMinor !== null) return true
  const named = fields.transfer === undefined ? own : await transferOf(parts, fields.transfer)
  const transfer = own ?? named
  const { amountMinor = row.amountMinor } = fields
  if (transfer === null || named === null || amountMinor === null || !isSameTransfer(transfer, named)) return true
  return isBorneOut(parts, row.id, { transfer, amountMinor })
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
    besides: besidesSlip(row, amount),
  }
}

/** When QRs of collectors were made, and credited. */
function stepsOf(collected: readonly CollectedQr[]) {
  return collected.flatMap(({ reference, amountMinor, createdAt, creditedAt }) => {
    const facts = { amount: toWireAmount(amountMinor), reference }
    return [...stepAt(createdAt, 'collector-qr-made', facts), ...stepAt(creditedAt, 'collector-qr-credited', facts)]
  })
}

/**
 * Whether an action about a slip takes two: what no bank knows, more than its bank told, what a collector may tell of
 * besides, and what was refused because it came to nobody of ours.
 */
const takesTwo = (row: SlipRow, action: string, amountMinor = row.amountMinor): boolean =>
  action === UNREFERENCED ||
  (action === 'credit' &&
    (isMaybeCollected(row) ||
      row.note === 'DEST_ACC_INVALID' ||
      (amountMinor ?? 0) > (row.amountMinor ?? Number.POSITIVE_INFINITY)))

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

/** One that waits for its bank may be refused before that answers, and one that was refused credited after all. */
function besidesSlip(row: SlipRow, amount: number | null): DecisionAction[] {
  if (row.state !== 'open' && row.state !== 'refused') return []
  return slipActions(row, amount).filter(({ action }) => (action === 'refuse') === (row.state === 'open'))
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
