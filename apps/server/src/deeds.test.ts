import { type AdjustmentReason, type Call, desk, deskCalls } from '@krapao/contract'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './platform/commands/index.ts'
import { startTestApp, type TestApp } from './testing/app.ts'
import { guest, say } from './testing/chat-world.ts'
import { answer, codeOf, type Staff, staffMember } from './testing/desk-world.ts'
import { memberWithMoney } from './testing/stories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
  const { text, exitCode } = await runCommand(app.app().commands, ['export'])
  expect(exitCode).toBe(0)
  furnishing = JSON.parse(text) as Record<string, unknown>
})
afterAll(() => app.close())

let furnishing: Record<string, unknown>
const READS = 'reads'
/** Looked at beside its use case, where what it is about can be made. */
const ELSEWHERE = 'elsewhere'

interface DeedRow {
  actor: string
  address: string | null
  what: string
  memberId: string | null
  subject: string | null
  before: object | null
  after: Record<string, unknown> | null
  reason: string | null
}

const deedsBy = (actor: string): Promise<DeedRow[]> =>
  app.database.query(
    `select actor, address, what, member_id as "memberId", subject, before, after, reason from deed
     where actor = $1 order by number`,
    [actor],
  )

async function newDeedsBy(actor: string, work: () => Promise<unknown>): Promise<DeedRow[]> {
  const before = (await deedsBy(actor)).length
  await work()
  return (await deedsBy(actor)).slice(before)
}

const payer = (name = 'Payer') => staffMember(app, name, ['PAYMENTS'])
const adjustment = (memberId: string) => {
  const reason: AdjustmentReason = 'goodwill'
  return { memberId, amount: 1, reason, note: 'the bank was late', reference: null }
}

async function proposal(): Promise<string> {
  const { memberId } = await memberWithMoney(app, 10)
  const { token } = await payer()
  const body = adjustment(memberId)
  return (await app.desk.ok(desk.deskAdjust, { token, body })).proposalId ?? ''
}

async function flag(): Promise<string> {
  const id = `flag${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`
  await app.database.query(
    `insert into abuse_flag (id, kind, key, member_ids, member_count, state, opened_at)
     values ($1, 'device', $1, '{}', 2, 'open', now())`,
    [id],
  )
  return id
}

const ofMember = async (words: readonly string[]) => [(await memberWithMoney(app, 1)).memberId, ...words]

