import { type DecisionAction, type DecisionReason, FLAG_TRIAL_READERS, hasRole } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import {
  decisionAction,
  type DecisionDeed,
  type DecisionFacts,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionReading,
  type DecisionRow,
  doneOrMoved,
  noteField,
  stepAt,
} from '../../deeds/index.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { closeFlagByHand, markFlag } from './flag-deeds.ts'
import { FLAG_VERDICTS } from './flags.rules.ts'
import {
  flagById,
  flagsToDecide,
  flagsWaiting,
  type FlagToDecide,
  membersOfFlag,
  NOT_TRIED,
  resultsOn,
} from './flags.store.ts'

const MARKS = { 'mark-high': 'high', 'mark-normal': 'normal' } as const

/** Flags that wait for whoever answers for the risk, in the queue of the desk. */
export function flagDecisions(parts: RewardsParts): DecisionKind {
  const all: DecisionKind = {
    kind: 'flag',
    waiting: flagsWaiting,
    list: async (sql, ids) => (await flagsToDecide(sql, ids)).map((flag) => rowOfFlag(flag, parts.clock.now())),
    read: (id) => read(parts, id),
    members: (id, page) => membersOfFlag(parts.database, id, page),
    act: (deed) => act(parts, deed),
  }
  return { ...all, shownTo: (roles) => (hasRole(roles, FLAG_TRIAL_READERS) ? all : withoutTrials(all)) }
}

/** Those of kinds that are not on trial any more. */
function withoutTrials(all: DecisionKind): DecisionKind {
  const isTried = ({ reasons }: DecisionRow): boolean => reasons.includes('TRIED')
  const read = async (id: string) => {
    const reading = await all.read(id)
    return reading === null || isTried(reading.row) ? null : reading
  }
  return {
    ...all,
    waiting: `${all.waiting} and ${NOT_TRIED}`,
    list: async (sql, ids) => (await all.list(sql, ids)).filter((row) => !isTried(row)),
    members: async (id, page) => ((await read(id)) === null ? [] : ((await all.members?.(id, page)) ?? [])),
    read,
  }
}

/** Of a key: who invited, whom, and on which day they played against each other; of kinds that no invitation made, nobody. */
function invitationOf({ kind, key }: FlagToDecide): readonly (string | undefined)[] {
  return kind === 'self-invite' || kind === 'invite-ring' || kind === 'opposite-results' ? key.split(' ') : []
}

/** It is about who invited, else about who came last. */
function rowOfFlag(flag: FlagToDecide, now: Date): DecisionRow {
  const { id, version, lastMemberId, openedAt } = flag
  const isTried = flag.holdsFrom !== null && flag.holdsFrom > now
  const reasons: DecisionReason[] = [
    flag.kind,
    ...(flag.severity === 'high' && !isTried ? (['HIGH'] as const) : []),
    ...(isTried ? (['TRIED'] as const) : []),
  ]
  const memberId = invitationOf(flag)[0] ?? lastMemberId
  return { id, version, memberId, amountMinor: null, since: openedAt, reasons }
}

async function read(parts: RewardsParts, id: string): Promise<DecisionReading | null> {
  const flag = await flagById(parts.database, id)
  if (flag === null) return null
  const { kind, memberCount, state, severity, verdict, openedAt } = flag
  const shared = await sharedBy(parts, flag)
  const row = rowOfFlag(flag, parts.clock.now())
  const grave = {
    HIGH: { membersCount: memberCount },
    TRIED: { until: flag.holdsFrom?.toISOString() ?? null },
  } as const
  return {
    row,
    evidence: {
      why: [
        { reason: kind, facts: shared },
        ...(['HIGH', 'TRIED'] as const).flatMap((reason) =>
          row.reasons.includes(reason) ? [{ reason, facts: grave[reason] }] : [],
        ),
      ],
      facts: { ...shared, membersCount: memberCount, severity, state, verdict },
      timeline: stepAt(openedAt, 'flag-raised', { membersCount: memberCount }),
    },
    actions: state === 'open' ? actionsOf(flag) : [],
  }
}

/** What its members have in common; of an account's number the last four digits. Of who was erased it stands no more. */
async function sharedBy({ database, members }: RewardsParts, flag: FlagToDecide): Promise<DecisionFacts> {
  const { id, kind, key } = flag
  if (key === id) return {}
  if (kind === 'bank-number') return { account: `•••${key.slice(-4)}` }
  if (kind === 'bank-name') return { accountName: key }
  if (kind === 'excluded-again') {
    const card = await members.card(database, key)
    return { member: card?.memberNumber.toString() ?? null }
  }
  if (kind === 'below-threshold' || kind === 'in-and-out') {
    const [memberId = '', day = null] = key.split(' ')
    const card = await members.card(database, memberId)
    return { member: card?.memberNumber.toString() ?? null, day }
  }
  if (kind === 'address') return { address: key }
  if (kind === 'device') {
    const [address = '', ...device] = key.split(' ')
    return { address, device: device.join(' ') }
  }
  const [inviter = '', friend = '', day] = invitationOf(flag)
  const cards = await members.cards(database, [inviter, friend])
  const numberOf = (id: string) => cards.get(id)?.memberNumber.toString() ?? null
  const who = { inviter: numberOf(inviter), friend: numberOf(friend) }
  if (day === undefined) return who
  const results = await resultsOn(database, [inviter, friend], day)
  const wonBy = (id: string) => toWireAmount(results.get(id) ?? 0)
  return { ...who, day, inviterResultAmount: wonBy(inviter), friendResultAmount: wonBy(friend) }
}

function actionsOf({ severity, memberCount }: FlagToDecide): DecisionAction[] {
  const mark = severity === 'high' ? 'mark-normal' : 'mark-high'
  return [...FLAG_VERDICTS, mark as keyof typeof MARKS].map((action) =>
    decisionAction(
      action,
      `flag-${action}`,
      { membersCount: memberCount },
      { fields: [noteField(true)], roles: ['RISK'] },
    ),
  )
}

async function act(parts: RewardsParts, { id, action, version, fields, by }: DecisionDeed): Promise<DecisionOutcome> {
  const said = { id, version, by, reason: fields.note ?? '' }
  const verdict = FLAG_VERDICTS.find((one) => one === action)
  const isDone =
    verdict === undefined
      ? await markFlag(parts, { ...said, severity: MARKS[action as keyof typeof MARKS] })
      : await closeFlagByHand(parts, { ...said, verdict })
  return doneOrMoved(isDone)
}
