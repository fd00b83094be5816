import type { DeskMessage, DeskRoom } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import {
  agentBoun,
  agentMali,
  aGuestRoom,
  aMessage,
  aRoom,
  everyKind,
  guestRoomId,
  secondsAgo,
  someFacts,
  words,
} from '../../testing/desk.fixture.ts'
import type { SeenCall } from '../../testing/fake-desk.ts'
import { fakeDesk, openRoom, openRoomId, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const place = `#/inbox/mine/${openRoomId}`
const history = `POST ${openRoom}/history`
const send = `POST ${openRoom}/messages`
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const picture = (name = 'slip.png', type = 'image/png'): File => new File([new Uint8Array(20)], name, { type })
const log = page.getByRole('log')
const field = page.getByRole('textbox', { name: 'Write to the customer' })
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** Answers the history of a room out of all its messages, as the server does. */
function historyOf(all: () => readonly DeskMessage[]) {
  return ({ body }: SeenCall): object => {
    const { limit, before, after } = body as { limit: number; before?: number; after?: number }
    if (after !== undefined)
      return {
        messages: all()
          .filter(({ seq }) => seq > after)
          .slice(0, limit),
      }
    return {
      messages: all()
        .filter(({ seq }) => before === undefined || seq < before)
        .slice(-limit),
    }
  }
}

/** Stores what is sent, as the server does, under its client's id. */
function storing(messages: DeskMessage[]) {
  return ({ body, headers }: SeenCall): object => {
    const stored = aMessage(messages.length + 1, {
      from: 'agent',
      agent: agentMali,
      createdAt: secondsAgo(0),
      message: (body as { message: DeskMessage['message'] }).message,
      deliver: { id: headers.get('idempotency-key') ?? '', status: 'succeed' },
    })
    messages.push(stored)
    return stored
  }
}

describe('the messages of a room', () => {
  it('are drawn in every kind as the customer sees them, with days and ends of conversations', async () => {
    fakeDesk({ [history]: { messages: everyKind(pixel) } })
    await openDesk(place)
    await expect.element(log.getByText('Yesterday')).toBeVisible()
    await expect.element(log.getByText('Today')).toBeInTheDocument()
    await expect.element(log.getByText('End of conversation')).toBeInTheDocument()
    await expect.element(log.getByText('Start of the conversation')).toBeInTheDocument()
    const links = log
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'))
    expect(links).toEqual(['https://purse.example/a?b=1', 'mailto:me@purse.example'])
    await expect.element(log.getByRole('list', { name: 'Quick replies' })).toMatchTextContent('ยอดไม่เข้าถอนเงินโบนัส')
    await expect.element(log.getByText('Pressed: ยอดไม่เข้า')).toBeInTheDocument()
    await expect.element(log.getByText('Calls 021234567')).toBeInTheDocument()
    await expect.element(log.getByText('Sends back: TALK')).toBeInTheDocument()
    await expect.element(log.getByRole('img', { name: 'Image slip.png' })).toBeInTheDocument()
    expect(log.getByRole('group', { name: 'Cards' }).getByRole('article').elements()).toHaveLength(2)
    await expect.element(log.getByText("This message can't be shown here")).toBeInTheDocument()
    // What a customer presses is for the customer alone.
    expect(log.getByRole('button').elements()).toHaveLength(1)
    await expect.element(log.getByRole('button', { name: 'Open the image full screen' })).toBeInTheDocument()
  })

  it.each(['image', 'video', 'file'])('say so where a file of theirs is gone: %s', async (fileType) => {
    const message = { message_type: 'media', payload: { message: 'slip.png', fileType } }
    fakeDesk({ [history]: { messages: [aMessage(1, { message })] } })
    await openDesk(place)
    await expect.element(log.getByText('The file slip.png is gone')).toBeVisible()
    expect(log.element().querySelectorAll('img, video, a')).toHaveLength(0)
  })

  it('have pictures that open over the whole screen, and close by a key and by the way back', async () => {
    fakeDesk({ [history]: { messages: everyKind(pixel) } })
    await openDesk(place)
    const opener = log.getByRole('button', { name: 'Open the image full screen' })
    const viewer = page.getByRole('dialog', { name: 'Image slip.png' })
    await opener.click()
    await expect.element(viewer).toBeVisible()
    expect(viewer.element().getBoundingClientRect()).toMatchObject({ width: innerWidth, height: innerHeight })
    const save = viewer.getByRole('link', { name: 'Save the image' })
    await expect.element(save).toHaveAttribute('download', 'slip.png')
    await viewer.getByRole('button', { name: 'Enlarge the image' }).click()
    const shrink = viewer.getByRole('button', { name: 'Shrink the image' })
    await expect.element(shrink).toBeVisible()
    // Its name says what it does: "pressed" beside it would say the contrary.
    await expect.element(shrink).not.toHaveAttribute('aria-pressed')
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await opener.click()
    await expect.element(viewer).toBeVisible()
    const { hash } = location
    globalThis.history.back()
    await expect.element(viewer).not.toBeInTheDocument()
    expect(location.hash).toBe(hash)
    await expect.element(log).toBeVisible()
  })

  it('come upward page by page, and what one reads stays where it is', async () => {
    const all = Array.from({ length: 75 }, (_, index) =>
      aMessage(index + 1, { message: words(`message ${index + 1}`) }),
    )
    const desk = fakeDesk({ [history]: historyOf(() => all) })
    await openDesk(place)
    await expect.element(log.getByText('message 75', { exact: true })).toBeVisible()
    const box = log.element()
    await expect.poll(() => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight)).toBeLessThan(3)
    expect(desk.callsTo(history).at(0)?.body).toEqual({ limit: 30 })
    const read = log.getByText('message 50', { exact: true })
    box.scrollTop = 150
    const topBefore = read.element().getBoundingClientRect().top
    // A tab that lies behind another draws no frames, and tells of no scrolling by itself.
    box.dispatchEvent(new Event('scroll'))
    await expect.poll(() => desk.callsTo(history).map(({ body }) => body)).toContainEqual({ limit: 30, before: 46 })
    await expect.element(log.getByText('message 16', { exact: true })).toBeInTheDocument()
    expect(Math.abs(read.element().getBoundingClientRect().top - topBefore)).toBeLessThan(2)
    expect(log.getByRole('article').elements()).toHaveLength(60)
  })

  it('that were missed are fetched after a hint and after a lost connection, each once and in order', async () => {
    const all = [aMessage(1), aMessage(2)]
    const desk = fakeDesk({ [history]: historyOf(() => all) })
    const line = await openDesk(place)
    await expect.element(log.getByText('ข้อความที่ 2')).toBeVisible()
    all.push(aMessage(3))
    line.hint({ roomId: openRoomId, seq: 3 })
    await expect.element(log.getByText('ข้อความที่ 3')).toBeVisible()
    line.lose()
    all.push(aMessage(4), aMessage(5))
    line.stand()
    line.hint({ roomId: openRoomId, seq: 5 })
    await expect.element(log.getByText('ข้อความที่ 5')).toBeVisible()
    const shown = log
      .getByRole('article')
      .elements()
      .map((one) => /ข้อความที่ (\d)/.exec(one.textContent ?? '')?.[1])
    expect(shown).toEqual(['1', '2', '3', '4', '5'])
    expect(desk.callsTo(history).at(-1)?.body).toMatchObject({ limit: 100 })
  })

  it('that come while one reads above are counted, and one press leads to them', async () => {
    const all = Array.from({ length: 28 }, (_, index) => aMessage(index + 1))
    fakeDesk({ [history]: historyOf(() => all) })
    const line = await openDesk(place)
    await expect.element(log.getByText('ข้อความที่ 28')).toBeVisible()
    const box = log.element()
    box.scrollTop = 0
    box.dispatchEvent(new Event('scroll'))
    all.push(aMessage(29), aMessage(30))
    line.hint({ roomId: openRoomId, seq: 30 })
    await button('New messages: 2').click()
    await expect.element(log.getByText('ข้อความที่ 30')).toBeVisible()
    await expect.element(button('New messages: 2')).not.toBeInTheDocument()
  })

  it('in sight of whoever has the room are marked as read', async () => {
    const desk = fakeDesk({ [history]: { messages: [aMessage(1), aMessage(2)] } })
    await openDesk(place)
    await expect.poll(() => desk.callsTo(`POST ${openRoom}/read`)[0]?.body).toEqual({ seq: 2 })
  })
})

