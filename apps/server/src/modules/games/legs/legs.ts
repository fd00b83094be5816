import type { Outcome, Submission } from '@krapao/ledger'
import { noKey, type OperationKey } from '../../../platform/http/operation-key.ts'
import type { Sql } from '../../../platform/database/types.ts'
import { deriveId } from '../../../platform/ids.ts'
import type { GamesParts } from '../games.parts.ts'
import { askedFrom, askTwiceAt, decideLegStep, nextAskAt, nextWatchAt } from '../games.rules.ts'
import {
  type LegRow,
  type MovingTransfer,
  type TransferRow,
  findLeg,
  findTransfer,
  markReview,
  planAsk,
} from '../games.store.ts'
import { caseRow, type LegTerms, legUpdate, openLeg, settlement, transferUpdate } from './leg-rows.ts'
import type { MoveStatus } from '../providers/provider.ts'
import { type Standing, standingGuard, walletNews } from '../../members/index.ts'
import { type AnswerAhead, answerInto, type Before, readAhead, type TransferAnswer } from './transfer-answer.ts'

// One leg: hold, call, then settle or free, once. The provider is called a single time by whoever made the hold; what
// that call did not answer is asked by id from then on, by anyone, until it is known.

/** What a leg is settled and freed with, also within a transaction. */
export type LegParts = Omit<GamesParts, 'database'> & { database: Sql }

/**
 * What the next leg of a transfer between two games needs, once its first leg is known to have arrived; null when it may
 * not or cannot go on as the member stands.
 */
export type NextLeg = (
  transfer: MovingTransfer,
  standing: Standing,
) => Promise<Omit<LegTerms, 'transferId' | 'memberId' | 'amountMinor'> | null>

/** What settling came to: the leg that opened next, and how the transfer stands; false when another worker moved the leg. */
type Settled = { next: LegRow | null; status: TransferRow['status']; answer?: TransferAnswer } | false

/** Who waits for the settlement of a transfer as it was made with its leg, and what he is answered if nothing moves before. */
interface Made {
  transfer: MovingTransfer
  key: OperationKey
  /** What was read of its accounts before the hold, if it was. */
  before?: Before | null
}

/** Settles a leg that the provider confirmed. A leg between two games opens the next one in the same commit (ruling 1.8). */
async function settleLeg(
  parts: LegParts,
  leg: LegRow,
  transfer: MovingTransfer,
  nextLeg: NextLeg,
  { isAssumed = false, told }: { isAssumed?: boolean; told?: AnswerAhead & { key: OperationKey } } = {},
): Promise<Settled> {
  const now = parts.clock.now()
  const done = legUpdate(leg, {
    state: isAssumed ? 'assumed' : 'done',
    closedAt: now,
    askAt: isAssumed ? nextWatchAt(now, 0) : null,
    // From here on it counts how often an assumed leg was denied.
    ...(isAssumed ? { notFounds: 0 } : {}),
  })
  const news = [walletNews(leg.memberId, 'transfer')]
  const arrivesWhole = leg.direction === 'in' || transfer.toCode === 'WALLET'
  const status = arrivesWhole ? 'SUCCESS' : 'FAILED'
  const ended = { movements: [settlement(leg, now)], rows: [done, transferUpdate(transfer, status, now)], news }
  if (told !== undefined) {
    const { key, guards, answer } = told
    const kept = await key.submitLast(parts.ledger, { ...ended, guards }, answer)
    if (kept.ok && !kept.replayed) return { next: null, status, answer }
  }
  const standing = arrivesWhole ? null : await parts.members.standing(parts.database, leg.memberId)
  const next = standing === null ? null : await nextLeg(transfer, standing)
  if (standing !== null && next !== null) {
    const opened = openLeg(
      { ...next, transferId: transfer.id, memberId: leg.memberId, amountMinor: transfer.amountMinor },
      now,
    )
    const linked = await parts.ledger.submit({
      movements: [settlement(leg, now), opened.movement],
      guards: [standingGuard(leg.memberId, standing)],
      rows: [done, opened.row],
      news,
    })
    if (linked.ok) return linked.replayed ? false : { next: opened.leg, status: 'IN_PROGRESS' }
  }
  const alone = await parts.ledger.submit(ended)
  noteRefusal(parts, leg, alone)
  return alone.ok && !alone.replayed && { next: null, status }
}

/**
 * Frees a leg that the provider refused or, when `watch`, may have done all the same; `keepOpen` leaves its transfer under
 * way. False when another worker moved the leg.
 */
