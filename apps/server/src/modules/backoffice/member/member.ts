import type { AnswerOf, desk, DeskMember, Role } from '@krapao/contract'
import { spendableMinor } from '@krapao/ledger'
import { toWireAmount } from '@krapao/money'
import type { Language } from '../../../platform/http/index.ts'
import {
  inviteAccount,
  maskedPhone,
  type MemberCard,
  type Payee,
  refundableAccount,
  walletAccount,
} from '../../members/index.ts'
import { actorNames } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { decisionsOf } from '../decisions/list-decisions.ts'
import { standingOf } from './standing.rules.ts'

/** Over how many days his money in and out is summed; null: over all. */
const NET_DAYS = [1, 7, 30, 90, null] as const

type Money = DeskMember['money']

async function moneyOf(
  { database, ledger, games }: BackofficeParts,
  memberId: string,
  language: Language,
): Promise<Money> {
  const names = {
    wallet: walletAccount(memberId),
    refund: refundableAccount(memberId),
    invite: inviteAccount(memberId),
  }
  const [states, holdings] = await Promise.all([
    ledger.states(database, Object.values(names)),
    games.holdings(memberId),
  ])
  const pending = holdings.reduce((sum, { pendingMinor }) => sum + pendingMinor, 0)
  const wallet = states.get(names.wallet)
  // Of what the wallet holds back, what does not go into a game is on its way to the bank.
  const intoGames = holdings.reduce((sum, { arrivingMinor }) => sum + arrivingMinor, 0)
  const heldMinor = Math.max(0, (wallet?.heldMinor ?? 0) - intoGames)
  return {
    wallet: toWireAmount(spendableMinor(wallet)),
    held: toWireAmount(heldMinor),
    arriving: toWireAmount(pending),
    waiting: {
      refund: toWireAmount(spendableMinor(states.get(names.refund))),
      invite: toWireAmount(spendableMinor(states.get(names.invite))),
    },
    games: holdings.map(({ code, names: words, amountMinor, readAt, isStale, isMissing }) => ({
      code,
      name: words[language],
      amount: toWireAmount(amountMinor),
      readAt: readAt?.toISOString() ?? null,
      stale: isStale,
      missing: isMissing,
    })),
  }
}

async function netOf({ statements }: BackofficeParts, memberId: string): Promise<DeskMember['net']> {
  const spans = await statements.netPosition(memberId, NET_DAYS)
  return spans.map(({ days, depositsMinor, withdrawalsMinor, resultsMinor }) => ({
    days,
    deposits: toWireAmount(depositsMinor),
    withdrawals: toWireAmount(withdrawalsMinor),
    net: toWireAmount(depositsMinor - withdrawalsMinor),
    results: toWireAmount(resultsMinor),
  }))
}

async function bonusOf({ rewards }: BackofficeParts, memberId: string): Promise<DeskMember['bonus']> {
  const held = await rewards.heldOf(memberId)
  if (held === null) return null
  const { bonus, progress } = held
  const amount = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? null : toWireAmount(minor)
  return {
    bonusId: bonus.id,
    name: bonus.terms.names,
    state: bonus.state === 'granted' || bonus.state === 'ending' ? bonus.state : 'armed',
    since: (bonus.grantedAt ?? bonus.armedAt).toISOString(),
    granted: amount(bonus.bonusMinor),
    current: amount(progress?.currentMinor),
    target: amount(progress?.passFromMinor),
    lostBelow: amount(progress?.failBelowMinor),
    missing: amount(progress && Math.max(0, progress.passFromMinor - progress.currentMinor)),
  }
}

async function notesOf(parts: BackofficeParts, memberId: string): Promise<DeskMember['notes']> {
  const notes = await parts.members.notes(memberId)
  const { agentOf } = await actorNames(
    parts.staff,
    notes.map(({ actor }) => actor),
  )
  return notes.map(({ id: noteId, at, actor: by, text }) => {
    return { noteId, at: at.toISOString(), by, agent: agentOf(by), text }
  })
}

