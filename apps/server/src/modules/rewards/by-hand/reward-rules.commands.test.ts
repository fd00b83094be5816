import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../platform/commands/index.ts'
import { readInviteRule } from '../invites/invite.store.ts'
import { openRefundWorld, type RefundWorld } from '../refund-world.fixture.ts'
import { readRefundRule } from '../refunds/refund.store.ts'
import { rewardRuleCommands } from './reward-rules.commands.ts'

let world: RefundWorld

beforeAll(async () => {
  world = await openRefundWorld()
})
afterAll(() => world.close())

const command = (...words: string[]) => runCommand(rewardRuleCommands(world), words)

describe('the rules of refunds and invites', () => {
  it('are shown', async () => {
    expect((await command('refunds', 'show')).text).toBe(
      'active=yes percent=5 fail=0 success=0 lapseDays=7 minimumMinor=0',
    )
    expect((await command('invites', 'show')).text).toBe('active=yes percent=1 fail=0 success=0')
  })

  it('change from now on, and were what they were before', async () => {
    const before = world.clock.now()
    world.clock.advance(1_000)
    expect(await command('refunds', 'set', 'percent=7.5', 'lapseDays=3', 'minimumMinor=100')).toEqual({
      text: 'active=yes percent=7.5 fail=0 success=0 lapseDays=3 minimumMinor=100',
      exitCode: 0,
    })
    await command('invites', 'set', 'success=150', 'fail=5', 'active=no', 'percent=0.25')
    const now = world.clock.now()
    expect(await readRefundRule(world.database, before)).toMatchObject({ percentHundredths: 500, lapseDays: 7 })
    expect(await readRefundRule(world.database, now)).toMatchObject({
      percentHundredths: 750,
      lapseDays: 3,
      info: { en: 'English' },
    })
    expect(await readInviteRule(world.database, before)).toMatchObject({ isActive: true, percentSuccess: 0 })
    expect(await readInviteRule(world.database, now)).toEqual({
      isActive: false,
      percentHundredths: 25,
      percentFail: 5,
      percentSuccess: 150,
    })
  })

  it.each([
    ['refunds', ''],
    ['refunds', 'percent'],
    ['refunds', 'percent=101'],
    ['refunds', 'percent=1.234'],
    ['refunds', 'percent=-1'],
    ['refunds', 'success=100'],
    ['refunds', 'fail=100'],
    ['refunds', 'lapseDays=0'],
    ['refunds', 'active=maybe'],
    ['refunds', 'constructor=1'],
    ['invites', 'lapseDays=3'],
    ['invites', 'minimumMinor=1'],
  ])('do not change by "%s set %s"', async (area, word) => {
    const before = (await command(area, 'show')).text
    expect((await command(area, 'set', ...(word === '' ? [] : [word]))).exitCode).toBe(1)
    expect((await command(area, 'show')).text).toBe(before)
  })
})
