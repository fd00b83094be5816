import type { DecisionAction, DecisionField, DecisionReason } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuseFields } from '../../platform/errors.ts'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionReading,
  type DecisionRow,
  done,
  noteField,
  stepAt,
} from '../deeds/index.ts'
import { type Offered } from '../proposals/index.ts'
import { readingById, type ReadingRow, readingsToDecide, readingsWaiting } from './cases.store.ts'
import type { GamesParts } from './games.parts.ts'
import { saidAmountMinor, TRANSFER_EVIDENCE_MIN } from './games.rules.ts'
import { findLeg, findTransfer, type LegRow, legsToDecide, legsWaiting } from './games.store.ts'
import { isAboveCeiling, type ReadingBooking, type ReadingEnd, rejectReading } from './readings/reading-deeds.ts'
import type { TransferEnd } from './transfers/transfer-deeds.ts'

// What of games waits for a person, in the queue of the desk: transfers that nothing told of, and readings that nobody believed.

const EVIDENCE_MAX = 1000

function outcomeOf({ outcome, proposalId }: Offered): DecisionOutcome {
  return proposalId === null || outcome === 'done' ? done : { outcome: 'proposed', proposalId }
}

/** Transfers whose outcome nothing told for an hour: two persons say what became of them. */
export function transferDecisions(parts: GamesParts, { propose }: TransferEnd): DecisionKind {
  const rowOf = ({ id, version, memberId, amountMinor, calledAt, state }: LegRow): DecisionRow => ({
    id,
    version,
    memberId,
    amountMinor,
    since: calledAt,
    reasons: state === 'review' ? ['UNKNOWN_FOR_AN_HOUR'] : [],
  })
  const evidence: DecisionField = {
    field: 'evidence',
    type: 'text',
    isRequired: true,
    least: TRANSFER_EVIDENCE_MIN,
    most: EVIDENCE_MAX,
  }
  const actionOf = (leg: LegRow, action: 'done' | 'void'): DecisionAction => {
    const facts = { amount: toWireAmount(leg.amountMinor), game: leg.code, direction: leg.direction }
    return decisionAction(action, `transfer-${action}`, facts, { takes: 'two', fields: [evidence] })
  }
  return {
    kind: 'transfer',
    waiting: legsWaiting,
    list: async (sql, ids) => (await legsToDecide(sql, ids)).map(rowOf),
    async read(id): Promise<DecisionReading | null> {
      const leg = await findLeg(parts.database, id)
      if (leg === null) return null
      const whole = await findTransfer(parts.database, leg.transferId)
      const time = (at: Date | null) => at?.toISOString() ?? null
      const isOpen = leg.state === 'review'
      const facts = {
        state: leg.state,
        game: leg.code,
        direction: leg.direction,
        amount: toWireAmount(leg.amountMinor),
        credits: leg.credits / 100,
        from: whole?.fromCode ?? null,
        to: whole?.toCode ?? null,
        status: whole?.status ?? null,
        asked: leg.asks,
        nextAskAt: time(leg.askAt),
      }
      const asked = isOpen
        ? [{ reason: 'UNKNOWN_FOR_AN_HOUR' as const, facts: { calledAt: time(leg.calledAt), asked: leg.asks } }]
        : []
      return {
        row: rowOf(leg),
        evidence: {
          why: asked,
          facts,
          timeline: [
            ...stepAt(whole?.createdAt, 'asked-for', { amount: toWireAmount(leg.amountMinor) }),
            ...stepAt(leg.calledAt, 'called', { game: leg.code, reference: leg.id }),
            ...stepAt(leg.closedAt, 'ended', { state: leg.state }),
          ],
        },
        actions: isOpen ? [actionOf(leg, 'done'), actionOf(leg, 'void')] : [],
      }
    },
    async act({ id, action, version, fields, by }: DecisionDeed): Promise<DecisionOutcome> {
      const leg = await findLeg(parts.database, id)
      if (leg?.state !== 'review' || leg.version !== version) return { outcome: 'moved', what: leg?.state ?? 'NO_DATA' }
      const seen = fields.evidence?.trim() ?? ''
      if (seen.length < TRANSFER_EVIDENCE_MIN) refuseFields('evidence')
      return outcomeOf(await propose({ legId: id, as: action === 'done' ? 'done' : 'refused', evidence: seen, by }))
    },
  }
}

/** Balances that no rule books. One is decided once: what is seen of it has one version until then. */
export function readingDecisions(parts: GamesParts, { book }: ReadingBooking): DecisionKind {
  const versionOf = ({ state }: ReadingRow): number => (state === 'open' ? 0 : 1)
  async function rowOf(reading: ReadingRow): Promise<DecisionRow> {
    const game = (await parts.operator.games()).find(({ code }) => code === reading.code)
    const amountMinor = game === undefined ? null : saidAmountMinor(reading, game.factorTenThousandths)
    const why = reading.kind === 'restored' ? 'RESTORED' : amountMinor === null ? 'NO_AMOUNT' : 'ABOVE_CEILING'
    const { id, memberId, createdAt } = reading
    const reasons: DecisionReason[] = reading.state === 'open' ? [why] : []
    return { id, version: versionOf(reading), memberId, amountMinor, since: createdAt, reasons }
  }
  return {
    kind: 'reading',
    waiting: readingsWaiting,
    list: async (sql, ids) => Promise.all((await readingsToDecide(sql, ids)).map(rowOf)),
    async read(id): Promise<DecisionReading | null> {
      const reading = await readingById(parts.database, id)
      if (reading === null) return null
      const [row, isAbove, settings] = await Promise.all([
        rowOf(reading),
        isAboveCeiling(parts, reading),
        parts.operator.settings(),
      ])
      const facts = {
        game: reading.code,
        said: reading.raw,
        ceiling: toWireAmount(settings.readingCeilingMinor),
        state: reading.state,
      }
      const told = { game: reading.code, said: reading.raw }
      const booking = (action: ReadingEnd): DecisionAction =>
        decisionAction(action, `reading-${action}`, told, { takes: isAbove ? 'two' : 'one' })
      // What a restored copy does not know may have been a transfer.
      const bookings: ReadingEnd[] = reading.kind === 'restored' ? ['accept', 'transfer'] : ['accept']
      const rejection = decisionAction('reject', 'reading-reject', told, { fields: [noteField(true)] })
      return {
        row,
        evidence: {
          why: row.reasons.map((reason) => ({ reason, facts })),
          facts,
          timeline: stepAt(reading.createdAt, 'read', { said: reading.raw }),
        },
        actions: reading.state === 'open' ? [...bookings.map(booking), rejection] : [],
      }
    },
    async act({ id, action, version, fields, by }: DecisionDeed): Promise<DecisionOutcome> {
      const reading = await readingById(parts.database, id)
      if (reading === null || versionOf(reading) !== version || reading.state !== 'open') {
        return { outcome: 'moved', what: reading?.state ?? 'NO_DATA' }
      }
      if (action === 'accept' || action === 'transfer') return outcomeOf(await book(id, action, by))
      await rejectReading(parts, id, by, fields.note ?? null)
      return done
    },
  }
}
