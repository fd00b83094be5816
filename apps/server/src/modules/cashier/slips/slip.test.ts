import { HOUR_MS } from '../../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inject } from '../../../testing/client.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../../testing/worlds/cashier-world.ts'
import { drawSlip } from '../../../testing/pictures/slip-drawing.ts'
import { slipCodeOf } from '../../../testing/pictures/slip-pictures.ts'
import { slipsOf as allSlipsOf } from './slip.store.ts'
import { formOf } from '../../../testing/form.ts'
import { pictureOf, sendSlip, slipMember, slipsOf, transferOf } from '../../../testing/worlds/slip-world.ts'

let world: CashierWorld
let member: TestMember

beforeAll(async () => {
  world = await openCashierWorld()
})
beforeEach(async () => {
  world.clock.set('2026-11-21T05:00:00Z')
  member = await slipMember(world)
})
afterAll(() => world.close())

async function newest(of: TestMember = member) {
  return (await slipsOf(of)).slips[0]
}

/** The raw answer of an upload with another body. */
async function send(payload: Buffer | string | undefined, contentType?: string) {
  const sent = { token: member.token, contentType, payload }
  const { status, body } = await inject(world.process.http, ['POST', '/api/wallet/slip'], sent)
  return { status, message: body['message'] }
}

describe('sending a slip', () => {
  it('[DEP-001] [DEP-024] [SLP-007] [SLP-018] answers it in progress, and credits what the bank tells', async () => {
    const sent = await sendSlip(world, member, await pictureOf(transferOf(world, { amount: 250.5 })))
    expect(sent.status).toBe(200)
    expect(Object.keys(sent.body.slip).sort()).toEqual(['amount', 'createdAt', 'link', 'note', 'reference', 'status'])
    expect(sent.body.slip).toMatchObject({ status: 'IN_PROGRESS', amount: null, note: null })
    expect((await slipsOf(member)).slips).toEqual([sent.body.slip])
    await world.work()
    expect(await newest()).toMatchObject({
      ...sent.body.slip,
      status: 'SUCCESS',
      amount: 250.5,
      link: expect.any(String),
    })
    expect(await member.wallet()).toBe(250.5)
    expect(await world.rows('select kind, sending_bank from deposit where member_id = $1', [member.id])).toEqual([
      { kind: 'slip', sending_bank: '014' },
    ])
  })

  it('answers the same slip to the same key, as it stands by then, and refuses another file under it', async () => {
    const key = randomUUID()
    const picture = await pictureOf(transferOf(world))
    const first = await sendSlip(world, member, picture, key)
    await world.work()
    const second = await sendSlip(world, member, picture, key)
    expect(second.body.slip).toMatchObject({ reference: first.body.slip.reference, status: 'SUCCESS', amount: 100 })
    expect((await slipsOf(member)).total).toBe(1)
    const another = await sendSlip(world, member, await pictureOf(transferOf(world)), key)
    expect(another).toMatchObject({ status: 422, body: { message: 'IDEMPOTENCY_MISMATCH' } })
  })

  it('[ERR-069] [ERR-070] says what is wrong with what was sent', async () => {
    const jpeg = await drawSlip(null).jpeg().toBuffer()
    const form = formOf(null, { note: 'no file' })
    const field = formOf({ bytes: jpeg, field: 'picture' })
    const text = formOf({ bytes: Buffer.from('no picture, but named so'), name: 'slip.jpg', type: 'image/jpeg' })
    const large = formOf({ bytes: Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length + 1)]) })
    const larger = formOf({ bytes: Buffer.alloc(11 * 1024 * 1024, 1) })
    expect(await send(form.payload, form.contentType)).toEqual({ status: 422, message: 'SLIP_NO_FILE' })
    expect(await send(field.payload, field.contentType)).toEqual({ status: 422, message: 'SLIP_NO_FILE' })
    expect(await send(undefined)).toEqual({ status: 422, message: 'SLIP_NO_FILE' })
    expect(await send('{}', 'application/json')).toEqual({ status: 422, message: 'SLIP_NO_FILE' })
    expect(await send('slip', 'text/plain')).toEqual({ status: 415, message: 'SLIP_INVALID_FILE' })
    expect(await send(text.payload, text.contentType)).toEqual({ status: 415, message: 'SLIP_INVALID_FILE' })
    expect(await send(large.payload, large.contentType)).toEqual({ status: 413, message: 'FILE_TOO_LARGE' })
    expect(await send(larger.payload, larger.contentType)).toEqual({ status: 413, message: 'FILE_TOO_LARGE' })
    expect(await send('--x\r\nbroken', 'multipart/form-data; boundary=x')).toMatchObject({ status: 400 })
    expect(await send('x', 'multipart/form-data')).toMatchObject({ status: 400 })
    expect((await slipsOf(member)).total).toBe(0)
  })

  it('takes a file of exactly 10 MB', async () => {
    const png = await pictureOf(transferOf(world))
    const full = formOf({ bytes: Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length)]) })
    expect(await send(full.payload, full.contentType)).toMatchObject({ status: 200 })
  })

  it('is closed by the clock of Bangkok, as the operator has it', async () => {
    const picture = await pictureOf(transferOf(world))
    world.clock.set('2026-11-21T16:50:00Z')
    const closed = await sendSlip(world, member, picture)
    expect(closed).toMatchObject({
      status: 409,
      body: { message: 'SLIP_CLOSED', details: { closedFrom: '23:50', closedUntil: '00:10' } },
    })
    expect((await member.call('GET', '/api/lookup/slip')).body).toMatchObject({ isOpen: false, closedFrom: '23:50' })
    await world.set('slipClosedFrom', null)
    expect((await sendSlip(world, member, picture)).status).toBe(200)
    await world.set('slipClosedFrom', '23:50')
  })

  it('[ERR-068] says when the picture could not be kept, and keeps nothing of it', async () => {
    await world.rows('alter table file_content rename to file_content_away')
    const sent = await sendSlip(world, member, await pictureOf(transferOf(world)))
    await world.rows('alter table file_content_away rename to file_content')
    expect(sent).toMatchObject({ status: 503, body: { message: 'SLIP_UPLOAD_FAIL' } })
    expect((await slipsOf(member)).total).toBe(0)
  })

  it('takes all that one member may have undecided, sent at once, while others send theirs; of more it says so', async () => {
    const picture = await pictureOf(transferOf(world))
    const [greedy, other] = [await slipMember(world), await slipMember(world)]
    const many = Array.from({ length: 14 }, () => sendSlip(world, greedy, picture))
    expect((await sendSlip(world, other, picture)).status).toBe(200)
    const answers = await Promise.all(many)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const { status, body } of answers.filter((sent) => sent.status !== 200)) {
      expect([429, 503]).toContain(status)
      expect(['REQUEST_LIMIT', 'SLIP_UPLOAD_FAIL']).toContain(body['message'])
    }
  })

  it('takes no more while ten of a member are undecided, and takes them again when one is decided', async () => {
    const unsure = { bankCode: 'SCB', accountNo: 'xxx-x-xxxxx-x', name: '' }
    const last = await pictureOf(transferOf(world))
    for (let count = 1; count <= 8; count += 1) {
      const picture = await pictureOf(transferOf(world, { sender: unsure }))
      expect((await sendSlip(world, member, picture)).status).toBe(200)
    }
    await world.work()
    // Eight wait for the operator. Of three at the same moment two fit.
    const atOnce = await Promise.all([1, 2, 3].map(() => sendSlip(world, member, last)))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    expect(await sendSlip(world, member, last)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect((await sendSlip(world, await slipMember(world), last)).status).toBe(200)
    expect((await slipsOf(member)).total).toBe(10)
    const [row] = await world.rows<{ id: string }>(
      `select id from slip where member_id = $1 and state = 'review' limit 1`,
      [member.id],
    )
    await world.operator('slips', 'refuse', row?.id ?? '', 'UNKNOW_ERROR')
    expect((await sendSlip(world, member, last)).status).toBe(200)
    expect((await sendSlip(world, member, last)).status).toBe(429)
  })

  it('takes fifty of a member in a day, whatever becomes of them', async () => {
    await world.rows(
      `insert into slip (id, member_id, reference, state, file_hash, created_at)
       select 'old' || number, $1, 'old' || number, 'refused', '', $2 from generate_series(1, 49) as number`,
      [member.id, world.clock.now()],
    )
    const picture = await pictureOf(transferOf(world))
    world.clock.advance(HOUR_MS)
    expect((await sendSlip(world, member, picture)).status).toBe(200)
    const refused = await sendSlip(world, member, picture)
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect((await sendSlip(world, await slipMember(world), picture)).status).toBe(200)
    // The next place is free a day after the oldest of them.
    const retryAfterS = Number(refused.headers['retry-after'])
    expect(retryAfterS).toBe(23 * 3_600)
    world.clock.advance(retryAfterS * 1_000 - 1)
    expect((await sendSlip(world, member, picture)).headers['retry-after']).toBe('1')
    world.clock.advance(1)
    expect((await sendSlip(world, member, picture)).status).toBe(200)
  })

  it('lists ten a page, the newest first, with how many there are', async () => {
    const pictures = await Promise.all(Array.from({ length: 12 }, () => pictureOf(transferOf(world))))
    const references: string[] = []
    for (const picture of pictures) {
      world.clock.advance(1000)
      references.unshift((await sendSlip(world, member, picture)).body.slip.reference)
      // No member may have more than ten that are undecided.
      if (references.length === 6) await world.work()
    }
    const [first, second] = [await slipsOf(member), await slipsOf(member, { page: 2, limit: 10 })]
    expect([first.total, first.slips.length, second.total, second.slips.length]).toEqual([12, 10, 12, 2])
    expect([...first.slips, ...second.slips].map(({ reference }) => reference)).toEqual(references)
  })
})

