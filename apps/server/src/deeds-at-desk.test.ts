import { type Call, type DecisionKindName, desk, deskCalls } from '@krapao/contract'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { staffMember } from './testing/worlds/desk-world.ts'
import { transferOf } from './testing/worlds/slip-world.ts'
import {
  makeArrival,
  makeGameCase,
  makeNotice,
  makeReading,
  makeSlip,
  makeUnknownTransfer,
  makeWithdrawal,
} from './testing/worlds/waiting-world.ts'
import { type Doing, flag, lent, richMember } from './testing/deeds/doings.ts'
import { deskDoings } from './testing/deeds/at-desk.ts'
import { openDeedsWorld, sorted } from './testing/deeds/deeds-world.ts'

const { app, world, newDeedsBy, leavesOneDeed } = await openDeedsWorld()
const deskWrites = deskDoings(world)

const writes = deskCalls.filter(({ method, caller }) => method !== 'GET' && caller === 'agent')

const callNamed = (name: string) => writes.find((call) => call.name === name) ?? desk.deskLogin
const { written, read } = sorted(deskWrites)

const ADDRESS = '10.9.9.9'

/** @returns the status of the answer. */
async function sendAtDesk(call: Call, { by, params = {}, body, file }: Doing, key = randomUUID()): Promise<number> {
  const said = file === undefined ? { rawBody: body } : { form: { bytes: file } }
  const sent = { token: by.token, params, key, address: ADDRESS, ...said }
  return (await app.desk.call(call, sent)).status
}

describe('what is done at the desk', () => {
  it('[OFC-009] is all listed here: each call reads, or leaves a deed', () => {
    expect(Object.keys(deskWrites).toSorted()).toEqual(writes.map(({ name }) => name).toSorted())
  })

  /** Also when it is sent again. */
  async function expectOneDeed(call: Call, doing: Doing): Promise<void> {
    const actor = `agent:${doing.by.agentId}`
    const [key, sends] = [randomUUID(), call.idempotent ? ['first', 'again'] : ['first']]
    const deed = await leavesOneDeed(actor, {
      refused: async () => expect(await sendAtDesk(call, doing)).toBeGreaterThanOrEqual(500),
      done: async () => {
        for (const _ of sends) expect(await sendAtDesk(call, doing, key)).toBe(200)
      },
      // What a try took for itself for a while is free again.
      pauseMs: call === desk.deskRenewGame ? 30_000 : 0,
    })
    expect(deed).toMatchObject({ actor, address: ADDRESS })
  }

  it.each(written)(
    '[OFC-009] [OFC-011] [OFC-063] is one deed, told well, in one transaction with what it does: %s',
    async (name, prepare) => expectOneDeed(callNamed(name), await prepare()),
  )

  it.each(read)('[OFC-009] only reads, and leaves no deed: %s', async (name, prepare) => {
    const doing = await prepare()
    const send = async () => expect(await sendAtDesk(callNamed(name), doing)).toBe(200)
    expect(await newDeedsBy(`agent:${doing.by.agentId}`, send)).toEqual([])
  })

  const decisions: readonly [DecisionKindName, string, () => Promise<string>, object][] = [
    ['withdrawal', 'hold', () => makeWithdrawal(world, 300), { hours: 5, note: 'asked his bank' }],
    ['withdrawal', 'pay', () => makeWithdrawal(world, 300), {}],
    ['slip', 'credit', async () => makeSlip(world, await richMember(world)), {}],
    [
      'notice',
      'credit',
      async () => {
        transferOf(world, { transRef: 'DECIDED1' })
        return makeNotice(world, await richMember(world))
      },
      { amount: 100, transfer: '014:DECIDED1' },
    ],
    ['arrival', 'return', () => makeArrival(world, 100), { note: 'sent back' }],
    ['case', 'collect', () => lent(world), {}],
    ['transfer', 'void', () => makeUnknownTransfer(world), { evidence: 'seen in their list' }],
    ['reading', 'reject', () => makeReading(world, 'absurd'), { note: 'a mistake' }],
    ['reading', 'transfer', () => makeReading(world, 'restored'), {}],
    ['arrival', 'forgive', () => makeGameCase(world, 'late-arrival'), {}],
    ['flag', 'unsure', () => flag(world), { note: 'looked at' }],
    ['flag', 'mark-high', () => flag(world), { note: 'two phones' }],
  ]

  it.each(decisions)(
    '[OFC-009] [OFC-011] [OFC-063] is one deed, told well, in one transaction with what it does: %s, %s',
    async (kind, action, make, fields) => {
      const by = await staffMember(app, 'Decider', ['PAYMENTS', 'RISK'])
      const id = await make()
      const params = { kind, id }
      const { row } = await app.desk.ok(desk.deskDecision, { token: by.token, params })
      await expectOneDeed(desk.deskDecide, { by, params, body: { action, version: row.version, ...fields } })
    },
  )
})
