import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../platform/durations.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { whitePng } from '../../testing/pictures/slip-drawing.ts'
import { chattingMember, guest, historyOf, say, upload } from '../../testing/worlds/chat-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false }, env: { KRAPAO_LIMIT_FACTOR: '1' } })
})
afterAll(() => app.close())

let addresses = 0
function newAddress(): { address: string } {
  addresses += 1
  return { address: `203.0.113.${addresses}` }
}
const png = whitePng(8, 8, true)

async function statuses(count: number, send: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) found.push((await send(index)).status)
  return found
}
const ones = (count: number) => Array.from({ length: count }, () => 200)

describe('a guest (rulings 5.9)', () => {
  it('sends 60 messages in ten minutes, from whatever addresses', async () => {
    const who = guest()
    expect(await statuses(60, (index) => say(app, who, `${index}`, newAddress()))).toEqual(ones(60))
    const refused = await say(app, who, 'one more', newAddress())
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await historyOf(app, who, { limit: 100 })).messages).toHaveLength(60)
    app.clock.advance(10 * MINUTE_MS)
    expect((await say(app, who, 'later', newAddress())).status).toBe(200)
  })

  it('sends no more as many guests from one address', async () => {
    const from = newAddress()
    expect(await statuses(60, () => say(app, guest(), 'hello', from))).toEqual(ones(60))
    expect((await say(app, guest(), 'hello', from)).status).toBe(429)
    expect((await say(app, guest(), 'hello', newAddress())).status).toBe(200)
  })

  it('sends five files in an hour, pictures and videos together, by id and by address', async () => {
    const who = guest()
    expect(await statuses(5, () => upload(app, who, png, 'image', newAddress()))).toEqual(ones(5))
    expect((await upload(app, who, png, 'video', newAddress())).status).toBe(415)
    const fresh = guest()
    const from = newAddress()
    expect(await statuses(5, (index) => upload(app, guest(), png, index === 0 ? 'video' : 'image', from))).toEqual([
      415,
      ...ones(4),
    ])
    expect((await upload(app, fresh, png, 'image', from)).status).toBe(429)
    expect((await upload(app, who, png, 'image', newAddress())).status).toBe(429)
    app.clock.advance(60 * MINUTE_MS)
    expect((await upload(app, who, png, 'image', from)).status).toBe(200)
  })

  it('shares a quota with all guests, which the operator sets', async () => {
    const before = await app.database.query<{ seq: number }>('select count(*) as seq from support_message')
    app.clock.advance(60 * MINUTE_MS)
    await app.app().operator.setSetting('guestMessagesPerHour', 3)
    expect(await statuses(4, () => say(app, guest(), 'hello', newAddress()))).toEqual([...ones(3), 429])
    const member = await chattingMember(app)
    expect((await say(app, member, 'hello', newAddress())).status).toBe(200)
    await app.app().operator.setSetting('guestMessagesPerHour', 20_000)
    expect((await say(app, guest(), 'hello', newAddress())).status).toBe(200)
    const after = await app.database.query<{ seq: number }>('select count(*) as seq from support_message')
    expect((after[0]?.seq ?? 0) - (before[0]?.seq ?? 0)).toBe(5)
  })

  it('fills no disk with long messages: each, an address and all together have their kilobytes of a day', async () => {
    const words = 'ก'.repeat(2000)
    app.clock.advance(24 * 60 * MINUTE_MS)
    const who = guest()
    const from = newAddress()
    // Such a message counts six kilobytes; a guest has a thousand in a day.
    const found: number[] = []
    for (let round = 0; round < 4; round += 1) {
      app.clock.advance(10 * MINUTE_MS)
      found.push(...(await statuses(50, () => say(app, who, words, from))))
    }
    expect(found).toEqual([...ones(166), ...Array.from({ length: 34 }, () => 429)])
    expect((await say(app, guest(), words, from)).status).toBe(200)
    await app.app().operator.setSetting('guestMegabytesPerDay', 1)
    expect((await say(app, guest(), words, newAddress())).status).toBe(429)
    expect((await say(app, await chattingMember(app), words, newAddress())).status).toBe(200)
    await app.app().operator.setSetting('guestMegabytesPerDay', 200)
    expect((await say(app, guest(), words, newAddress())).status).toBe(200)
    app.clock.advance(24 * 60 * MINUTE_MS)
    expect((await say(app, who, words, newAddress())).status).toBe(200)
  })

  it('shares one of files too, which keeps what guests can fill small', async () => {
    app.clock.advance(60 * MINUTE_MS)
    const { operator } = app.app()
    expect((await operator.settings()).guestUploadsPerHour).toBe(300)
    await operator.setSetting('guestUploadsPerHour', 3)
    expect(await statuses(5, () => upload(app, guest(), png, 'image', newAddress()))).toEqual([...ones(3), 429, 429])
    const stored = await app.database.query(`select id from stored_file where created_at = $1`, [app.clock.now()])
    expect(stored).toHaveLength(3)
    expect((await upload(app, await chattingMember(app), png, 'image', newAddress())).status).toBe(200)
    app.clock.advance(60 * MINUTE_MS)
    expect((await upload(app, guest(), png, 'image', newAddress())).status).toBe(200)
    await operator.setSetting('guestUploadsPerHour', 300)
  })

  it('takes nothing from the members of his address', async () => {
    const from = newAddress()
    const member = await chattingMember(app)
    await statuses(61, () => say(app, guest(), 'hello', from))
    expect((await say(app, member, 'hello', from)).status).toBe(200)
    expect((await upload(app, member, png, 'image', from)).status).toBe(200)
  })
})

describe('a member', () => {
  it('sends 60 messages in ten minutes, whatever guest he says he is', async () => {
    const member = await chattingMember(app)
    const as = (index: number) => ({
      ...newAddress(),
      body: { guestId: guest(undefined).guestId, deviceToken: `${index}` },
    })
    expect(await statuses(60, (index) => say(app, member, 'hello', as(index)))).toEqual(ones(60))
    expect((await say(app, member, 'hello', as(61))).status).toBe(429)
    expect((await app.call(calls.chatHistory, { token: member.token, body: {} })).status).toBe(200)
  })
})
