import type { DecisionAction, DecisionActionName, DecisionField } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuse, refuseFields } from '../../../platform/errors.ts'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionKind,
  type DecisionOutcome,
  decisionSubject,
  done,
  moved,
  noteField,
  stepAt,
} from '../../deeds/index.ts'
import { namesAgree } from '../transfers/account-name.rules.ts'
import {
  type CaseProblem,
  type CaseResult,
  closeCaseByHand,
  collectCase,
  contestedMoney,
  creditCase,
  forgiveCase,
  isArrival,
  moveCase,
  returnCase,
} from '../cases/cases.ts'
import { contestId } from '../cases/contests.ts'
import { callsAbout } from '../books/calls.store.ts'
import { caseById, type CaseKind, type CaseRow } from '../cases/cases.store.ts'
import type { CashierParts } from '../cashier.parts.ts'
import { correctGift, correctPayment } from './corrections.ts'
import { isSilent, type OfferDecision } from './decision-proposals.ts'
import { knownSender, listWaiting, waiting, waitingSql } from './decisions.store.ts'
import { endPayoutByHand, payLate } from '../payouts/payouts.ts'
import { payoutOutcome } from './withdrawal-decisions.ts'
import { withdrawalById, type WithdrawalRow } from '../withdrawals/withdrawals.store.ts'

/** What one person alone may credit out of suspense, to a member whose name agrees. */
const ONE_PERSON_CREDIT_MAX_MINOR = 10_000_00

/** Money that came for nobody we know, and words that fit nothing, in the queue of the desk. */
export function caseDecisions(parts: CashierParts, offer: OfferDecision): DecisionKind[] {
  return [kindOf(parts, 'arrival', offer), kindOf(parts, 'case', offer)]
}

function kindOf(parts: CashierParts, kind: 'arrival' | 'case', offer: OfferDecision): DecisionKind {
  const { database } = parts
  const find = async (id: string): Promise<CaseRow | null> => {
    const row = await caseById(database, id)
    return row !== null && isArrival(row) === (kind === 'arrival') ? row : null
  }
  return {
    kind,
    waiting: waitingSql(waiting[kind]),
    list: (sql, ids) => listWaiting(sql, waiting[kind], ids),
    async read(id) {
      const row = await find(id)
      if (row === null) return null
      const { version, memberId, openedAt: since, amountMinor, currency } = row
      const amount = amountMinor === null ? null : toWireAmount(amountMinor)
      const facts = { amount, currency, reference: row.reference, bank: row.sendingBank, transRef: row.transRef }
      return {
        row: {
          id,
          version,
          memberId,
          since,
          reasons: [row.kind],
          amountMinor: currency === 'BAHT' ? amountMinor : null,
        },
        evidence: {
          why: [{ reason: row.kind, facts: { detail: row.detail } }],
          facts: {
            ...facts,
            state: row.state,
            withdrawal: row.withdrawalId,
            occurredAt: row.occurredAt.toISOString(),
            lentAmount: row.lentMinor === null ? null : toWireAmount(row.lentMinor),
          },
          timeline: [
            ...stepAt(row.occurredAt, 'happened', facts),
            ...stepAt(since, 'case-opened', { detail: row.detail }),
            ...(await callsAbout(database, id)),
          ],
        },
        actions: row.state === 'open' ? await actionsOf(parts, row) : [],
        deedsOn: row.withdrawalId === null ? [] : [decisionSubject('withdrawal', row.withdrawalId)],
      }
    },
    async act(deed) {
      const row = await find(deed.id)
      if (row === null || row.state !== 'open' || row.version !== deed.version) return moved
      const { action } = deed
      const memberId = action === 'credit' || action === 'move' ? await memberOf(parts, deed) : row.memberId
      const propose = async () => {
        const contested = action === 'move' ? await contestedBy(parts, row) : null
        const amountMinor = contested?.amountMinor ?? deed.fields.amountMinor ?? row.amountMinor
        return offer(deed, { kind, memberId, amountMinor })
      }
      if ((await takesOf(parts, row, action, memberId)) === 'two') return propose()
      const outcome = await actOnCase(parts, deed, true)
      return action === 'refund' && isSilent(outcome) ? propose() : outcome
    },
  }
}

