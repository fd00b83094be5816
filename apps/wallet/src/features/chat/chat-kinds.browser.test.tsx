import type { ChatMessage } from '@krapao/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { beginAnew, log, openChat, panel } from './chat-room.fixture.ts'
import { textMessage } from './chat.fixture.ts'

vi.mock('../../lib/socket.ts', async () => {
  const { line: followed } = await import('./chat-room.fixture.ts')
  return { subscribeWallet: () => () => undefined, followChat: followed.follow }
})

type Content = ChatMessage['message']

/** A picture and a video that the server of the tests has. */
const drawing = `${location.origin}/apps/wallet/src/ui/art/empty.svg`
const film = `${location.origin}/apps/wallet/public/videos/wallet.th.mp4`

const buttons = [
  { title: 'Our site', type: 'web', payload: 'https://a.example/b' },
  { title: 'Call us', type: 'call', payload: '02-123-4567' },
  { title: 'Show status', type: 'postback', payload: 'STATUS' },
  { title: 'Say this', type: 'text', payload: 'anything' },
]

async function openWith(content: Content) {
  return openChat({ messages: [textMessage(1, { message: content })] })
}

beforeEach(beginAnew)

it('a message of what answers by itself says so: to be seen where it begins, to be heard at each, and as it comes', async () => {
  const by = (seq: number, sender: string): ChatMessage => textMessage(seq, { sender })
  const room = await openChat({ messages: [by(1, 'customer'), by(2, 'robot'), by(3, 'robot'), by(4, 'admin')] })
  await expect.element(log.getByText('message 4')).toBeVisible()
  const heard = [...log.element().querySelectorAll('[data-message] > .vh')].map(({ textContent }) => textContent)
  expect(heard).toEqual(['You', 'Automatic reply', 'Automatic reply', 'Support'])
  const seen = [...log.element().querySelectorAll('p[aria-hidden]')].map(
    ({ textContent, nextElementSibling }) => `${textContent}: ${nextElementSibling?.getAttribute('data-message')}`,
  )
  expect(seen).toEqual(['Automatic reply: 2', 'Support: 4'])
  room.say({ sender: 'robot' })
  await expect.element(page.getByText('Automatic reply: message 5')).toBeInTheDocument()
})

