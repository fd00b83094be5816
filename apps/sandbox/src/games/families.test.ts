import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sandboxForEach } from '../testing/harness.ts'

const { clock, sandbox } = sandboxForEach()

const player = 'player000001'
const password = 'Secret-1'

interface Reply {
  status: number | 'broken'
  type: string
  body: Record<string, unknown>
}

async function send(path: string, headers: Record<string, string>, body: string): Promise<Reply> {
  try {
    const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, body: text.startsWith('{') ? (JSON.parse(text) as Reply['body']) : {} }
  } catch {
    return { status: 'broken', type: '', body: {} }
  }
}

const nowS = (): string => String(Math.floor(clock.now().getTime() / 1000))
const fault = (party: string, mode: string, more: object = {}) =>
  sandbox.post('/api/faults', { party, mode, times: 1, ...more })

describe('the signed JSON family', () => {
  interface Signing {
    key?: string
    timestampS?: string
    signedBody?: string
    operator?: string
    code?: string
  }

  function call(path: string, content: object, given: Signing = {}): Promise<Reply> {
    const body = JSON.stringify(content)
    const { code = 'ASKMEBET', timestampS = nowS(), operator = 'krapao' } = given
    const key = given.key ?? sandbox.keys.gameOf('ASKMEBET')
    const signature = createHmac('sha256', key)
      .update(`${timestampS}.${path}.${given.signedBody ?? body}`)
      .digest('hex')
    return send(
      `/games/${code}/signed-json/${path}`,
      {
        'content-type': 'application/json',
        'x-operator-id': operator,
        'x-timestamp': timestampS,
        'x-signature': signature,
      },
      body,
    )
  }
  const create = () => call('user/create', { user: player, password, reference: 'ours-1' })
  const deposit = (id: string, amount: unknown, given?: Signing) =>
    call('transfer/deposit', { user: player, transaction_uuid: id, amount, currency: 'CREDIT' }, given)
  const withdraw = (id: string, amount: unknown) =>
    call('transfer/withdraw', { user: player, transaction_uuid: id, amount, currency: 'CREDIT' })
  const balance = async () => (await call('user/balance', { user: player })).body['balance']

  it('makes a player once, tells his reference back, and knows no others', async () => {
    expect((await create()).body).toEqual({ status: 'RS_OK', user: player })
    expect((await create()).body).toEqual({ status: 'RS_ERROR_USER_EXISTS' })
    expect((await call('user/balance', { user: player })).body).toEqual({
      status: 'RS_OK',
      user: player,
      balance: '0.00',
      reference: 'ours-1',
    })
    for (const path of ['user/balance', 'game/url']) {
      expect((await call(path, { user: 'nobody' })).body).toEqual({ status: 'RS_ERROR_UNKNOWN_USER' })
    }
    expect((await call('game/url', { user: player, password: 'wrong' })).body['status']).toBe('RS_ERROR_WRONG_PASSWORD')
    expect((await call('game/url', { user: player, password })).body['url']).toMatch(/\/games\/ASKMEBET\?session=/)
  })

  it('moves an id once, to the hundredth, and tells what became of it', async () => {
    await create()
    const first = await deposit('t1', '100.10')
    expect(first.body).toEqual({
      status: 'RS_OK',
      transaction_uuid: 't1',
      user: player,
      amount: '100.10',
      balance: '100.10',
    })
    expect(await deposit('t1', '100.10')).toEqual(first)
    expect((await deposit('t1', '5.00')).body['status']).toBe('RS_ERROR_DUPLICATE_TRANSACTION')
    expect((await withdraw('t2', '100.11')).body['status']).toBe('RS_ERROR_NOT_ENOUGH_MONEY')
    expect((await withdraw('t3', '0.10')).body['balance']).toBe('100.00')
    expect((await call('transaction', { transaction_uuid: 't3' })).body).toEqual({
      status: 'RS_OK',
      transaction_uuid: 't3',
      transaction: { kind: 'WITHDRAW', state: 'DONE', amount: '0.10' },
    })
    expect((await call('transaction', { transaction_uuid: 'none' })).body['status']).toBe(
      'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
    )
  })

  it.each(['1', '1.5', '01.00', '+1.00', '-1.00', '0.00', '1.000', '1,00', 1, null])(
    'does not take the amount %s',
    async (amount) => {
      await create()
      expect(await deposit('t1', amount)).toMatchObject({ status: 400, body: { status: 'RS_ERROR_WRONG_SYNTAX' } })
      expect(await balance()).toBe('0.00')
    },
  )

  it('refuses what is not signed for it', async () => {
    await create()
    const seconds = (ms: number) => String(Math.floor((clock.now().getTime() + ms) / 1000))
    const wrong: Signing[] = [
      { key: sandbox.keys.gameOf('SEXYGAME') },
      { key: sandbox.keys.game },
      { signedBody: JSON.stringify({ user: player, transaction_uuid: 't1', amount: '1.00', currency: 'CREDIT' }) },
      { operator: 'somebody' },
      { timestampS: seconds(-301_000) },
      { timestampS: seconds(301_000) },
      { timestampS: 'now' },
      { code: 'SEXYGAME' },
    ]
    for (const given of wrong) {
      expect(await deposit('t1', '2.00', given)).toMatchObject({
        status: 401,
        body: { status: 'RS_ERROR_INVALID_SIGNATURE' },
      })
    }
    expect((await deposit('t1', '2.00', { timestampS: seconds(-299_000) })).body['status']).toBe('RS_OK')
    expect((await deposit('t1', '2.00', { code: 'PG' })).status).toBe(404)
    expect(await balance()).toBe('2.00')
  })

  it('fails in every way that the switches name', async () => {
    await create()
    await fault('game:ASKMEBET', 'refuse')
    expect((await deposit('r', '1.00')).body['status']).toBe('RS_ERROR_TRANSACTION_DECLINED')
    await fault('game:ASKMEBET', 'in-progress', { ms: 1000 })
    expect((await deposit('p', '1.00')).body['status']).toBe('RS_PENDING')
    expect((await call('transaction', { transaction_uuid: 'p' })).body['transaction']).toMatchObject({
      state: 'PENDING',
    })
    clock.advance(1000)
    expect(await balance()).toBe('1.00')
    await fault('game:ASKMEBET', 'cut-after')
    expect((await deposit('c', '1.00')).status).toBe('broken')
    await fault('game:ASKMEBET', 'error')
    expect((await deposit('e', '1.00')).status).toBe(500)
    expect(await balance()).toBe('2.00')
    await fault('game:ASKMEBET', 'down')
    expect((await call('user/balance', { user: player })).status).toBe(503)
  })
})

