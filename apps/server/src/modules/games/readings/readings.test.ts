import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { activate, credentials, launch, listGameAccounts, resetPassword } from '../accounts/accounts.ts'
import { commandsOf, type GamesWorld, openGamesWorld } from '../games-world.fixture.ts'
import { refreshAll } from './refresh.ts'
import { transfer } from '../transfers/transfer.ts'
import { launches } from '../accounts/launches.fixture.ts'

let world: GamesWorld
beforeAll(async () => {
  world = await openGamesWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  expect((await world.ledger.audit(world.database)).problems).toEqual([])
})

const send = (memberId: string, from: string, to: string, amount: number) =>
  transfer(world.parts, { memberId, operationId: newId(new Date()), from, to, amount, rules: () => {} })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const readOne = async (memberId: string, code: string) =>
  (await refreshAll(world.parts, memberId)).find((one) => one.code === code)

describe('a reading', () => {
  it('[GAM-014] books the difference as a win or a loss', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    const username = await world.usernameOf(member, 'PG')
    world.provider('PG').balances.set(username, 75_25)
    expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 75_25, stale: false, isActive: true })
    world.provider('PG').balances.set(username, 20_00)
    expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 20_00, stale: false })
    expect(await world.amount(member, 'game:PG')).toBe(20_00)
  })

  it('taken many times at once is booked once', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    world.provider('PG').balances.set(await world.usernameOf(member, 'PG'), 90_00)
    const readings = await Promise.all(Array.from({ length: 10 }, () => readOne(member, 'PG')))
    expect(readings.every((reading) => reading?.amountMinor === 90_00 || reading?.stale === true)).toBe(true)
    expect(await world.amount(member, 'game:PG')).toBe(90_00)
  })

  it('is thrown away while a transfer is pending', async () => {
    const member = await world.member(100_00, ['PG'])
    world.provider('PG').script.push('cut-after')
    await send(member, 'WALLET', 'PG', 50)
    expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 0, stale: true })
    await world.settle(3_000)
    expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 50_00, stale: false })
  })

  it('is thrown away when money moved while it was under way', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    const provider = world.provider('PG')
    provider.balances.set(await world.usernameOf(member, 'PG'), 60_00)
    provider.whileReading = async () => {
      provider.whileReading = async () => {}
      await send(member, 'WALLET', 'PG', 10)
    }
    expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 60_00, stale: true })
    expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 70_00, stale: false })
  })

  it('that no rule may book is kept for a person', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    for (const raw of [-1, '100', 1e15]) {
      world.provider('PG').readings.push(raw)
      expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 50_00, stale: true })
    }
    const open = await world.database.query<{ id: string; raw: string }>(
      `select id, raw from game_reading where state = 'open' and member_id = $1`,
      [member],
    )
    expect(open.map((reading) => reading.raw)).toEqual(['-1'])
    const id = open[0]?.id ?? ''
    world.provider('PG').readings.push(-1)
    expect(await runCommand(commandsOf(world.parts), ['readings', 'accept', id])).toMatchObject({ exitCode: 1 })
    expect(await runCommand(commandsOf(world.parts), ['readings', 'accept', id])).toMatchObject({ exitCode: 0 })
    expect(await world.amount(member, 'game:PG')).toBe(50_00)
  })

  it('that does not come leaves the last amount, and says so', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 50)
    world.provider('PG').isDown = true
    expect(await readOne(member, 'PG')).toMatchObject({ amountMinor: 50_00, stale: true })
    expect(await readOne(member, 'JOKER')).toMatchObject({ amountMinor: 0, stale: false })
    world.provider('PG').isDown = false
  })
})

