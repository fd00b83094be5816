import { calls } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { closePages, openPage, type OpenPage } from '../../testing/open-page.ts'
import { whitePng } from '../../testing/pictures/slip-drawing.ts'
import {
  answerIn,
  type Chatter,
  chattingMember,
  guest,
  historyOf,
  say,
  textsOf,
  upload,
} from '../../testing/worlds/chat-world.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
  url = await app.listen()
})
afterEach(closePages)
afterAll(() => app.close())

async function pageOf({ token, guestId }: Chatter): Promise<OpenPage> {
  const page = openPage(url, { auth: token === undefined ? { guestId } : { token } })
  await page.connected
  return page
}

describe('a message', () => {
  it('[CHT-041] is told to all pages of its owner as the history has it, and to nobody else', async () => {
    for (const who of [await chattingMember(app), guest()]) {
      const other = await pageOf(guest())
      const pages = [await pageOf(who), await pageOf(who)]
      const { body } = await say(app, who, 'hello')
      for (const page of pages) expect(await page.nextMessage()).toEqual(body)
      expect((await historyOf(app, who)).messages).toEqual([body])
      expect(other.messages).toEqual([])
    }
  })

  it('that was sent twice is told once, and one that was refused not at all', async () => {
    const who = guest()
    const page = await pageOf(who)
    const key = 'aaaaaaaa-0000-4000-8000-000000000001'
    for (const text of ['once', 'once', 'something else', '']) await say(app, who, text, { key })
    await say(app, who, 'last')
    expect(textsOf([await page.nextMessage(), await page.nextMessage()])).toEqual(['once', 'last'])
  })

  it('brings an address of its file that is good at once', async () => {
    const who = guest()
    const page = await pageOf(who)
    const { body } = await upload(app, who, whitePng(8, 8, true))
    const payload = { message: 'a', url: true, fileType: 'image', filePath: body.filePath }
    expect((await say(app, who, { message_type: 'media', payload })).status).toBe(200)
    const told = (await page.nextMessage()).message.payload
    expect((await fetch(url + (told?.filePath ?? ''))).status).toBe(200)
  })

  it('that was committed by a process that died before it told it is told by another, once', async () => {
    const who = guest()
    const page = await pageOf(who)
    await say(app, who, 'first')
    await app.settle()
    // As if the process had ended between the two.
    await answerIn(app, who.roomId, 'nobody heard me')
    await answerIn(app, who.roomId, 'nor me')
    await app.settle()
    expect(page.messages.length).toBeLessThanOrEqual(1)
    await app.advance(2_001)
    await app.advance(10_000)
    const told = [await page.nextMessage(), await page.nextMessage(), await page.nextMessage()]
    expect(textsOf(told)).toEqual(['first', 'nobody heard me', 'nor me'])
    expect(page.messages).toHaveLength(3)
  })
})

describe('a page', () => {
  it('hears nothing more of the chat once its session has ended', async () => {
    const member = await chattingMember(app)
    const page = await pageOf(member)
    await app.ok(calls.logout, { token: member.token })
    await page.closed
    await answerIn(app, guest().roomId, 'x').catch(() => undefined)
    await expect(openPage(url, { auth: { token: member.token } }).connected).rejects.toThrow('invalid-token')
  })

  it('of a guest is let in while the operator shows the chat', async () => {
    await app.app().operator.setSetting('enableChatWidget', false)
    await expect(pageOf(guest())).rejects.toThrow('UNAUTHORIZED')
    await app.app().operator.setSetting('enableChatWidget', true)
    await pageOf(guest())
  })
})
