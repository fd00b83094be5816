import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'

let world: BonusWorld

beforeAll(async () => {
  world = await openBonusWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

/** A promotion of so many seats, from now on. */
async function promote(code: string, seats: number, until: Date | null = null): Promise<void> {
  await world.rows(
    `insert into bonus_rule (id, source, code, valid_from, valid_until, names, descriptions, kind, max_received, fixed_minor,
       min_deposit_minor, percent_fail, percent_success, seats, sort)
     select $1, source, $1, $2, $3, names, descriptions, kind, 1, 5000, 10000, 5, 300, $4, 99 from bonus_rule
     where code = 'WELCOME'`,
    [code, world.clock.now(), until, seats],
  )
}

const seatsTaken = async (code: string) =>
  (await world.rows<{ taken: number }>('select taken from promotion_seat where code = $1', [code]))[0]?.taken ?? 0

describe('a promotion', () => {
  it('[PRO-007] [PRO-014] is found by its code, however it is written', async () => {
    const member = await world.player()
    const { status, body } = await member.call('GET', '/api/promotion/find/WELCOME')
    expect([status, body]).toEqual([
      200,
      { promotion: { code: 'WELCOME', percentFail: 5, description: expect.stringContaining('50 บาท') } },
    ])
    expect((await member.call('GET', '/api/promotion/find/welcome')).body).toEqual(body)
  })

  it('[ERR-044] is not found under another code, nor before or after its time', async () => {
    const member = await world.player()
    await promote('SOON', 5, new Date(world.clock.now().getTime() + 1_000))
    expect((await member.call('GET', '/api/promotion/find/SOON')).status).toBe(200)
    world.clock.advance(1_000)
    for (const code of ['NOPE', 'FIRST20', 'SOON']) {
      const refusal = { status: 404, body: { message: 'NO_PROMOTION' } }
      expect(await member.call('GET', `/api/promotion/find/${code}`)).toMatchObject(refusal)
      expect(await member.promotion(code)).toMatchObject(refusal)
    }
  })

  it('[PRO-001] [PRO-015] [ERR-045] is received once, and tops the next deposit up', async () => {
    const member = await world.player()
    await member.open('PG')
    expect(await member.promotion('welcome')).toMatchObject({
      status: 200,
      body: { userBonus: { isActive: true, state: 'armed', received: [{}] } },
    })
    expect(await member.deposit(100)).toBe(150)
    await member.transfer('WALLET', 'PG', 150)
    await member.play('PG', -150)
    expect((await member.clear()).status).toBe(200)
    expect(await member.promotion('WELCOME')).toMatchObject({ status: 409, body: { message: 'PROMOTION_RECEIVED' } })
  })

  it('[PRO-013] that is held is told as it was armed', async () => {
    const member = await world.player()
    expect((await member.call('GET', '/api/promotion/current')).body).toEqual({ promotion: null })
    await member.promotion('LUCKY77')
    expect((await member.call('GET', '/api/promotion/current')).body).toMatchObject({
      promotion: { code: 'LUCKY77', percentFail: 5 },
    })
    expect((await member.call('GET', '/api/bonus/check/active')).body).toMatchObject({
      type: 'promotion',
      kind: null,
      name: 'โชคดี 77',
    })
  })

  it('[ERR-043] has as many seats as it has', async () => {
    await promote('TWO', 2)
    const members = [await world.player(), await world.player(), await world.player()]
    const answers = []
    for (const member of members) answers.push((await member.promotion('TWO')).status)
    expect(answers).toEqual([200, 200, 409])
    expect(await members[2]?.promotion('TWO')).toMatchObject({ status: 409, body: { message: 'BONUS_FULL' } })
    expect(await seatsTaken('TWO')).toBe(2)
  })

  it('gives seat and receipt back when it is cancelled, and after a day without a deposit', async () => {
    await promote('ONE', 1)
    const [first, second] = [await world.player(), await world.player()]
    await first.promotion('ONE')
    expect((await second.promotion('ONE')).body['message']).toBe('BONUS_FULL')
    await first.clear()
    expect((await second.promotion('ONE')).status).toBe(200)
    world.clock.advance(DAY_MS)
    await world.work()
    expect(await seatsTaken('ONE')).toBe(0)
    expect((await first.promotion('ONE')).status).toBe(200)
    expect(await first.deposit(100)).toBe(150)
    expect(await seatsTaken('ONE')).toBe(1)
    world.clock.advance(2 * DAY_MS)
    await world.work()
    expect(await first.state()).toMatchObject({ state: 'granted' })
  })

  it('with one seat left goes to exactly one of 200 members at once', async () => {
    await promote('LAST', 3)
    await (await world.player()).promotion('LAST')
    await (await world.player()).promotion('LAST')
    const members = await Promise.all(Array.from({ length: 200 }, () => world.player()))
    const answers = await Promise.all(members.map((member) => member.promotion('LAST')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['message']))).toEqual(
      new Set(['BONUS_FULL']),
    )
    expect(await seatsTaken('LAST')).toBe(3)
  })

  it('keeps its seats through races of arming and giving back', async () => {
    await promote('BUSY', 4)
    const members = await Promise.all(Array.from({ length: 12 }, () => world.player()))
    await Promise.all(
      members.map(async (member) => {
        for (let times = 0; times < 4; times += 1) {
          await Promise.all([member.promotion('BUSY'), member.promotion('BUSY')])
          await Promise.all([member.clear(), member.clear()])
        }
      }),
    )
    const [row] = await world.rows<{ held: number }>(
      `select count(*) as held from user_bonus where code = 'BUSY' and state <> 'cancelled'`,
    )
    expect(await seatsTaken('BUSY')).toBe(row?.held)
  })
})
