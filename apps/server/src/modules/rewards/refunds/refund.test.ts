import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { openRefundWorld, type RefundProcess, type RefundWorld } from '../refund-world.fixture.ts'

let world: RefundWorld

beforeAll(async () => {
  world = await openRefundWorld()
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const anOperation = () => newId(world.clock.now())

/** A member to whom so many baht are due as refund. */
async function memberWithRefund(baht: number, inviterId?: string): Promise<string> {
  const member = await world.member(inviterId)
  await world.play(member, -baht * 20_00)
  world.nextDay()
  await world.work()
  return member
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'OK'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const count = (codes: readonly string[], code: string) => codes.filter((one) => one === code).length

describe('a member in 20 tabs', () => {
  it('receives a refund once', async () => {
    const member = await memberWithRefund(50)
    const process = world.process()
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(process.receiveRefund(member, anOperation()))),
    )
    expect([count(codes, 'OK'), count(codes, 'NO_REFUND')]).toEqual([1, 19])
    expect(await world.posted(member, 'refundable')).toBe(50_00)
    expect((await process.listRefunds(member, { page: 1, limit: 10 })).total).toBe(1)
  })

  it('adds it to the wallet once', async () => {
    const member = await memberWithRefund(50)
    const process = world.process()
    await process.receiveRefund(member, anOperation())
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(process.addRefundToWallet(member, anOperation()))),
    )
    expect([count(codes, 'OK'), count(codes, 'REFUND_MINIMUM')]).toEqual([1, 19])
    expect([await world.posted(member, 'wallet'), await world.posted(member, 'refundable')]).toEqual([50_00, 0])
  })

  it('receives an invite bonus once', async () => {
    const inviter = await world.member()
    await memberWithRefund(50, inviter)
    const process = world.process()
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(process.receiveInviteBonus(inviter, anOperation()))),
    )
    expect([count(codes, 'OK'), count(codes, 'INVITE_COLLECT')]).toEqual([1, 19])
    expect([await world.posted(inviter, 'wallet'), await world.posted(inviter, 'invite')]).toEqual([10_00, 0])
  })

  it('does all three at once in several processes, and nothing is made or lost', async () => {
    const inviter = await world.member()
    const member = await memberWithRefund(100, inviter)
    await world.play(inviter, -200_00)
    world.nextDay()
    await world.work()
    const processes = Array.from({ length: 4 }, () => world.process())
    await Promise.all(
      processes.flatMap((process) => [
        ...Array.from({ length: 5 }, () => codeOf(process.receiveRefund(inviter, anOperation()))),
        ...Array.from({ length: 5 }, () => codeOf(process.addRefundToWallet(inviter, anOperation()))),
        ...Array.from({ length: 5 }, () => codeOf(process.receiveInviteBonus(inviter, anOperation()))),
        codeOf(process.workLossDays()),
      ]),
    )
    const process = world.process()
    await codeOf(process.addRefundToWallet(inviter, anOperation()))
    expect(await world.posted(inviter, 'wallet')).toBe(10_00 + 20_00)
    expect(await world.posted(member, 'refundable')).toBe(0)
  })
})

describe('a retry', () => {
  it('of any call answers what the first one did, and moves nothing', async () => {
    const inviter = await world.member()
    await memberWithRefund(50, inviter)
    await world.play(inviter, -100_00)
    world.nextDay()
    await world.work()
    const process = world.process()
    const [receive, add, invite] = [anOperation(), anOperation(), anOperation()]
    const once = [
      await process.receiveRefund(inviter, receive),
      await process.addRefundToWallet(inviter, add),
      await process.receiveInviteBonus(inviter, invite),
    ]
    await world.setBonus(inviter, 'granted')
    const again = [
      await process.receiveRefund(inviter, receive),
      await process.addRefundToWallet(inviter, add),
      await process.receiveInviteBonus(inviter, invite),
    ]
    expect(again[0]).toEqual(once[0])
    expect(again[2]).toEqual(once[2])
    expect(once).toMatchObject([
      { message: 'REFUND_SUCCESS', refundAmount: 5 },
      { message: 'REFUND_SUCCESS', wallet: { amount: 5 } },
      { message: 'INVITE_BONUS_SUCCESS', amount: 10, wallet: { amount: 15 } },
    ])
    expect(await world.posted(inviter, 'wallet')).toBe(15_00)
  })

  it('under the id of another member finds nothing of his', async () => {
    const [one, other] = [await memberWithRefund(50), await memberWithRefund(30)]
    const process = world.process()
    const operation = anOperation()
    await process.receiveRefund(one, operation)
    expect(await codeOf(process.receiveRefund(other, operation))).not.toBe('OK')
    expect(await world.posted(other, 'refundable')).toBe(0)
  })
})

