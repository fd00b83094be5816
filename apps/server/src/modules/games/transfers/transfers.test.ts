import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../platform/commands/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { bringHome, transferAll } from './gather.ts'
import { commandsOf, type GamesWorld, legsInReview, openGamesWorld } from '../games-world.fixture.ts'
import { hasOpenCase } from '../cases.store.ts'
import { transfer } from './transfer.ts'

let world: GamesWorld
beforeAll(async () => {
  world = await openGamesWorld()
})
afterAll(() => world.close())

/** Whatever was done to it, the ledger adds up, and no script is left over for the next test. */
afterEach(async () => {
  const report = await world.ledger.audit(world.database)
  expect(report.problems).toEqual([])
  for (const code of ['PG', 'JOKER', 'IMI', 'SLOTXO']) {
    const provider = world.provider(code)
    provider.isDown = false
    provider.isStatusDown = false
    expect(provider.script).toEqual([])
    expect([...provider.calls.values()].every((count) => count === 1)).toBe(true)
  }
})

const operation = () => newId(new Date())
const send = (memberId: string, from: string, to: string, amount: number, operationId = operation()) =>
  transfer(world.parts, { memberId, operationId, from, to, amount, rules: () => {} })
const code = (error: unknown) => (error instanceof AppError ? error.code : error)
const refusal = (work: Promise<unknown>) => work.then(() => 'done', code)
/** Whoever ends a transfer says what he saw. */
const seen = (words: string[]) =>
  ['done', 'void'].includes(words[1] ?? '') ? [...words, 'seen', 'in', 'their', 'list'] : words
const operate = (...words: string[]) => runCommand(commandsOf(world.parts), seen(words))
const statuses = async (memberId: string) => (await world.transfersOf(memberId)).map((row) => row.status)

