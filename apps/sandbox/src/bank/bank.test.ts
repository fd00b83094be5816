import { generate, validate } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { sandboxForEach } from '../testing/harness.ts'
import { billVector, mobileVector, payer } from '../testing/samples.ts'

const { clock, sandbox } = sandboxForEach()

const biller = '099400016550100'
const registration = { reference: 'REF1', amount: 250.5, currency: 'BAHT', expiresAt: '2026-11-21T09:45:00Z' }
const payload = generate.billPayment({ billerId: biller, ref1: 'REF1', amount: 250.5 })
const order = {
  reference: 'payout-1',
  amount: 1500.25,
  currency: 'BAHT',
  to: { bankCode: 'KBANK', accountNo: '0987654321', name: 'SOMCHAI' },
}

describe('the key', () => {
  it.each([
    ['GET', '/bank/api/payments'],
    ['GET', '/bank/api/payouts/payout-1'],
    ['GET', '/bank/api/slips/014/X'],
    ['POST', '/bank/api/qr'],
    ['POST', '/bank/api/payouts'],
  ])('is wanted at %s %s', async (method, path) => {
    for (const key of [undefined, 'wrong', sandbox.keys.sms]) {
      const reply = method === 'GET' ? await sandbox.get(path, key) : await sandbox.post(path, order, key)
      expect(reply).toEqual({ status: 401, body: { error: 'UNAUTHORIZED' } })
    }
    expect((await sandbox.get('/api/bank/payouts')).body).toEqual({ payouts: [] })
  })
})

describe('QR payments', () => {
  const bank = (path: string) => sandbox.get(`/bank/api${path}`, sandbox.keys.bank)

  it('registers a reference once and refuses another amount under it', async () => {
    const register = (body: unknown) => sandbox.post('/bank/api/qr', body, sandbox.keys.bank)
    expect(await register(registration)).toEqual({ status: 200, body: { reference: 'REF1' } })
    expect((await register(registration)).status).toBe(200)
    expect((await register({ ...registration, amount: 1 })).status).toBe(409)
    expect((await register({ ...registration, amount: 1.005 })).status).toBe(400)
    expect((await register({ ...registration, currency: 'THB' })).status).toBe(400)
  })

  it('pays a registered QR and lists the payment by reference and by cursor', async () => {
    await sandbox.post('/bank/api/qr', { ...registration, accountNo: '1112223334' }, sandbox.keys.bank)
    const paid = await sandbox.post('/api/bank/pay', { payload, from: payer })
    expect(paid.status).toBe(200)
    const { transRef } = paid.body
    expect(paid.body['slip']).toBe(`/bank/slips/${String(transRef)}.png`)
    const payment = {
      transRef,
      sendingBank: '014',
      reference: 'REF1',
      amount: 250.5,
      currency: 'BAHT',
      occurredAt: '2026-11-21T09:30:00.000Z',
      from: payer,
    }
    expect((await bank('/payments?reference=REF1')).body['payments']).toEqual([payment])
    expect((await bank('/payments?reference=REF2')).body['payments']).toEqual([])
    expect((await bank('/payments?after=')).body).toEqual({ payments: [payment], cursor: '1' })
    expect((await bank('/payments?after=1')).body).toEqual({ payments: [], cursor: '1' })
    expect((await bank('/payments?after=x')).status).toBe(400)
    const slip = await bank(`/slips/014/${String(transRef)}`)
    expect(slip.body).toMatchObject({ amount: 250.5, receiver: { accountNo: 'xxx-x-x2333-x' } })
  })

  it('takes a payment of an unregistered code, another amount and another time, as a bank would', async () => {
    expect((await sandbox.post('/api/bank/pay', { payload: billVector, from: payer })).body['reference']).toBe(
      '123456789012',
    )
    await sandbox.post('/api/bank/pay', {
      payload: mobileVector,
      from: payer,
      amount: 99.99,
      at: '2026-11-20T01:00:00Z',
    })
    const { payments } = (await bank('/payments?reference=0066812345678')).body
    expect(payments).toMatchObject([{ amount: 99.99, occurredAt: '2026-11-20T01:00:00.000Z' }])
  })

  it('finds the registered reference wherever the code carries it', async () => {
    await sandbox.post('/bank/api/qr', { ...registration, reference: 'TERM7' }, sandbox.keys.bank)
    const code = generate.billPayment({ billerId: biller, ref1: 'OTHER', ref3: 'TERM7', amount: 250.5 })
    expect((await sandbox.post('/api/bank/pay', { payload: code, from: payer })).body['reference']).toBe('TERM7')
  })

  it('wants an amount for a static code, and a code that is one', async () => {
    const code = generate.billPayment({ billerId: biller, ref1: 'REF1' })
    expect((await sandbox.post('/api/bank/pay', { payload: code, from: payer })).body['error']).toBe('NO_AMOUNT')
    expect((await sandbox.post('/api/bank/pay', { payload: code, from: payer, amount: 5 })).status).toBe(200)
    const broken = await sandbox.post('/api/bank/pay', { payload: `${billVector}0`, from: payer })
    expect(broken).toMatchObject({ status: 422, body: { error: 'INVALID_QR' } })
    const nobody = { ...payer, bankCode: 'NONE' }
    expect((await sandbox.post('/api/bank/pay', { payload: code, from: nobody, amount: 5 })).status).toBe(400)
  })

  it('gives the list in pages that lose and repeat nothing', async () => {
    const paid: unknown[] = []
    for (let index = 0; index < 103; index += 1) {
      paid.push((await sandbox.post('/api/bank/pay', { payload: billVector, from: payer })).body['transRef'])
    }
    const listed: unknown[] = []
    for (let cursor = ''; ;) {
      const page = (await bank(`/payments?after=${cursor}`)).body
      const payments = page['payments'] as { transRef: string }[]
      if (payments.length === 0) break
      listed.push(...payments.map((payment) => payment.transRef))
      cursor = String(page['cursor'])
    }
    expect(listed).toEqual(paid)
  })
})