describe('the picture of a slip', () => {
  async function get(url: string) {
    return world.process.http.inject({ method: 'GET', url })
  }

  it('[SLP-019] is read by a signed address, anew made and without what the camera wrote', async () => {
    const transfer = transferOf(world)
    const bytes = await drawSlip(slipCodeOf(transfer))
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('SECRET PLACE')).toBe(true)
    const { reference, link } = (await sendSlip(world, member, bytes)).body.slip
    const { url } = (await member.call('GET', `/api/statement/slip/reference/${reference}`)).body as { url: string }
    for (const address of [url, link ?? '']) {
      const read = await get(address)
      expect(read.statusCode).toBe(200)
      expect(read.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-z]{20,32}\.webp"$/),
        'cache-control': 'private, no-store',
      })
      const metadata = await sharp(read.rawPayload).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: 540, height: 810 })
      expect(metadata.exif).toBeUndefined()
      expect(read.rawPayload.includes('SECRET')).toBe(false)
    }
  })

  it('is nobody else’s: neither by reference, nor by another signature, nor after 15 minutes', async () => {
    const { reference, link } = (await sendSlip(world, member, await pictureOf(transferOf(world)))).body.slip
    const stranger = await slipMember(world)
    const asked = await stranger.call('GET', `/api/statement/slip/reference/${reference}`)
    expect(asked).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    const other = (await sendSlip(world, stranger, await pictureOf(transferOf(world)))).body.slip.link ?? ''
    const address = new URL(link ?? '', 'http://krapao.example')
    const borrowed = new URL(other, 'http://krapao.example')
    const tries = [
      `${address.pathname}${borrowed.search}`,
      `${address.pathname}?e=${Number(address.searchParams.get('e')) + 1}&s=${address.searchParams.get('s')}`,
      `${address.pathname}?e=${address.searchParams.get('e')}&s=`,
      `${borrowed.pathname}${address.search}`,
      `/api/files/../secret${address.search}`,
    ]
    for (const url of tries) expect((await get(url)).statusCode, url).toBe(404)
    world.clock.advance(15 * 60_000 - 1000)
    expect((await get(link ?? '')).statusCode).toBe(200)
    world.clock.advance(2000)
    expect((await get(link ?? '')).statusCode).toBe(404)
  })
})