describe('a transfer into a game', () => {
  it('[TRF-001] moves the money once the provider has it', async () => {
    const member = await world.member(100_00, ['PG'])
    expect(await send(member, 'WALLET', 'PG', 40.5)).toEqual({
      _id: (await world.transfersOf(member))[0]?.id,
      wallet: { amount: 59.5 },
      slots: [{ code: 'PG', amount: 40.5 }],
      status: 'SUCCESS',
    })
    expect(world.provider('PG').balances.get(await world.usernameOf(member, 'PG'))).toBe(40_50)
  })

  it('[OFC-046] is refused while the game is being mended, and money comes out of it as ever', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 40)
    await mend(true)
    try {
      expect(await refusal(send(member, 'WALLET', 'PG', 10))).toBe('GAME_MAINTENANCE')
      expect(await refusal(send(member, 'JOKER', 'PG', 10))).toBe('GAME_MAINTENANCE')
      const all = { memberId: member, operationId: operation(), to: 'PG', rules: () => {} }
      expect(await refusal(transferAll(world.parts, all))).toBe('GAME_MAINTENANCE')
      expect(await send(member, 'PG', 'JOKER', 15)).toMatchObject({ status: 'SUCCESS' })
      expect(await send(member, 'PG', 'WALLET', 25)).toMatchObject({ status: 'SUCCESS', wallet: { amount: 85 } })
    } finally {
      await mend(false)
    }
    expect(await send(member, 'WALLET', 'PG', 10)).toMatchObject({ status: 'SUCCESS' })

    async function mend(maintenance: boolean): Promise<void> {
      await world.database.query('update game_setting set maintenance = $1 where code = $2', [maintenance, 'PG'])
      world.advance(1_000)
    }
  })

  it('is one transfer however often the same request comes', async () => {
    const member = await world.member(100_00, ['PG'])
    const operationId = operation()
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(member, 'WALLET', 'PG', 40, operationId)))
    expect(answers.some((answer) => answer.status === 'SUCCESS')).toBe(true)
    expect(await send(member, 'WALLET', 'PG', 40, operationId)).toMatchObject({ status: 'SUCCESS' })
    expect(await world.amount(member, 'wallet')).toBe(60_00)
    expect(await statuses(member)).toEqual(['SUCCESS'])
  })

  it('whose connection broke after the provider acted is settled by asking', async () => {
    const member = await world.member(100_00, ['PG'])
    world.provider('PG').script.push('cut-after')
    expect(await send(member, 'WALLET', 'PG', 40)).toEqual({
      _id: expect.any(String),
      wallet: { amount: 60 },
      slots: [{ code: 'PG', amount: 0 }],
      status: 'IN_PROGRESS',
    })
    await world.settle(2_000)
    expect(await world.amount(member, 'game:PG')).toBe(40_00)
    expect(await statuses(member)).toEqual(['SUCCESS'])
  })

  it('whose connection broke before is freed on two late agreeing answers, not sooner', async () => {
    const member = await world.member(100_00, ['PG'])
    world.provider('PG').script.push('cut-before')
    await send(member, 'WALLET', 'PG', 40)
    await world.settle(60_000)
    expect(await world.amount(member, 'wallet')).toBe(60_00)
    expect(await statuses(member)).toEqual(['IN_PROGRESS'])
    await world.settle(40_000)
    expect(await world.amount(member, 'wallet')).toBe(100_00)
    expect(await statuses(member)).toEqual(['FAILED'])
  })

  it('stays held while the provider has it in progress, and settles when it is done', async () => {
    const member = await world.member(100_00, ['PG'])
    const provider = world.provider('PG')
    provider.script.push('in-progress')
    await send(member, 'WALLET', 'PG', 40)
    await world.settle(200_000, 10_000)
    expect(await world.amount(member, 'wallet')).toBe(60_00)
    for (const move of provider.moves.values()) if (move.state === 'in-progress') provider.carryOut(move)
    await world.settle(70_000, 10_000)
    expect(await world.amount(member, 'game:PG')).toBe(40_00)
  })

  it('[ERR-066] that the provider refuses puts the money back', async () => {
    const member = await world.member(100_00, ['PG'])
    world.provider('PG').script.push('refuse')
    expect(await refusal(send(member, 'WALLET', 'PG', 40))).toBe('TRANSFER_FAIL')
    expect(await world.amount(member, 'wallet')).toBe(100_00)
    expect(await statuses(member)).toEqual(['FAILED'])
  })

  it('that nothing resolves for an hour is handed to a person and keeps its hold', async () => {
    const member = await world.member(100_00, ['PG'])
    const provider = world.provider('PG')
    provider.script.push('cut-after')
    provider.isStatusDown = true
    await send(member, 'WALLET', 'PG', 40)
    await world.settle(62 * 60_000, 30_000)
    const open = await legsInReview(world.database)
    const [leg] = open.filter((one) => one.memberId === member)
    expect(await world.amount(member, 'wallet')).toBe(60_00)
    expect((await operate('transfers', 'list')).text).toContain(leg!.id)
    expect(await operate('transfers', 'done', leg!.id)).toEqual({
      text: `${leg!.id} done: done.  state assumed  amount 40.00 baht`,
      exitCode: 0,
    })
    expect(await operate('transfers', 'void', leg!.id)).toMatchObject({ exitCode: 1 })
    expect(await world.amount(member, 'game:PG')).toBe(40_00)
  })

  it('of 64 callers who spend one balance at once goes through exactly as often as it covers', async () => {
    const member = await world.member(100_00, ['PG'])
    const results = await Promise.all(Array.from({ length: 64 }, () => refusal(send(member, 'WALLET', 'PG', 7))))
    expect(results.filter((result) => result === 'done')).toHaveLength(14)
    expect(results.filter((result) => result === 'MONEY_NOT_ENOUGH')).toHaveLength(50)
    expect(await world.amount(member, 'wallet')).toBe(2_00)
    expect(await world.amount(member, 'game:PG')).toBe(98_00)
  })
})