describe('transfers between accounts', () => {
  const transfer = { from: payer, to: { bankCode: 'KBANK', accountNo: '1112223334' }, amount: 75 }

  it('are verified by sending bank and reference of the mini-QR', async () => {
    const { body } = await sandbox.post('/api/bank/transfer', { ...transfer, at: '2026-11-21T08:00:00Z' })
    const read = validate.slipVerify(String(body['slipPayload']))
    expect(read).toEqual({ sendingBank: '014', transRef: body['transRef'] })
    const path = `/bank/api/slips/014/${String(body['transRef'])}`
    expect((await sandbox.get(path, sandbox.keys.bank)).body).toEqual({
      transRef: body['transRef'],
      sendingBank: '014',
      receivingBank: '004',
      amount: 75,
      currency: 'BAHT',
      occurredAt: '2026-11-21T08:00:00.000Z',
      reference: null,
      sender: { ...payer, accountNo: 'xxx-x-x6789-x' },
      receiver: { bankCode: 'KBANK', accountNo: 'xxx-x-x2333-x', name: 'KRAPAO DEMO COMPANY LIMITED' },
    })
    const other = `/bank/api/slips/004/${String(body['transRef'])}`
    expect((await sandbox.get(other, sandbox.keys.bank)).status).toBe(404)
  })

  it('are no QR payments', async () => {
    await sandbox.post('/api/bank/transfer', transfer)
    expect((await sandbox.get('/bank/api/payments', sandbox.keys.bank)).body['payments']).toEqual([])
  })

  it('are refused without an amount or with a broken time', async () => {
    expect((await sandbox.post('/api/bank/transfer', { ...transfer, amount: 0 })).status).toBe(400)
    expect((await sandbox.post('/api/bank/transfer', { ...transfer, at: 'soon' })).status).toBe(400)
  })
})

describe('payouts', () => {
  const payOut = (body: unknown) => sandbox.post('/bank/api/payouts', body, sandbox.keys.bank)
  const state = () => sandbox.get('/bank/api/payouts/payout-1', sandbox.keys.bank)

  it('are sent, then paid, once a reference', async () => {
    expect(await state()).toEqual({ status: 404, body: { error: 'NOT_FOUND' } })
    const first = await payOut(order)
    expect(first).toMatchObject({ status: 200, body: { reference: 'payout-1', state: 'SENT' } })
    expect(await payOut(order)).toEqual(first)
    clock.advance(1000)
    expect((await payOut(order)).body).toEqual({ ...first.body, state: 'PAID' })
    expect((await state()).body).toMatchObject({ state: 'PAID', amount: 1500.25, currency: 'BAHT' })
    const list = (await sandbox.get('/api/bank/payouts')).body['payouts']
    expect(list).toEqual([{ reference: 'payout-1', amount: 1500.25, currency: 'BAHT', to: order.to, state: 'PAID' }])
    expect((await sandbox.get(`/api/bank/payouts?to=${order.to.accountNo}`)).body['payouts']).toEqual(list)
    expect((await sandbox.get('/api/bank/payouts?to=0000000000')).body['payouts']).toEqual([])
  })

  it('never change under their reference', async () => {
    await payOut(order)
    expect(await payOut({ ...order, amount: 1 })).toEqual({ status: 409, body: { error: 'MISMATCH' } })
    expect((await state()).body).toMatchObject({ amount: 1500.25 })
  })

  it('can be given another end by hand', async () => {
    await payOut(order)
    clock.advance(1000)
    const returned = await sandbox.post('/api/bank/payouts/payout-1', { state: 'RETURNED' })
    expect(returned.body).toMatchObject({ reference: 'payout-1', state: 'RETURNED' })
    expect((await state()).body).toMatchObject({ state: 'RETURNED' })
    expect((await sandbox.post('/api/bank/payouts/payout-1', { state: 'SENT' })).status).toBe(400)
    expect((await sandbox.post('/api/bank/payouts/none', { state: 'PAID' })).status).toBe(404)
  })

  it('that failed by hand before they settled stay failed', async () => {
    await payOut(order)
    await sandbox.post('/api/bank/payouts/payout-1', { state: 'FAILED' })
    clock.advance(1000)
    expect((await state()).body).toMatchObject({ state: 'FAILED' })
  })

  it('settle after a restart', async () => {
    await payOut(order)
    await sandbox.restart()
    clock.advance(1000)
    expect((await state()).body).toMatchObject({ state: 'PAID' })
  })
})