describe('a bank that does not decide', () => {
  it('leaves the slip in progress and is asked again, ever more seldom', async () => {
    world.bank.isDown = true
    const transfer = transferOf(world)
    await sendSlip(world, member, await pictureOf(transfer))
    await world.work()
    expect(await newest()).toMatchObject({ status: 'IN_PROGRESS', note: null })
    const asked = () => world.bank.calls.filter((call) => call.includes(transfer.transRef)).length
    const before = asked()
    for (let minute = 0; minute < 80; minute += 1) {
      world.clock.advance(60_000)
      await world.work()
    }
    expect(asked() - before).toBeGreaterThan(8)
    expect(asked() - before).toBeLessThan(26)
    world.bank.isDown = false
    world.clock.advance(5 * 60_000)
    await world.work()
    // The age of the transfer counts to the upload, not to the bank's answer, which came more than an hour later.
    expect(await newest()).toMatchObject({ status: 'SUCCESS', amount: 100 })
    expect(await member.wallet()).toBe(100)
  })

  it('leaves it to the operator after 24 hours, and never makes it fail', async () => {
    world.bank.isDown = true
    await sendSlip(world, member, await pictureOf(transferOf(world)))
    for (const hours of [0, 12, 11.9, 0.2]) {
      world.clock.advance(hours * HOUR_MS)
      await world.work()
    }
    world.bank.isDown = false
    world.clock.advance(HOUR_MS)
    await world.work()
    // He is told that a person looks at it.
    expect(await newest()).toMatchObject({ status: 'IN_PROGRESS', note: 'IN_REVIEW' })
    expect(await world.operator('slips', 'list')).toContain('BANK_UNDECIDED')
  })

  it('may find a transfer that it did not know at first', async () => {
    const transfer = transferOf(world)
    const [key, told] = [`014:${transfer.transRef}`, world.bank.slips.get(`014:${transfer.transRef}`)]
    world.bank.slips.delete(key)
    await sendSlip(world, member, await pictureOf(transfer))
    for (const seconds of [0, 10, 20]) {
      world.clock.advance(seconds * 1000)
      await world.work()
    }
    if (told) world.bank.slips.set(key, told)
    world.clock.advance(40_000)
    await world.work()
    expect(await newest()).toMatchObject({ status: 'SUCCESS' })
  })
})