const member: DecisionField = { field: 'member', type: 'member', isRequired: true }

/** What may be done about cases of a kind, besides what is done about money that was lent. */
const ACTIONS: Partial<Record<CaseKind, readonly DecisionActionName[]>> = {
  UNKNOWN_PAYMENT: ['credit', 'return'],
  PAYMENT_FORGOTTEN: ['credit', 'close'],
  TRANSFER_CONTESTED: ['move', 'close'],
  PAYMENT_DIFFERS: ['correct', 'close'],
  GIFT_CONTRADICTED: ['correct', 'close'],
  FAILED_AFTER_PAID: ['refund', 'close'],
  PAYOUT_CONTRADICTED: ['pay', 'close'],
}

/** What a gift was worth after all. */
const SHARE: DecisionField = { field: 'amount', type: 'amount', isRequired: true, least: 0 }

const FIELDS: Readonly<Record<string, DecisionField[]>> = {
  credit: [member],
  move: [member],
  return: [noteField(true)],
  close: [noteField(true)],
}

function actionsOf(parts: CashierParts, row: CaseRow): Promise<DecisionAction[]> {
  const names: readonly DecisionActionName[] =
    row.lentMinor !== null ? ['collect', 'forgive'] : (ACTIONS[row.kind] ?? ['close'])
  const amountMinor = row.lentMinor ?? row.amountMinor
  const facts = { amount: amountMinor === null ? null : toWireAmount(amountMinor), currency: row.currency }
  return Promise.all(
    names.map(async (action) => {
      const fields = isShare(row, action) ? [SHARE] : (FIELDS[action] ?? [])
      return decisionAction(action, `case-${action}`, facts, { takes: await takesOf(parts, row, action), fields })
    }),
  )
}

/** Whether somebody says what a gift was worth, against the word of its issuer. */
const isShare = (row: CaseRow, action: DecisionActionName): boolean =>
  action === 'correct' && row.kind === 'GIFT_CONTRADICTED'

/** How many persons it takes at least, where no member is named yet or a party may be silent. */
async function takesOf(
  parts: CashierParts,
  row: CaseRow,
  action: DecisionActionName,
  memberId: string | null = null,
): Promise<'one' | 'two'> {
  if (action === 'credit') return creditTakes(parts, row, memberId)
  if (action === 'move') return moveTakes(parts, row, memberId)
  return isShare(row, action) ? 'two' : 'one'
}

async function memberOf(parts: CashierParts, { fields }: Pick<DecisionDeed, 'fields'>): Promise<string> {
  return (await parts.members.find(parts.database, fields.member ?? '')) ?? refuseFields('member')
}

/**
 * How many persons it takes to credit it to a member: one, little money of whoever goes by the name of his account. While
 * no member is named, how many it takes at least.
 */
async function creditTakes(
  { database, members }: CashierParts,
  row: Pick<CaseRow, 'currency' | 'amountMinor' | 'sendingBank' | 'transRef'>,
  memberId: string | null,
): Promise<'one' | 'two'> {
  if (row.currency !== 'BAHT' || row.amountMinor === null || row.amountMinor > ONE_PERSON_CREDIT_MAX_MINOR) return 'two'
  const paid = await knownSender(database, row)
  if (!paid) return 'two'
  if (memberId === null) return 'one'
  const payee = await members.payee(database, memberId)
  return payee !== null && namesAgree(paid, payee.bankAccountName) ? 'one' : 'two'
}

/**
 * How many persons it takes to move a contested deposit to a member: as many as to credit it, and two where he is none of
 * the two who call it theirs. To who has it already it is refused.
 */
async function moveTakes(parts: CashierParts, row: CaseRow, memberId: string | null): Promise<'one' | 'two'> {
  const contested = await contestedBy(parts, row)
  if (contested === null || contested.credited.memberId === memberId) return 'one'
  const { transfer, amountMinor } = contested
  if (memberId !== null && row.id !== contestId(transfer, memberId)) return 'two'
  return creditTakes(parts, { ...transfer, currency: 'BAHT', amountMinor }, memberId)
}

