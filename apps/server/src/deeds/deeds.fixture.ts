import { type AdjustmentReason, DEED_FACTS, desk } from '@krapao/contract'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../platform/ids.ts'
import { type BonusMember, openBonusWorld } from '../testing/worlds/bonus-world.ts'
import { type Staff, staffMember } from '../testing/worlds/desk-world.ts'
import { memberWithMoney } from '../testing/worlds/stories.ts'
import { makeCase, makeFlag } from '../testing/worlds/waiting-world.ts'

export const READS = 'reads'

export const seenThere = ['seen', 'in', 'their', 'list']

export const note = { note: 'seen' }

const threeWords = { th: 'โบนัส', lo: 'ໂບນັດ', en: 'Bonus' }

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

export interface Doing {
  by: Staff
  params?: Record<string, string>
  body?: object
  /** What is sent in place of a body. */
  file?: Buffer
}

/** A product with a desk, in which deeds are done, and what they are done about. */
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

  const flag = async () => makeFlag(world, [await richMember()])

  const ofMember = async (words: readonly string[]) => [(await memberWithMoney(app, 1)).memberId, ...words]

  const richMember = async () => (await world.member({ walletMinor: 200_00 })).id

  async function armedPlayer(): Promise<BonusMember> {
    const player = await world.player()
    expect((await player.arm('FIRST20')).status).toBe(200)
    return player
  }

  /** A payout that the bank knows, and a restored copy does not. */
  async function forgotten(): Promise<string[]> {
    const [reference, memberId] = [newId(app.clock.now()), await richMember()]
    const payout = { reference, amount: 100, currency: 'BAHT', to: {}, state: 'PAID', orders: 1 } as const
    world.bank.payouts.set(reference, { ...payout })
    await app.command('restore', 'mark')
    return [reference, memberId, '100']
  }

  /** An account whose provider says that it knows no such name. */
  async function missingAccount(): Promise<string[]> {
    const player = await world.player()
    await player.open('PG')
    const marked = `update game_account set state = 'missing', version = version + 1 where member_id = $1`
    await app.database.query(marked, [player.id])
    return [player.id, 'pg']
  }

  const lent = async () => makeCase(world, { kind: 'PAID_AFTER_FAILED', memberId: await richMember(), isLent: true })

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

  const owner = () => staffMember(app, 'Owner', ['OWNER', 'SUPPORT'])

  /** Of a member, by one who may do everything about him. */
  const aboutMember = async (): Promise<Doing> => ({
    by: await staffMember(app, 'Risa', ['RISK', 'SUPPORT']),
    params: { memberId: (await memberWithMoney(app, 1)).memberId },
    body: { reason: 'a trial' },
  })

  const marketer = () => staffMember(app, 'Marketer', ['MARKETING'])

  const offer = () => ({
    ...{ source: 'bonus' as const, code: `B${newId(app.clock.now())}`.toUpperCase(), revision: null },
    ...{ kind: 'limit' as const, maxReceived: 1, percent: 20, fixed: null, cap: 100, minDeposit: 100 },
    ...{ percentFail: 5, percentSuccess: 300, seats: null, monthlyBudget: null, validFrom: null, validUntil: null },
    ...{ names: threeWords, descriptions: threeWords, banners: [] },
  })

  async function draftOfOffer() {
    const [by, body] = [await marketer(), offer()]
    const { draft } = await app.desk.ok(desk.deskSaveBonus, { token: by.token, body })
    return { by, source: body.source, code: body.code, revision: draft.revision }
  }

  const aboutOffer = ({ by, source, code, revision }: Awaited<ReturnType<typeof draftOfOffer>>) => ({
    by,
    params: { source, code },
    body: { revision },
  })

  async function liveOffer(): Promise<string> {
    const { by, params, body } = aboutOffer(await draftOfOffer())
    await app.desk.ok(desk.deskSimulateBonus, { token: by.token, params, body })
    await app.desk.ok(desk.deskPublishBonus, { token: by.token, params, body: { ...body, reason: 'a trial' } })
    return params.code
  }

  const proposalOf = async () => ({ proposalId: await proposal() })

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
  return {
    world,
    app,
    newDeedsBy,
    payer,
    adjustment,
    proposal,
    flag,
    ofMember,
    richMember,
    armedPlayer,
    forgotten,
    missingAccount,
    lent,
    withoutDeeds,
    owner,
    aboutMember,
    marketer,
    offer,
    draftOfOffer,
    aboutOffer,
    liveOffer,
    proposalOf,
    describeKeptDeeds,
  }
}