export async function freeLeg(
  parts: LegParts,
  leg: LegRow,
  transfer: MovingTransfer,
  terms: { watch: boolean; keepOpen: boolean },
): Promise<boolean> {
  const now = parts.clock.now()
  const submission: Submission = {
    movements: [{ kind: 'void', id: deriveId(leg.id, 'void'), hold: deriveId(leg.id, 'hold'), occurredAt: now }],
    rows: [
      legUpdate(leg, {
        state: terms.watch ? 'watched' : 'void',
        closedAt: now,
        // From here on it counts the looks at a watched leg.
        notFounds: 0,
        askAt: terms.watch ? nextWatchAt(now, 0) : null,
      }),
      ...(terms.keepOpen ? [] : [transferUpdate(transfer, 'FAILED', now)]),
    ],
    news: [walletNews(leg.memberId, 'transfer')],
  }
  const freed = await parts.ledger.submit(submission)
  noteRefusal(parts, leg, freed)
  return freed.ok && !freed.replayed
}

/** Another worker may have closed the leg first, which is as it should be; anything else is worth a line in the log. */
function noteRefusal(parts: LegParts, leg: LegRow, outcome: Outcome): void {
  if (outcome.ok || outcome.refusal === 'HOLD_CLOSED' || outcome.refusal === 'GUARD_MOVED') return
  parts.logger.error({ leg: leg.id, refusal: outcome.refusal, detail: outcome.detail }, 'a leg could not be closed')
}

/** False when a provider says of a move that it was another amount or went the other way. */
export function isSameMove(leg: LegRow, answer: MoveStatus): boolean {
  const isSameAmount = answer.credits === null || answer.credits === leg.credits
  return isSameAmount && (answer.direction === undefined || answer.direction === leg.direction)
}

/** What is known of an open leg: by an answer of its provider or, `isAssumed`, without one. */
export type Told = MoveStatus & { asked: boolean; isAssumed?: boolean }

/** Plans the next question about a leg that stays open; `isShown`: a person is to see it. */
async function askAgain(
  parts: LegParts,
  leg: LegRow,
  terms: { asked: boolean; notFounds: number; isShown: boolean },
): Promise<void> {
  const now = parts.clock.now()
  const asks = leg.asks + (terms.asked ? 1 : 0)
  const planned = nextAskAt(askedFrom(leg.calledAt, parts.startedAt), asks, now)
  const soon = askTwiceAt(now)
  const askAt = terms.notFounds > 0 && soon < planned ? soon : planned
  if (terms.isShown && leg.state === 'held') return markReview(parts.database, leg, { askAt, asks })
  return planAsk(parts.database, leg, { askAt, asks, notFounds: terms.notFounds })
}

/** What applying an answer came to: whether it was this caller who closed the leg, and the leg that opened in its place. */
interface Applied {
  isClosed: boolean
  next: LegRow | null
}

const leftOpen: Applied = { isClosed: false, next: null }

/**
 * Applies what is known of an open leg. Safe to call with any answer any number of times: a closed leg stays as it is,
 * and of several callers at once one has closed it.
 */
export async function applyLegAnswer(parts: LegParts, legId: string, answer: Told, nextLeg: NextLeg): Promise<Applied> {
  const leg = await findLeg(parts.database, legId)
  const transfer = leg === null ? null : await findTransfer(parts.database, leg.transferId)
  if (leg === null || transfer === null || (leg.state !== 'held' && leg.state !== 'review')) return leftOpen
  if (answer.status === 'done' && !isSameMove(leg, answer)) {
    const ours = { credits: leg.credits, direction: leg.direction }
    if (leg.state === 'held') {
      parts.logger.error({ leg: leg.id, ours, theirs: answer }, 'a provider moved something else')
    }
    await askAgain(parts, leg, { asked: answer.asked, notFounds: 0, isShown: true })
    return leftOpen
  }
  const now = parts.clock.now()
  const { notFoundAfterMs } = await parts.providers(leg.code)
  const step = decideLegStep(answer.status, leg.calledAt, leg.notFounds, now, notFoundAfterMs)
  if (step.do === 'settle') {
    const settled = await settleLeg(parts, leg, transfer, nextLeg, { isAssumed: answer.isAssumed === true })
    return settled === false ? leftOpen : { isClosed: true, next: settled.next }
  }
  if (step.do === 'void') {
    const watch = step.watch || answer.isAssumed === true
    return { isClosed: await freeLeg(parts, leg, transfer, { watch, keepOpen: false }), next: null }
  }
  const isShown = step.do === 'review'
  await askAgain(parts, leg, { asked: answer.asked, notFounds: isShown ? 0 : step.notFounds, isShown })
  return leftOpen
}

/**
 * What came of a call: `insufficient` frees nothing yet, `isAssumed` then says that the provider did not confirm it;
 * everything else is applied.
 */
