import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../platform/commands/index.ts'
import { systemClock } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { activate } from './accounts.ts'
import { makeUsername } from './credentials.ts'
import { demoProviders } from '../demo-providers.fixture.ts'
import { commandsOf, type GamesWorld, openGamesWorld } from '../games-world.fixture.ts'
import { createProvider } from '../providers/families.ts'
import type { GameProvider } from '../providers/provider.ts'
import { refreshAll } from '../readings/refresh.ts'
import { transfer } from '../transfers/transfer.ts'

/** Calls that make an account come to the provider at once, and their answers when they are let through. */
let answers: PromiseWithResolvers<void> | null = null
let arrived: (() => void) | null = null

let sandbox: TestSandbox
let world: GamesWorld
beforeAll(async () => {
  sandbox = await startTestSandbox()
  const providers = new Map(
    (await demoProviders(sandbox.url)).map((row) => [row.code, createProvider(row, systemClock)] as const),
  )
  const providerOf = (code: string) => providers.get(code) as GameProvider
  world = await openGamesWorld({
    providers: (code) => ({
      ...providerOf(code),
      async create(player) {
        const waitFor = answers
        answers = null
        const outcome = await providerOf(code).create(player)
        if (waitFor !== null) arrived?.()
        await waitFor?.promise
        return outcome
      },
    }),
  })
})
afterAll(async () => {
  await world.close()
  await sandbox.close()
})
afterEach(async () => {
  expect((await world.ledger.audit(world.database)).problems).toEqual([])
})

const families = [
  ['plain JSON', 'UFABET'],
  ['signed JSON', 'ASKMEBET'],
  ['signed form', 'JOKER'],
  ['token form', 'PG'],
] as const
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const tap = (member: string, code: string, parts = world.parts) => outcomeOf(activate(parts, member, code, 'th'))
const works = (member: string, code: string) =>
  transfer(world.parts, {
    memberId: member,
    operationId: newId(new Date()),
    from: 'WALLET',
    to: code,
    amount: 40,
    rules: () => {},
  }).then(({ status }) => status)

/** A tap whose answer is held back once the provider has made the account. */
async function tapSlowly(member: string, code: string) {
  const answer = Promise.withResolvers<void>()
  const made = Promise.withResolvers<void>()
  answers = answer
  arrived = () => made.resolve()
  const outcome = tap(member, code)
  await made.promise
  return { outcome, answer: () => answer.resolve() }
}

describe.each(families)('an activation at a provider of the %s family', (_family, code) => {
  it('[MON-007] is one at a time: a second tap, also at another process, waits for the first', async () => {
    const member = await world.member(100_00, [])
    const first = await tapSlowly(member, code)
    const name = await world.usernameOf(member, code)
    expect(await tap(member, code)).toBe('REQUEST_IN_PROGRESS')
    expect(await tap(member, code, world.startProcess().parts)).toBe('REQUEST_IN_PROGRESS')
    first.answer()
    expect(await first.outcome).toBe('opened')
    expect(await world.usernameOf(member, code)).toBe(name)
    expect(await tap(member, code)).toBe('SLOT_ALREADY_ACTIVE')
    expect(await works(member, code)).toBe('SUCCESS')
  })

  it('[MON-007] that comes back after its time writes nothing that it did not begin', async () => {
    const member = await world.member(100_00, [])
    const first = await tapSlowly(member, code)
    world.advance(26_000)
    const second = await tap(member, code)
    first.answer()
    const outcomes = [second, await first.outcome]
    // Who keeps our reference says that the name is ours; the others make another one, at the next tap.
    expect(outcomes).toEqual(
      code === 'JOKER' ? ['SLOT_ACTIVATE_FAIL', 'SLOT_ACTIVATE_FAIL'] : ['opened', 'SLOT_ALREADY_ACTIVE'],
    )
    expect(await tap(member, code)).toBe(code === 'JOKER' ? 'opened' : 'SLOT_ALREADY_ACTIVE')
    expect(await works(member, code)).toBe('SUCCESS')
  })

  it('[MON-007] makes an account anew whose name the provider does not know, and so does the operator', async () => {
    const member = await world.member(100_00, [code])
    const rename = () =>
      world.database.query(
        `update game_account set username = $3, version = version + 1 where member_id = $1 and code = $2`,
        [member, code, makeUsername()],
      )
    await rename()
    expect(await tap(member, code)).toBe('opened')
    await rename()
    const seen = (await refreshAll(world.parts, member)).find((one) => one.code === code)
    expect(seen).toMatchObject({ isActive: false, stale: false, amountMinor: 0 })
    expect(await outcomeOf(works(member, code))).toBe('SLOT_NO_ACCOUNT')
    const renew = () => runCommand(commandsOf(world.parts), ['accounts', 'renew', member, code.toLowerCase()])
    expect(await renew()).toEqual({ exitCode: 0, text: `${code} of member ${member} is open.` })
    expect(await works(member, code)).toBe('SUCCESS')
    expect(await renew()).toMatchObject({ exitCode: 1, text: expect.stringContaining('nothing is changed') })
    await rename()
    // With money in it by the books it is no account to make anew: a person has to look first.
    expect(await renew()).toMatchObject({ exitCode: 1 })
    expect(await tap(member, code)).toBe('SLOT_ALREADY_ACTIVE')
  })
})
