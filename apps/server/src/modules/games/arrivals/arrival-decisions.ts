import type { DecisionAction } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import { refuse } from '../../../platform/errors.ts'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionReading,
  type DecisionRow,
  done,
  moved,
  stepAt,
} from '../../deeds/index.ts'
import { type ArrivalEnd, closeArrival, collectArrival, forgiveArrival } from './arrival-deeds.ts'
import { caseById, type CaseRow, casesToDecide, casesWaiting } from '../cases.store.ts'
import type { GamesParts } from '../games.parts.ts'
import { findLeg, findTransfer } from '../games.store.ts'

const rowOfArrival = ({ id, version, memberId, amountMinor, createdAt, kind, state }: CaseRow): DecisionRow => ({
  id,
  version,
  memberId,
  amountMinor,
  since: createdAt,
  reasons: state === 'open' ? [kind] : [],
})

/** Transfers with games that were not what they were taken for, in the queue of the desk. */
export function arrivalDecisions(parts: GamesParts): DecisionKind {
  return {
    kind: 'arrival',
    waiting: casesWaiting,
    list: async (sql, ids) => (await casesToDecide(sql, ids)).map(rowOfArrival),
    read: (id) => read(parts, id),
    act: (deed) => act(parts, deed),
  }
}

async function read(parts: GamesParts, id: string): Promise<DecisionReading | null> {
  const row = await caseById(parts.database, id)
  if (row === null) return null
  const leg = await findLeg(parts.database, row.legId)
  const whole = leg === null ? null : await findTransfer(parts.database, leg.transferId)
  const about = { game: leg?.code ?? null, direction: leg?.direction ?? null, reference: row.legId }
  const amount = toWireAmount(row.amountMinor)
  return {
    row: rowOfArrival(row),
    evidence: {
      why: row.state === 'open' ? [{ reason: row.kind, facts: { ...about, amount } }] : [],
      facts: {
        ...about,
        amount,
        from: whole?.fromCode ?? null,
        to: whole?.toCode ?? null,
        transferState: leg?.state ?? null,
        asked: leg?.asks ?? null,
        state: row.state,
      },
      timeline: [
        ...stepAt(whole?.createdAt, 'asked-for', { amount }),
        ...stepAt(leg?.calledAt, 'called', about),
        ...stepAt(leg?.closedAt, 'ended', { transferState: leg?.state ?? null }),
        ...stepAt(row.createdAt, 'case-opened'),
      ],
    },
    actions: row.state === 'open' ? actionsOf(row) : [],
  }
}

/** One that holds no money is closed; else it is taken from the wallet, or the house bears it. */
function actionsOf({ kind, amountMinor }: CaseRow): DecisionAction[] {
  return (kind === 'contradiction' ? (['close'] as const) : (['collect', 'forgive'] as const)).map((action) =>
    decisionAction(action, `arrival-${action}`, { amount: toWireAmount(amountMinor) }),
  )
}

const ends = { collect: collectArrival, forgive: forgiveArrival, close: closeArrival }

async function act(parts: GamesParts, { id, action, version, by }: DecisionDeed): Promise<DecisionOutcome> {
  const row = await caseById(parts.database, id)
  if (row === null || row.state !== 'open' || row.version !== version) return moved
  return outcomeOf(await ends[action as keyof typeof ends](parts, row, by))
}

function outcomeOf(end: ArrivalEnd): DecisionOutcome {
  switch (end) {
    case 'ended':
      return done
    case 'not-covered':
      return refuse('MONEY_NOT_ENOUGH')
    // Its transfer is decided first, which stands in the queue too.
    case 'transfer-open':
      return { outcome: 'moved', by: 'system', what: 'TRANSFER_OPEN' }
    case 'not-open':
    case 'no-money':
    case 'holds-money':
      return moved
  }
}
