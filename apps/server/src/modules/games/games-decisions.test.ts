import { HOUR_MS } from '../../platform/durations.ts'
import { calls, desk } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { memberWithMoney, type StoryMember } from '../../testing/worlds/stories.ts'
import { ScriptedProvider } from './scripted-provider.fixture.ts'

const EVIDENCE = 'seen in their list of transfers'

let app: TestApp
let provider: ScriptedProvider
let one: Staff
let two: Staff

beforeAll(async () => {
  provider = new ScriptedProvider()
  app = await startTestApp({ settings: { registerOTP: false }, tuning: { games: () => provider } })
  one = await staffMember(app, 'One', ['PAYMENTS'])
  two = await staffMember(app, 'Two', ['PAYMENTS'])
})
afterAll(() => app.close())

/** A transfer of 40 baht into PG whose provider has been silent for more than an hour. */
async function inReview(how: 'cut-after' | 'cut-before'): Promise<{ id: string; member: StoryMember }> {
  const member = await memberWithMoney(app, 100)
  const { token } = member
  await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
  provider.isStatusDown = false
  provider.script.push(how)
  provider.isStatusDown = true
  await app.ok(calls.walletTransfer, { token, body: { from: 'WALLET', to: 'PG', amount: 40 } })
  await app.settle(HOUR_MS + 120_000, 60_000)
  const [leg] = await app.database.query<{ id: string; state: string }>(
    'select id, state from game_leg where member_id = $1',
    [member.memberId],
  )
  expect(leg?.state).toBe('review')
  ;[one, two] = [await staffMember(app, 'One', ['PAYMENTS']), await staffMember(app, 'Two', ['PAYMENTS'])]
  return { id: leg?.id ?? '', member }
}

const about = (id: string, kind: 'transfer' | 'reading' = 'transfer') => ({ params: { kind, id } })
async function decide({ token }: Staff, id: string, body: object) {
  const { row } = await app.desk.ok(desk.deskDecision, { token, ...about(id) })
  return app.desk.call(desk.deskDecide, { token, ...about(id), rawBody: { version: row.version, ...body } })
}
const confirm = ({ token }: Staff, proposalId: string | null) =>
  app.desk.call(desk.deskConfirmProposal, { token, params: { proposalId: proposalId ?? '' }, body: {} })
const walletOf = async ({ token }: StoryMember) => (await app.ok(calls.walletAmount, { token })).amount

it('[OFC-036] a transfer is declared void by two with evidence of ten characters, once however often it is confirmed', async () => {
  const { id, member } = await inReview('cut-before')
  const { token } = one
  const { rows } = await app.desk.ok(desk.deskDecisions, { token, query: { kind: 'transfer' } })
  expect(rows.find((row) => row.id === id)).toMatchObject({ amount: 40, reasons: ['UNKNOWN_FOR_AN_HOUR'] })
  const { actions } = await app.desk.ok(desk.deskDecision, { token, ...about(id) })
  expect(actions).toMatchObject([
    { action: 'done', takes: 'two' },
    { action: 'void', takes: 'two' },
  ])
  expect(await decide(one, id, { action: 'void', evidence: '         .' })).toMatchObject({ status: 422 })
  const { body } = await decide(one, id, { action: 'void', evidence: EVIDENCE })
  expect(body).toMatchObject({ outcome: 'proposed' })
  expect((await confirm(one, body.proposalId)).body).toMatchObject({ message: 'SELF_APPROVAL' })
  expect(await walletOf(member)).toBe(60)
  const ends = await Promise.all(Array.from({ length: 20 }, () => confirm(two, body.proposalId)))
  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await walletOf(member)).toBe(100)
  const deeds = await app.database.query('select actor, what, reason from deed where subject = $1', [`transfer:${id}`])
  expect(deeds).toEqual([{ actor: `agent:${two.agentId}`, what: 'transfer-void', reason: EVIDENCE }])
})

it('[OFC-036] the command line declares a transfer by the same deed: evidence, and somebody else who confirms it', async () => {
  const { id, member } = await inReview('cut-before')
  await expect(app.command('transfers', 'void', id, 'seen')).rejects.toThrow('Name the evidence')
  const said = await app.command('transfers', 'void', id, EVIDENCE)
  expect(await walletOf(member)).toBe(60)
  const proposalId = /confirm (\S+)$/.exec(said)?.[1] ?? ''
  await expect(app.command('proposals', 'confirm', proposalId)).rejects.toThrow()
  expect(await confirm(two, proposalId)).toMatchObject({ status: 200, body: { state: 'CONFIRMED' } })
  expect(await walletOf(member)).toBe(100)
  const deeds = await app.database.query('select actor, what, reason from deed where subject = $1', [`transfer:${id}`])
  expect(deeds).toEqual([{ actor: `agent:${two.agentId}`, what: 'transfer-void', reason: EVIDENCE }])
})

it('[OFC-036] the provider is asked once more as it is confirmed: what it says to the contrary wins, and is booked', async () => {
  const { id, member } = await inReview('cut-after')
  const { body } = await decide(one, id, { action: 'void', evidence: EVIDENCE })
  provider.isStatusDown = false
  expect(await confirm(two, body.proposalId)).toMatchObject({
    status: 409,
    body: { message: 'MOVED_ON', details: { what: 'DONE', party: 'PG' } },
  })
  expect(await walletOf(member)).toBe(60)
  const [leg] = await app.database.query('select state from game_leg where id = $1', [id])
  expect(leg).toEqual({ state: 'done' })
  expect(await app.database.query('select from deed where subject = $1', [`transfer:${id}`])).toEqual([])
  expect((await app.app().ledger.audit(app.database)).problems).toEqual([])
})
