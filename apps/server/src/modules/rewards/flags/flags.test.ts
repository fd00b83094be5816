import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../platform/commands/index.ts'
import { newId } from '../../../platform/ids.ts'
import { commandsOfKinds } from '../../../testing/decided-by-command.ts'
import { openRefundWorld, type RefundWorld } from '../refund-world.fixture.ts'
import { refundMigrations } from '../refund.migrations.ts'
import { rewardsJobs } from '../rewards.jobs.ts'
import type { RewardsParts } from '../rewards.parts.ts'
import { flagDecisions } from './flag-decisions.ts'
import { hasHighFlag, membersOfFlag, raiseFlags } from './flags.store.ts'

let world: RefundWorld

beforeAll(async () => {
  world = await openRefundWorld()
})
afterAll(() => world.close())

interface Flag {
  kind: string
  key: string
  members: string[]
  state: string
}

const look = () => raiseFlags(world.database, world.clock.now())

/** Members by their numbers alone. */
const cards = async (_sql: unknown, ids: readonly string[]) =>
  new Map(
    (
      await world.rows<{ id: string; memberNumber: number }>(
        'select id, member_number as "memberNumber" from member where id = any($1)',
        [ids],
      )
    ).map((card) => [card.id, { ...card, name: '' }]),
  )

const command = async (...words: string[]) => {
  const parts = { ...world, members: { cards } } as unknown as RewardsParts
  return (await runCommand(commandsOfKinds(parts, [flagDecisions(parts)]), words)).text
}

/** Flags that name one of these members. */
const flagsOf = (...memberIds: string[]) =>
  world.rows<Flag>(
    `select kind, key, member_ids as members, state from abuse_flag where member_ids && $1::text[] order by kind, key`,
    [memberIds],
  )

let accounts = 0

async function giveBank(memberId: string, given: { number?: string; name?: string; bank?: string } = {}) {
  accounts += 1
  const number = given.number ?? String(1_000_000_000 + accounts)
  await world.rows(
    `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency)
     values ($1, $2, $3, $4, 'BAHT')`,
    [memberId, given.bank ?? 'SCB', number, given.name ?? `HOLDER ${accounts}`],
  )
}

/** A login, whose session is gone again at once. */
async function logIn(memberId: string, address: string, device = 'Phone') {
  const now = world.clock.now()
  const id = newId(now)
  await world.rows(
    `insert into member_session (id, member_id, token_hash, username, address, device, created_at, last_used_at, expires_at)
     values ($1, $2, $1, 'x', $3, $4, $5, $5, $5)`,
    [id, memberId, address, device, now],
  )
  await world.rows('delete from member_session where id = $1', [id])
}

const sorted = (...ids: string[]) => ids.toSorted()

