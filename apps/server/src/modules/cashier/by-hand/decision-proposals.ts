import { DECISION_ACTION_NAMES, DECISION_KINDS, type DecisionKindName } from '@krapao/contract'
import * as v from 'valibot'
import { inTransaction } from '../../../platform/database/in-transaction.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { whole } from '../../../platform/whole-numbers.ts'
import { caseById } from '../cases/cases.store.ts'
import { decisionSubject, type DecisionDeed, type DecisionOutcome } from '../../deeds/index.ts'
import { type Doing, movedOn, type TwoPersonDeed } from '../../proposals/index.ts'
import { type CashierParts, createMemory, PAYOUTS_JOB } from '../cashier.parts.ts'
import { askedOfIssuer } from '../gifts/gift-redemption.ts'
import { giftById } from '../gifts/gift.store.ts'
import { askedOfBank } from '../payouts/payouts.ts'
import type { VerifyAnswer } from '../providers/gift-issuer.ts'
import type { PayoutAnswer } from '../providers/payout-sender.ts'
import { withdrawalById, type WithdrawalRow } from '../withdrawals/withdrawals.store.ts'

// What of the queue takes two persons: the same deed, proposed by one and done when another confirms it.

const shape = v.object({
  kind: v.picklist(DECISION_KINDS),
  id: v.string(),
  action: v.picklist(DECISION_ACTION_NAMES),
  version: v.number(),
  fields: v.object({
    reason: v.optional(v.string()),
    note: v.optional(v.string()),
    amountMinor: v.optional(whole()),
    transfer: v.optional(v.string()),
    member: v.optional(v.string()),
  }),
})
type Terms = v.InferOutput<typeof shape>

/** What takes the place of what may not be asked in a transaction: how the operator stood before it, and what the parties said. */
type Evidence = Pick<CashierParts, 'operator' | 'lakPerBaht'> & { ofBank: PayoutAnswer; ofIssuer: VerifyAnswer }

/** Does what was decided, by every rule of that kind; one who is alone books nothing over the silence of a party. */
type Act = (parts: CashierParts, deed: DecisionDeed, isAlone: boolean) => Promise<DecisionOutcome>

/** Whether its party, asked, said nothing, so that it takes two. */
export const isSilent = (outcome: DecisionOutcome): boolean => outcome.outcome === 'moved' && outcome.what === 'SILENT'

/** Proposes what takes two. */
export type OfferDecision = (
  deed: DecisionDeed,
  about: { kind: DecisionKindName; memberId: string | null; amountMinor: number | null },
) => Promise<DecisionOutcome>

/** Makes known what two persons do, by the acts of its kinds; answers by what it is proposed. */
export function offersOf(parts: CashierParts, acts: Readonly<Partial<Record<DecisionKindName, Act>>>): OfferDecision {
  const deed: TwoPersonDeed<Terms, Evidence> = {
    kind: 'decision',
    confirmedBy: ['PAYMENTS'],
    shape,
    prepare: (terms) => askFirst(parts, terms),
    run: (tx, doing) => run(within(parts, tx, doing.evidence), acts[doing.terms.kind], doing),
    after: () => parts.jobs.wake(PAYOUTS_JOB),
  }
  parts.proposals.register(deed)
  return async ({ id, action, version, fields, by }, { kind, memberId, amountMinor }) => {
    const { evidence: _evidence, hours: _hours, ...kept } = fields
    const terms = { kind, id, action, version, fields: kept }
    const subject = decisionSubject(kind, id)
    const offered = await parts.proposals.offer(deed, {
      by,
      terms,
      memberId,
      amountMinor,
      subject,
      reason: fields.note ?? null,
    })
    return offered.outcome === 'proposed' && offered.proposalId !== null
      ? { outcome: 'proposed', proposalId: offered.proposalId }
      : { outcome: 'done' }
  }
}

/** The withdrawal that it is about, or that its case is about; null where it is about none. */
async function payoutOf({ database }: CashierParts, { kind, id }: Terms): Promise<WithdrawalRow | null> {
  if (kind === 'withdrawal') return withdrawalById(database, id)
  const payout = kind === 'case' ? (await caseById(database, id))?.withdrawalId : null
  return payout ? withdrawalById(database, payout) : null
}

/** Asks beforehand: how the operator stands, the bank about a withdrawal that it may have paid, an issuer about its gift. */
async function askFirst(parts: CashierParts, terms: Terms): Promise<Evidence> {
  const { operator } = parts
  const payout = await payoutOf(parts, terms)
  const gift = terms.kind === 'gift' ? await giftById(parts.database, terms.id) : null
  const [deposits, names, settings, restoredAt, rate] = await Promise.all([
    operator.depositAccounts(),
    operator.bankNames(),
    operator.settings(),
    operator.restoredAt(),
    parts.lakPerBaht(),
  ])
  return {
    ofBank: payout === null || payout.sendings === 0 ? NOT_ASKED : await askedOfBank(parts, payout),
    ofIssuer: (gift && (await askedOfIssuer(parts, gift))) ?? NOT_ASKED,
    operator: {
      ...operator,
      depositAccounts: () => Promise.resolve(deposits),
      bankNames: () => Promise.resolve(names),
      settings: () => Promise.resolve(settings),
      restoredAt: () => Promise.resolve(restoredAt),
    },
    lakPerBaht: () => Promise.resolve(rate),
  }
}

const NOT_ASKED = { kind: 'unknown', why: 'not asked' } as const

/** The same parts inside a transaction: all that is done with them stands or falls with it, and nobody outside is called. */
function within(parts: CashierParts, tx: Sql, { ofBank, ofIssuer, ...stood }: Evidence): CashierParts {
  const { issuer } = parts.gifts
  return {
    ...parts,
    ...stood,
    database: inTransaction(parts.database, tx),
    ledger: { ...parts.ledger, submit: (submission) => parts.ledger.post(tx, submission) },
    payoutSender: { ...parts.payoutSender, payout: () => Promise.resolve(ofBank) },
    gifts: { ...parts.gifts, issuer: issuer && { ...issuer, verify: () => Promise.resolve(ofIssuer) } },
    memory: createMemory(),
  }
}

async function run(parts: CashierParts, act: Act | undefined, { terms, by }: Doing<Terms, Evidence>): Promise<void> {
  const { id, action, version, fields } = terms
  const outcome = await act?.(parts, { id, action, version, fields: fields as DecisionDeed['fields'], by }, false)
  if (outcome?.outcome === 'done') return
  const { by: who, what } = outcome?.outcome === 'moved' ? outcome : {}
  movedOn(null, what ?? 'MOVED_ON', who === undefined ? {} : { by: who })
}