describe('a message of kind', () => {
  it('[CHT-012] [CHT-013] [CHT-014] text shows its words, with addresses of the web and of mail as links', async () => {
    await openWith({
      message_type: 'text',
      payload: { message: 'Hello <b>you</b>\nsee https://a.b or write to a@b.co' },
    })
    await expect.element(log.getByText(/Hello <b>you<\/b>/)).toBeVisible()
    const web = log.getByRole('link', { name: 'https://a.b' })
    await expect.element(web).toHaveAttribute('href', 'https://a.b/')
    await expect.element(web).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(web).toHaveAttribute('target', '_blank')
    await expect.element(log.getByRole('link', { name: 'a@b.co' })).toHaveAttribute('href', 'mailto:a@b.co')
    expect(log.getByRole('link').elements()).toHaveLength(2)
  })

  it('[CHT-015] [CHT-021] [CHT-022] buttons shows its title and buttons; web and call are links', async () => {
    await openWith({ message_type: 'buttons', payload: { title: 'How can we help?', buttons } })
    await expect.element(log.getByText('How can we help?')).toBeVisible()
    const web = log.getByRole('link', { name: /^Our site/ })
    await expect.element(web).toHaveAttribute('href', 'https://a.example/b')
    await expect.element(web).toHaveAttribute('rel', 'noopener noreferrer')
    await expect
      .element(log.getByRole('link', { name: 'Call us 02-123-4567' }))
      .toHaveAttribute('href', 'tel:021234567')
    await expect.element(log.getByRole('button', { name: 'Show status' })).toBeVisible()
    await expect.element(log.getByRole('button', { name: 'Say this' })).toBeVisible()
  })

  it('[CHT-021] buttons leads nowhere but to http, https and mail', async () => {
    const payload = 'javascript:document.title="x"'
    await openWith({
      message_type: 'buttons',
      payload: { title: 'Look', buttons: [{ title: 'Here', type: 'web', payload }] },
    })
    await expect.element(log.getByText('Here')).toBeVisible()
    expect(log.getByRole('link').elements()).toEqual([])
    expect(log.getByRole('button').elements()).toEqual([])
  })

  it('[CHT-023] buttons sends a postback', async () => {
    const room = await openWith({ message_type: 'buttons', payload: { title: 'How can we help?', buttons } })
    await log.getByRole('button', { name: 'Show status' }).click()
    await expect.poll(() => room.callsTo('POST /api/chat/send-message')).toHaveLength(1)
    expect(room.callsTo('POST /api/chat/send-message')[0]?.body).toMatchObject({
      sender: 'customer',
      message: { message_type: 'postback', payload: { title: 'Show status', message: 'STATUS' } },
    })
  })

  it('[CHT-024] buttons of any other type sends its title', async () => {
    const room = await openWith({ message_type: 'buttons', payload: { title: 'How can we help?', buttons } })
    await log.getByRole('button', { name: 'Say this' }).click()
    await expect.poll(() => room.callsTo('POST /api/chat/send-message')).toHaveLength(1)
    expect(room.callsTo('POST /api/chat/send-message')[0]?.body).toMatchObject({
      message: { message_type: 'text', payload: { message: 'Say this' } },
    })
  })

  it('[CHT-016] media shows pictures and videos in place', async () => {
    const media = (seq: number, fileType: string, filePath: string): ChatMessage =>
      textMessage(seq, {
        message: { message_type: 'media', payload: { fileType, filePath, name: 'how.mp4', url: true } },
      })
    await openChat({ messages: [media(1, 'image', drawing), media(2, 'video', film)] })
    const picture = log.getByRole('img', { name: 'Image' })
    await expect.element(picture).toHaveAttribute('src', drawing)
    const video = log.element().querySelector('video')
    expect(video?.controls).toBe(true)
    expect(video?.getAttribute('aria-label')).toBe('Video')
    expect(video?.src).toBe(film)
  })

  it('[CHT-016] media asks for a new address when the one that it has is no longer good', async () => {
    const of = (filePath: string): ChatMessage =>
      textMessage(3, { message: { message_type: 'media', payload: { fileType: 'image', filePath, url: true } } })
    const room = await openChat({
      answers: {
        'POST /api/chat/history': ({ body }) => {
          const isAgain = 'after' in (body as object)
          const messages = isAgain ? [of(drawing)] : [textMessage(1), textMessage(2), of('/api/files/old?e=1')]
          return { messages, unread: 0 }
        },
      },
    })
    await expect.element(log.getByRole('img', { name: 'Image' })).toHaveAttribute('src', drawing)
    expect(room.callsTo('POST /api/chat/history').map(({ body }) => body)).toMatchObject([{ skip: 0 }, { after: 2 }])
  })

  it('[CHT-017] quick_replies shows chips, which answer', async () => {
    const room = await openWith({
      message_type: 'quick_replies',
      payload: {
        message: 'What is it about?',
        buttons: [
          { title: 'Deposit', type: 'text', payload: 'deposit' },
          { title: 'Withdraw', type: 'postback', payload: 'WITHDRAW' },
        ],
      },
    })
    await expect.element(log.getByText('What is it about?')).toBeVisible()
    await expect.element(log.getByRole('button', { name: 'Withdraw' })).toBeVisible()
    await log.getByRole('button', { name: 'Deposit' }).click()
    await expect.poll(() => room.messages.at(-1)?.message.payload?.message).toBe('Deposit')
  })

  it('[CHT-018] generic shows cards side by side, each with picture, title, subtitle and buttons', async () => {
    const card = (title: string): object => ({
      image_url: drawing,
      title,
      subtitle: `about ${title}`,
      buttons: [{ title: `More of ${title}`, type: 'postback', payload: title }],
    })
    await openWith({ message_type: 'generic', payloads: [card('One'), card('Two')] as Content['payloads'] & object })
    for (const title of ['One', 'Two']) {
      await expect.element(log.getByText(title, { exact: true })).toBeInTheDocument()
      await expect.element(log.getByText(`about ${title}`)).toBeInTheDocument()
      await expect.element(log.getByRole('button', { name: `More of ${title}` })).toBeInTheDocument()
    }
    expect(log.element().querySelectorAll(`img[src='${drawing}']`)).toHaveLength(2)
    const [one, two] = [...log.element().querySelectorAll('li[class*=card]')].map((element) =>
      element.getBoundingClientRect(),
    )
    expect(one?.top).toBe(two?.top)
    expect(one?.right).toBeLessThan(two?.left ?? 0)
  })

  it('[CHT-019] postback shows its title, or its message', async () => {
    await openChat({
      messages: [
        textMessage(1, { message: { message_type: 'postback', payload: { title: 'The title', message: 'CODE' } } }),
        textMessage(2, { message: { message_type: 'postback', payload: { message: 'the message' } } }),
      ],
    })
    await expect.element(log.getByText('The title')).toBeVisible()
    await expect.element(log.getByText('the message')).toBeVisible()
    await expect.element(log.getByText('CODE')).not.toBeInTheDocument()
  })

  it.each([
    { message_type: 'xyz', payload: { message: 'future' } },
    { message_type: 'xyz' },
    { message_type: 'text' },
    { message_type: 'buttons', payload: {} },
    { message_type: 'generic', payloads: [] },
    { message_type: 'quick_replies' },
  ])('[CHT-020] unknown, or without what it should hold, says so: %j', async (content) => {
    await openWith(content)
    await expect.element(log.getByText("This message can't be shown here")).toBeVisible()
  })
})

it('is readable at 320 px and with text twice as large, where it covers the page', async () => {
  await page.viewport(320, 640)
  document.documentElement.style.fontSize = '200%'
  try {
    await openChat({
      messages: [
        textMessage(1, {
          message: { message_type: 'text', payload: { message: `https://a.example/${'long'.repeat(60)}` } },
        }),
        textMessage(2, { message: { message_type: 'buttons', payload: { title: 'A title', buttons } } }),
        textMessage(3, { sender: 'customer' }),
      ],
    })
    await expect.element(log.getByText('message 3')).toBeVisible()
    expect(panel.element().matches(':modal')).toBe(true)
    expect(log.element().scrollWidth).toBeLessThanOrEqual(log.element().clientWidth)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    expect(log.element().clientHeight).toBeGreaterThan(120)
    // The browser's back closes it.
    history.back()
    await expect.element(panel).not.toBeInTheDocument()
    expect(location.pathname).toBe('/contact')
  } finally {
    document.documentElement.style.fontSize = ''
  }
})
