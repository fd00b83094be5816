import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../../testing/fake-server.ts'
import { holdUploads } from '../../testing/held-uploads.ts'
import { textMessage } from './chat.fixture.ts'
import { beginAnew, chooseFile, fileOf, log, openChat, panel, pictureFile } from './chat-room.fixture.ts'

vi.mock('../../lib/socket.ts', async () => {
  const { line: followed } = await import('./chat-room.fixture.ts')
  return { subscribeWallet: () => () => undefined, followChat: followed.follow }
})

const MEGABYTE = 1024 * 1024
const taken = { filePath: '/api/files/f1', fileType: 'image', name: 'slip.png' }
const alertLine = panel.getByRole('alert')

/** Waits until the line of alerts says this, and no more. */
const says = (text: string): Promise<void> => expect.poll(() => alertLine.element().textContent).toBe(text)

beforeEach(beginAnew)

describe('a picture', () => {
  it('[CHT-037] [CHT-043] [CHT-062] is uploaded with its progress, sent, and has succeeded', async () => {
    const uploads = holdUploads()
    let letSend: (() => void) | undefined
    const mayBeSent = new Promise<void>((done) => (letSend = done))
    const room = await openChat({
      answers: {
        'POST /api/chat/send-message': async (call) => {
          await mayBeSent
          return {
            _id: `m${'0'.repeat(25)}`,
            seq: 1,
            sender: 'customer',
            createdAt: '2026-11-21T02:03:00.000Z',
            session_id: 'one',
            message: { message_type: 'media', payload: { fileType: 'image', filePath: '/mark.svg', name: 'slip.png' } },
            deliver: { id: call.headers.get('idempotency-key'), status: 'succeed' },
          }
        },
      },
    })
    chooseFile(await pictureFile())
    await expect.poll(() => uploads).toHaveLength(1)
    expect(uploads[0]?.path).toBe('/api/chat/upload-image')
    expect(uploads[0]?.form.get('guestId')).toBe(localStorage.getItem('guestId'))
    await expect.element(log.getByText('Uploading 0%')).toBeVisible()
    uploads[0]?.progress(0.425)
    await expect.element(log.getByRole('progressbar', { name: 'Uploading 42%' })).toBeVisible()
    await expect
      .element(log.getByRole('img', { name: 'Image' }))
      .toHaveAttribute('src', expect.stringMatching(/^blob:/))
    uploads[0]?.answer(200, taken)
    await expect.element(log.getByText('Sending…')).toBeVisible()
    letSend?.()
    await expect.element(log.getByText('09:03')).toBeVisible()
    await expect.element(log.getByText('Sent', { exact: true })).toBeInTheDocument()
    expect(room.callsTo('POST /api/chat/send-message')[0]?.body).toMatchObject({
      sender: 'customer',
      message: {
        message_type: 'media',
        payload: { message: 'slip.png', url: true, fileType: 'image', filePath: '/api/files/f1' },
      },
    })
    // What was chosen here is not fetched back.
    await expect
      .element(log.getByRole('img', { name: 'Image' }))
      .toHaveAttribute('src', expect.stringMatching(/^blob:/))
  })

  it('[CHT-043] [CHT-044] whose upload fails has failed, and is uploaded and sent when it is wanted again', async () => {
    const uploads = holdUploads()
    const room = await openChat()
    chooseFile(await pictureFile())
    await expect.poll(() => uploads).toHaveLength(1)
    uploads[0]?.break()
    await expect.element(log.getByText('Not sent')).toBeVisible()
    await expect.element(alertLine).toHaveTextContent('Message not sent. Please try again.')
    await log.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => uploads).toHaveLength(2)
    uploads[1]?.answer(200, taken)
    await expect.poll(() => room.messages).toHaveLength(1)
    await expect.element(log.getByText('Not sent')).not.toBeInTheDocument()
  })

  it('[CHT-044] that was uploaded and refused is sent again under its own id, without a second upload', async () => {
    const uploads = holdUploads()
    let isRefused = true
    const room = await openChat({
      answers: {
        'POST /api/chat/send-message': () => (isRefused ? refusal(429, 'REQUEST_LIMIT') : refusal(422, 'NO_DATA')),
      },
    })
    chooseFile(await pictureFile())
    await expect.poll(() => uploads).toHaveLength(1)
    uploads[0]?.answer(200, taken)
    await expect.element(log.getByText('Not sent')).toBeVisible()
    isRefused = false
    await log.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => room.callsTo('POST /api/chat/send-message')).toHaveLength(2)
    const keys = room.callsTo('POST /api/chat/send-message').map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    expect(uploads).toHaveLength(1)
  })

  it('[CHT-045] that failed is removed', async () => {
    const uploads = holdUploads()
    await openChat()
    chooseFile(await pictureFile())
    await expect.poll(() => uploads).toHaveLength(1)
    uploads[0]?.answer(413, { message: 'FILE_TOO_LARGE', details: { max: 10 * MEGABYTE } })
    await says('The file is too large. Please select file no larger than 10 MB.')
    await log.getByRole('button', { name: 'Remove' }).click()
    await expect.element(log.getByRole('img')).not.toBeInTheDocument()
  })

  it('is given up while it is on its way', async () => {
    const uploads = holdUploads()
    await openChat()
    chooseFile(await pictureFile())
    await expect.poll(() => uploads).toHaveLength(1)
    await log.getByRole('button', { name: 'Cancel' }).click()
    expect(uploads[0]?.isAborted()).toBe(true)
    await expect.element(log.getByText(/Uploading/)).not.toBeInTheDocument()
    await expect.element(log.getByText('Not sent')).not.toBeInTheDocument()
  })

  it('[LIM-002] has 300 seconds to be uploaded', async () => {
    const uploads = holdUploads()
    await openChat()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    chooseFile(await pictureFile())
    await vi.advanceTimersByTimeAsync(299_000)
    expect(uploads).toHaveLength(1)
    expect(uploads[0]?.isAborted()).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(uploads[0]?.isAborted()).toBe(true)
    await expect.element(log.getByText('Not sent')).toBeVisible()
  })
})