describe('a message of the agent', () => {
  it('is in sight at once, is sent by Enter and is there once', async () => {
    const messages: DeskMessage[] = []
    const desk = fakeDesk({ [history]: historyOf(() => messages), [send]: storing(messages) })
    await openDesk(place)
    await field.fill('hello')
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}again')
    expect(desk.callsTo(send)).toHaveLength(0)
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByText(/hello\s+again/)).toBeVisible()
    await expect.poll(() => messages).toHaveLength(1)
    await expect.element(log.getByText('Sending…')).not.toBeInTheDocument()
    expect(desk.callsTo(send)[0]?.body).toEqual({
      message: { message_type: 'text', payload: { message: 'hello\nagain' } },
    })
    expect(log.getByRole('article').elements()).toHaveLength(1)
    await expect.element(field).toHaveValue('')
  })

  it('that failed is sent again under the same id', async () => {
    const messages: DeskMessage[] = []
    const desk = fakeDesk({ [history]: historyOf(() => messages), [send]: refusal(429, 'REQUEST_LIMIT') })
    await openDesk(place)
    await field.fill('hello')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByRole('alert')).toMatchTextContent('Not sent')
    desk.answer({ [send]: storing(messages) })
    await button('Send again').click()
    await expect.element(log.getByRole('alert')).not.toBeInTheDocument()
    const keys = desk.callsTo(send).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(log.getByRole('article').elements()).toHaveLength(1)
  })

  it('of which nobody knows whether it came is sent again by itself, under the same id', async () => {
    const messages: DeskMessage[] = []
    const store = storing(messages)
    const desk = fakeDesk({
      [history]: historyOf(() => messages),
      [send]: (call) => {
        desk.answer({ [send]: () => messages[0] })
        store(call)
        return refusal(502, 'INTERNAL_SERVER_ERROR')
      },
    })
    await openDesk(place)
    await field.fill('hello')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => desk.callsTo(send)).toHaveLength(2)
    await expect.element(log.getByText('Sending…')).not.toBeInTheDocument()
    expect(new Set(desk.callsTo(send).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(log.getByRole('article').elements()).toHaveLength(1)
    expect(log.getByRole('alert').elements()).toEqual([])
  })

  it('to a room that another has taken is refused in words, and the room becomes one to read', async () => {
    const desk = fakeDesk()
    await openDesk(place)
    await field.fill('hello')
    const room = aRoom({ state: 'held', agent: agentBoun })
    desk.answer({
      [send]: () => {
        // Not before: a room that is read anew in between would have no field to send from.
        desk.answer({ [`GET ${openRoom}`]: { room, facts: someFacts } })
        return refusal(409, 'ROOM_HELD', { agent: agentBoun })
      },
    })
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByRole('alert')).toMatchTextContent('บุญมี has this conversation now. You can only read.')
    await expect.element(page.getByText('บุญมี is answering here. You can only read.')).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
  })

  it('waits in its room while another room is open', async () => {
    const rooms = [aRoom(), aGuestRoom()]
    fakeDesk({
      'GET /api/desk/inbox': { rooms, count: 2, counts: { waiting: 2, mine: 0, open: 2 } },
      [`GET /api/desk/rooms/${guestRoomId}`]: { room: rooms[1], facts: null },
      [`POST /api/desk/rooms/${guestRoomId}/history`]: { messages: [] },
    })
    await openDesk(place)
    await field.fill('half a thought')
    await page.getByRole('listitem').filter({ hasText: 'Guest Y3EA' }).getByRole('button').click()
    await expect.element(field).toHaveValue('')
    await expect.element(page.getByText(/Guests are not logged in/)).toBeVisible()
    await page.getByRole('listitem').filter({ hasText: 'สมชาย' }).getByRole('button').click()
    await expect.element(field).toHaveValue('half a thought')
  })

  it('may be a picture, uploaded with progress first', async () => {
    const messages: DeskMessage[] = []
    let finish = (): void => undefined
    const uploaded = new Promise<object>((done) => {
      finish = () => done({ filePath: '/api/desk/files/f1', fileType: 'image', name: 'slip.png' })
    })
    const desk = fakeDesk({
      [history]: historyOf(() => messages),
      [send]: storing(messages),
      'POST /api/desk/upload-image': () => uploaded,
    })
    await openDesk(place)
    await page.getByRole('tab', { name: 'Picture or video' }).click()
    await page.getByLabelText(/Choose pictures or videos/).upload(picture())
    await expect.element(page.getByRole('list', { name: 'Chosen files' })).toMatchTextContent('slip.png')
    await button('Send').click()
    await expect.element(log.getByText('Uploading 40%')).toBeVisible()
    finish()
    await expect
      .poll(() => desk.callsTo(send)[0]?.body)
      .toEqual({
        message: {
          message_type: 'media',
          payload: { message: 'slip.png', fileType: 'image', filePath: '/api/desk/files/f1' },
        },
      })
  })

  it('is no file of a kind or a size that the chat does not take', async () => {
    const desk = fakeDesk()
    await openDesk(place)
    await page.getByRole('tab', { name: 'Picture or video' }).click()
    const chooser = page.getByLabelText(/Choose pictures or videos/)
    await chooser.upload(picture('a.webp', 'image/webp'))
    await expect.element(page.getByRole('alert').filter({ hasText: 'a.webp: File is not supported' })).toBeVisible()
    await chooser.upload(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }))
    await expect.element(page.getByRole('alert').filter({ hasText: 'no larger than 10 MB' })).toBeVisible()
    await button('Send').click()
    await expect.element(page.getByText('Choose a file first')).toBeVisible()
    expect(desk.callsTo(send)).toHaveLength(0)
  })
})

