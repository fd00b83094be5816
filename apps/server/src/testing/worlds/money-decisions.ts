import { type DecisionKindName, desk } from '@krapao/contract'
import type { BonusWorld } from './bonus-world.ts'
import type { Answered } from '../client.ts'
import { type Staff, staffMember } from './desk-world.ts'
import { namedTransfer } from './slip-world.ts'
import {
  makeArrival,
  makeCase,
  makeContest,
  makeGameCase,
  makeGift,
  makeNotice,
  makeReading,
  makeSlip,
  makeUnknownTransfer,
  makeWithdrawal,
} from './waiting-world.ts'

// Every decision at the desk that moves money or lets it lie, each made as short as it can be.

/** What waits, and what is sent with the decision about it. */
interface Made {
  id: string
  memberId: string
  fields?: object
}

export interface MoneyDecision {
  kind: DecisionKindName
  action: string
  takes: 'one' | 'two'
  make(world: BonusWorld): Promise<Made>
  /** By how much the decision changes an account of the member, in baht: what stands there, and what may be spent of it. */
  account?: 'wallet' | 'game:PG'
  posted: number
  spendable?: number
}

const RICH_MINOR = 50_000_00
const EVIDENCE = 'seen in their list of transfers'
const memberOf = async (world: BonusWorld): Promise<string> => (await world.player({ walletMinor: RICH_MINOR })).id

async function withdrawal(world: BonusWorld, amount: number, fields = {}): Promise<Made> {
  const id = await makeWithdrawal(world, amount)
  return { id, memberId: await ownerOf(world, 'withdrawal', id), fields }
}

async function ownerOf(world: BonusWorld, table: string, id: string): Promise<string> {
  const [row] = await world.rows<{ memberId: string }>(`select member_id as "memberId" from ${table} where id = $1`, [
    id,
  ])
  return row?.memberId ?? ''
}

async function ofMember(
  world: BonusWorld,
  make: (world: BonusWorld, memberId: string) => Promise<string>,
  fields = {},
): Promise<Made> {
  const memberId = await memberOf(world)
  return { id: await make(world, memberId), memberId, fields }
}

const caseOf =
  (about: { kind: string; isLent?: boolean }, fields = {}) =>
  (world: BonusWorld) =>
    ofMember(world, (_, memberId) => makeCase(world, { ...about, memberId }), fields)

/** A transfer into a game that its provider knows nothing of, or says nothing about. */
const transferOf = (isSilent: boolean) => async (world: BonusWorld) => {
  const id = await makeUnknownTransfer(world)
  world.providerOf('PG').fault = isSilent ? 'cut' : 'none'
  return { id, memberId: await ownerOf(world, 'game_leg', id), fields: { evidence: EVIDENCE } }
}

/** A reading of a game that has 10 baht more than the books, said to be so much. */
const readingOf =
  (said: string | null, kind: 'absurd' | 'restored' = 'absurd') =>
  async (world: BonusWorld) => {
    world.providerOf('PG').fault = 'none'
    const id = await makeReading(world, kind)
    if (said !== null) await world.rows('update game_reading set raw = $2 where id = $1', [id, said])
    return { id, memberId: await ownerOf(world, 'game_reading', id) }
  }

/** A transfer of 40 baht out of a game that was not what it was taken for. */
const gameCaseOf = (kind: 'late-arrival' | 'contradiction') => async (world: BonusWorld) => {
  world.providerOf('PG').fault = 'none'
  const id = await makeGameCase(world, kind)
  return { id, memberId: await ownerOf(world, 'game_case', id) }
}

/** A transfer that was credited to one member, and that another calls his; its bank told who sent it, or did not. */
const contested = (from?: string) => async (world: BonusWorld) => {
  const [memberId, member] = [await memberOf(world), await memberOf(world)]
  const id = await makeContest(world, { has: memberId, claims: member, ...(from && { from }) })
  return { id, memberId, fields: { member } }
}

const payoutOf = (id: string, state: 'PAID' | 'FAILED') =>
  ({ reference: id, amount: 300, currency: 'BAHT', to: {}, state, orders: 1 }) as const

/** A payout that the bank was told of, which has said nothing since and says nothing when it is asked once more. */
async function unheard(world: BonusWorld, fields = {}): Promise<Made> {
  const made = await withdrawal(world, 300, fields)
  await world.app.command('withdrawals', 'pay', made.id)
  world.bank.isDown = true
  await world.work()
  await world.rows(`update withdrawal set needs_review = true, asked_at = null where id = $1 and state = 'sent'`, [
    made.id,
  ])
  return made
}

/** A payout that ended otherwise than it was booked. */
const contradicted = (action: 'pay' | 'refund') => async (world: BonusWorld) => {
  const { id, memberId } = await withdrawal(world, 300)
  await world.app.command('withdrawals', ...(action === 'pay' ? ['return', id, 'OWN_REQUEST'] : ['pay', id]))
  await world.work()
  world.bank.payouts.set(id, { ...payoutOf(id, action === 'pay' ? 'PAID' : 'FAILED') })
  const kind = action === 'pay' ? 'PAYOUT_CONTRADICTED' : 'FAILED_AFTER_PAID'
  return { id: await makeCase(world, { kind, withdrawalId: id, memberId }), memberId }
}

