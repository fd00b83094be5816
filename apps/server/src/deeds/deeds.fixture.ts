import { DEED_FACTS } from '@krapao/contract'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openBonusWorld } from '../testing/worlds/bonus-world.ts'

export const READS = 'reads'

export interface DeedRow {
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

  /** Comes last: what all of the others have left, with so many names at least. */
  function describeKeptDeeds(leastNames = 31): void {
    describe('what is kept of deeds', () => {
      it('[OFC-063] stands under names that the desk has words for', async () => {
        const rows = await app.database.query<{ name: string }>(
          `select distinct name from deed, jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as name`,
        )
        expect(rows.length).toBeGreaterThanOrEqual(leastNames)
        expect(rows.map(({ name }) => name).filter((name) => !DEED_FACTS.includes(name))).toEqual([])
      })

      it('[OFC-011] is nobody’s whole phone or account number', async () => {
        const known = await app.database.query<{ told: string }>(
          `select told from (select username as told from member union select account_no from member_bank_account) as known
           where told ~ '^[0-9]{9,}$'`,
        )
        const deeds = await app.database.query<{ all: string }>(
          `select concat_ws(' ', subject, before::text, after::text, reason) as all from deed`,
        )
        expect(known.length).toBeGreaterThan(5)
        expect(known.filter(({ told }) => deeds.some(({ all }) => all.includes(told)))).toEqual([])
      })
    })
  }
  return { world, app, newDeedsBy, withoutDeeds, describeKeptDeeds }
}