/** What follows a command's name so that it does something; each prepares what it is about. */
const commands: Record<string, typeof READS | typeof ELSEWHERE | (() => Promise<readonly string[]>)> = {
  'accounts renew': ELSEWHERE,
  'adjustments propose': () => ofMember(['5', 'goodwill', 'a', 'trial']),
  'arrivals close': ELSEWHERE,
  'arrivals collect': ELSEWHERE,
  'arrivals forgive': ELSEWHERE,
  'arrivals list': READS,
  audit: READS,
  'bonuses end': ELSEWHERE,
  'bonuses list': READS,
  'bonuses rules': READS,
  'cases close': ELSEWHERE,
  'cases collect': ELSEWHERE,
  'cases correct': ELSEWHERE,
  'cases credit': ELSEWHERE,
  'cases forgive': ELSEWHERE,
  'cases list': READS,
  'cases move': ELSEWHERE,
  'cases pay': ELSEWHERE,
  'cases refund': ELSEWHERE,
  'cases return': ELSEWHERE,
  'commands list': READS,
  'desk add': async () => ['made', 'Somebody', '--roles', 'risk'],
  'desk disable': async () => [(await payer()).username],
  'desk end-guests': async () => {
    const who = guest()
    await say(app, who, 'hello')
    await app.command('desk', 'roles', (await payer()).username, 'support')
    app.clock.advance(2 * 3_600_000)
    return ['1']
  },
  'desk reset': async () => [(await payer()).username],
  'desk roles': async () => [(await payer()).username, 'risk'],
  'desk users': READS,
  export: READS,
  'flags close': async () => [await flag(), 'looked', 'at'],
  'flags list': READS,
  'flags mark': async () => [await flag(), 'high', '--reason', 'two', 'phones'],
  'gifts credit': ELSEWHERE,
  'gifts list': READS,
  'gifts refuse': ELSEWHERE,
  import: async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'furnishing-')), 'operator.json')
    await writeFile(file, JSON.stringify({ ...furnishing, settings: { slipMinutes: 77 } }))
    return [file]
  },
  'invites set': async () => ['percent=3'],
  'invites show': READS,
  'members end-sessions': () => ofMember(['--reason', 'a', 'trial']),
  'members lock': () => ofMember(['--reason', 'a', 'trial']),
  'members unlock': async () => {
    const { memberId } = await memberWithMoney(app, 1)
    await app.command('members', 'lock', memberId, '--reason', 'a trial')
    return [memberId, '--reason', 'a', 'trial']
  },
  'movements find': READS,
  'notices close': ELSEWHERE,
  'notices credit': ELSEWHERE,
  'notices list': READS,
  'party check': READS,
  'party list': READS,
  'proposals confirm': async () => [await proposal(), 'agreed'],
  'proposals list': READS,
  'proposals refuse': async () => [await proposal(), 'no'],
  'proposals withdraw': async () => {
    const said = await app.command('adjustments', 'propose', ...(await ofMember(['5', 'goodwill', 'a trial'])))
    return [/\S+$/.exec(said)?.[0] ?? '', 'a', 'mistake']
  },
  'readings accept': ELSEWHERE,
  'readings list': READS,
  'readings reject': ELSEWHERE,
  'readings transfer': ELSEWHERE,
  'refunds set': async () => ['percent=4'],
  'refunds show': READS,
  'release propose': async () => ['20000', '60000', '24', 'a', 'trial'],
  'release replay': READS,
  'release rules': READS,
  'restore end': async () => {
    await app.command('restore', 'mark')
    return []
  },
  'restore mark': async () => [],
  'restore status': READS,
  'secrets reseal': async () => [],
  'settings get': READS,
  'settings list': READS,
  'settings set': async () => ['slipMinutes', '61'],
  'slips credit': ELSEWHERE,
  'slips list': READS,
  'slips refuse': ELSEWHERE,
  'transfers done': ELSEWHERE,
  'transfers list': READS,
  'transfers void': ELSEWHERE,
  'withdrawals list': READS,
  'withdrawals pay': ELSEWHERE,
  'withdrawals remember': ELSEWHERE,
  'withdrawals return': ELSEWHERE,
}

const written = Object.entries(commands).flatMap(([name, prepare]) =>
  typeof prepare === 'function' ? [[name, prepare] as const] : [],
)

describe('what is done at the command line', () => {
  it('is all listed here: each command reads, or leaves a deed', () => {
    expect(Object.keys(commands).toSorted()).toEqual(
      app
        .app()
        .commands.map(({ name }) => name)
        .toSorted(),
    )
  })

  it.each(written)('is one deed, in one transaction with what it does: %s', async (name, prepare) => {
    const words = await prepare()
    const given = () => app.command(...name.split(' '), ...words)
    // Where its deed cannot be written nothing is done, so that it can be done afterwards.
    expect(
      await newDeedsBy('cli:tester', () => withoutDeeds(() => expect(given()).rejects.toThrow('no deeds'))),
    ).toEqual([])
    const deeds = await newDeedsBy('cli:tester', given)
    expect(deeds).toHaveLength(1)
    expect(deeds[0]).toMatchObject({ actor: 'cli:tester', address: null })
  })
})

/** Does something while no deed can be written. */
async function withoutDeeds(work: () => Promise<unknown>): Promise<void> {
  await app.database.query(
    `create or replace function no_deeds() returns trigger language plpgsql as $$ begin raise exception 'no deeds'; end $$`,
  )
  await app.database.query('create trigger no_deeds before insert on deed for each row execute function no_deeds()')
  try {
    await work()
  } finally {
    await app.database.query('drop trigger no_deeds on deed')
  }
}

interface Doing {
  by: Staff
  params?: Record<string, string>
  body?: object
}

const supporter = () => staffMember(app, 'Supporter', ['SUPPORT'])
const owner = () => staffMember(app, 'Owner', ['OWNER', 'SUPPORT'])

async function room(): Promise<string> {
  const who = guest()
  await say(app, who, 'hello')
  return who.roomId
}

async function heldRoom(): Promise<Doing> {
  const [by, roomId] = [await supporter(), await room()]
  await answer(app, by, roomId, 'yes?')
  return { by, params: { roomId } }
}