export const MONEY_DECISIONS: readonly MoneyDecision[] = [
  {
    kind: 'withdrawal',
    action: 'pay',
    takes: 'one',
    make: (world) => withdrawal(world, 300),
    posted: -300,
    spendable: 0,
  },
  {
    ...{ kind: 'withdrawal', action: 'return', takes: 'one', posted: 0, spendable: 300 },
    make: (world) => withdrawal(world, 300, { reason: 'OWN_REQUEST' }),
  },
  {
    ...{ kind: 'withdrawal', action: 'hold', takes: 'one', posted: 0 },
    make: (world) => withdrawal(world, 300, { hours: 2, note: 'he is asked first' }),
  },
  { kind: 'slip', action: 'credit', takes: 'one', make: (world) => ofMember(world, makeSlip), posted: 100 },
  {
    ...{ kind: 'slip', action: 'refuse', takes: 'one', posted: 0 },
    make: (world) => ofMember(world, makeSlip, { reason: 'DEST_ACC_INVALID' }),
  },
  {
    ...{ kind: 'notice', action: 'credit', takes: 'one', posted: 100 },
    make: (world) => ofMember(world, makeNotice, { amount: 100, transfer: namedTransfer(world) }),
  },
  { kind: 'notice', action: 'close', takes: 'one', make: (world) => ofMember(world, makeNotice), posted: 0 },
  {
    ...{ kind: 'arrival', action: 'credit', takes: 'one', posted: 100 },
    async make(world) {
      const memberId = await memberOf(world)
      return { id: await makeArrival(world, 100), memberId, fields: { member: memberId } }
    },
  },
  {
    ...{ kind: 'arrival', action: 'return', takes: 'one', posted: 0 },
    make: (world) => ofMember(world, () => makeArrival(world, 100), { note: 'sent back' }),
  },
  ...(['collect', 'forgive'] as const).map((action): MoneyDecision => ({
    ...{ kind: 'arrival', action, takes: 'one', posted: action === 'collect' ? -40 : 0 },
    make: gameCaseOf('late-arrival'),
  })),
  { kind: 'arrival', action: 'close', takes: 'one', make: gameCaseOf('contradiction'), posted: 0 },
  {
    ...{ kind: 'case', action: 'close', takes: 'one', posted: 0 },
    make: caseOf({ kind: 'GIFT_CONTRADICTED' }, { note: 'nothing is owed' }),
  },
  ...(['collect', 'forgive'] as const).map((action): MoneyDecision => ({
    ...{ kind: 'case', action, takes: 'one', posted: action === 'collect' ? -100 : 0 },
    make: caseOf({ kind: 'PAID_AFTER_FAILED', isLent: true }),
  })),
  { kind: 'case', action: 'move', takes: 'one', make: contested('SOMCHAI JAIDEE'), posted: -100 },
  { kind: 'case', action: 'pay', takes: 'one', make: contradicted('pay'), posted: -300 },
  { kind: 'case', action: 'refund', takes: 'one', make: contradicted('refund'), posted: 300 },
  { kind: 'reading', action: 'accept', takes: 'one', make: readingOf(null), account: 'game:PG', posted: 10 },
  { kind: 'reading', action: 'accept', takes: 'two', make: readingOf('70.00'), account: 'game:PG', posted: 10 },
  {
    ...{ kind: 'reading', action: 'reject', takes: 'one', account: 'game:PG', posted: 0 },
    make: async (world) => ({ ...(await readingOf(null)(world)), fields: { note: 'their mistake' } }),
  },
  ...(['one', 'two'] as const).map((takes): MoneyDecision => ({
    ...{ kind: 'reading', action: 'transfer', takes, account: 'game:PG', posted: 10 },
    make: readingOf(takes === 'one' ? null : '70.00', 'restored'),
  })),
  { kind: 'transfer', action: 'void', takes: 'two', make: transferOf(false), posted: 0, spendable: 40 },
  { kind: 'transfer', action: 'done', takes: 'two', make: transferOf(true), posted: -40, spendable: 0 },
  {
    ...{ kind: 'withdrawal', action: 'pay', takes: 'two', posted: -30_000.01, spendable: 0 },
    make: (world) => withdrawal(world, 30_000.01),
  },
  { kind: 'withdrawal', action: 'pay', takes: 'two', make: unheard, posted: -300, spendable: 0 },
  {
    ...{ kind: 'withdrawal', action: 'return', takes: 'two', posted: 0, spendable: 300 },
    make: (world) => unheard(world, { reason: 'OWN_REQUEST' }),
  },
  {
    ...{ kind: 'gift', action: 'credit', takes: 'two', posted: 100 },
    make: (world) => ofMember(world, makeGift, { amount: 100 }),
  },
  { kind: 'gift', action: 'refuse', takes: 'two', make: (world) => ofMember(world, makeGift), posted: 0 },
  { kind: 'case', action: 'move', takes: 'two', make: contested(), posted: -100 },
  {
    ...{ kind: 'case', action: 'correct', takes: 'two', posted: -100 },
    make: caseOf({ kind: 'GIFT_CONTRADICTED' }, { amount: 0 }),
  },
  {
    ...{ kind: 'slip', action: 'credit-unreferenced', takes: 'two', posted: 100 },
    make: (world) =>
      ofMember(world, (_, memberId) => makeSlip(world, memberId, { isNamed: false }), { amount: 100, note: 'seen' }),
  },
  {
    ...{ kind: 'notice', action: 'credit-unreferenced', takes: 'two', posted: 100 },
    make: (world) => ofMember(world, makeNotice, { amount: 100, note: 'seen' }),
  },
  {
    ...{ kind: 'arrival', action: 'credit', takes: 'two', posted: 10_000.01 },
    async make(world) {
      const memberId = await memberOf(world)
      return { id: await makeArrival(world, 10_000.01), memberId, fields: { member: memberId } }
    },
  },
]

