import { DEED_FACTS } from '@krapao/contract'
import { afterAll, beforeEach, expect } from 'vitest'
import { openBonusWorld } from '../worlds/bonus-world.ts'

/** What prepares that something is read, which leaves no deed. */
export interface Reads<Doing> {
  reads(): Promise<Doing>
}

/** What can be done, by its name: what prepares that it leaves a deed, or that it only reads. */
export type Doings<Doing> = Readonly<Record<string, Reads<Doing> | (() => Promise<Doing>)>>

/** Those that leave a deed, and those that only read, each with its name. */
export function sorted<Doing>(doings: Doings<Doing>) {
  const all = Object.entries(doings)
  return {
    written: all.flatMap(([name, doing]) => (typeof doing === 'function' ? [[name, doing] as const] : [])),
    read: all.flatMap(([name, doing]) => (typeof doing === 'function' ? [] : [[name, () => doing.reads()] as const])),
  }
}

export function prepared<Doing>(doings: Doings<Doing>, name: string): Promise<Doing> {
  const prepare = doings[name]
  if (typeof prepare !== 'function') throw new Error(`${name} leaves no deed`)
  return prepare()
}

export interface DeedRow {
  number: number
  actor: string
  address: string | null
  what: string
  memberId: string | null
  subject: string | null
  before: object | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** A product with a desk, in which deeds are done. */
export async function openDeedsWorld() {
  const world = await openBonusWorld({ hasDesk: true })
  const { app } = world
  await world.set('registerOTP', false)
  await world.set('chatRobot', false)
  afterAll(() => world.close())
  beforeEach(async () => {
    await app.database.query('delete from restore_mark')
    await world.set('secondPerson', 'on')
    await world.set('withdrawAutoMaxMinor', 0)
    // Longer than what was read is kept in mind.
    app.clock.advance(2_000)
  })

  const numbersKnown = () =>
    app.database.query<{ told: string }>(
      `select told from (select username as told from member union select account_no from member_bank_account) as known
       where told ~ '^[0-9]{9,}$'`,
    )
  // Or nothing was looked for.
  afterAll(async () => expect((await numbersKnown()).length).toBeGreaterThan(5))

  /** The number of the last deed that was looked at. */
  let looked = 0

  /** What was done since the last look, under names that the desk has words for, and telling nobody's whole number. */
  async function newDeeds(): Promise<DeedRow[]> {
    const rows = await app.database.query<DeedRow>(
      `select number, actor, address, what, member_id as "memberId", subject, before, after, reason from deed
       where number > $1 order by number`,
      [looked],
    )
    looked = rows.at(-1)?.number ?? looked
    const names = rows.flatMap(({ before, after }) => Object.keys({ ...before, ...after }))
    expect(names.filter((name) => !DEED_FACTS.includes(name))).toEqual([])
    const all = JSON.stringify(rows.map(({ subject, before, after, reason }) => [subject, before, after, reason]))
    expect((await numbersKnown()).filter(({ told }) => all.includes(told))).toEqual([])
    return rows
  }

  async function newDeedsBy(actor: string, work: () => Promise<unknown>): Promise<DeedRow[]> {
    await newDeeds()
    await work()
    return (await newDeeds()).filter((deed) => deed.actor === actor)
  }

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

  /**
   * Where its deed cannot be written nothing is done, so that it can be done afterwards, `pauseMs` later, and then leaves one.
   * @returns that one.
   */
  async function leavesOneDeed(
    actor: string,
    { refused, done, pauseMs }: { refused: () => Promise<void>; done: () => Promise<unknown>; pauseMs: number },
  ): Promise<DeedRow | undefined> {
    expect(await newDeedsBy(actor, () => withoutDeeds(refused))).toEqual([])
    app.clock.advance(pauseMs)
    const deeds = await newDeedsBy(actor, done)
    expect(deeds).toHaveLength(1)
    return deeds[0]
  }
  return { world, app, newDeedsBy, leavesOneDeed }
}
