import { beforeEach, describe, expect, it } from 'vitest'
import { type Reply, sandboxForEach } from '../testing/harness.ts'
import { billVector, payer } from '../testing/samples.ts'

const { clock, sandbox } = sandboxForEach()

const player = { username: 'player000001', password: 'Secret-1' }
const payout = {
  reference: 'p1',
  amount: 10,
  currency: 'BAHT',
  to: { bankCode: 'KBANK', accountNo: '0987654321', name: 'SOMCHAI' },
}

/** A party's money call, and how often it happened: what the outside world really holds afterwards. */
interface Case {
  readonly party: string
  prepare(): Promise<unknown>
  call(): Promise<Reply>
  /** What the party answers when it is asked for the call by its id; null where it cannot be asked. */
  ask: (() => Promise<Reply>) | null
  count(): Promise<number>
}

const cases: readonly Case[] = [
  {
    party: 'sms',
    prepare: async () => undefined,
    call: () => sandbox.post('/sms/send', { to: '0812345678', text: 'hello' }, sandbox.keys.sms),
    ask: null,
    count: async () => lengthOf((await sandbox.get('/api/phone/messages?to=0812345678')).body['messages']),
  },
  {
    party: 'bank',
    prepare: async () => undefined,
    call: () => sandbox.post('/bank/api/payouts', payout, sandbox.keys.bank),
    ask: () => sandbox.get('/bank/api/payouts/p1', sandbox.keys.bank),
    async count() {
      const { payouts } = (await sandbox.get('/api/bank/payouts')).body
      return (payouts as { state: string }[]).filter(({ state }) => state === 'PAID').length
    },
  },
  {
    party: 'game:UFABET',
    prepare: () => sandbox.post('/games/UFABET/api/players', player, sandbox.keys.game),
    call: () => move('in'),
    ask: () => sandbox.get('/games/UFABET/api/transfers/in', sandbox.keys.game),
    count: async () => (await credits()) / 10,
  },
]

function move(direction: 'in' | 'out'): Promise<Reply> {
  const order = { id: direction, username: player.username, direction, amount: 10 }
  return sandbox.post('/games/UFABET/api/transfers', order, sandbox.keys.game)
}

