import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { sandboxForEach } from '../testing/harness.ts'
import { reelPictures, spin } from './spin.ts'

const { clock, sandbox } = sandboxForEach()

const player = { username: 'player000001', password: 'Secret-1' }
const post = (path: string, body: unknown, provider = 'UFABET') =>
  sandbox.post(`/games/${provider}/api${path}`, body, sandbox.keys.game)
const get = (path: string, provider = 'UFABET') => sandbox.get(`/games/${provider}/api${path}`, sandbox.keys.game)
const transfer = (id: string, direction: string, amount: unknown) =>
  post('/transfers', { id, username: player.username, direction, amount })
const balance = async () => (await get(`/players/${player.username}`)).body['balance']

describe('the server’s door of the providers', () => {
  it('is there in either case, keeps players apart, and is none of those that speak otherwise', async () => {
    for (const code of ['UFABET', 'USUN', 'AREASLOT']) {
      expect((await post('/players', player, code.toLowerCase())).status).toBe(201)
      expect((await get(`/players/${player.username}`, code)).body).toEqual({ username: player.username, balance: 0 })
    }
    for (const code of ['PG', 'JOKER', 'SEXYGAME']) {
      expect(await post('/players', player, code)).toMatchObject({ status: 404, body: { error: 'NO_SUCH_DOOR' } })
    }
    // A provider that no file names yet speaks what it is spoken to in.
    expect((await post('/players', player, 'NEWONE')).status).toBe(201)
    expect((await post('/players', player, 'NO-CODE')).status).toBe(404)
  })

  it('wants the key', async () => {
    for (const path of ['/players', '/transfers', '/launch', '/players/x/password']) {
      expect((await sandbox.post(`/games/UFABET/api${path}`, player)).status).toBe(401)
    }
    expect((await sandbox.get('/games/UFABET/api/players/x', sandbox.keys.bank)).status).toBe(401)
    expect((await sandbox.get('/games/UFABET/api/transfers/x')).status).toBe(401)
  })

  it('makes a name once and tells the operator’s reference back', async () => {
    expect(await post('/players', { ...player, reference: 'ours-1' })).toEqual({
      status: 201,
      body: { username: player.username },
    })
    expect(await post('/players', { ...player, reference: 'ours-2' })).toEqual({
      status: 409,
      body: { error: 'EXISTS' },
    })
    expect((await get(`/players/${player.username}`)).body).toMatchObject({ reference: 'ours-1' })
    expect((await get('/players/nobody')).body['error']).toBe('NOT_FOUND')
    expect((await post('/players', { ...player, username: 'a b' })).status).toBe(400)
  })
})

describe('transfers', () => {
  beforeEach(async () => void (await post('/players', player)))

  it('move credits in and out to the hundredth', async () => {
    expect(await transfer('t1', 'in', 100.1)).toEqual({
      status: 200,
      body: { id: 't1', state: 'DONE', balance: 100.1 },
    })
    expect((await transfer('t2', 'in', 0.2)).body['balance']).toBe(100.3)
    expect((await transfer('t3', 'out', 100.3)).body['balance']).toBe(0)
    expect((await get('/transfers/t2')).body).toEqual({ id: 't2', state: 'DONE', direction: 'in', amount: 0.2 })
    expect(await get('/transfers/t4')).toEqual({ status: 404, body: { error: 'NOT_FOUND' } })
  })

  it('are done once an id, and answer the first result again', async () => {
    const first = await transfer('t1', 'in', 50)
    await transfer('t2', 'in', 1)
    const again = await Promise.all(Array.from({ length: 20 }, () => transfer('t1', 'in', 50)))
    expect(new Set(again.map((reply) => JSON.stringify(reply)))).toEqual(new Set([JSON.stringify(first)]))
    expect(await balance()).toBe(51)
    expect((await transfer('t1', 'in', 51)).body).toEqual({ error: 'MISMATCH' })
  })

  it('never take more than there is, and say so again', async () => {
    await transfer('t1', 'in', 10)
    expect(await transfer('t2', 'out', 10.01)).toEqual({ status: 409, body: { error: 'INSUFFICIENT' } })
    await transfer('t3', 'in', 10)
    expect((await transfer('t2', 'out', 10.01)).status).toBe(409)
    expect((await get('/transfers/t2')).body['state']).toBe('REFUSED')
    expect(await balance()).toBe(20)
  })

  it.each([0, -1, 1.005, '5', null, 1e12])('refuse the amount %s', async (amount) => {
    expect((await transfer('t1', 'in', amount)).status).toBe(400)
    expect((await get('/transfers/t1')).status).toBe(404)
  })

  it('of an unknown player are not found', async () => {
    const order = { id: 't1', username: 'nobody', direction: 'in', amount: 1 }
    expect((await post('/transfers', order)).status).toBe(404)
    expect((await get('/transfers/t1')).status).toBe(404)
  })

  it('that only one of many can make are made once', async () => {
    await transfer('t0', 'in', 10)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => transfer(`r${index}`, 'out', 10)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(await balance()).toBe(0)
  })
})

