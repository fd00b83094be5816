import { desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { chattingMember, guest } from '../../../testing/worlds/chat-world.ts'
import { answer, openDeskPage } from '../../../testing/worlds/desk-world.ts'
import { openDeskTalk } from '../desk-talk.fixture.ts'

const { app, url, noi, bua, act, talkingGuest } = await openDeskTalk()
afterAll(() => app.close())

describe('pages of the desk', () => {
  it('hear of every message and of who has which room, and the customer hears what staff say', async () => {
    const page = openDeskPage(url, { token: noi.token })
    await page.connected
    const who = await talkingGuest('hello')
    await until('the page heard of the message', async () =>
      page.hints.some(({ roomId, seq }) => roomId === who.roomId && seq === 1),
    )
    await act(desk.deskClaim, bua, who.roomId)
    await until(
      'the page heard of the claim',
      async () => page.hints.filter(({ roomId }) => roomId === who.roomId).length === 2,
    )
    await answer(app, bua, who.roomId, 'hi')
    await until('the page heard of the answer', async () =>
      page.hints.some(({ roomId, seq }) => roomId === who.roomId && seq === 2),
    )
    expect(Object.keys(page.hints[0] ?? {}).sort()).toEqual(['roomId', 'seq'])
    page.close()
  })

  it.each([
    ['no token', {}, {}, 'UNAUTHORIZED'],
    ['a guest’s id', { guestId: guest().guestId }, {}, 'UNAUTHORIZED'],
    ['a token of nobody', { token: 'x'.repeat(43) }, {}, 'invalid-token'],
  ])('are refused with %s', async (_what, auth, headers, code) => {
    const page = openDeskPage(url, auth, headers)
    await expect(page.connected).rejects.toThrow(code)
    page.close()
  })

  it('are refused with the token of a member, and from another origin', async () => {
    const member = await chattingMember(app)
    const asMember = openDeskPage(url, { token: member.token })
    await expect(asMember.connected).rejects.toThrow('invalid-token')
    const foreign = openDeskPage(url, { token: noi.token }, { origin: 'http://127.0.0.1:3000' })
    await expect(foreign.connected).rejects.toThrow()
    for (const page of [asMember, foreign]) page.close()
  })
})