/** What there is to move by a case, and who has it; null where nobody has it. */
async function contestedBy({ database }: CashierParts, { sendingBank, transRef }: CaseRow) {
  if (sendingBank === null || transRef === null) return null
  const transfer = { sendingBank, transRef }
  const money = await contestedMoney(database, transfer)
  return money && { transfer, ...money }
}

/** Does it by every rule as it is now; `isAlone` where nobody has confirmed it. */
export async function actOnCase(parts: CashierParts, deed: DecisionDeed, isAlone: boolean): Promise<DecisionOutcome> {
  const { id, fields, by, version } = deed
  // Of all actions those alone come here that a case lists.
  const action: string = deed.action
  const row = await caseById(parts.database, id)
  if (row === null || row.state !== 'open' || row.version !== version) return moved
  const words = fields.note ?? ''
  switch (action) {
    case 'credit':
    case 'move': {
      const memberId = await memberOf(parts, deed)
      const given = { note: `${action === 'move' ? 'moved' : 'credited'} to ${memberId}`, by }
      return outcomeOf(await (action === 'move' ? moveCase : creditCase)(parts, id, memberId, given))
    }
    case 'return':
      return outcomeOf(await returnCase(parts, id, words, by))
    case 'collect':
      return outcomeOf(await collectCase(parts, id, by))
    case 'forgive':
      return outcomeOf(await forgiveCase(parts, id, by))
    case 'correct':
      return outcomeOf(
        await (row.kind === 'PAYMENT_DIFFERS'
          ? correctPayment(parts, id, by)
          : correctGift(parts, id, fields.amountMinor ?? 0, by)),
      )
    case 'refund':
    case 'pay':
      return actOnPayout(parts, row, action, { by, isAlone })
    default:
      return outcomeOf(await closeCaseByHand(parts, id, words, by))
  }
}

/** Of a payout that ended otherwise than was booked: the bank is asked once more, and its word is booked. */
async function actOnPayout(
  parts: CashierParts,
  row: CaseRow,
  action: 'refund' | 'pay',
  { by, isAlone }: Pick<DecisionDeed, 'by'> & { isAlone: boolean },
): Promise<DecisionOutcome> {
  const withdrawal = row.withdrawalId === null ? null : await withdrawalById(parts.database, row.withdrawalId)
  if (withdrawal?.state !== (action === 'refund' ? 'paid' : 'failed')) return moved
  const given = { by, deed: 'withdrawal-returned', note: null, isAlone } as const
  const outcome =
    action === 'pay'
      ? await bookLate(parts, withdrawal, by)
      : payoutOutcome(await endPayoutByHand(parts, withdrawal, 'FAILED', given), 'FAILED')
  if (outcome.outcome !== 'moved' || outcome.by !== undefined) return outcome
  // Another had the bank asked at the same time, and does not know its answer yet.
  const isOpen = (await caseById(parts.database, row.id))?.state === 'open'
  return isOpen ? { outcome: 'moved', by: 'bank', what: 'BEING_ASKED' } : outcome
}

async function bookLate(parts: CashierParts, row: WithdrawalRow, by: DecisionDeed['by']): Promise<DecisionOutcome> {
  const said = await payLate(parts, row, by)
  if (said === 'PAID') return { outcome: 'done', said }
  if (said === 'moved') return moved
  const what = said === 'not-found' ? 'NOT_FOUND' : said === 'silent' ? 'SILENT' : said
  return { outcome: 'moved', by: 'bank', what }
}

/** What went otherwise than was asked for since it was read, and what the wallet does not cover. */
function outcomeOf(result: CaseResult): DecisionOutcome {
  if (result.ok) return done
  if (result.problem === 'NOT_COVERED') refuse('MONEY_NOT_ENOUGH')
  const party: Partial<Record<CaseProblem, string>> = { SILENT: 'bank', HAD: 'system', CORRECTED: 'system' }
  const by = party[result.problem]
  return by === undefined && result.problem === 'NOT_OPEN'
    ? moved
    : { outcome: 'moved', by: by ?? 'system', what: result.problem }
}