describe('the composer', () => {
  it('makes buttons of every type, says what is missing, and shows them as the customer sees them', async () => {
    const messages: DeskMessage[] = []
    const desk = fakeDesk({ [history]: historyOf(() => messages), [send]: storing(messages) })
    await openDesk(place)
    await page.getByRole('tab', { name: 'Buttons' }).click()
    await button('Send').click()
    await expect.element(page.getByText('Enter the text above the buttons')).toBeVisible()
    await page.getByLabelText('Text above the buttons').fill('Choose one')
    await button('Add button').click()
    const rows = page.getByRole('group', { name: /^Button \d/ })
    await rows.nth(0).getByLabelText('Title').fill('Guide')
    await rows.nth(0).getByLabelText('When pressed').selectOptions('Open a link')
    await rows.nth(0).getByLabelText('Link').fill('javascript:alert(1)')
    await rows.nth(1).getByLabelText('Title').fill('Talk')
    await button('Send').click()
    await expect.element(page.getByText('The link of button 1 must begin with https://')).toBeVisible()
    await rows.nth(0).getByLabelText('Link').fill('https://purse.example')
    await expect
      .poll(() => page.getByRole('region', { name: 'As the customer sees it' }).element().textContent)
      .toMatch(/Choose one.*Guide.*Talk/)
    await button('Send').click()
    await expect
      .poll(() => desk.callsTo(send)[0]?.body)
      .toEqual({
        message: {
          message_type: 'buttons',
          payload: {
            title: 'Choose one',
            buttons: [
              { title: 'Guide', type: 'web', payload: 'https://purse.example' },
              { title: 'Talk', type: 'text', payload: 'Talk' },
            ],
          },
        },
      })
    await expect.element(field).toBeVisible()
  })

  it('makes quick replies', async () => {
    const messages: DeskMessage[] = []
    const desk = fakeDesk({ [history]: historyOf(() => messages), [send]: storing(messages) })
    await openDesk(place)
    await page.getByRole('tab', { name: 'Quick replies' }).click()
    await page.getByLabelText('Text above the buttons').fill('Was that all?')
    const rows = page.getByRole('group', { name: /^Reply \d/ })
    await rows.nth(0).getByLabelText('Title').fill('Yes')
    await button('Remove reply 2').click()
    await button('Send').click()
    await expect
      .poll(() => desk.callsTo(send)[0]?.body)
      .toMatchObject({
        message: { message_type: 'quick_replies', payload: { title: 'Was that all?', buttons: [{ title: 'Yes' }] } },
      })
  })

  it('makes a carousel of cards with pictures', async () => {
    const messages: DeskMessage[] = []
    const desk = fakeDesk({
      [history]: historyOf(() => messages),
      [send]: storing(messages),
      'POST /api/desk/upload-image': { filePath: '/api/desk/files/f2', fileType: 'image', name: 'a.png' },
    })
    await openDesk(place)
    await page.getByRole('tab', { name: 'Cards' }).click()
    const first = page.getByRole('group', { name: 'Card 1', exact: true })
    await first.getByLabelText('Choose a picture').upload(picture('a.png'))
    await expect.element(first.getByText('Change the picture')).toBeInTheDocument()
    await first.getByLabelText('Title', { exact: true }).fill('Welcome bonus')
    await first.getByLabelText('Subtitle (optional)').fill('20%')
    await button('Add card').click()
    await page
      .getByRole('group', { name: 'Card 2', exact: true })
      .getByLabelText('Title', { exact: true })
      .fill('Refund')
    await button('Send').click()
    await expect
      .poll(() => desk.callsTo(send)[0]?.body)
      .toEqual({
        message: {
          message_type: 'generic',
          payloads: [
            { image_url: '/api/desk/files/f2', title: 'Welcome bonus', subtitle: '20%', buttons: [] },
            { image_url: null, title: 'Refund', subtitle: '', buttons: [] },
          ],
        },
      })
  })

  it('takes a canned reply in the customer’s language, by a slash and from the side', async () => {
    const room = aRoom({ state: 'held', agent: agentMali, language: 'lo' })
    fakeDesk({ [`GET ${openRoom}`]: { room, facts: someFacts } })
    await openDesk(place)
    await expect.element(field).toBeVisible()
    await field.fill('/สลิป')
    await expect.element(page.getByRole('option', { name: 'ขอสลิป' })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox', { name: 'Write to the customer' })).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('ຂໍສະລິບການໂອນແດ່ ລະບົບກວດໃຫ້ພາຍໃນ 1 ນາທີ')
  })
})

describe('who has a room', () => {
  const waiting = aRoom({ state: 'waiting' })
  const mine = aRoom({ state: 'held', agent: agentMali })
  const theirs = aRoom({ state: 'held', agent: agentBoun })

  /** Answers as a room that becomes what it is made, as the server does. */
  function becoming(first: DeskRoom) {
    let room = first
    return {
      read: () => ({ room, facts: someFacts }),
      make: (next: DeskRoom) => () => {
        room = next
        return { room }
      },
    }
  }

  it('is who claims it, and a race that was lost is told in words', async () => {
    const { read, make } = becoming(waiting)
    const desk = fakeDesk({
      [`GET ${openRoom}`]: read,
      [`POST ${openRoom}/claim`]: refusal(409, 'ROOM_HELD', { agent: agentBoun }),
    })
    await openDesk(place)
    await expect.element(page.getByText('No one has this yet. Sending a message claims it.')).toBeVisible()
    await button('Claim').click()
    await expect.element(page.getByRole('alert').filter({ hasText: 'บุญมี has this conversation now.' })).toBeVisible()
    desk.answer({ [`POST ${openRoom}/claim`]: make(mine) })
    await button('Claim').click()
    await expect.element(page.getByText('You have this', { exact: true })).toBeVisible()
  })

  it('is another only after a question when somebody has it already, who is named', async () => {
    const desk = fakeDesk({ [`GET ${openRoom}`]: { room: theirs, facts: someFacts } })
    await openDesk(place)
    await expect.element(page.getByText('บุญมี is answering here. You can only read.')).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
    await button('Take over').click()
    const question = page.getByRole('alertdialog', { name: 'Take over from บุญมี?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(desk.callsTo(`POST ${openRoom}/take-over`)).toHaveLength(0)
    desk.answer({
      [`POST ${openRoom}/take-over`]: { room: mine },
      [`GET ${openRoom}`]: { room: mine, facts: someFacts },
    })
    await button('Take over').click()
    await question.getByRole('button', { name: 'Take over' }).click()
    await expect.element(field).toBeVisible()
    expect(desk.callsTo(`POST ${openRoom}/take-over`)).toHaveLength(1)
  })

  it('gives it back or ends it after a question', async () => {
    const { read, make } = becoming(mine)
    fakeDesk({
      [history]: { messages: [aMessage(1)] },
      [`GET ${openRoom}`]: read,
      [`POST ${openRoom}/release`]: make(waiting),
      [`POST ${openRoom}/claim`]: make(mine),
      [`POST ${openRoom}/end`]: make(aRoom({ state: 'ended', waitingSince: null })),
    })
    await openDesk(place)
    await button('Release').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click()
    await button('Claim').click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
    await expect.element(log.getByText('End of conversation')).toBeVisible()
  })
})

describe('the facts of a member', () => {
  it('stand beside the conversation', async () => {
    fakeDesk()
    await openDesk(place)
    const facts = page.getByRole('region', { name: 'Member details' })
    for (const fact of ['10000042', 'KBANK ···7890', 'SOMCHAI JAIDEE', '฿8,320.50', 'Running', '05/03/2026 10:04:05']) {
      await expect.element(facts).toMatchTextContent(fact)
    }
    await expect
      .element(facts.getByRole('link', { name: 'Open member' }))
      .toHaveAttribute('href', `#/members/${openRoomId}`)
  })
})
