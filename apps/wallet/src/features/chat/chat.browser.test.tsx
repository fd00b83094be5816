import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chatBackend } from '../../lib/chat-backend.ts'
import { goTo } from '../../lib/router.tsx'
import { refusal } from '../../testing/fake-server.ts'
import { memberHome } from '../../testing/member-answers.ts'
import {
  beginAnew,
  bubble,
  input,
  line,
  log,
  openChat,
  openContact,
  panel,
  sendButton,
  STORED_AT,
} from './chat-room.fixture.ts'
import { textMessage } from './chat.fixture.ts'

vi.mock('../../lib/socket.ts', async () => {
  const { line: followed } = await import('./chat-room.fixture.ts')
  return { subscribeWallet: () => () => undefined, followChat: followed.follow }
})

const invited = (): boolean => document.querySelector('button [lang=th]') !== null
/** Waits until what is changed now is drawn. */
const drawn = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}
const qr = page.getByRole('img', { name: 'QR code to add us' })
const opener = page.getByRole('main').getByRole('button', { name: 'Chat with support' }).first()

/** A message of three lines. */
const long = (seq: number) =>
  textMessage(seq, { message: { message_type: 'text', payload: { message: `message ${seq}\nof several\nlines` } } })

beforeEach(async () => {
  await beginAnew()
  chatBackend.isConfigured = true
})

describe.each([
  ['/contact', {}],
  ['/user/contact', { token: 'good' }],
])('%s', (_, visitor) => {
  it('[CON-007] has the chat in place of the QR and link where the operator offers it', async () => {
    await openContact(visitor)
    await expect.element(opener).toBeVisible()
    await expect.element(bubble).toBeVisible()
    await expect.element(qr).not.toBeInTheDocument()
    await opener.click()
    await expect.element(panel).toBeVisible()
    await expect.element(log.getByText('No messages yet. Write to us any time.')).toBeVisible()
  })

  it.each([
    ['does not offer it', { enableChatWidget: false }],
    ['cannot be asked', refusal(500, 'INTERNAL_SERVER_ERROR')],
  ])('[CON-007] has the QR and no chat where the operator %s', async (__, answer) => {
    const { callsTo } = await openContact({ ...visitor, answers: { 'GET /api/lookup/enableChatWidget': answer } })
    await expect.element(qr).toBeVisible()
    await expect.element(bubble).not.toBeInTheDocument()
    expect(callsTo('POST /api/chat/history')).toEqual([])
  })

  it('[CON-007] [CHT-048] has the QR, no chat and no connection in a build without a chat backend', async () => {
    chatBackend.isConfigured = false
    const { callsTo } = await openContact(visitor)
    await expect.element(qr).toBeVisible()
    await expect.element(bubble).not.toBeInTheDocument()
    expect(line.followers.size).toBe(0)
    expect(callsTo('GET /api/lookup/enableChatWidget')).toEqual([])
  })
})

const leftPx = (): number => {
  const { scrollHeight, clientHeight, scrollTop } = log.element()
  return scrollHeight - clientHeight - scrollTop
}
/** Waits until the log stands at its end; letters that come while a test moves it would move it once more. */
const atEnd = async (): Promise<void> => {
  await document.fonts.ready
  await drawn()
  await expect.poll(() => leftPx()).toBeLessThan(1)
}