describe('a refund that lapses', () => {
  it('can be received up to the last millisecond of the seventh day, and not after it', async () => {
    const [inTime, late] = [await memberWithRefund(50), await memberWithRefund(50)]
    const process = world.process()
    const [row] = await world.rows<{ lapsesAt: Date }>(
      'select lapses_at as "lapsesAt" from refund_day where member_id = $1',
      [inTime],
    )
    world.clock.set(new Date((row?.lapsesAt.getTime() ?? 0) - 1))
    expect(await codeOf(process.receiveRefund(inTime, anOperation()))).toBe('OK')
    const [lateRow] = await world.rows<{ lapsesAt: Date }>(
      'select lapses_at as "lapsesAt" from refund_day where member_id = $1',
      [late],
    )
    world.clock.set(lateRow?.lapsesAt ?? '')
    expect(await codeOf(process.receiveRefund(late, anOperation()))).toBe('REFUND_CONDITION')
    expect(await process.checkRefund(late, 'en')).toMatchObject({ result: false })
    expect([await world.posted(inTime, 'refundable'), await world.posted(late, 'refundable')]).toEqual([50_00, 0])
  })

  it('at the moment of its receipt is received or gone, once for all who try', async () => {
    const member = await memberWithRefund(50)
    const [row] = await world.rows<{ lapsesAt: Date }>(
      'select lapses_at as "lapsesAt" from refund_day where member_id = $1',
      [member],
    )
    world.clock.set(new Date((row?.lapsesAt.getTime() ?? 0) - 1))
    const process = world.process()
    const asked = Array.from({ length: 10 }, () => codeOf(process.receiveRefund(member, anOperation())))
    world.clock.advance(1)
    const codes = await Promise.all([
      ...asked,
      ...Array.from({ length: 10 }, () => codeOf(process.receiveRefund(member, anOperation()))),
    ])
    const received = count(codes, 'OK')
    expect([0, 1]).toContain(received)
    expect(await world.posted(member, 'refundable')).toBe(received * 50_00)
  })

  it('leaves the days that have not lapsed, which are received together', async () => {
    const member = await world.member()
    for (let day = 0; day < 9; day += 1) {
      await world.play(member, -100_00)
      world.nextDay()
      await world.work()
    }
    const process = world.process()
    expect((await process.receiveRefund(member, anOperation())).refundAmount).toBe(35)
    expect(await codeOf(process.receiveRefund(member, anOperation()))).toBe('REFUND_CONDITION')
  })
})

describe('a bonus', () => {
  it('that begins while a member receives is seen by one of the two', async () => {
    const member = await memberWithRefund(50)
    const process = world.process(async (work) => {
      const result = await work()
      // It begins right after the standing was read.
      await world.rows(
        `update member set bonus_state = 'armed', version = version + 1 where id = $1 and bonus_state is null`,
        [member],
      )
      return result
    })
    expect(await codeOf(process.receiveRefund(member, anOperation()))).toBe('BONUS_REMAINING')
    expect(await world.posted(member, 'refundable')).toBe(0)
  })
})

/** Breaks the work off at its `at`-th step outside the process, before or after the step was done. */
function breakingOff(at: number, isDone: boolean) {
  let steps = 0
  const meddle = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    steps += 1
    if (steps > at) throw new Error('killed')
    if (steps < at) return work()
    if (isDone) await work()
    throw new Error('killed')
  }
  return { meddle, hasBroken: () => steps >= at }
}

/** Kills `work` at each of its steps in turn, each time with a state of its own, then has it done by another process. */
async function killedEverywhere(
  prepare: () => Promise<{ work(process: RefundProcess): Promise<unknown>; check(): Promise<void> }>,
): Promise<number> {
  for (const isDone of [false, true]) {
    for (let at = 1; ; at += 1) {
      const { work, check } = await prepare()
      const { meddle, hasBroken } = breakingOff(at, isDone)
      await codeOf(work(world.process(meddle)))
      if (!hasBroken()) {
        if (isDone) return at - 1
        break
      }
      await work(world.process())
      await check()
    }
  }
  return 0
}

describe('a process that is killed at any step', () => {
  it('has received a refund once, after the retry', async () => {
    const steps = await killedEverywhere(async () => {
      const [member, operation] = [await memberWithRefund(50), anOperation()]
      return {
        work: (process) => process.receiveRefund(member, operation),
        check: async () => expect(await world.posted(member, 'refundable')).toBe(50_00),
      }
    })
    expect(steps).toBeGreaterThan(4)
  })

  it('has added it to the wallet once', async () => {
    const steps = await killedEverywhere(async () => {
      const [member, operation] = [await memberWithRefund(50), anOperation()]
      await world.process().receiveRefund(member, anOperation())
      return {
        work: (process) => process.addRefundToWallet(member, operation),
        check: async () => expect(await world.posted(member, 'wallet')).toBe(50_00),
      }
    })
    expect(steps).toBeGreaterThan(4)
  })

  it('has received an invite bonus once', async () => {
    const steps = await killedEverywhere(async () => {
      const [inviter, operation] = [await world.member(), anOperation()]
      await memberWithRefund(50, inviter)
      return {
        work: (process) => process.receiveInviteBonus(inviter, operation),
        check: async () => expect(await world.posted(inviter, 'wallet')).toBe(10_00),
      }
    })
    expect(steps).toBeGreaterThan(4)
  })

  it('has computed a day and posted what inviters get once, after the next run', async () => {
    const steps = await killedEverywhere(async () => {
      const inviter = await world.member()
      const member = await world.member(inviter)
      await world.play(member, -1_000_00)
      world.nextDay()
      return {
        work: async (process) => {
          while ((await process.workLossDays()) > 0);
        },
        check: async () => {
          expect(await world.posted(inviter, 'invite')).toBe(10_00)
          const due = await world.rows('select from refund_day where member_id = $1', [member])
          expect(due).toHaveLength(1)
        },
      }
    })
    expect(steps).toBeGreaterThan(5)
  })
})