describe('accounts at providers', () => {
  it('[GAM-006, GAM-008, GAM-015] are opened once', async () => {
    const member = await world.member(0, [])
    const before = await listGameAccounts(world.parts, member, 'th')
    expect(before.map(({ code }) => code)).toEqual((await world.parts.operator.games()).map(({ code }) => code))
    expect(before.every((game) => !game.isActive && game.amount === 0)).toBe(true)
    expect(before[0]).toMatchObject({ code: 'PG', name: 'ดอกบัวทอง' })
    for (const game of before) {
      expect(Object.keys(game).toSorted()).toEqual([
        'amount',
        'android',
        'autoLogin',
        'background',
        'category',
        'code',
        'ftWalletSlot',
        'ios',
        'isActive',
        'logo',
        'name',
        'web',
      ])
      for (const link of [game.web, game.android, game.ios]) expect(link ?? 'https://').toMatch(/^https?:\/\//)
    }
    expect((await listGameAccounts(world.parts, member, 'lo'))[0]).toMatchObject({ code: 'PG', name: 'ດອກບົວຄຳ' })
    expect(await activate(world.parts, member, 'SLOTXO', 'th')).toMatchObject({
      code: 'SLOTXO',
      isActive: true,
      amount: 0,
      ftWalletSlot: 10,
      category: 'slot',
    })
    expect(await refusal(activate(world.parts, member, 'SLOTXO', 'th'))).toBe('SLOT_ALREADY_ACTIVE')
    expect(await refusal(activate(world.parts, member, 'NOSUCH', 'th'))).toBe('NO_GAME')
  })

  it('are opened once by many calls at a time', async () => {
    for (let round = 0; round < 12; round += 1) {
      const member = await world.member(0, [])
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => refusal(activate(world.parts, member, 'PG', 'th'))),
      )
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
      // Who came second hears what he saw: the account while it is being opened, or once it is.
      for (const answer of answers) expect(['done', 'REQUEST_IN_PROGRESS', 'SLOT_ALREADY_ACTIVE']).toContain(answer)
      expect(await refusal(activate(world.parts, member, 'PG', 'th'))).toBe('SLOT_ALREADY_ACTIVE')
    }
  })

  it('whose first answer was lost keep their name, and the provider tells that it is ours', async () => {
    const member = await world.member(0, [])
    const provider = world.provider('USUN')
    provider.createOutcomes.push('unknown')
    expect(await refusal(activate(world.parts, member, 'USUN', 'th'))).toBe('SLOT_ACTIVATE_FAIL')
    const username = await world.usernameOf(member, 'USUN')
    const rows = await world.database.query<{ id: string }>(`select id from game_account where username = $1`, [
      username,
    ])
    await provider.create({ username, reference: rows[0]?.id ?? '' })
    expect(await activate(world.parts, member, 'USUN', 'th')).toMatchObject({ isActive: true })
    expect(await world.usernameOf(member, 'USUN')).toBe(username)
  })

  it('never take over a name that is somebody else’s', async () => {
    const member = await world.member(0, [])
    const provider = world.provider('CIRCUS')
    provider.createOutcomes.push('unknown')
    expect(await refusal(activate(world.parts, member, 'CIRCUS', 'th'))).toBe('SLOT_ACTIVATE_FAIL')
    const username = await world.usernameOf(member, 'CIRCUS')
    await provider.create({ username, reference: 'somebody-else' })
    expect(await refusal(activate(world.parts, member, 'CIRCUS', 'th'))).toBe('SLOT_ACTIVATE_FAIL')
    expect(await activate(world.parts, member, 'CIRCUS', 'th')).toMatchObject({ isActive: true })
    expect(await world.usernameOf(member, 'CIRCUS')).not.toBe(username)
  })

  it('[GAM-007, GAM-016] show their credentials to their owner', async () => {
    const member = await world.member(0, ['PG'])
    const shown = await credentials(world.parts, member, 'PG')
    expect(shown.username).toMatch(/^[a-z0-9]{12,}$/)
    expect(shown.password).toHaveLength(12)
    expect(await refusal(credentials(world.parts, member, 'JOKER'))).toBe('SLOT_NO_ACCOUNT')
    expect(await refusal(credentials(world.parts, member, 'NOSUCH'))).toBe('NO_GAME')
  })

  it('[GAM-003, GAM-010, GAM-017] get a new password that is shown only after a yes', async () => {
    const member = await world.member(0, ['PG'])
    const first = await credentials(world.parts, member, 'PG')
    world.provider('PG').isDown = true
    expect(await refusal(resetPassword(world.parts, member, 'PG'))).toBe('SLOT_RESET_PASSWORD_FAIL')
    expect(await credentials(world.parts, member, 'PG')).toEqual(first)
    world.provider('PG').isDown = false
    const second = await resetPassword(world.parts, member, 'PG')
    expect(second.username).toBe(first.username)
    expect(second.password).not.toBe(first.password)
    expect(await credentials(world.parts, member, 'PG')).toEqual(second)
  })
})

describe('launching', () => {
  it.each(launches)('of %s sends the %s [$2]', async (provider, sent) => {
    const member = await world.member(0, [provider.toUpperCase()])
    const { username, password } = await credentials(world.parts, member, provider.toUpperCase())
    const given = sent === 'password' ? password : undefined
    const { link } = await launch(world.parts, member, { provider, username, password: given })
    expect(link).toBe(`https://games.example/play?name=${username}&with=${sent}`)
  })

  it('is for the caller’s own name and password alone', async () => {
    const member = await world.member(0, ['IMI'])
    const other = await world.member(0, ['IMI'])
    const mine = await credentials(world.parts, member, 'IMI')
    const theirs = await credentials(world.parts, other, 'IMI')
    const launchAs = (given: { username: string; password?: string }) =>
      refusal(launch(world.parts, member, { provider: 'imi', password: undefined, ...given }))
    expect(await launchAs(theirs)).toBe('SLOT_NO_ACCOUNT')
    expect(await launchAs({ username: mine.username, password: theirs.password })).toBe('SLOT_NO_ACCOUNT')
    expect(await launchAs({ username: mine.username })).toBe('NO_DATA')
    expect(await refusal(launch(world.parts, member, { provider: 'ufabet', ...mine }))).toBe('NO_GAME')
    world.provider('IMI').isDown = true
    expect(await launchAs(mine)).toBe('LOGIN_FAIL')
    world.provider('IMI').isDown = false
  })
})
