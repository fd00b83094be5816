import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../ui/base.css'
import { agentBoun, aGuestRoom, aRoom, guestRoomId, secondsAgo } from '../testing/desk.fixture.ts'
import { fakeDesk, openRoomId } from '../testing/fake-desk.ts'
import { openDesk } from '../testing/open-desk.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('the inbox', () => {
  const waiting = aGuestRoom()
  const held = aRoom({ state: 'held', agent: agentBoun, waitingSince: null, unread: 0 })
  const inbox = { rooms: [waiting, held], next: null, counts: { waiting: 7, mine: 1, open: 31 } }

  it('has a box with a count for what waits, what is mine and what is open, and one for what has ended', async () => {
    const desk = fakeDesk({ 'GET /api/desk/inbox': inbox })
    await openDesk()
    for (const name of ['Waiting 7', 'Mine 1', 'Open 31', 'Ended']) {
      await expect.element(page.getByRole('tab', { name })).toBeVisible()
    }
    await page.getByRole('tab', { name: 'Ended' }).click()
    await expect.poll(() => desk.callsTo('GET /api/desk/inbox').at(-1)?.query.get('box')).toBe('ended')
  })

  it('shows of each room who it is, the last words, how long somebody waits and what is unread', async () => {
    fakeDesk({ 'GET /api/desk/inbox': inbox })
    await openDesk()
    const rows = page.getByRole('listitem')
    await expect
      .poll(() => rows.first().element().textContent)
      .toMatch(/Guest Y3EA.*0\d:\d\d.*Waiting for 0\d:\d\d.*ສະບາຍດີ.*1 unread.*Guest/)
    await expect
      .poll(() => rows.nth(1).element().textContent)
      .toMatch(/สมชาย ใจดี.*ฝากเงินแล้วยอดยังไม่เข้าครับ.*Member · 0812345678.*บุญมี/)
    await expect.poll(() => document.title).toBe('(7) Krapao back office')
  })

  it('counts the time of waiting on, by the clock of the server', async () => {
    const soon = new Date(Date.now() + 60_000).toUTCString()
    fakeDesk({
      'GET /api/desk/inbox': () =>
        Response.json({ ...inbox, rooms: [aGuestRoom({ waitingSince: secondsAgo(0) })] }, { headers: { date: soon } }),
    })
    await openDesk()
    const row = page.getByRole('listitem').first()
    await expect.poll(() => row.element().textContent).toMatch(/01:0\d|00:5\d/)
    const before = row.element().textContent
    await expect.poll(() => row.element().textContent).not.toBe(before)
  })

  it('is asked again when the server hints at a change, and after each time without a connection', async () => {
    const desk = fakeDesk({ 'GET /api/desk/inbox': inbox })
    const line = await openDesk()
    const count = (): number => desk.callsTo('GET /api/desk/inbox').length
    await expect.poll(() => count()).toBeGreaterThan(0)
    await expect.element(page.getByText('Live')).toBeVisible()
    const atFirst = count()
    line.hint({ roomId: guestRoomId, seq: 4 })
    await expect.poll(() => count()).toBeGreaterThan(atFirst)
    line.lose()
    await expect.element(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
    const whileLost = count()
    line.stand()
    await expect.poll(() => count()).toBeGreaterThan(whileLost)
    await expect.element(page.getByText('Connection lost. Reconnecting…')).not.toBeInTheDocument()
  })

  it('finds rooms by words, and more of them behind the last', async () => {
    const third = aRoom({ roomId: 'memberbbbbbbbbbbbbbbbbbbbb', name: 'มานี ใจดี' })
    const desk = fakeDesk({
      // While the second page was asked for, one of the first moved down: it is drawn once.
      'GET /api/desk/inbox': ({ query }) =>
        query.has('after') ? { ...inbox, rooms: [held, third] } : { ...inbox, next: 'moved.one' },
    })
    const asked = () => desk.callsTo('GET /api/desk/inbox').map(({ query }) => [query.get('find'), query.get('after')])
    await openDesk()
    await button('Show more').click()
    await expect.element(page.getByText('มานี ใจดี')).toBeVisible()
    expect(page.getByRole('listitem').elements()).toHaveLength(3)
    expect(asked()).toContainEqual([null, 'moved.one'])
    await page.getByLabelText('Find a name or phone number').fill('สม')
    await expect.poll(asked).toContainEqual(['สม', null])
  })

  it('gives a narrow window to the conversation alone, and to the list again behind it', async () => {
    fakeDesk({ 'GET /api/desk/inbox': inbox })
    await openDesk(`#/inbox/mine/${openRoomId}`)
    const tab = page.getByRole('tab', { name: 'Waiting 7' })
    await expect.element(tab).toBeVisible()
    await page.viewport(360, 740)
    await expect.element(page.getByRole('textbox', { name: 'Write to the customer' })).toBeVisible()
    await expect.element(tab).not.toBeInTheDocument()
    expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
    await button(/^Back/).click()
    await expect.element(tab).toBeVisible()
  })

  it('says so where nobody waits, and where it could not be fetched', async () => {
    fakeDesk({ 'GET /api/desk/inbox': { rooms: [], next: null, counts: { waiting: 0, mine: 0, open: 0 } } })
    await openDesk()
    await expect.element(page.getByText('No one is waiting')).toBeVisible()
  })
})
