import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../app.ts'
import { runCommand } from '../../../platform/commands/index.ts'
import { openPartiesWorld, type PartiesWorld } from '../parties-world.fixture.ts'

// A payout that was paid and came back, of each family that pays out. Who has a word for that gives the money back by it;
// the Jeepay kind has none: it says "failed" of what it had called paid, and a person decides.

const RETURNED = { bank: 'by its word', xendit: 'by its word', jeepay: 'by a deed' } as const

describe.each(['bank', 'xendit', 'jeepay'] as const)('a payout of %s', (party) => {
  let world: PartiesWorld
  let both: readonly App[]
  beforeAll(async () => {
    world = await openPartiesWorld({ collectors: { KBANK: 'scb' }, payouts: party })
    both = [world.app.app(), await world.app.beside()]
    await world.fill(1_000)
  })
  afterAll(() => world.close())
  afterEach(() => world.heal())

  const endAs = (id: string, state: 'paid' | 'returned') =>
    party === 'bank'
      ? world.sandbox.ask('POST', `/api/bank/payouts/${id}`, { state: state.toUpperCase() })
      : world.sandbox.ask('POST', `/api/gateways/${party}/payouts/${id}`, { state })
  /** Both processes ask and book at the same moment; time passes until the next look. */
  async function look(): Promise<void> {
    world.app.clock.advance(300_000)
    await Promise.all(both.map(({ jobs }) => jobs.runAll()))
  }
  const refund = async (process: App, id: string) => (await runCommand(process.commands, ['cases', 'refund', id])).text
  const kindsOf = async (reference: string) =>
    (await world.openCases()).filter((one) => one.reference === reference).map(({ kind }) => kind)

  it(`[CNX-008] [CNX-009] that came back after it was paid gives the money back once, ${RETURNED[party]}`, async () => {
    const before = await world.wallet()
    const id = await world.withdraw(100)
    await world.settles(id, 'SUCCESS')
    expect(await world.wallet()).toBe(before - 100)
    await world.sandbox.fault({ party, mode: 'duplicate-callback' })
    await endAs(id, 'returned')
    for (let times = 0; times < 2; times += 1) await look()

    if (party === 'jeepay') {
      expect([await world.statusOf(id), await world.wallet()]).toEqual(['SUCCESS', before - 100])
      expect(await kindsOf(id)).toEqual(['FAILED_AFTER_PAID'])
      const [found] = await world.openCases()
      world.app.clock.advance(30_000)
      const deeds = [...both, ...both].map((process) => refund(process, found?.id ?? ''))
      const said = await Promise.all(deeds)
      expect(said.filter((words) => words.includes('done (FAILED)'))).toHaveLength(1)
    }
    expect([await world.statusOf(id), await world.wallet()]).toEqual(['FAILED', before])
    expect(await kindsOf(id)).toEqual([])

    // What is said of it later gives nothing more, and takes nothing back by itself.
    await endAs(id, 'returned')
    await look()
    await endAs(id, 'paid')
    for (let times = 0; times < 2; times += 1) await look()
    expect([await world.statusOf(id), await world.wallet()]).toEqual(['FAILED', before])
    if (party === 'jeepay') expect(await kindsOf(id)).toEqual(['PAYOUT_CONTRADICTED'])
    expect(await world.problems()).toEqual([])
  })
})