async function replyOf(by: Staff): Promise<Record<string, string>> {
  const { reply } = await app.desk.ok(desk.deskAddReply, { token: by.token, body: replyTexts })
  return { replyId: reply._id }
}

/** Of a member, by one who may do everything about him. */
const aboutMember = async (): Promise<Doing> => ({
  by: await staffMember(app, 'Risa', ['RISK', 'SUPPORT']),
  params: { memberId: (await memberWithMoney(app, 1)).memberId },
  body: { reason: 'a trial' },
})

const replyTexts = { title: 'Hello', th: 'สวัสดี', lo: 'ສະບາຍດີ', en: 'Hello' }
const proposalOf = async () => ({ proposalId: await proposal() })
const note = { note: 'seen' }

/** Each call of the desk that does something, prepared; those that staff make of themselves at the login are seen there. */
const deskWrites: Record<string, typeof READS | typeof ELSEWHERE | (() => Promise<Doing>)> = {
  deskAddNote: async () => ({ ...(await aboutMember()), body: { text: 'called twice' } }),
  deskAddReply: async () => ({ by: await supporter(), body: replyTexts }),
  deskAdjust: async () => ({ by: await payer(), body: adjustment((await memberWithMoney(app, 1)).memberId) }),
  deskChangePassword: async () => {
    const by = await supporter()
    app.clock.advance(30_000)
    return { by, body: { oldPassword: by.password, newPassword: 'nine quiet lanterns', totp: codeOf(app, by) } }
  },
  deskChangeReply: async () => {
    const by = await supporter()
    return { by, params: await replyOf(by), body: { ...replyTexts, title: 'Good day' } }
  },
  deskClaim: async () => ({ by: await supporter(), params: { roomId: await room() } }),
  deskClaimDecision: async () => ({ by: await payer(), params: { kind: 'proposal', id: await proposal() } }),
  deskConfirmProposal: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
  deskDecide: async () => ({
    by: await payer(),
    params: { kind: 'proposal', id: await proposal() },
    body: { action: 'refuse', version: 0, note: 'seen' },
  }),
  deskDisable: async () => ({ by: await owner(), params: { agentId: (await payer()).agentId } }),
  deskEnd: heldRoom,
  deskEndBonus: ELSEWHERE,
  deskEndSessions: aboutMember,
  deskHistory: READS,
  deskLockMember: aboutMember,
  deskLogout: async () => ({ by: await supporter() }),
  deskMarkRead: READS,
  deskReadGame: ELSEWHERE,
  deskRefuseProposal: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
  deskRelease: heldRoom,
  deskReleaseDecision: async () => {
    const [by, params] = [await payer(), { kind: 'proposal' as const, id: await proposal() }]
    await app.desk.ok(desk.deskClaimDecision, { token: by.token, params })
    return { by, params }
  },
  deskReleasePropose: ELSEWHERE,
  deskReleaseReplay: READS,
  deskRemoveReply: async () => {
    const by = await supporter()
    return { by, params: await replyOf(by) }
  },
  deskReveal: async () => ({ ...(await aboutMember()), body: { field: 'phone', reason: 'a trial' } }),
  deskSend: async () => ({
    ...(await heldRoom()),
    body: { message: { message_type: 'text', payload: { message: 'and again' } } },
  }),
  deskSetRoles: async () => ({
    by: await staffMember(app, 'Owner', ['OWNER', 'RISK']),
    params: { agentId: (await payer()).agentId },
    body: { roles: ['RISK'] },
  }),
  deskStepUp: async () => {
    const by = await supporter()
    app.clock.advance(30_000)
    return { by, body: { totp: codeOf(app, by) } }
  },
  deskTakeOver: async () => ({ by: await supporter(), params: (await heldRoom()).params ?? {} }),
  deskUnlockMember: async () => {
    const doing = await aboutMember()
    await app.command('members', 'lock', doing.params?.['memberId'] ?? '', '--reason', 'a trial')
    return doing
  },
  deskWithdrawProposal: async () => {
    const [by, { memberId }] = [await payer(), await memberWithMoney(app, 1)]
    const { proposalId } = await app.desk.ok(desk.deskAdjust, { token: by.token, body: adjustment(memberId) })
    return { by, params: { proposalId: proposalId ?? '' }, body: note }
  },
}

const writes = deskCalls.filter(({ method, caller, upload }) => method !== 'GET' && caller === 'agent' && !upload)
const doneAtDesk = writes.flatMap((call) => {
  const prepare = deskWrites[call.name]
  return typeof prepare === 'function' ? [[call.name, call, prepare] as const] : []
})