describe('kip (rulings 2.5)', () => {
  async function sentKip(): Promise<{ lao: TestMember; send: () => Promise<unknown> }> {
    const lao = await slipMember(world, 'LAK')
    const [own] = await world.rows<{ no: string }>(
      'select account_no as no from member_bank_account where member_id = $1',
      [lao.id],
    )
    const transfer = transferOf(world, {
      amount: 100_000,
      currency: 'LAK',
      sendingBank: '901',
      occurredAt: world.clock.now().toISOString(),
      sender: { bankCode: 'BCEL', accountNo: own?.no ?? '', name: 'SOMCHAI JAIDEE' },
      receiver: { bankCode: 'BCEL', accountNo: 'xxxxxxxxxx3456x', name: '' },
    })
    return { lao, send: async () => sendSlip(world, lao, await pictureOf(transfer)) }
  }

  it('are credited at the rate when the bank received them, rounded down', async () => {
    const { lao, send } = await sentKip()
    await send()
    await world.work()
    expect(await newest(lao)).toMatchObject({ status: 'SUCCESS', amount: 156.25 })
    expect(await lao.wallet()).toBe(156.25)
  })

  it('are worth what they were before and after the moment when the operator set another rate', async () => {
    await world.work()
    world.clock.advance(60_000)
    const before = await sentKip()
    world.clock.advance(60_000)
    await world.set('lakPerBaht', 800)
    world.clock.advance(60_000)
    const after = await sentKip()
    // Nobody has asked for the rate since it was set.
    await after.send()
    await before.send()
    await world.work()
    expect([await after.lao.wallet(), await before.lao.wallet()]).toEqual([125, 156.25])
    await world.set('lakPerBaht', 640)
    world.clock.advance(60_000)
  })
})

