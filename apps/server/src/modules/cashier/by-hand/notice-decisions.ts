import type { DecisionAction } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionKind,
  type DecisionOutcome,
  doneOrMoved,
  moved,
  noteField,
  stepAt,
} from '../../deeds/index.ts'
import { callsAbout } from '../books/calls.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { closeNotice, creditNotice } from '../notices/notices.ts'
import { noticeById } from '../notices/notices.store.ts'
import type { OfferDecision } from './decision-proposals.ts'
import { listWaiting, waiting, waitingSql } from './decisions.store.ts'
import { amountField, isBorneOut, transferField, transferOf, UNREFERENCED, unreferenced } from './deposit-actions.ts'

/** Deposits that members say to have made by hand, in the queue of the desk. */
export function noticeDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind {
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
          timeline: [...stepAt(since, 'sent-in', { amount }), ...(await callsAbout(database, id))],
        },
        actions: row.state === 'open' ? noticeActions(amount) : [],
      }
    },
    async act(deed) {
      if (deed.action === 'close') return actOnNotice(parts, deed)
      const row = await noticeById(database, deed.id)
      if (row?.state !== 'open') return moved
      const { transfer: named, amountMinor = 0 } = deed.fields
      const transfer = deed.action === UNREFERENCED ? null : await transferOf(parts, named)
      return transfer !== null && (await isBorneOut(parts, row.id, { transfer, amountMinor }))
        ? actOnNotice(parts, deed)
        : offer(deed, { kind: 'notice', memberId: row.memberId, amountMinor })
    },
  }
}

function noticeActions(amount: number): DecisionAction[] {
  const fields = [amountField(true), transferField(true), noteField(false)]
  return [
    decisionAction('credit', 'notice-credit', { amount }, { fields }),
    unreferenced(amount),
    decisionAction('close', 'notice-close', {}, { fields: [noteField(false)] }),
  ]
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