describe('what is done at the desk', () => {
  it('is all listed here: each call reads, or leaves a deed', () => {
    expect(Object.keys(deskWrites).toSorted()).toEqual(writes.map(({ name }) => name).toSorted())
  })

  it.each(doneAtDesk)('is one deed, in one transaction with what it does: %s', async (_name, call, prepare) => {
    const { by, params = {}, body } = await prepare()
    const sent = { token: by.token, params, address: '10.9.9.9', ...(body === undefined ? {} : { rawBody: body }) }
    const actor = `agent:${by.agentId}`
    expect(
      await newDeedsBy(actor, () =>
        withoutDeeds(async () => expect((await app.desk.call(call, sent)).status).toBeGreaterThanOrEqual(500)),
      ),
    ).toEqual([])
    const deeds = await newDeedsBy(actor, async () => expect((await app.desk.call(call, sent)).status).toBe(200))
    expect(deeds).toHaveLength(1)
    expect(deeds[0]).toMatchObject({ actor, address: '10.9.9.9' })
  })
})

describe('a deed that both doors do', () => {
  /** A deed without who did it and from where, and without the ids of what it is about. */
  const bare = ({ actor: _actor, address: _address, memberId, subject, ...rest }: DeedRow) => {
    const words = JSON.stringify({ ...rest, isOfMember: memberId !== null, kind: subject?.split(':')[0] ?? null })
    return JSON.parse(words.replaceAll(/"(agent|cli):[^"]*"|"[0-9a-z]{26}"|"staff\d+"/g, '"x"')) as unknown
  }

  const pairs: Record<
    string,
    { atDesk: () => Promise<Doing>; call: Call; words: (params: Doing) => Promise<string[]> }
  > = {
    'proposes an adjustment': {
      call: desk.deskAdjust,
      atDesk: async () => ({ by: await payer(), body: adjustment((await memberWithMoney(app, 1)).memberId) }),
      words: async () => [
        'adjustments',
        'propose',
        ...(await ofMember(['1', 'goodwill', 'the', 'bank', 'was', 'late'])),
      ],
    },
    'confirms a proposal': {
      call: desk.deskConfirmProposal,
      atDesk: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
      words: async () => ['proposals', 'confirm', await proposal(), 'seen'],
    },
    'refuses a proposal': {
      call: desk.deskRefuseProposal,
      atDesk: async () => ({ by: await payer(), params: await proposalOf(), body: note }),
      words: async () => ['proposals', 'refuse', await proposal(), 'seen'],
    },
    'locks an agent out': {
      call: desk.deskDisable,
      atDesk: async () => ({ by: await owner(), params: { agentId: (await payer()).agentId } }),
      words: async () => ['desk', 'disable', (await payer()).username],
    },
    'locks a member': {
      call: desk.deskLockMember,
      atDesk: aboutMember,
      words: async () => ['members', 'lock', ...(await ofMember(['--reason', 'a', 'trial']))],
    },
    'ends the sessions of a member': {
      call: desk.deskEndSessions,
      atDesk: aboutMember,
      words: async () => ['members', 'end-sessions', ...(await ofMember(['--reason', 'a', 'trial']))],
    },
    'gives other roles': {
      call: desk.deskSetRoles,
      atDesk: async () => ({
        by: await staffMember(app, 'Owner', ['OWNER', 'RISK']),
        params: { agentId: (await payer()).agentId },
        body: { roles: ['RISK'] },
      }),
      words: async () => ['desk', 'roles', (await payer()).username, 'risk'],
    },
  }

  it.each(Object.entries(pairs))(
    '[OFC-002] differs in the actor alone: who %s',
    async (_what, { atDesk, call, words }) => {
      const doing = await atDesk()
      const { by, params = {}, body } = doing
      const sent = { token: by.token, params, ...(body === undefined ? {} : { rawBody: body }) }
      const ofDesk = await newDeedsBy(`agent:${by.agentId}`, () => app.desk.ok(call, sent))
      const given = await words(doing)
      const ofCommand = await newDeedsBy('cli:tester', () => app.command(...given))
      expect(ofCommand.map(bare)).toEqual(ofDesk.map(bare))
      expect(ofCommand).toHaveLength(1)
    },
  )
})