describe('what the operator decides', () => {
  async function inReview(): Promise<string> {
    const transfer = transferOf(world, { sender: { bankCode: 'SCB', accountNo: 'xxx-x-xxxxx-x', name: '' } })
    await sendSlip(world, member, await pictureOf(transfer))
    await world.work()
    const [row] = await world.rows<{ id: string }>('select id from slip where member_id = $1', [member.id])
    return row?.id ?? ''
  }

  it('lists, credits once, and writes it down', async () => {
    const id = await inReview()
    expect(await world.operator('slips', 'list')).toMatch(
      new RegExp(`${id}  slip  SENDER_UNCOMPARED, SENDER_UNNAMED .*amount 100.00 baht`),
    )
    expect(await world.operator('slips', 'credit', id)).toContain('100.00 baht')
    expect(await world.operator('slips', 'credit', id)).toContain('MOVED_ON')
    expect(await member.wallet()).toBe(100)
    expect(await newest()).toMatchObject({ status: 'SUCCESS', amount: 100 })
    const deeds = await world.rows<{ what: string }>('select what from deed where subject = $1', [`slip:${id}`])
    expect(deeds).toEqual([{ what: 'slip-credited' }])
  })

  it('refuses with a reason, and may credit it after all, with the amount', async () => {
    const id = await inReview()
    expect(await world.operator('slips', 'refuse', id, 'WRONG')).toContain('more than it asks for')
    expect(await world.operator('slips', 'refuse', id, 'NOT_MATCH')).toContain('refused')
    expect(await newest()).toMatchObject({ status: 'FAILED', note: 'NOT_MATCH' })
    expect(await world.operator('slips', 'of', member.id)).toContain('refused (NOT_MATCH)')
    expect(await world.operator('slips', 'credit', id, '1e3')).toContain('more than it asks for')
    expect(await world.operator('slips', 'credit', id, '99.5')).toContain('99.50 baht')
    expect(await member.wallet()).toBe(99.5)
    expect(await newest()).toMatchObject({ status: 'SUCCESS', amount: 99.5, note: null })
  })

  it('is told which of our accounts got the money, also of what was refused', async () => {
    const receiver = { bankCode: 'KBANK', accountNo: 'xxx-x-x5666-x', name: 'KRAPAO DEMO' }
    const unsure = { bankCode: 'SCB', accountNo: 'xxx-x-xxxxx-x', name: '' }
    const occurredAt = new Date(world.clock.now().getTime() - 2 * HOUR_MS).toISOString()
    const given = [{ receiver, sender: unsure }, { receiver, occurredAt }, { sender: unsure }]
    for (const transfer of given) await sendSlip(world, member, await pictureOf(transferOf(world, transfer)))
    await world.work()
    const rows = await world.rows('select state, house_bank from slip where member_id = $1 order by id', [member.id])
    const told = rows.map((row) => Object.values(row).join(' ')).sort()
    expect(told).toEqual(['refused KBANK', 'review KBANK', 'review SCB'])
    const { rows: slips } = await allSlipsOf(world.database, member.id, { offset: 0, limit: 10 })
    expect(slips.map(({ occurredAt: at }) => at?.toISOString())).toContain(occurredAt)
  })

  it('cannot credit a transfer a second time, nor without an amount', async () => {
    const transfer = transferOf(world, {
      occurredAt: new Date(world.clock.now().getTime() - 2 * HOUR_MS).toISOString(),
    })
    const picture = await pictureOf(transfer)
    await sendSlip(world, member, picture)
    await sendSlip(world, member, picture)
    await sendSlip(world, member, await drawSlip(null).png().toBuffer())
    await world.work()
    const rows = await world.rows<{ id: string; note: string }>('select id, note from slip where member_id = $1', [
      member.id,
    ])
    expect(rows.map(({ note }) => note).sort()).toEqual(['EXPIRED_SLIP', 'EXPIRED_SLIP', 'INVALID_SLIP'])
    const [first, second] = rows.filter(({ note }) => note === 'EXPIRED_SLIP')
    const none = rows.find(({ note }) => note === 'INVALID_SLIP')
    expect(await world.operator('slips', 'credit', first?.id ?? '')).toContain('100.00 baht')
    expect(await world.operator('slips', 'credit', second?.id ?? '')).toContain('CREDITED_BEFORE')
    expect(await world.operator('slips', 'credit', none?.id ?? '')).toContain('Name the amount')
    expect(await member.wallet()).toBe(100)
    await world.audit()
  })
})