describe('flags', () => {
  it('are raised for one account number, and for one holder, under several phones', async () => {
    const [one, other, third] = [await world.member(), await world.member(), await world.member()]
    await giveBank(one, { number: '5550001112', name: 'MALEE DEE', bank: 'SCB' })
    await giveBank(other, { number: '5550001112', name: 'SOMSAK RUK', bank: 'KBANK' })
    await giveBank(third, { name: 'Malee  Dee' })
    await look()
    expect(await flagsOf(one, other, third)).toEqual([
      { kind: 'bank-name', key: 'MALEEDEE', members: sorted(one, third), state: 'open' },
      { kind: 'bank-number', key: '5550001112', members: sorted(one, other), state: 'open' },
    ])
  })

  it('are raised for one device, also when nobody is logged in any more', async () => {
    const [one, other, apart] = [await world.member(), await world.member(), await world.member()]
    await logIn(one, '203.0.113.5', 'Phone A')
    await logIn(other, '203.0.113.5', 'Phone A')
    await logIn(apart, '203.0.113.5', 'Phone B')
    await look()
    expect(await flagsOf(one, other, apart)).toEqual([
      { kind: 'device', key: '203.0.113.5 Phone A', members: sorted(one, other), state: 'open' },
    ])
  })

  it('are raised for a crowd behind one address, not for a household or a proxy', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => world.member()))
    for (const [index, member] of crowd.entries()) {
      await logIn(member, '203.0.113.77', `Phone ${index}`)
      await logIn(member, '10.0.0.1', 'Phone')
      await logIn(member, '::ffff:127.0.0.1', 'Phone')
    }
    const household = await Promise.all(Array.from({ length: 4 }, () => world.member()))
    for (const [index, member] of household.entries()) await logIn(member, '203.0.113.78', `Phone ${index}`)
    await look()
    expect(await flagsOf(...crowd)).toEqual([
      { kind: 'address', key: '203.0.113.77', members: sorted(...crowd), state: 'open' },
    ])
    expect(await flagsOf(...household)).toEqual([])
  })

  it('name all their members, and are found by the last of them; one of before that named fifty is completed', async () => {
    const crowd = (await Promise.all(Array.from({ length: 120 }, () => world.member()))).toSorted()
    for (const [index, member] of crowd.entries()) await logIn(member, '203.0.113.99', `Phone ${index}`)
    await look()
    const [flag] = await world.rows<{ id: string; count: number }>(
      `select id, member_count as count from abuse_flag where key = '203.0.113.99'`,
    )
    const { id = '', count = 0 } = flag ?? {}
    expect(count).toBe(120)
    const pages: string[][] = []
    for (let after = ''; pages.at(-1)?.length !== 0; after = pages.at(-1)?.at(-1) ?? '')
      pages.push(await membersOfFlag(world.database, id, { after, limit: 50 }))
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20, 0])
    expect(pages.flat()).toEqual(crowd)
    const listed = (await command('flags', 'list')).split('\n').find((line) => line.startsWith(id)) ?? ''
    expect(listed).toContain('membersCount 120')
    expect((await command('flags', 'show', id)).match(/^ {2}member \d+/gm)).toHaveLength(120)
    const last = crowd.at(-1) ?? ''
    expect(await hasHighFlag(world.database, { memberId: last, now: world.clock.now() })).toBe(false)
    await command('flags', 'mark-high', id, 'a farm')
    expect(await hasHighFlag(world.database, { memberId: last, now: world.clock.now() })).toBe(true)
    await world.rows('update abuse_flag set member_ids = member_ids[1:50] where id = $1', [id])
    const { sql = '' } = refundMigrations.find(({ name }) => name.endsWith('flags-name-all')) ?? {}
    await world.rows(/update [^;]+/.exec(sql)?.[0] ?? '')
    await look()
    expect(await hasHighFlag(world.database, { memberId: last, now: world.clock.now() })).toBe(true)
  })

  it('are raised for a friend who is the inviter himself, and for a ring of them', async () => {
    const root = await world.member()
    const child = await world.member(root)
    const grandchild = await world.member(child)
    const stranger = await world.member(root)
    await giveBank(root, { name: 'ONE PERSON' })
    await giveBank(child, { name: 'One Person' })
    await giveBank(stranger)
    await logIn(child, '203.0.113.90', 'Phone C')
    await logIn(grandchild, '203.0.113.90', 'Phone D')
    await look()
    const found = (await flagsOf(root, child, grandchild, stranger)).filter(({ kind }) => /invite/.test(kind))
    expect(found).toEqual(
      [
        { kind: 'invite-ring', key: root, members: sorted(root, child, grandchild), state: 'open' },
        { kind: 'self-invite', key: `${root} ${child}`, members: sorted(root, child), state: 'open' },
        { kind: 'self-invite', key: `${child} ${grandchild}`, members: sorted(child, grandchild), state: 'open' },
      ].toSorted((one, two) => (one.kind + one.key < two.kind + two.key ? -1 : 1)),
    )
  })

  it('are raised for an inviter and a friend who bet against each other', async () => {
    const inviter = await world.member()
    const [against, apart] = [await world.member(inviter), await world.member(inviter)]
    await world.play(inviter, 1_000_00)
    await world.play(against, -1_020_00)
    await world.play(apart, -300_00)
    await look()
    expect(await flagsOf(inviter, against, apart)).toEqual([
      {
        kind: 'opposite-results',
        key: `${inviter} ${against} 2026-11-10`,
        members: sorted(inviter, against),
        state: 'open',
      },
    ])
  })

  it('are listed and closed by the operator, stay closed, and open again when somebody joins', async () => {
    const [one, other] = [await world.member(), await world.member()]
    await giveBank(one, { name: 'TWIN' })
    await giveBank(other, { name: 'TWIN' })
    await look()
    expect(await look()).toBe(0)
    const line = (await command('flags', 'list')).split('\n').find((text) => text.includes('TWIN')) ?? ''
    const numbers = await world.rows<{ number: number }>(
      'select member_number as number from member where id in ($1, $2) order by 1',
      [one, other],
    )
    const [id = ''] = line.split(' ')
    const shown = await command('flags', 'show', id)
    for (const { number } of numbers) expect(shown).toContain(`member ${number}  `)
    expect(await command('flags', 'true', id)).toMatch(/^Name the note/)
    expect(await command('flags', 'sisters', id, 'they', 'are')).toMatch(/^Say what: list, show, true/)
    expect(await command('flags', 'false', id, 'they', 'are', 'sisters')).toContain(`${id} false: done.`)
    expect(await command('flags', 'true', id, 'again')).toMatch(/^MOVED_ON: flag-closed/)
    expect(await command('flags', 'true')).toMatch(/^Name the id/)
    expect(await command('flags', 'list')).not.toContain('TWIN')
    expect(await look()).toBe(0)
    const third = await world.member()
    await giveBank(third, { name: 'TWIN' })
    expect(await look()).toBe(1)
    expect(await command('flags', 'list')).toContain('TWIN')
  })
})

