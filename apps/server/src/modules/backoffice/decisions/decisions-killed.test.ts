import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEachPlace, Life } from '../../../testing/mortal.ts'
import { searchSeed, searchTimes } from '../../../testing/search.ts'
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
} from '../../../testing/worlds/money-decisions.ts'

/** Every decision about money, and the process killed before and after each of its statements, commits and outside calls. */
let world: BonusWorld
let life: Life
let mali: Staff
let noi: Staff

beforeAll(async () => {
  world = await openBonusWorld({ hasDesk: true, life: () => (life = new Life()) })
  ;({ mali, noi } = await openDecisionDesk(world))
})
afterAll(() => world.close())

/** What a call of a dead process took for itself is free again by then. */
const TAKEN_MS = 60_000
/** `npm test` kills every sixth kind of decision, beginning where the seed says; longer searches kill all. */
const EVERY = searchTimes > 1 ? 1 : 6

const killed = (takes: MoneyDecision['takes']) =>
  MONEY_DECISIONS.filter((one) => one.takes === takes)
    .filter((_, place) => place % EVERY === searchSeed % EVERY)
    .map((one) => [one.kind, one.action, one] as const)

async function made(decision: MoneyDecision) {
  const scene = await sceneOf(world, decision, [mali, noi])
  return { ...scene, thing: { ...scene.thing, key: randomUUID() } }
}

type Scene = Awaited<ReturnType<typeof made>>

const newDeeds = async ({ deeds }: Scene) => (await deedsOf(world, [mali, noi])).slice(deeds).map(({ what }) => what)

/** By how much the account changed, once all that follows by itself is done. */
async function changed(scene: Scene, decision: MoneyDecision) {
  await world.work()
  return changeSince(world, scene, decision)
}

const unchanged = { postedMinor: 0, spendableMinor: 0 }
const places = (scene: Parameters<typeof atEachPlace>[1]) =>
  atEachPlace({ now: () => life, bornAgain: () => world.restart() }, scene)

describe('a decision that is cut off anywhere', () => {
  it.each(killed('one'))(
    '%s %s is done with its deed or not at all, and answers the same again',
    async (_k, _a, decision) => {
      await places(async () => {
        const scene = await made(decision)
        const decide = () => decideAs(world, mali, decision, scene.thing)
        return {
          act: decide,
          async after() {
            const deeds = await newDeeds(scene)
            expect(deeds.length).toBeLessThanOrEqual(1)
            expect(await changed(scene, decision)).toEqual(deeds.length === 1 ? changeOf(decision) : unchanged)
            world.clock.advance(TAKEN_MS)
            const again = await decide()
            expect(again).toMatchObject({ status: 200, body: { outcome: 'done' } })
            expect(await newDeeds(scene)).toHaveLength(1)
            expect(await changed(scene, decision)).toEqual(changeOf(decision))
            expect((await decide()).body).toEqual(again.body)
            await world.audit()
          },
        }
      })
    },
  )
})

describe('what takes two and is cut off anywhere', () => {
  it.each(killed('two'))('%s %s is proposed once and done once', async (_k, _a, decision) => {
    await places(async () => {
      const scene = await made(decision)
      const confirmKey = randomUUID()
      const propose = () => decideAs(world, mali, decision, scene.thing)
      const confirm = (proposalId: string | null) => confirmAs(world, noi, proposalId ?? '', confirmKey)
      return {
        act: async () => confirm((await propose()).body.proposalId),
        async after() {
          const deeds = await newDeeds(scene)
          const states = await world.rows<{ state: string }>(
            `select state from proposal where proposed_by = $1 and (terms ->> 'id' = $2 or subject = $3)`,
            [`agent:${mali.agentId}`, scene.thing.id, `${decision.kind}:${scene.thing.id}`],
          )
          // The proposal, the money and the deed are one commit.
          expect(states).toEqual([[], [{ state: 'OPEN' }], [{ state: 'CONFIRMED' }]][deeds.length])
          expect(await changed(scene, decision)).toEqual(deeds.length === 2 ? changeOf(decision) : unchanged)
          world.clock.advance(TAKEN_MS)
          const proposed = await propose()
          expect(proposed).toMatchObject({ status: 200, body: { outcome: 'proposed' } })
          const end = await confirm(proposed.body.proposalId)
          expect(end).toMatchObject({ status: 200, body: { state: 'CONFIRMED' } })
          expect(await newDeeds(scene)).toHaveLength(2)
          expect(await changed(scene, decision)).toEqual(changeOf(decision))
          expect((await propose()).body).toEqual(proposed.body)
          expect((await confirm(proposed.body.proposalId)).body).toEqual(end.body)
          await world.audit()
        },
      }
    })
  })
})