export type Called = 'applied' | Ended | { insufficient: true; isAssumed: boolean }

/** A transfer that is done, with the answer that was kept of it. */
interface Ended {
  status: 'SUCCESS'
  answer: TransferAnswer | undefined
}

export function isEnded(called: Called): called is Ended {
  return typeof called === 'object' && 'status' in called
}

export function isInsufficient(called: Called): called is Exclude<Called, string | Ended> {
  return typeof called === 'object' && 'insufficient' in called
}

function readAnswer(parts: GamesParts, { transfer, before }: Made): AnswerAhead | null | Promise<AnswerAhead | null> {
  return before ? answerInto(transfer, before) : readAhead(parts, transfer).catch(() => null)
}

/**
 * Calls the provider for a leg whose hold this caller has just made, and applies the answer. With the transfer as it was
 * made with the leg a plain yes is settled without reading the two again, and its end is answered: the versions in the
 * settlement tell when somebody else moved one of them meanwhile. What is to be answered is read while the provider is asked.
 */
export async function callLeg(parts: GamesParts, leg: LegRow, nextLeg: NextLeg, made?: Made): Promise<Called> {
  const provider = await parts.providers(leg.code)
  const { id, username, direction, credits } = leg
  const [outcome, ahead] = await Promise.all([
    provider.move({ id, username, direction, credits }),
    made && made.key !== noKey ? readAnswer(parts, made) : null,
  ])
  if (outcome === 'refused' || outcome === 'insufficient') return believe(parts, leg, outcome, nextLeg)
  if (outcome === 'done' && made !== undefined) {
    const settled = await settleLeg(
      parts,
      leg,
      made.transfer,
      nextLeg,
      ahead ? { told: { ...ahead, key: made.key } } : {},
    )
    if (settled !== false) {
      await callNext(parts, settled.next, nextLeg)
      const { status, answer } = settled
      return status === 'SUCCESS' ? { status, answer } : 'applied'
    }
  }
  const { next } = await applyLegAnswer(parts, leg.id, { status: outcome, credits: null, asked: false }, nextLeg)
  await callNext(parts, next, nextLeg)
  return 'applied'
}

/**
 * Takes a definite no, after the provider was asked about it once by the id (beyond 7.10): a provider that did what it
 * refused would make or lose the sum. What it then says to be done or under way stays held and is asked about on, and the
 * first opens a case; where it says nothing the money is freed and the leg watched.
 */
async function believe(
  parts: GamesParts,
  leg: LegRow,
  outcome: 'refused' | 'insufficient',
  nextLeg: NextLeg,
): Promise<Called> {
  const said = await (await parts.providers(leg.code)).moveStatus(leg.id, leg.username)
  if (said.status === 'done') {
    parts.logger.error({ leg: leg.id, outcome, said }, 'a provider refused what it says it did')
    await contradict(parts, leg)
    return 'applied'
  }
  const isAssumed = said.status === 'unknown'
  if (said.status !== 'under-way' && outcome === 'insufficient') return { insufficient: true, isAssumed }
  const status = said.status === 'under-way' ? 'under-way' : 'refused'
  await applyLegAnswer(parts, leg.id, { status, credits: null, asked: false, isAssumed }, nextLeg)
  return 'applied'
}

/** Keeps the hold of a leg about which its provider contradicts itself, and opens a case: withdrawals wait for a person. */
async function contradict(parts: GamesParts, leg: LegRow): Promise<void> {
  const now = parts.clock.now()
  const askAt = nextAskAt(leg.calledAt, 0, now)
  const outcome = await parts.ledger.submit({
    movements: [],
    rows: [legUpdate(leg, { state: 'review', askAt }), caseRow(leg, 'contradiction', now)],
  })
  noteRefusal(parts, leg, outcome)
}

/** Calls the leg that opened when the one before it settled, if one did; "insufficient" is a refusal there. */
export async function callNext(parts: GamesParts, next: LegRow | null, nextLeg: NextLeg): Promise<void> {
  if (next === null) return
  const called = await callLeg(parts, next, nextLeg)
  if (!isInsufficient(called)) return
  const { isAssumed } = called
  await applyLegAnswer(parts, next.id, { status: 'refused', credits: null, asked: false, isAssumed }, nextLeg)
}

/** Asks the provider about an open leg by its id and applies the answer. */
export async function askLeg(parts: GamesParts, leg: LegRow, nextLeg: NextLeg): Promise<void> {
  const answer = await (await parts.providers(leg.code)).moveStatus(leg.id, leg.username)
  const { next } = await applyLegAnswer(parts, leg.id, { ...answer, asked: true }, nextLeg)
  await callNext(parts, next, nextLeg)
}