describe('a picture in the log', () => {
  const viewer = page.getByRole('dialog', { name: 'Image' })
  const drawing = `${location.origin}/apps/wallet/src/ui/art/empty.svg`
  const picture = textMessage(1, {
    message: { message_type: 'media', payload: { fileType: 'image', filePath: drawing, name: 'slip.png' } },
  })

  it('opens over the whole screen, is enlarged and saved there, and closes by Escape with the chat still open', async () => {
    await openChat({ messages: [picture] })
    const opener = log.getByRole('button', { name: 'Open the image full screen' })
    await opener.click()
    await expect.element(viewer).toBeVisible()
    expect(viewer.element().getBoundingClientRect()).toMatchObject({ width: innerWidth, height: innerHeight })
    const save = viewer.getByRole('link', { name: 'Save the image' })
    await expect.element(save).toHaveAttribute('download', 'slip.png')
    const wide = () => viewer.getByRole('img').element().getBoundingClientRect().width
    await viewer.getByRole('button', { name: 'Enlarge the image' }).click()
    await expect.poll(() => wide()).toBeGreaterThanOrEqual(innerWidth * 2 - 1)
    await viewer.getByRole('button', { name: 'Shrink the image' }).click()
    await expect.poll(() => wide()).toBeLessThanOrEqual(innerWidth)
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(panel).toBeVisible()
    await expect.element(opener).toHaveFocus()
  })

  it('that is not kept any more is told of in words', async () => {
    const gone = textMessage(1, {
      message: {
        message_type: 'media',
        payload: { fileType: 'image', filePath: `${location.origin}/api/chat/file/gone`, name: 'slip.png' },
      },
    })
    await openChat({ messages: [gone] })
    await expect.element(log.getByText("This picture can't be opened. It may no longer be kept.")).toBeVisible()
    expect(log.getByRole('img', { name: 'Image' }).query()).toBeNull()
  })

  it('closes by the browser’s back, which leaves the chat open', async () => {
    await openChat({ messages: [picture] })
    await log.getByRole('button', { name: 'Open the image full screen' }).click()
    await expect.element(viewer).toBeVisible()
    history.back()
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(panel).toBeVisible()
  })
})

describe('a file', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'image'],
    ['a.jpeg', 'image/jpeg', 'image'],
    ['a.png', 'image/png', 'image'],
    ['a.gif', 'image/gif', 'image'],
    ['a.mp4', 'video/mp4', 'video'],
    ['a.mov', 'video/quicktime', 'video'],
  ])('[CHT-034] [CHT-035] [CHT-055] %s of type %s goes up as a %s', async (name, type, kind) => {
    const uploads = holdUploads()
    await openChat()
    chooseFile(fileOf(name, type))
    await expect.poll(() => uploads.map(({ path }) => path)).toEqual([`/api/chat/upload-${kind}`])
    await expect.element(alertLine).not.toBeInTheDocument()
  })

  it.each([
    ['[CHT-051] without an extension', 'photo', 'image/png'],
    ['[CHT-054] that is a PDF', 'a.pdf', 'application/pdf'],
    ['[CHT-055] that is a WebP', 'a.webp', 'image/webp'],
    ['[CHT-056] that is a text', 'a.txt', 'text/plain'],
    ['[CHT-056] of no type', 'a.bin', ''],
  ])('%s is not uploaded', async (_, name, type) => {
    const uploads = holdUploads()
    await openChat()
    chooseFile(fileOf(name, type))
    await says('File is not supported')
    expect(uploads).toEqual([])
    expect(log.getByRole('img').elements()).toEqual([])
  })

  it.each([
    ['[CHT-052]', 'a.png', 'image/png', 11, 10],
    ['[CHT-053]', 'a.mp4', 'video/mp4', 21, 20],
  ])('%s %s (%s) of %i MB is too large', async (_, name, type, megabytes, most) => {
    const uploads = holdUploads()
    await openChat()
    chooseFile(fileOf(name, type, megabytes * MEGABYTE))
    await says(`The file is too large. Please select file no larger than ${most} MB.`)
    expect(uploads).toEqual([])
  })

  it.each([
    ['[LIM-014]', 'a.png', 'image/png', 10],
    ['[LIM-015]', 'a.mp4', 'video/mp4', 20],
  ])('%s %s may be of exactly so many bytes: %s, %i MB', async (_, name, type, megabytes) => {
    const uploads = holdUploads()
    await openChat()
    chooseFile(fileOf(name, type, megabytes * MEGABYTE))
    await expect.poll(() => uploads).toHaveLength(1)
    chooseFile(fileOf(name, type, megabytes * MEGABYTE + 1))
    await says(`The file is too large. Please select file no larger than ${megabytes} MB.`)
    expect(uploads).toHaveLength(1)
  })
})