describe('a transfer whose process was killed', () => {
  /** Sends 40 baht into a game that will not hear of it; nobody works on the answer. */
  async function sendInVain(): Promise<string> {
    const member = await world.member(100_00, ['PG'])
    world.provider('PG').script.push('cut-before')
    await send(member, 'WALLET', 'PG', 40)
    return member
  }

  async function pass(seconds: number, work: () => Promise<number>): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      world.advance(1_000)
      await work()
    }
  }

  it('before the provider acted is freed within a minute, and not before two late answers', async () => {
    const member = await sendInVain()
    world.advance(5_000)
    const { work } = world.startProcess()
    await pass(36, work)
    expect(await world.amount(member, 'wallet')).toBe(60_00)
    await pass(18, work)
    expect(await world.amount(member, 'wallet')).toBe(100_00)
    expect(await statuses(member)).toEqual(['FAILED'])
  })

  it('is asked about from the first second on, and never freed on one answer or an unknown one', async () => {
    const provider = world.provider('PG')
    provider.isStatusDown = true
    const member = await sendInVain()
    // By now it is asked each minute.
    await world.settle(100_000)
    const { work } = world.startProcess()
    provider.isStatusDown = false
    await pass(1, work)
    provider.isStatusDown = true
    await pass(1, work)
    provider.isStatusDown = false
    await pass(2, work)
    expect(await world.amount(member, 'wallet')).toBe(60_00)
    expect(await statuses(member)).toEqual(['IN_PROGRESS'])
    await pass(4, work)
    expect(await world.amount(member, 'wallet')).toBe(100_00)
    expect(await statuses(member)).toEqual(['FAILED'])
  })

  it('after the provider acted is settled as soon as it is asked', async () => {
    const provider = world.provider('PG')
    const member = await world.member(100_00, ['PG'])
    provider.script.push('cut-after')
    provider.isStatusDown = true
    await send(member, 'WALLET', 'PG', 40)
    await world.settle(100_000)
    const { work } = world.startProcess()
    provider.isStatusDown = false
    await pass(1, work)
    expect(await world.amount(member, 'game:PG')).toBe(40_00)
    expect(await statuses(member)).toEqual(['SUCCESS'])
  })
})

describe('what is refused before anything is held', () => {
  it.each([
    ['WALLET', 'NOSUCH', 1, 'NO_GAME'],
    ['WALLET', 'IMI', 1, 'SLOT_NO_ACCOUNT'],
    ['WALLET', 'WALLET', 1, 'TRANSFER_SAME'],
    ['PG', 'PG', 1, 'TRANSFER_SAME'],
    ['WALLET', 'PG', 0.99, 'TRANSFER_MINIMUM'],
    ['WALLET', 'PG', 100.01, 'MONEY_NOT_ENOUGH'],
    ['PG', 'WALLET', 1, 'MONEY_NOT_ENOUGH'],
  ])('from %s to %s, %f baht: %s', async (from, to, amount, expected) => {
    const member = await world.member(100_00, ['PG'])
    expect(await refusal(send(member, from, to, amount))).toBe(expected)
    expect(await world.amount(member, 'wallet')).toBe(100_00)
    expect(await statuses(member)).toEqual([])
  })

  it('an amount off the grid of the game, with the step', async () => {
    const member = await world.member(100_00, ['IMI'])
    const error = await send(member, 'WALLET', 'IMI', 1.05).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'TRANSFER_MINIMUM', details: { step: 0.1 } })
  })
})

describe('a transfer out of a game', () => {
  it('reads first: what was won comes home too', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    world.provider('PG').balances.set(await world.usernameOf(member, 'PG'), 80_00)
    expect(await send(member, 'PG', 'WALLET', 80)).toMatchObject({ wallet: { amount: 130 }, status: 'SUCCESS' })
  })

  it('that play has overtaken is read once more and fails without losing anything', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    const provider = world.provider('PG')
    const username = await world.usernameOf(member, 'PG')
    provider.whileReading = async () => {
      provider.balances.set(username, 10_00)
      provider.whileReading = async () => {}
    }
    expect(await refusal(send(member, 'PG', 'WALLET', 50))).toBe('TRANSFER_FAIL')
    expect(await world.amount(member, 'game:PG')).toBe(10_00)
    expect(await world.amount(member, 'wallet')).toBe(50_00)
    expect(await statuses(member)).toEqual(['FAILED', 'SUCCESS'])
  })

  it('is not tried while the provider cannot be read', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    world.provider('PG').isDown = true
    expect(await refusal(send(member, 'PG', 'WALLET', 50))).toBe('TRANSFER_FAIL')
    expect(await world.amount(member, 'game:PG')).toBe(50_00)
  })
})

describe('a transfer between two games', () => {
  it('is one line of the statement', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 50)
    expect(await send(member, 'PG', 'JOKER', 30)).toMatchObject({
      slots: [
        { code: 'PG', amount: 20 },
        { code: 'JOKER', amount: 30 },
      ],
      status: 'SUCCESS',
    })
    expect(await statuses(member)).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it('leaves the money in the wallet when the second game refuses', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 50)
    world.provider('JOKER').script.push('refuse')
    expect(await refusal(send(member, 'PG', 'JOKER', 30))).toBe('TRANSFER_FAIL')
    expect(await world.amount(member, 'wallet')).toBe(80_00)
    expect(await world.amount(member, 'game:PG')).toBe(20_00)
    expect(await world.amount(member, 'game:JOKER')).toBe(0)
  })

  it('goes on by itself when the first answer was lost', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 50)
    world.provider('PG').script.push('cut-after')
    expect(await send(member, 'PG', 'JOKER', 30)).toMatchObject({ status: 'IN_PROGRESS' })
    await world.settle(3_000)
    expect(await world.amount(member, 'game:JOKER')).toBe(30_00)
    expect(await world.amount(member, 'wallet')).toBe(50_00)
  })
})