async function credits(): Promise<number> {
  return Number((await sandbox.get(`/games/UFABET/api/players/${player.username}`, sandbox.keys.game)).body['balance'])
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

const set = (party: string, mode: string, more: object = {}) => sandbox.post('/api/faults', { party, mode, ...more })

async function shown(party: string): Promise<Record<string, unknown> | undefined> {
  const { faults } = (await sandbox.get('/api/faults')).body
  return (faults as Record<string, unknown>[]).find((fault) => fault['party'] === party)
}

describe.each(cases)('$party', ({ party, prepare, call, ask, count }) => {
  beforeEach(async () => void (await prepare()))

  it('does what it is asked when nothing is set', async () => {
    expect((await call()).status).toBe(200)
    clock.advance(1000)
    expect(await count()).toBe(1)
    expect(await shown(party)).toMatchObject({ mode: 'none', fired: 0 })
  })

  it.each([
    ['error', 500],
    ['cut-before', 'broken'],
  ])('%s: nothing happens, and again it works', async (mode, status) => {
    await set(party, mode, { times: 1 })
    expect((await call()).status).toBe(status)
    if (ask !== null) expect((await ask()).status).toBe(404)
    clock.advance(10_000)
    expect(await count()).toBe(0)
    expect((await call()).status).toBe(200)
    clock.advance(1000)
    expect(await count()).toBe(1)
    expect(await shown(party)).toMatchObject({ mode, fired: 1, left: 0 })
  })

  it('cut-after: it happened', async () => {
    await set(party, 'cut-after', { times: 1 })
    expect((await call()).status).toBe('broken')
    if (ask !== null) expect((await ask()).status).toBe(200)
    clock.advance(1000)
    expect(await count()).toBe(1)
    if (ask !== null) expect((await call()).status).toBe(200)
    clock.advance(1000)
    expect(await count()).toBe(1)
  })

  it('refuse: the documented refusal, for good where there is an id', async () => {
    await set(party, 'refuse', { times: 1 })
    expect(await call()).toEqual({ status: 422, body: { error: 'REFUSED' } })
    clock.advance(10_000)
    expect(await count()).toBe(0)
    if (ask === null) return
    expect((await ask()).body['state']).toBe(party === 'bank' ? 'FAILED' : 'REFUSED')
    expect((await call()).status).toBe(422)
    expect(await count()).toBe(0)
  })

  it('late: no answer and not found for a while, then it happens, once', async () => {
    await set(party, 'late', { times: 1, ms: 60_000 })
    expect((await call()).status).toBe('broken')
    clock.advance(59_000)
    if (ask !== null) expect((await ask()).status).toBe(404)
    expect(await count()).toBe(0)
    await sandbox.restart()
    clock.advance(1000)
    if (ask !== null) expect((await ask()).status).toBe(200)
    clock.advance(1000)
    expect(await count()).toBe(1)
  })

  it('late: a second call that gets through first is the only one', async () => {
    if (ask === null) return
    await set(party, 'late', { times: 1, ms: 60_000 })
    await call()
    expect((await call()).status).toBe(200)
    clock.advance(61_000)
    await ask()
    clock.advance(1000)
    expect(await count()).toBe(1)
  })

  it('in-progress: accepted, done after a while', async () => {
    await set(party, 'in-progress', { times: 1, ms: 5000 })
    const accepted = await call()
    expect(accepted.status).toBe(party === 'game:UFABET' ? 202 : 200)
    if (ask !== null) {
      expect((await ask()).body['state']).toBe(party === 'bank' ? 'SENT' : 'IN_PROGRESS')
      expect((await call()).status).toBe(accepted.status)
    }
    clock.advance(4000)
    expect(await count()).toBe(0)
    clock.advance(1000)
    expect(await count()).toBe(1)
    if (ask !== null) expect((await ask()).body['state']).toBe(party === 'bank' ? 'PAID' : 'DONE')
  })

  it.each(['late', 'in-progress'])('%s: done as soon as it is let go', async (mode) => {
    await set(party, mode, { times: 1, ms: 600_000 })
    await call()
    expect(await count()).toBe(0)
    expect((await sandbox.post('/api/faults/release', {})).status).toBe(200)
    // A payout that is done is paid a moment later.
    clock.advance(1000)
    expect(await count()).toBe(1)
  })

  it('down: every call, until it is changed', async () => {
    await set(party, 'down')
    for (let again = 0; again < 3; again += 1) expect((await call()).status).toBe(503)
    if (ask !== null) expect((await ask()).status).toBe(503)
    expect(await shown(party)).toMatchObject({ mode: 'down', left: null, fired: ask === null ? 3 : 4 })
    await set(party, 'none')
    expect((await call()).status).toBe(200)
  })

  it('slow: every call waits, then it is done', async () => {
    await set(party, 'slow', { times: 2, ms: 30 })
    expect((await call()).status).toBe(200)
    if (ask !== null) expect((await ask()).status).toBe(200)
    clock.advance(1000)
    expect(await shown(party)).toMatchObject({ mode: 'slow', fired: ask === null ? 1 : 2 })
  })

  it('holds until changed without times, and over a restart', async () => {
    await set(party, 'error')
    for (let again = 0; again < 3; again += 1) expect((await call()).status).toBe(500)
    await sandbox.restart()
    expect((await call()).status).toBe(500)
    expect(await shown(party)).toMatchObject({ mode: 'error', times: 0, ms: 3000, left: null, fired: 4, firedEver: 4 })
  })
})

describe('the game’s other ways', () => {
  beforeEach(async () => {
    await sandbox.post('/games/UFABET/api/players', player, sandbox.keys.game)
    await move('in')
  })

  it('in-progress out of a game takes the credits when it is accepted', async () => {
    await set('game:ufabet', 'in-progress', { ms: 5000 })
    expect((await move('out')).status).toBe(202)
    expect(await credits()).toBe(0)
    clock.advance(5000)
    expect(await credits()).toBe(0)
    expect((await move('out')).body).toEqual({ id: 'out', state: 'DONE', balance: 0 })
  })

  it('late out of a game finds what is there when it arrives', async () => {
    await set('game:UFABET', 'late', { times: 1, ms: 5000 })
    await move('out')
    await sandbox.post('/api/games/UFABET/play', { username: player.username, change: -1 })
    clock.advance(5000)
    expect(await credits()).toBe(9)
    expect((await sandbox.get('/games/UFABET/api/transfers/out', sandbox.keys.game)).body['state']).toBe('REFUSED')
  })

  it('is let go at one provider alone', async () => {
    await set('game:UFABET', 'late', { times: 1, ms: 600_000 })
    await move('out')
    await sandbox.post('/api/faults/release', { provider: 'PG' })
    expect(await credits()).toBe(10)
    await sandbox.post('/api/faults/release', { provider: 'UFABET' })
    expect(await credits()).toBe(0)
  })

  it('late for a player who is not there comes to nothing', async () => {
    await set('game:UFABET', 'late', { times: 1, ms: 5000 })
    const order = { id: 'lost', username: 'nobody', direction: 'in', amount: 10 }
    await sandbox.post('/games/UFABET/api/transfers', order, sandbox.keys.game)
    clock.advance(5000)
    expect((await sandbox.get('/games/UFABET/api/transfers/lost', sandbox.keys.game)).status).toBe(404)
    expect(await credits()).toBe(10)
  })

  it('refuse never undoes what was done', async () => {
    await set('game:UFABET', 'refuse')
    expect((await move('in')).status).toBe(200)
    expect(await credits()).toBe(10)
  })

  it('money modes leave other calls alone, and other providers', async () => {
    await set('game:UFABET', 'error')
    expect(await credits()).toBe(10)
    const other = await sandbox.post('/games/AREASLOT/api/players', player, sandbox.keys.game)
    expect(other.status).toBe(201)
    expect(await shown('game:UFABET')).toMatchObject({ fired: 0 })
  })
})

describe('the bank’s payments', () => {
  const payments = async () => lengthOf((await sandbox.get('/bank/api/payments', sandbox.keys.bank)).body['payments'])

  it('stay unknown for a while under late, though the payer has his slip', async () => {
    await set('bank', 'late', { times: 1, ms: 5000 })
    const paid = await sandbox.post('/api/bank/pay', { payload: billVector, from: payer })
    expect(paid.status).toBe(200)
    expect(await payments()).toBe(0)
    await sandbox.restart()
    expect(await payments()).toBe(0)
    clock.advance(5000)
    expect(await payments()).toBe(1)
  })

  it.each(['error', 'refuse', 'cut-before', 'cut-after', 'in-progress'])('are not touched by %s', async (mode) => {
    await set('bank', mode)
    await sandbox.post('/api/bank/pay', { payload: billVector, from: payer })
    expect(await payments()).toBe(1)
    expect(await shown('bank')).toMatchObject({ fired: 0 })
  })
})

describe('the switches', () => {
  it('show every party', async () => {
    const { faults } = (await sandbox.get('/api/faults')).body
    const parties = (faults as { party: string }[]).map((fault) => fault.party)
    expect(parties).toEqual(expect.arrayContaining(['sms', 'bank', 'gift', 'game:UFABET', 'game:JOKER2']))
  })

  it('are set in either case and replaced by the next setting', async () => {
    await set('GAME:ufabet', 'slow', { times: 3, ms: 10 })
    expect((await set('game:UFABET', 'down')).body).toMatchObject({
      party: 'game:UFABET',
      mode: 'down',
      times: 0,
      ms: 3000,
    })
  })

  it.each([
    ['nobody', 'error', {}],
    ['game:NO-CODE', 'error', {}],
    ['sms', 'explode', {}],
    ['sms', 'drop-callback', {}],
    ['bank', 'error', { times: -1 }],
    ['bank', 'error', { times: 1.5 }],
    ['bank', 'late', { ms: '5' }],
  ])('refuse %s %s %j', async (party, mode, more) => {
    expect((await set(party, mode, more)).status).toBe(400)
    expect(await shown('bank')).toMatchObject({ mode: 'none' })
  })
})