/** Two of the staff who decide, and a third; their second factor stays fresh however long the test goes on. */
export async function openDecisionDesk(world: BonusWorld): Promise<{ mali: Staff; noi: Staff; rit: Staff }> {
  await world.set('withdrawAutoMaxMinor', 0)
  await world.set('withdrawMaxMinor', 100_000_00)
  await world.set('readingCeilingMinor', 60_00)
  const [mali, noi, rit] = [
    await staffMember(world.app, 'Mali', ['PAYMENTS']),
    await staffMember(world.app, 'Noi', ['PAYMENTS']),
    await staffMember(world.app, 'Rit', ['PAYMENTS']),
  ]
  await world.rows(
    `update support_agent_session set second_factor_at = '9000-01-01', last_seen_at = '9000-01-01', expires_at = '9999-01-01'`,
  )
  return { mali, noi, rit }
}

/** What stands on an account, and what may be spent of it, in baht. */
export async function standingOf(world: BonusWorld, { memberId }: Made, account = 'wallet') {
  const name = `member/${memberId}/${account}`
  const state = (await world.process.ledger.states(world.database, [name])).get(name)
  const [posted, held] = [state?.postedMinor ?? 0, state?.heldMinor ?? 0]
  return { postedMinor: posted, spendableMinor: posted - held }
}

/** Something to decide, as Mali read it: what stood on its account before, and how much these had done by then. */
export async function sceneOf(world: BonusWorld, decision: MoneyDecision, staff: readonly [Staff, ...Staff[]]) {
  const { kind, action, takes, account } = decision
  world.bank.isDown = false
  const thing = await decision.make(world)
  const { row, actions } = await world.app.desk.ok(desk.deskDecision, {
    token: staff[0].token,
    params: { kind, id: thing.id },
  })
  const found = actions.find((one) => one.action === action)
  if (found?.takes !== takes) throw new Error(`${kind} ${action} takes ${found?.takes ?? 'nobody'}`)
  const before = await standingOf(world, thing, account)
  return { thing: { ...thing, version: row.version }, before, deeds: (await deedsOf(world, staff)).length }
}

/** By how much the account of a scene changed since. */
export async function changeSince(
  world: BonusWorld,
  { thing, before }: Awaited<ReturnType<typeof sceneOf>>,
  { account }: MoneyDecision,
) {
  const { postedMinor, spendableMinor } = await standingOf(world, thing, account)
  return { postedMinor: postedMinor - before.postedMinor, spendableMinor: spendableMinor - before.spendableMinor }
}

/** By how much a decision that is done changed the account. */
export function changeOf({ posted, spendable = posted }: MoneyDecision) {
  return { postedMinor: Math.round(posted * 100), spendableMinor: Math.round(spendable * 100) }
}

export function decideAs(
  world: BonusWorld,
  { token }: Staff,
  { kind, action }: MoneyDecision,
  { id, fields, version, key }: Made & { version: number; key?: string },
): Promise<Answered<typeof desk.deskDecide>> {
  const rawBody = { action, version, ...fields }
  return world.app.desk.call(desk.deskDecide, { token, params: { kind, id }, rawBody, key })
}

export function confirmAs(
  world: BonusWorld,
  { token }: Staff,
  proposalId: string,
  key?: string,
): Promise<Answered<typeof desk.deskConfirmProposal>> {
  return world.app.desk.call(desk.deskConfirmProposal, { token, params: { proposalId }, rawBody: {}, key })
}

/** What these did, other than to log in. */
export function deedsOf(world: BonusWorld, staff: readonly Staff[]): Promise<{ what: string; actor: string }[]> {
  return world.rows(`select what, actor from deed where actor = any ($1) and what <> 'login' order by number`, [
    staff.map(({ agentId }) => `agent:${agentId}`),
  ])
}