describe('a transfer between two games that a person confirms', () => {
  it('goes on into the second game at once', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 50)
    const provider = world.provider('PG')
    provider.script.push('cut-after')
    provider.isStatusDown = true
    await send(member, 'PG', 'JOKER', 30)
    await world.settle(62 * 60_000, 60_000)
    const [leg] = (await legsInReview(world.database)).filter((one) => one.memberId === member)
    expect(await operate('transfers', 'done', leg!.id)).toMatchObject({ exitCode: 0 })
    expect(await world.amount(member, 'game:JOKER')).toBe(30_00)
    expect((await statuses(member))[0]).toBe('SUCCESS')
  })
})

describe('late arrivals', () => {
  async function voided(member: string, from: string, to: string): Promise<void> {
    world.provider('PG').script.push('late')
    await send(member, from, to, 40)
    await world.settle(100_000)
    expect((await statuses(member))[0]).toBe('FAILED')
  }

  function arrive(): void {
    const provider = world.provider('PG')
    for (const move of provider.arriving.splice(0)) provider.carryOut(move)
  }

  it('into a game are booked as the transfer they were', async () => {
    const member = await world.member(100_00, ['PG'])
    await voided(member, 'WALLET', 'PG')
    arrive()
    await world.settle(60_000, 5_000)
    expect(await world.amount(member, 'wallet')).toBe(60_00)
    expect(await world.amount(member, 'game:PG')).toBe(40_00)
    expect(await statuses(member)).toEqual(['SUCCESS'])
  })

  it('are looked for before a reading is booked, and never become a win', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await voided(member, 'WALLET', 'PG')
    arrive()
    expect(await send(member, 'PG', 'WALLET', 1)).toMatchObject({ wallet: { amount: 61 } })
    expect(await world.amount(member, 'game:PG')).toBe(39_00)
  })

  it('that the wallet no longer covers open a case, and the operator is asked', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await voided(member, 'WALLET', 'PG')
    await send(member, 'WALLET', 'JOKER', 100)
    arrive()
    await world.settle(60_000, 5_000)
    expect(await world.amount(member, 'game:PG')).toBe(40_00)
    expect(await hasOpenCase(world.database, member)).toBe(true)
    const suspense = (await world.ledger.states(world.database, ['house/suspense'])).get('house/suspense')
    expect(suspense?.postedMinor).toBe(-40_00)
    const [id = ''] = (await operate('arrivals', 'list')).text.split('  ')
    expect(await operate('arrivals', 'collect', id)).toEqual({
      text: 'The wallet does not hold that much.',
      exitCode: 1,
    })
    expect(await operate('arrivals', 'forgive', id)).toMatchObject({ exitCode: 0 })
    expect(await hasOpenCase(world.database, member)).toBe(false)
  })

  it('out of a game give back what the ledger lacks and reach the wallet', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 50)
    await voided(member, 'PG', 'WALLET')
    const username = await world.usernameOf(member, 'PG')
    world.provider('PG').balances.set(username, 40_00)
    await send(member, 'PG', 'WALLET', 40).catch(code)
    arrive()
    await world.settle(60_000, 5_000)
    const provider = world.provider('PG').balances.get(username) ?? 0
    await transferAll(world.parts, { memberId: member, operationId: operation(), to: 'WALLET', rules: () => {} })
    expect(await world.amount(member, 'game:PG')).toBe(0)
    expect(provider).toBeGreaterThanOrEqual(0)
    expect(world.provider('PG').balances.get(username)).toBe(0)
  })
})