describe('play', () => {
  beforeEach(async () => {
    await post('/players', player)
    await transfer('t1', 'in', 10)
  })
  const play = (change: unknown) => sandbox.post('/api/games/ufabet/play', { username: player.username, change })

  it('books wins and losses, never below zero', async () => {
    expect((await play(5.25)).body).toEqual({ username: player.username, balance: 15.25 })
    expect((await play(-15.25)).body['balance']).toBe(0)
    expect(await play(-0.01)).toEqual({ status: 409, body: { error: 'INSUFFICIENT' } })
    expect((await play(0.001)).status).toBe(400)
    expect((await sandbox.post('/api/games/UFABET/play', { username: 'nobody', change: 1 })).status).toBe(404)
  })

  it('turns the reels fairly: wins are of the stake and about nine tenths come back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(reelPictures - 1), { minLength: 3, maxLength: 3 }), (pictures) => {
        const left = [...pictures]
        const { reels, winHundredths } = spin(500, () => left.shift() ?? 0)
        expect(reels).toEqual(pictures)
        expect([0, 750, 5000]).toContain(winHundredths)
      }),
    )
    let back = 0
    for (let turn = 0; turn < reelPictures ** 3; turn += 1) {
      const digits = [turn % 6, Math.floor(turn / 6) % 6, Math.floor(turn / 36)]
      back += spin(100, () => digits.shift() ?? 0).winHundredths
    }
    expect(back / (100 * reelPictures ** 3)).toBeCloseTo(0.9, 1)
  })
})

describe('the way in', () => {
  beforeEach(async () => void (await post('/players', player)))

  it('is a link to the provider’s page with the player’s credits', async () => {
    await transfer('t1', 'in', 1234.5)
    const { body } = await post('/launch', player)
    const page = await (await fetch(String(body['link']))).text()
    expect(body['link']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/games\/UFABET\?session=[\w-]{32}$/)
    expect(page).toContain(player.username)
    expect(page).toContain('1,234.50')
  })

  it('is closed to a wrong password, an unknown player and after twelve hours', async () => {
    expect((await post('/launch', { ...player, password: 'wrong' })).status).toBe(403)
    expect((await post('/launch', { username: 'nobody' })).status).toBe(404)
    const { body } = await post('/launch', { username: player.username })
    clock.advance(12 * 60 * 60 * 1000)
    expect(await (await fetch(String(body['link']))).text()).toContain('This link has ended')
  })

  it('follows a new password', async () => {
    const reset = await post(`/players/${player.username}/password`, { password: 'Another-2' })
    expect(reset.status).toBe(200)
    expect((await post('/launch', player)).status).toBe(403)
    expect((await post('/launch', { ...player, password: 'Another-2' })).status).toBe(200)
    expect((await post('/players/nobody/password', { password: 'x' })).status).toBe(404)
  })
})