describe('the bubble', () => {
  it.each([
    ['th', 'แชตกับแอดมิน'],
    ['lo', 'ແຊັດກັບແອັດມິນ'],
    ['en', 'Chat with support'],
  ] as const)('[CHT-005] has beside it the Thai phrase, called in %s as its reader speaks', async (language, name) => {
    await openContact({ language })
    const words = (): Element | null => document.querySelector('button [lang=th]')
    await expect.poll(() => words()?.textContent).toBe('แชตกับแอดมิน')
    expect(words()?.closest('button')?.textContent).toContain(name)
  })

  it('[CHT-004] [LIM-011] has its invitation 100 ms after it came, until the chat was opened', async () => {
    const offer = Promise.withResolvers<object>()
    await openContact({ answers: { 'GET /api/lookup/enableChatWidget': () => offer.promise } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      offer.resolve({ enableChatWidget: true })
      // The chat comes once the page was seen without it.
      while (vi.getTimerCount() === 0) await drawn()
      await vi.advanceTimersByTimeAsync(100)
      while (bubble.query() === null) await drawn()
      await vi.advanceTimersByTimeAsync(99)
      await drawn()
      expect(invited()).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await drawn()
      expect(invited()).toBe(true)
    } finally {
      vi.useRealTimers()
    }
    await bubble.click()
    await expect.element(panel).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(invited()).toBe(false)
  })

  it('has its invitation out of sight while it would lie over what the page has to press', async () => {
    await openContact()
    await expect.poll(() => invited()).toBe(true)
    const invitation = document.querySelector('button [lang=th]')?.closest('button')
    if (invitation === null || invitation === undefined) throw new Error('there is no invitation')
    const isSeen = (): boolean => getComputedStyle(invitation).visibility === 'visible'
    await expect.poll(isSeen).toBe(true)
    const { left, top } = invitation.getBoundingClientRect()
    const action = document.createElement('button')
    action.style.cssText = `position: fixed; left: ${left}px; top: ${top}px`
    action.textContent = 'beneath'
    document.querySelector('main')?.append(action)
    dispatchEvent(new Event('scroll'))
    await expect.poll(isSeen).toBe(false)
    action.remove()
    dispatchEvent(new Event('scroll'))
    await expect.poll(isSeen).toBe(true)
  })

  it('[CHT-003] expands and collapses when the movement has ended, and has the focus again', async () => {
    await openContact()
    await expect.element(bubble).toHaveAttribute('aria-expanded', 'false')
    await bubble.click()
    await expect.element(panel).toBeVisible()
    const dialog = panel.element()
    // Browsers of tests may want no motion.
    const style = document.createElement('style')
    style.textContent = '@keyframes slowly { to { opacity: 0.5 } } dialog { animation: slowly 10s !important }'
    document.head.append(style)
    onTestFinished(() => style.remove())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      ;(panel.getByRole('button', { name: 'Close chat' }).element() as HTMLElement).click()
      await drawn()
      await vi.advanceTimersByTimeAsync(400)
      await drawn()
      // Still there while it leaves.
      expect(dialog.isConnected).toBe(true)
      dialog.dispatchEvent(new AnimationEvent('animationend', { bubbles: true }))
      await drawn()
      expect(dialog.isConnected).toBe(false)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(() => document.activeElement).toBe(bubble.element())
  })

  it('is as wide as a phone, and on a tablet no wider than other sheets', async () => {
    await page.viewport(360, 740)
    // A piece of the interface by itself has no tokens.
    document.documentElement.style.setProperty('--column', '560px')
    onTestFinished(() => void document.documentElement.style.removeProperty('--column'))
    await openContact()
    await bubble.click()
    await expect.element(panel).toBeVisible()
    const sides = () => {
      const { left, right } = panel.element().getBoundingClientRect()
      return [left, right]
    }
    await expect.poll(sides).toEqual([0, 360])
    await page.viewport(820, 1180)
    await expect.poll(sides).toEqual([130, 690])
  })

  it('collapses where nothing moves and no end of a movement is told', async () => {
    await openChat()
    const style = document.createElement('style')
    style.textContent = 'dialog { animation: none !important }'
    document.head.append(style)
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    style.remove()
  })

  it('counts what came and was not seen, in words too', async () => {
    const room = await openContact({ token: 'good', messages: [textMessage(1)] })
    await expect.poll(() => room.callsTo('POST /api/chat/history')).toHaveLength(1)
    await expect.element(bubble).toHaveAccessibleName('Open chat with support')
    room.say()
    room.say()
    await expect.element(bubble).toHaveAccessibleName('Open chat with support, 2 unread messages')
    await bubble.click()
    await expect.element(log.getByText('message 3')).toBeVisible()
    await expect.poll(() => room.callsTo('PUT /api/chat/read-customer/')).toHaveLength(1)
  })
})

describe('a guest', () => {
  it('[GEN-033] [CHT-002] [CHT-025] has an id of 16 random bytes from when he opens the chat, and an empty room', async () => {
    const room = await openContact()
    await expect.element(bubble).toBeVisible()
    expect(localStorage.getItem('guestId')).toBeNull()
    expect(line.followers.size).toBe(0)
    await bubble.click()
    await expect.element(log.getByText('No messages yet. Write to us any time.')).toBeVisible()
    const guestId = localStorage.getItem('guestId') ?? ''
    expect(guestId).toMatch(/^guest-[A-Za-z0-9_-]{22}$/)
    await input.fill('hello')
    await sendButton.click()
    await expect.poll(() => room.messages).toHaveLength(1)
    expect(room.callsTo('POST /api/chat/send-message')[0]?.body).toEqual({
      sender: 'customer',
      message: { message_type: 'text', payload: { message: 'hello' } },
      userId: null,
      guestId,
      username: null,
      name: null,
      deviceToken: '',
    })
    expect(room.callsTo('POST /api/chat/history')[0]?.body).toEqual({ userId: null, guestId, limit: 10, skip: 0 })
  })

  it('keeps his id and his conversation, and leaves both behind when he comes as a member', async () => {
    localStorage.setItem('guestId', `guest-${'a'.repeat(22)}`)
    const room = await openContact({ token: 'good' })
    await bubble.click()
    await expect.poll(() => room.callsTo('POST /api/chat/history')).not.toHaveLength(0)
    await input.fill('as a member')
    await sendButton.click()
    await expect.poll(() => room.messages).toHaveLength(1)
    const { _id, username, name } = memberHome.profile
    expect(room.callsTo('POST /api/chat/send-message')[0]?.body).toMatchObject({
      userId: _id,
      guestId: null,
      username,
      name,
    })
  })
})

describe('the history', () => {
  it('[CHT-006] is asked for anew and built again by the button in the header', async () => {
    const room = await openChat({ messages: [textMessage(1)] })
    await expect.element(log.getByText('message 1')).toBeVisible()
    room.messages.splice(0, 1, textMessage(1, { message: { message_type: 'text', payload: { message: 'another' } } }))
    await panel.getByRole('button', { name: 'Reload chat history' }).click()
    await expect.element(log.getByText('another')).toBeVisible()
    await expect.element(log.getByText('message 1')).not.toBeInTheDocument()
    expect(room.callsTo('POST /api/chat/history')).toHaveLength(2)
  })

  it('[CHT-007] [CHT-008] has its days, its ends and its beginning, in the language of the reader', async () => {
    const today = new Date().toISOString()
    await openContact({
      language: 'lo',
      messages: [
        textMessage(1, { createdAt: '2025-01-31T05:00:00.000Z', session_id: 'first' }),
        textMessage(2, { createdAt: today, session_id: 'second' }),
      ],
    })
    await page.getByRole('button', { name: 'ເປີດແຊັດກັບແອັດມິນ' }).click()
    const rows = page.getByRole('log')
    await expect.element(rows.getByText('message 2')).toBeVisible()
    expect(rows.element().textContent).toMatch(/ຈຸດເລີ່ມຕົ້ນ.*31\/01\/2025.*message 1.*ຈົບການສົນທະນາ.*ມື້ນີ້.*message 2/)
  })

  it('[CHT-011] [CHT-064] [LIM-012] comes by tens, upward, by skipping what is here, and nothing jumps', async () => {
    const room = await openChat({ messages: Array.from({ length: 25 }, (_, index) => long(index + 1)) })
    const scroller = log.element()
    const message = (seq: number) => log.getByText(new RegExp(`^message ${seq}\\b`))
    await expect.element(message(25)).toBeVisible()
    await atEnd()
    expect([message(16).elements().length, message(15).elements().length]).toEqual([1, 0])
    const places: number[] = []
    for (const [seen, oldest] of [
      [16, 6],
      [6, 1],
    ] as const) {
      scroller.scrollTop = 100
      const before = message(seen).element().getBoundingClientRect().top
      await expect.element(message(oldest)).toBeInTheDocument()
      await drawn()
      places.push(Math.abs(message(seen).element().getBoundingClientRect().top - before))
    }
    expect(Math.max(...places)).toBeLessThan(1)
    scroller.scrollTop = 0
    await expect.element(log.getByText('Start of the conversation')).toBeInTheDocument()
    const bodies = room.callsTo('POST /api/chat/history').map(({ body }) => body)
    expect(bodies).toMatchObject([
      { limit: 10, skip: 0 },
      { limit: 10, skip: 10 },
      { limit: 10, skip: 20 },
    ])
  })

  it('that does not come says so, and is tried again', async () => {
    let isDown = true
    const messages = [textMessage(1)]
    await openContact({
      token: 'good',
      answers: {
        'POST /api/chat/history': () => (isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : { messages, unread: 0 }),
      },
    })
    await bubble.click()
    await expect.element(log.getByText('Chat history not loaded. Please try again.')).toBeVisible()
    isDown = false
    await log.getByRole('button', { name: 'Try again' }).click()
    await expect.element(log.getByText('message 1')).toBeVisible()
  })
})

describe('a text', () => {
  it('[CHT-009] [CHT-039] [CHT-040] [CHT-031] [CHT-030] [LIM-019] is there at once and has the time of the server 500 ms later', async () => {
    const room = await openChat({ token: 'good' })
    await input.fill('  how do I deposit?  ')
    const sending = (): number => log.getByText('Sending…').elements().length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2031-01-01T00:00:00.000Z') })
    try {
      ;(sendButton.element() as HTMLElement).click()
      await drawn()
      expect(log.getByText('how do I deposit?').elements()).toHaveLength(1)
      expect(sending()).toBe(1)
      await vi.advanceTimersByTimeAsync(499)
      await drawn()
      expect(sending()).toBe(1)
      expect(room.callsTo('POST /api/chat/send-message')).toHaveLength(0)
      await vi.advanceTimersByTimeAsync(1)
      while (room.messages.length === 0) await drawn()
      while (sending() > 0) await drawn()
    } finally {
      vi.useRealTimers()
    }
    await expect.element(input).toHaveValue('')
    expect(log.element().querySelector('time[datetime]')).not.toBeNull()
    expect([...log.element().querySelectorAll('time')].map((time) => time.dateTime)).toContain(STORED_AT)
    await expect.element(log.getByText('09:03')).toBeVisible()
    expect(room.callsTo('POST /api/chat/send-message')[0]?.body).toMatchObject({ sender: 'customer' })
  })

  it('[CHT-049] that is empty or blank is not sent', async () => {
    const room = await openChat()
    for (const text of ['', '   ', '\n\n']) {
      await input.fill(text)
      await sendButton.click()
      await userEvent.keyboard('{Enter}')
    }
    expect(room.callsTo('POST /api/chat/send-message')).toEqual([])
  })

  it('[CHT-050] [LIM-013] has at most 2000 characters, and says near it how many are left', async () => {
    const room = await openChat()
    await input.fill('a'.repeat(1_799))
    await expect.element(panel.getByText(/characters left/)).not.toBeInTheDocument()
    await input.fill('a'.repeat(1_900))
    await expect.element(panel.getByText('100 characters left')).toBeVisible()
    await input.fill('a'.repeat(1_999))
    await userEvent.type(input.element(), 'bc')
    await expect.element(input).toHaveValue(`${'a'.repeat(1_999)}b`)
    await sendButton.click()
    await expect.poll(() => room.messages).toHaveLength(1)
    expect(room.messages[0]?.message.payload?.message).toHaveLength(2_000)
  })

  it('[ERR-120] [ERR-121] that is refused says why for 4 s, and can be sent again', async () => {
    let isRefused = true
    const room = await openChat({
      answers: {
        'POST /api/chat/send-message': (call) =>
          isRefused
            ? refusal(429, 'REQUEST_LIMIT')
            : textMessage(1, {
                sender: 'customer',
                deliver: { id: call.headers.get('idempotency-key') ?? '', status: 'succeed' },
              }),
      },
    })
    await input.fill('hello')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const alerts = (): number => panel.getByRole('alert').elements().length
      ;(sendButton.element() as HTMLElement).click()
      await drawn()
      await vi.advanceTimersByTimeAsync(500)
      while (alerts() === 0) await drawn()
      await vi.advanceTimersByTimeAsync(3_999)
      await drawn()
      expect(alerts()).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      await drawn()
      expect(alerts()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
    await expect.element(log.getByText('Not sent')).toBeVisible()
    isRefused = false
    await log.getByRole('button', { name: 'Send again' }).click()
    await expect.element(log.getByText('message 1')).toBeVisible()
    const keys = room.callsTo('POST /api/chat/send-message').map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
  })

  it('[ERR-120] that the server fails on says to try again', async () => {
    await openChat({ answers: { 'POST /api/chat/send-message': refusal(500, 'INTERNAL_SERVER_ERROR') } })
    await input.fill('hello')
    await sendButton.click()
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Message not sent. Please try again.')
  })

  it('that is not sent yet is kept, and of nobody but its writer', async () => {
    await openChat({ token: 'good' })
    await input.fill('half a thought')
    goTo('/user/profile')
    await expect.element(panel).not.toBeInTheDocument()
    goTo('/user/contact')
    await bubble.click()
    await expect.element(input).toHaveValue('half a thought')
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => location.pathname).toBe('/login')
    expect([localStorage.getItem('chat'), sessionStorage.getItem('chat')]).toEqual([null, null])
  })
})

describe('what comes', () => {
  const many = Array.from({ length: 10 }, (_, index) => long(index + 1))

  it('[CHT-041] is appended as it is told, and read out', async () => {
    const room = await openChat({ messages: many })
    room.say({ message: { message_type: 'text', payload: { message: 'just now' } } })
    await expect.element(log.getByText('just now')).toBeVisible()
    expect(room.callsTo('POST /api/chat/history')).toHaveLength(1)
    await expect.element(panel.getByText('Support: just now')).toBeInTheDocument()
  })

  it.each([
    [50, false],
    [60, false],
    [70, true],
  ])('[CHT-010] [LIM-017] while the reader is %d px from the end makes a banner: %s', async (awayPx, hasBanner) => {
    const room = await openChat({ messages: many })
    const scroller = log.element()
    await expect.element(log.getByText(/^message 10/)).toBeVisible()
    await atEnd()
    scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight - awayPx
    await drawn()
    const place = (): number =>
      log
        .getByText(/^message 9/)
        .element()
        .getBoundingClientRect().top
    const before = place()
    room.say({ message: { message_type: 'text', payload: { message: 'just now' } } })
    await expect.element(log.getByText('just now')).toBeInTheDocument()
    await drawn()
    const banner = panel.getByRole('button', { name: '1 new message' })
    if (!hasBanner) {
      await expect.element(banner).not.toBeInTheDocument()
      expect(leftPx()).toBeLessThan(1)
      // What is seen is marked a second later, which is not left to the next test.
      await expect.poll(() => room.callsTo('PUT /api/chat/read-customer/')).toHaveLength(1)
      return
    }
    await expect.element(banner).toBeVisible()
    expect(Math.abs(place() - before)).toBeLessThan(1)
    expect(room.callsTo('PUT /api/chat/read-customer/')).toEqual([])
    await banner.click()
    await expect.element(banner).not.toBeInTheDocument()
    expect(leftPx()).toBeLessThan(1)
    await expect.poll(() => room.callsTo('PUT /api/chat/read-customer/')).toHaveLength(1)
  })

  it('[LIM-018] is marked as read a second after it was seen', async () => {
    const room = await openChat({ token: 'good', messages: many })
    await expect.element(log.getByText(/^message 10/)).toBeVisible()
    await atEnd()
    const marked = (): number => room.callsTo('PUT /api/chat/read-customer/').length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      room.say()
      while (log.getByText('message 11').elements().length === 0) await drawn()
      await vi.advanceTimersByTimeAsync(999)
      await drawn()
      expect(marked()).toBe(0)
      await vi.advanceTimersByTimeAsync(1)
      while (marked() === 0) await drawn()
    } finally {
      vi.useRealTimers()
    }
    expect(marked()).toBe(1)
  })

  it('[CHT-042] several within a second are marked as read by one call', async () => {
    const room = await openChat({ token: 'good', messages: many })
    for (let n = 0; n < 5; n += 1) room.say()
    await expect.element(log.getByText('message 15')).toBeVisible()
    await expect.poll(() => room.callsTo('PUT /api/chat/read-customer/')).toHaveLength(1)
    expect(room.callsTo('PUT /api/chat/read-customer/')[0]?.body).toMatchObject({ userId: memberHome.profile._id })
  })

  it('is asked for after a break, which is said under the header', async () => {
    const room = await openChat({ messages: many })
    line.lose()
    await expect.element(panel.getByText('Connection lost. Reconnecting…')).toBeVisible()
    room.messages.push(textMessage(11), textMessage(12))
    line.open()
    await expect.element(panel.getByText('Connected again')).toBeVisible()
    await expect.element(log.getByText('message 12')).toBeVisible()
    expect(room.callsTo('POST /api/chat/history').at(-1)?.body).toMatchObject({ after: 10 })
  })
})