describe('everything at once', () => {
  const all = (memberId: string, to: string, operationId = operation()) =>
    transferAll(world.parts, { memberId, operationId, to, rules: () => {} })

  it('[TRF-007] the whole wallet goes into a game, as far as its grid reaches', async () => {
    const member = await world.member(100_07, ['IMI', 'SLOTXO'])
    expect(await all(member, 'IMI')).toMatchObject({
      wallet: { amount: 0.07 },
      slots: [{ code: 'IMI', amount: 100, moved: 100, status: 'SUCCESS' }],
      status: 'SUCCESS',
    })
    expect(world.provider('IMI').balances.get(await world.usernameOf(member, 'IMI'))).toBe(10_00)
  })

  it('[GAM-012] nothing to move is a success that moves nothing', async () => {
    const member = await world.member(0, ['PG'])
    expect(await all(member, 'PG')).toEqual({
      wallet: { amount: 0 },
      slots: [{ code: 'PG', amount: 0, moved: 0, status: 'NONE', stale: false }],
      status: 'SUCCESS',
    })
    expect(await statuses(member)).toEqual([])
  })

  it('all games come home side by side, each with its own outcome', async () => {
    const member = await world.member(300_00, ['PG', 'JOKER', 'SLOTXO'])
    await send(member, 'WALLET', 'PG', 100)
    await send(member, 'WALLET', 'JOKER', 100)
    await send(member, 'WALLET', 'SLOTXO', 100)
    world.provider('JOKER').isDown = true
    world.provider('SLOTXO').script.push('cut-after')
    const operationId = operation()
    const answer = await all(member, 'WALLET', operationId)
    const byCode = new Map(answer.slots.map((slot) => [slot.code, slot]))
    expect(byCode.get('PG')).toMatchObject({ status: 'SUCCESS', moved: 100, amount: 0 })
    expect(byCode.get('JOKER')).toMatchObject({ status: 'FAILED', moved: 0, amount: 100, stale: true })
    expect(byCode.get('SLOTXO')).toMatchObject({ status: 'IN_PROGRESS' })
    expect(answer.status).toBe('IN_PROGRESS')
    await world.settle(3_000)
    const again = await all(member, 'WALLET', operationId)
    expect(again.status).toBe('SUCCESS')
    expect(again.wallet).toEqual({ amount: 200 })
  })

  it('leaves nothing behind for ever when nothing is to be moved, and its transfers when something was', async () => {
    const member = await world.member(100_00, ['PG'])
    const operations = () =>
      world.database.query('select id from game_operation where member_id = $1 order by created_at', [member])
    await all(member, 'WALLET')
    await all(member, 'PG')
    expect(await operations()).toHaveLength(2)
    world.advance(2 * 24 * 3_600_000 - 1_000)
    await world.settle()
    expect(await operations()).toHaveLength(2)
    world.advance(2_000)
    await world.settle()
    expect(await operations()).toEqual([])
    expect(await statuses(member)).toEqual(['SUCCESS'])
  })

  it('refuses only when nothing moved and one game failed', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 100)
    world.provider('PG').isDown = true
    expect(await refusal(all(member, 'WALLET'))).toBe('TRANSFER_FAIL')
  })

  it('[TRF-007] remembers no refusal of a game that was down: the same request brings the money home once it is up', async () => {
    const member = await world.member(100_00, ['PG', 'JOKER'])
    await send(member, 'WALLET', 'PG', 100)
    const operationId = operation()
    world.provider('PG').isDown = true
    expect(await refusal(all(member, 'WALLET', operationId))).toBe('TRANSFER_FAIL')
    world.provider('PG').isDown = false
    const home = { wallet: { amount: 100 }, status: 'SUCCESS' }
    expect(await all(member, 'WALLET', operationId)).toMatchObject(home)
    expect(await all(member, 'WALLET', operationId)).toMatchObject(home)
    expect((await statuses(member)).filter((status) => status === 'SUCCESS')).toHaveLength(2)
  })

  it('brings home only what is lacking, largest balance first, rounded up to the grid', async () => {
    const member = await world.member(300_00, ['PG', 'IMI'])
    await send(member, 'WALLET', 'PG', 50)
    await send(member, 'WALLET', 'IMI', 200)
    expect(await bringHome(world.parts, member, 10_05, operation())).toBe('DONE')
    expect(await world.amount(member, 'wallet')).toBe(60_10)
    expect(await world.amount(member, 'game:PG')).toBe(50_00)
    expect(await bringHome(world.parts, member, 1_000_00, operation())).toBe('FAILED')
    expect(await world.amount(member, 'wallet')).toBe(300_00)
  })

  it('says that it does not know when one game does not answer', async () => {
    const member = await world.member(100_00, ['PG'])
    await send(member, 'WALLET', 'PG', 100)
    world.provider('PG').script.push('cut-after')
    expect(await bringHome(world.parts, member, 10_00, operation())).toBe('UNKNOWN')
  })
})