describe('traces of logins', () => {
  const count = async (member: string) =>
    (await world.rows('select from member_trace where member_id = $1', [member])).length

  it('are ten new ones of a member and an address a day at most, by whatever names his programs go', async () => {
    const member = await world.member()
    for (let login = 1; login <= 15; login += 1) await logIn(member, '203.0.113.201', `Program ${login}`)
    expect(await count(member)).toBe(10)
    world.clock.advance(60_000)
    await logIn(member, '203.0.113.201', 'Program 7')
    const [seen] = await world.rows<{ lastAt: Date }>(
      `select last_at as "lastAt" from member_trace where member_id = $1 and device = 'Program 7'`,
      [member],
    )
    expect(seen?.lastAt).toEqual(world.clock.now())
    world.clock.advance(24 * 3_600_000)
    await logIn(member, '203.0.113.201', 'Program 16')
    expect(await count(member)).toBe(11)
  })

  it('are left at another address by who made up many names at one', async () => {
    const inviter = await world.member()
    const friend = await world.member(inviter)
    for (let login = 1; login <= 60; login += 1) await logIn(inviter, '203.0.113.202', `Program ${login}`)
    await logIn(inviter, '203.0.113.203', 'Phone')
    await logIn(friend, '203.0.113.203', 'Other phone')
    await look()
    expect(await flagsOf(inviter, friend)).toMatchObject([
      { kind: 'self-invite', key: `${inviter} ${friend}`, members: sorted(inviter, friend), state: 'open' },
    ])
  })

  it('are two hundred new ones of a member a day at most, from however many addresses', async () => {
    const member = await world.member()
    await world.rows(
      `insert into member_trace (member_id, address, device, first_at, last_at)
       select $1, '198.51.100.' || number, 'Phone', $2, $2 from generate_series(1, 199) as number`,
      [member, world.clock.now()],
    )
    await logIn(member, '203.0.113.204')
    await logIn(member, '203.0.113.205')
    expect(await count(member)).toBe(200)
    world.clock.advance(24 * 3_600_000)
    await logIn(member, '203.0.113.205')
    expect(await count(member)).toBe(201)
  })

  it('are forgotten after half a year', async () => {
    const member = await world.member()
    await logIn(member, '203.0.113.200')
    world.clock.advance(181 * 24 * 3_600_000)
    const job = rewardsJobs(world as unknown as RewardsParts).find(({ name }) => name === 'rewards-forget-traces')
    while (((await job?.run(new AbortController().signal)) ?? 0) > 0);
    expect(await world.rows('select from member_trace where member_id = $1', [member])).toEqual([])
  })
})
