import { DECISION_ACTIONS } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BonusWorld, openBonusWorld } from '../../../testing/worlds/bonus-world.ts'
import type { Staff } from '../../../testing/worlds/desk-world.ts'
import {
  changeOf,
  changeSince,
  confirmAs,
  decideAs,
  deedsOf,
  MONEY_DECISIONS,
  type MoneyDecision,
  openDecisionDesk,
  sceneOf,
  standingOf,
} from '../../../testing/worlds/money-decisions.ts'

/** Every decision about money, made by twenty at once: it is done once, on whichever engine this runs. */
let world: BonusWorld
let mali: Staff
let noi: Staff
let rit: Staff

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true })
  ;({ mali, noi, rit } = await openDecisionDesk(world))
})
afterAll(() => world.close())

const AT_ONCE = 20
const byTurns = <Item>(items: readonly [Item, Item]): Item[] =>
  Array.from({ length: AT_ONCE }, (_, one) => items[one % 2 === 0 ? 0 : 1])

const made = (decision: MoneyDecision) => sceneOf(world, decision, [mali, noi, rit])

async function expectDoneOnce(decision: MoneyDecision, scene: Awaited<ReturnType<typeof made>>) {
  await world.work()
  expect(await changeSince(world, scene, decision)).toEqual(changeOf(decision))
  await world.audit()
  return (await deedsOf(world, [mali, noi, rit])).slice(scene.deeds)
}

const nameOf = (actor: string | undefined) => [mali, noi, rit].find(({ agentId }) => actor === `agent:${agentId}`)
const titled = (takes: MoneyDecision['takes']) =>
  MONEY_DECISIONS.filter((one) => one.takes === takes).map((one) => [one.kind, one.action, one] as const)

/** A flag moves nothing by itself, and to confirm a proposal is what each of those below that take two does. */
const noMoney: readonly string[] = ['flag', 'proposal']

describe('of twenty who decide at once', () => {
  it('[OFC-033] nothing is left out that the queue has about money', () => {
    const offered = Object.entries(DECISION_ACTIONS).flatMap(([kind, actions]) =>
      noMoney.includes(kind) ? [] : actions.map((action) => `${kind} ${action}`),
    )
    const raced = new Set(MONEY_DECISIONS.map(({ kind, action }) => `${kind} ${action}`))
    expect(offered.filter((one) => !raced.has(one))).toEqual([])
  })

  it.each(titled('one'))(
    '[OFC-033] %s %s: one does it, the others are told by whom and what',
    async (_k, _a, decision) => {
      const scene = await made(decision)
      const answers = await Promise.all(
        byTurns([mali, noi]).map(async (who) => ({ who, ...(await decideAs(world, who, decision, scene.thing)) })),
      )
      const [done, ...more] = answers.filter(({ status }) => status === 200)
      expect(more).toEqual([])
      expect(done?.body).toMatchObject({ outcome: 'done' })
      const deeds = await expectDoneOnce(decision, scene)
      expect(deeds).toMatchObject([{ actor: `agent:${done?.who.agentId}` }])
      const told = { by: done?.who === mali ? 'Mali' : 'Noi', what: deeds[0]?.what }
      // Of a payout whoever comes while the bank is asked is told so: nobody has decided yet.
      const asked = { by: 'bank', what: 'BEING_ASKED' }
      for (const { status, body } of answers.filter((one) => one.status !== 200)) {
        const isAsked = decision.kind === 'case' && body.details?.['by'] === 'bank'
        expect({ status, body }).toMatchObject({
          status: 409,
          body: { message: 'MOVED_ON', details: isAsked ? asked : told },
        })
      }
    },
  )
})

describe('of twenty who propose at once, and twenty who confirm', () => {
  it.each(titled('two'))('[OFC-016] [OFC-033] %s %s: one of each does it', async (_k, _a, decision) => {
    const scene = await made(decision)
    const offers = await Promise.all(byTurns([mali, mali]).map((who) => decideAs(world, who, decision, scene.thing)))
    const [proposed, ...more] = offers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect(proposed?.body).toMatchObject({ outcome: 'proposed' })
    for (const { status, body } of offers.filter((one) => one !== proposed)) {
      expect({ status, body }).toMatchObject({ status: 409, body: { message: 'MOVED_ON', details: { by: 'Mali' } } })
    }
    expect(await standingOf(world, scene.thing, decision.account)).toEqual(scene.before)
    const proposalId = proposed?.body.proposalId ?? ''
    const ends = await Promise.all(
      byTurns([noi, rit]).map(async (who) => ({ who, ...(await confirmAs(world, who, proposalId)) })),
    )
    const deeds = await expectDoneOnce(decision, scene)
    expect(deeds).toHaveLength(2)
    expect(deeds[0]).toEqual({ what: 'proposal-made', actor: `agent:${mali.agentId}` })
    // Whoever did it is told so however often he asks, and the other that it is done.
    const doer = nameOf(deeds[1]?.actor)
    expect([noi, rit]).toContain(doer)
    for (const { who, status, body } of ends) {
      if (who === doer) expect({ status, body }).toMatchObject({ status: 200, body: { state: 'CONFIRMED' } })
      else expect({ status, body }).toMatchObject({ status: 409, body: { message: 'MOVED_ON' } })
    }
  })
})