describe('the signed form family', () => {
  interface Signing {
    key?: string
    timestampS?: string
    signed?: Record<string, string>
    operator?: string
    code?: string
  }

  function call(method: string, content: Record<string, string>, given: Signing = {}): Promise<Reply> {
    const { code = 'JOKER', operator = 'krapao' } = given
    const fields: Record<string, string> = { Method: method, Timestamp: given.timestampS ?? nowS(), ...content }
    const signed = Object.entries({ ...fields, ...given.signed })
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join('&')
    const key = given.key ?? sandbox.keys.gameOf('JOKER')
    const signature = encodeURIComponent(createHmac('sha1', key).update(signed).digest('base64'))
    return send(
      `/games/${code}/signed-form?appid=${operator}&signature=${signature}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(fields).toString(),
    )
  }
  const create = () => call('CU', { Username: player, Password: password })
  const transfer = (id: string, amount: string, given?: Signing) =>
    call('TC', { Username: player, RequestID: id, Amount: amount }, given)
  const balance = async () => (await call('GC', { Username: player })).body['Credit']

  it('makes a player once and knows no others', async () => {
    expect(await create()).toMatchObject({ status: 201, body: { Status: 'Created' } })
    expect(await create()).toMatchObject({ status: 200, body: { Status: 'OK' } })
    expect((await call('GC', { Username: player })).body).toEqual({ Username: player, Credit: 0 })
    expect(await call('GC', { Username: 'nobody' })).toMatchObject({ status: 404, body: { Message: 'User not found' } })
    expect((await call('SP', { Username: player, Password: 'Another-2' })).body).toEqual({ Status: 'OK' })
    expect((await call('PLAY', { Username: player, Password: password })).status).toBe(403)
    expect((await call('PLAY', { Username: player })).body['Url']).toMatch(/\/games\/JOKER\?session=/)
    expect((await call('NO', {})).status).toBe(400)
  })

  it('moves an id once, the way its sign says, and tells what became of it', async () => {
    await create()
    const first = await transfer('t1', '100.10')
    expect(first).toMatchObject({ status: 200, body: { Username: player, RequestID: 't1', Credit: 100.1 } })
    expect(await transfer('t1', '100.10')).toEqual(first)
    expect((await transfer('t1', '-100.10')).status).toBe(409)
    expect(await transfer('t2', '-100.11')).toMatchObject({ status: 400, body: { Message: 'Insufficient credit' } })
    expect((await transfer('t3', '-0.10')).body['Credit']).toBe(100)
    expect((await call('TCH', { RequestID: 't3' })).body).toEqual({ RequestID: 't3', Amount: -0.1, Status: 'Success' })
    expect((await call('TCH', { RequestID: 't2' })).body['Status']).toBe('Failed')
    expect((await call('TCH', { RequestID: 'none' })).status).toBe(404)
  })

  it.each(['1', '1.5', '01.00', '+1.00', '0.00', '-0.00', '1.000', '1,00', '', 'NaN'])(
    'does not take the amount "%s"',
    async (amount) => {
      await create()
      expect((await transfer('t1', amount)).status).toBe(400)
      expect(await balance()).toBe(0)
    },
  )

  it('refuses what is not signed for it', async () => {
    await create()
    const wrong: Signing[] = [
      { key: sandbox.keys.gameOf('JOKER2') },
      { key: sandbox.keys.game },
      { signed: { Amount: '1.00' } },
      { operator: 'somebody' },
      { timestampS: String(Number(nowS()) - 301) },
      { timestampS: String(Number(nowS()) + 301) },
      { code: 'JOKER2' },
    ]
    for (const given of wrong) expect((await transfer('t1', '2.00', given)).status).toBe(403)
    expect((await transfer('t1', '2.00', { code: 'PG' })).status).toBe(404)
    expect(await balance()).toBe(0)
  })

  it('fails in every way that the switches name', async () => {
    await create()
    await fault('game:JOKER', 'refuse')
    expect(await transfer('r', '1.00')).toMatchObject({ status: 400, body: { Message: 'Transfer refused' } })
    await fault('game:JOKER', 'in-progress', { ms: 1000 })
    expect(await transfer('p', '1.00')).toMatchObject({ status: 202, body: { Status: 'Pending' } })
    expect((await call('TCH', { RequestID: 'p' })).body['Status']).toBe('Pending')
    clock.advance(1000)
    await fault('game:JOKER', 'cut-after')
    expect((await transfer('c', '1.00')).status).toBe('broken')
    await fault('game:JOKER', 'error')
    expect(await transfer('e', '1.00')).toMatchObject({ status: 500, type: expect.stringContaining('text/html') })
    expect(await balance()).toBe(2)
    await fault('game:JOKER', 'down')
    expect(await call('GC', { Username: player })).toMatchObject({ status: 521, type: expect.stringContaining('html') })
  })
})

describe('the token form family', () => {
  function call(path: string, content: Record<string, string>, given: Record<string, string> = {}): Promise<Reply> {
    const { code = 'PG', ...fields } = given
    const own = { operator_token: 'krapao', secret_key: sandbox.keys.gameOf('PG') }
    return send(
      `/games/${code}/token-form/${path}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ ...own, ...content, ...fields }).toString(),
    )
  }
  const create = () => call('Player/Create', { player_name: player, password, nickname: 'ours-1' })
  const transfer = (path: string, id: string, amount: string, given?: Record<string, string>) =>
    call(`Cash/${path}`, { player_name: player, transfer_reference: id, amount, currency: 'CREDIT' }, given)
  const balance = async () =>
    ((await call('Cash/GetPlayerWallet', { player_name: player })).body['data'] as Record<string, unknown>)[
      'totalBalance'
    ]
  const error = (code: string) => ({ status: 200, body: { data: null, error: { code } } })

  it('makes a player once, tells his nickname back, and knows no others', async () => {
    expect((await create()).body).toEqual({ data: { player_name: player }, error: null })
    expect(await create()).toMatchObject(error('1305'))
    expect((await call('Cash/GetPlayerWallet', { player_name: player })).body['data']).toEqual({
      player_name: player,
      nickname: 'ours-1',
      totalBalance: 0,
    })
    expect(await call('Cash/GetPlayerWallet', { player_name: 'nobody' })).toMatchObject(error('3005'))
    expect(await call('Login/GetUrl', { player_name: player, password: 'wrong' })).toMatchObject(error('1307'))
    const { body } = await call('Login/GetUrl', { player_name: player })
    expect((body['data'] as Record<string, unknown>)['url']).toMatch(/\/games\/PG\?session=/)
  })

  it('moves a reference once, to the hundredth, and tells what became of it', async () => {
    await create()
    const first = await transfer('TransferIn', 't1', '100.10')
    expect(first.body['data']).toEqual({ transferReference: 't1', amount: 100.1, balanceAmount: 100.1 })
    expect(await transfer('TransferIn', 't1', '100.10')).toEqual(first)
    expect(await transfer('TransferIn', 't1', '5.00')).toMatchObject(error('3043'))
    expect(await transfer('TransferOut', 't2', '100.11')).toMatchObject(error('3013'))
    await transfer('TransferOut', 't3', '0.10')
    expect((await call('Cash/GetSingleTransaction', { transfer_reference: 't3' })).body['data']).toEqual({
      transferReference: 't3',
      transactionType: 'TransferOut',
      transactionAmount: 0.1,
    })
    expect(await call('Cash/GetSingleTransaction', { transfer_reference: 't2' })).toMatchObject(error('3040'))
    expect(await call('Cash/GetSingleTransaction', { transfer_reference: 'none' })).toMatchObject(error('3040'))
    expect(await transfer('TransferIn', 't4', '1.00', { player_name: 'nobody' })).toMatchObject(error('3005'))
  })

  it.each(['1', '1.5', '01.00', '+1.00', '-1.00', '0.00', '1.000', ''])(
    'does not take the amount "%s"',
    async (amount) => {
      await create()
      expect(await transfer('TransferIn', 't1', amount)).toMatchObject(error('1034'))
      expect(await balance()).toBe(0)
    },
  )

  it('refuses a token or a secret that is not its own', async () => {
    await create()
    for (const given of [
      { secret_key: sandbox.keys.gameOf('PGSLOT') },
      { secret_key: sandbox.keys.game },
      { secret_key: '' },
      { operator_token: 'somebody' },
      { code: 'PGSLOT' },
    ]) {
      expect(await transfer('TransferIn', 't1', '2.00', given)).toMatchObject(error('1204'))
    }
    expect((await transfer('TransferIn', 't1', '2.00', { code: 'JOKER' })).status).toBe(404)
    expect(await balance()).toBe(0)
  })

  it('fails in every way that the switches name', async () => {
    await create()
    await fault('game:PG', 'refuse')
    expect(await transfer('TransferIn', 'r', '1.00')).toMatchObject(error('3100'))
    await fault('game:PG', 'in-progress', { ms: 1000 })
    expect(await transfer('TransferIn', 'p', '1.00')).toMatchObject(error('3101'))
    expect(await call('Cash/GetSingleTransaction', { transfer_reference: 'p' })).toMatchObject(error('3101'))
    clock.advance(1000)
    await fault('game:PG', 'cut-after')
    expect((await transfer('TransferIn', 'c', '1.00')).status).toBe('broken')
    await fault('game:PG', 'error')
    expect(await transfer('TransferIn', 'e', '1.00')).toMatchObject({
      status: 500,
      type: expect.stringContaining('html'),
    })
    expect(await balance()).toBe(2)
    await fault('game:PG', 'down')
    expect((await call('Cash/GetPlayerWallet', { player_name: player })).status).toBe(503)
  })
})