function identityOf(card: MemberCard, payee: Payee | null): DeskMember['member'] {
  return {
    memberId: card.id,
    memberNo: String(card.memberNumber),
    name: card.name,
    phone: maskedPhone(card.username),
    state: card.state === 'active' ? 'active' : 'inactive',
    registeredAt: card.createdAt.toISOString(),
    account: payee && {
      bankCode: payee.bankCode,
      name: payee.bankAccountName,
      number: `•••${payee.bankAccountNo.slice(-4)}`,
      isProven: payee.provenAt !== null,
    },
  }
}

async function sessionsOf({ members }: BackofficeParts, memberId: string): Promise<DeskMember['sessions']> {
  return (await members.sessions(memberId)).map(({ id, createdAt, lastUsedAt, expiresAt, device }) => ({
    sessionId: id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    device,
  }))
}

async function factorsOf({ members }: BackofficeParts, memberId: string): Promise<DeskMember['factors']> {
  const { removedAt, ...factors } = await members.provesBy(memberId)
  return { ...factors, removedAt: removedAt?.toISOString() ?? null }
}

type Flags = Awaited<ReturnType<BackofficeParts['rewards']['flagsOf']>>

const flagsOnWire = (flags: Flags): DeskMember['flags'] =>
  flags.map(({ id, kind, severity, memberCount, openedAt }) => ({
    flagId: id,
    kind,
    raisedAt: openedAt.toISOString(),
    facts: { severity, members: memberCount },
  }))

/** What waits of him for a person, flags that name him among it, the longest waiting first. */
function decisionsOnWire(waiting: Awaited<ReturnType<typeof decisionsOf>>, flags: Flags): DeskMember['decisions'] {
  const raised = flags.map(({ id, openedAt }) => ({ kind: 'flag', id, amountMinor: null, since: openedAt }))
  return [...waiting, ...raised]
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .map(({ kind, id, amountMinor, since }) => ({
      kind,
      id,
      amount: amountMinor === null ? null : toWireAmount(amountMinor),
      since: since.toISOString(),
    }))
}

/** Waits for all of them at once. */
async function allNamed<Asked extends Record<string, Promise<unknown>>>(asked: Asked) {
  const answers = Object.entries(asked).map(async ([name, answer]) => [name, await answer] as const)
  return Object.fromEntries(await Promise.all(answers)) as { [Name in keyof Asked]: Awaited<Asked[Name]> }
}

/** The page of one member, as somebody with these roles is shown it; refuses with NO_DATA (404) when there is none of this id. */
export async function readMember(
  parts: BackofficeParts,
  memberId: string,
  { language, roles }: { language: Language; roles: readonly Role[] },
): Promise<AnswerOf<typeof desk.deskMember>> {
  const { database, members, rewards, clock } = parts
  const card = await members.requireCard(memberId)
  const { payee, standing, flags, protection, restoredAt, decisions, waits, ...told } = await allNamed({
    payee: members.payee(database, memberId),
    standing: members.standing(database, memberId),
    waits: parts.cashier.waitsOfMember(memberId),
    money: moneyOf(parts, memberId, language),
    net: netOf(parts, memberId),
    bonus: bonusOf(parts, memberId),
    sessions: sessionsOf(parts, memberId),
    factors: factorsOf(parts, memberId),
    flags: rewards.flagsOf(database, memberId, { now: clock.now(), roles }),
    notes: notesOf(parts, memberId),
    decisions: decisionsOf(parts, memberId),
    protection: parts.protection.forStaff(memberId),
    restoredAt: parts.operator.lastRestoredAt(),
  })
  return {
    ...told,
    asOf: clock.now().toISOString(),
    restoredAt: restoredAt?.toISOString() ?? null,
    member: identityOf(card, payee),
    standing: standingOf({
      isActive: card.state === 'active',
      bonusState: standing.bonusState,
      waits,
      isExcluded: protection.exclusion !== null,
      keptMinor: await rewards.takenAtMost(database, standing),
    }),
    limits: protection.limits,
    exclusion: protection.exclusion,
    flags: flagsOnWire(flags),
    decisions: decisionsOnWire(decisions, flags),
  }
}
