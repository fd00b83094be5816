import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/played/sandbox.ts'
import { until } from '../../testing/until.ts'
import { activate, credentials, launch } from './accounts/accounts.ts'
import { transferAll } from './transfers/gather.ts'
import { type GamesWorld, openGamesWorld } from './games-world.fixture.ts'
import { demoProviders } from './demo-providers.fixture.ts'
import { createProvider } from './providers/families.ts'
import type { GameProvider, GameProviders, Move } from './providers/provider.ts'
import { refreshAll } from './readings/refresh.ts'
import { transfer } from './transfers/transfer.ts'
import { launches } from './accounts/launches.fixture.ts'

/** The module over the adapters of all families, at the providers that the real sandbox plays. */
let sandbox: TestSandbox
let world: GamesWorld
let providers: GameProviders
/** Whether a call gives up after a fifth of a second. */
let isHasty = false
beforeAll(async () => {
  sandbox = await startTestSandbox()
  const rows = await demoProviders(sandbox.url)
  const made = (terms: { timeoutMs?: number }) =>
    new Map(rows.map((row) => [row.code, createProvider({ ...row, ...terms }, systemClock)]))
  const [calm, hasty] = [made({}), made({ timeoutMs: 200 })]
  providers = (code) => (isHasty ? hasty : calm).get(code) as GameProvider
  world = await openGamesWorld({ providers })
})
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const newest = async (memberId: string) => (await world.transfersOf(memberId))[0]?.status
/** What the provider says and what the ledger says of one member, in satang. */
const bothBooks = async (memberId: string, code: string, factor: number) => {
  const reading = await (await providers(code)).read(await world.usernameOf(memberId, code))
  const credits = reading?.found === true ? Number(reading.balance) : Number.NaN
  return { theirs: Math.round((credits * 100) / factor), ours: await world.amount(memberId, `game:${code}`) }
}

/** What was given up so soon may not even have left. Under its id it is done once, however often it comes. */
async function sendAgain(memberId: string, code: string): Promise<void> {
  const [move] = await world.database.query<Move>(
    'select id, username, direction, credits from game_leg where member_id = $1',
    [memberId],
  )
  if (move !== undefined) await (await providers(code)).move(move)
}

const played = [
  ['UFABET', 'plain JSON', 1],
  ['ASKMEBET', 'signed JSON', 1],
  ['JOKER', 'signed form', 1],
  ['SLOTXO', 'signed form, ten credits a baht', 10],
  ['PG', 'token form', 1],
  ['IMI', 'token form, ten baht a credit', 0.1],
] as const
const faults = [
  ['none', 'SUCCESS'],
  ['error', 'FAILED'],
  ['refuse', 'FAILED'],
  ['down', 'FAILED'],
  ['cut-before', 'FAILED'],
  ['cut-after', 'SUCCESS'],
  ['in-progress', 'SUCCESS'],
  ['late', 'SUCCESS'],
  // The call that was given up goes on at the provider for a while: it may not meet the fault of a test behind it.
  ['slow', 'SUCCESS'],
] as const

describe.each(played)('%s (%s)', (code, _family, factor) => {
  it.each(faults)('%s: a transfer into the game ends as %s, and both books agree', async (mode, expected) => {
    const member = await world.member(100_00, [code])
    await sandbox.fault({ party: `game:${code}`, mode, times: 1, ms: 500 })
    const request = { memberId: member, operationId: newId(new Date()), from: 'WALLET', to: code, amount: 40 }
    isHasty = mode === 'slow'
    const answer = await refusal(transfer(world.parts, { ...request, rules: () => {} }))
    isHasty = false
    expect(answer).toBe(mode === 'refuse' ? 'TRANSFER_FAIL' : 'done')
    await sandbox.fault({ party: `game:${code}`, mode: 'none' })
    if (mode === 'slow') await sendAgain(member, code)
    await until('the transfer has ended, late or not', async () => {
      await world.settle(60_000, 10_000)
      if (mode === 'late') await refreshAll(world.parts, member)
      return (await newest(member)) === expected
    })
    const intoMinor = expected === 'SUCCESS' ? 40_00 : 0
    expect(await bothBooks(member, code, factor)).toEqual({ theirs: intoMinor, ours: intoMinor })
    expect(await world.amount(member, 'wallet')).toBe(100_00 - intoMinor)
    expect((await world.ledger.audit(world.database)).problems).toEqual([])
  })

  it('what was won comes home with the rest', async () => {
    const member = await world.member(100_00, [code])
    const username = await world.usernameOf(member, code)
    const gather = (to: string) =>
      transferAll(world.parts, { memberId: member, operationId: newId(new Date()), to, rules: () => {} })
    await gather(code)
    await sandbox.ask('POST', `/api/games/${code}/play`, { username, change: 25 * factor })
    expect(await gather('WALLET')).toMatchObject({ wallet: { amount: 125 }, status: 'SUCCESS' })
    expect(await bothBooks(member, code, factor)).toEqual({ theirs: 0, ours: 0 })
  })

  it('a name that somebody else has is never taken over', async () => {
    const member = await world.member(0, [])
    await sandbox.fault({ party: `game:${code}`, mode: 'down', times: 1 })
    expect(await refusal(activate(world.parts, member, code, 'th'))).toBe('SLOT_ACTIVATE_FAIL')
    const username = await world.usernameOf(member, code)
    await (await providers(code)).create({ username, password: 'Somebody-1', reference: 'somebody-else' })
    expect(await refusal(activate(world.parts, member, code, 'th'))).toBe('SLOT_ACTIVATE_FAIL')
    expect(await refusal(activate(world.parts, member, code, 'th'))).toBe('done')
    expect(await world.usernameOf(member, code)).not.toBe(username)
  })
})

describe('launching', () => {
  it.each(launches)('of %s by the %s opens the page of this very player [GAM-018] [$2]', async (provider, sent) => {
    const code = provider.toUpperCase()
    const member = await world.member(0, [code])
    const { username, password } = await credentials(world.parts, member, code)
    const given = { provider, username, password: sent === 'password' ? password : undefined }
    const { link } = await launch(world.parts, member, given)
    expect(link).toContain(`/games/${code}?session=`)
    expect(await (await fetch(link)).text()).toContain(username)
  })
})
