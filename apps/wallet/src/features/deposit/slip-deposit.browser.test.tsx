import type { Slip } from '@krapao/contract'
import { referenceOf } from '@krapao/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { holdUploads } from '../../testing/held-uploads.ts'
import { beginAnew, dialog, openDeposit } from './deposit.fixture.ts'
import { chooseFile, goodCode, pictureOf, slipOf, toTab } from './slip.fixture.ts'
import { hint } from '../../testing/hints.ts'

vi.mock('../../lib/socket.ts', () => import('../../testing/hints.ts'))

const always = { info: '', isOpen: true, closedFrom: '23:50', closedUntil: '00:10' }
const sendButton = dialog.getByRole('button', { name: 'Send slip', exact: true })
const chooseButton = dialog.getByRole('button', { name: 'Choose slip image' })
const preview = dialog.getByRole('img', { name: 'Chosen slip image' })
const problem = dialog.getByRole('alert')

/** The slips that the server has; a test changes them. */
let slips: Slip[]

async function openSlips(given: FakeAnswers = {}, language: 'th' | 'lo' | 'en' = 'en') {
  const world = await openDeposit(
    {
      'GET /api/lookup/slip': always,
      'POST /api/statement/slip': () => ({ total: slips.length, slips }),
      ...given,
    },
    language,
  )
  await toTab({ th: 'ส่งสลิป', lo: 'ສົ່ງສະລິບ', en: 'Send slip' }[language])
  return world
}

/** Chooses a good slip and waits until it was looked at. */
async function chooseGood(): Promise<File> {
  const file = await pictureOf({ code: goodCode })
  await expect.element(chooseButton).toBeEnabled()
  chooseFile(file)
  await expect.element(dialog.getByText('The QR on the slip is clear. Ready to send.')).toBeVisible()
  return file
}

/** Sends a good slip, and answers the uploads, of which the first is under way. */
async function sendGood(): Promise<ReturnType<typeof holdUploads>> {
  const uploads = holdUploads()
  await openSlips()
  await chooseGood()
  await sendButton.click()
  await expect.poll(() => uploads).toHaveLength(1)
  return uploads
}

beforeEach(() => {
  beginAnew()
  slips = []
})

describe('the slip part', () => {
  it.each([
    ['th', 'ส่งสลิปภายใน 1 ชั่วโมงหลังโอนเงิน', 'เงินเข้ากระเป๋าหลักภายใน 1 นาที', 'ปิดรับสลิปเวลา 23:50–00:10'],
    ['lo', 'ສົ່ງສະລິບພາຍໃນ 1 ຊົ່ວໂມງຫຼັງໂອນເງິນ', 'ເງິນເຂົ້າກະເປົາຫຼັກພາຍໃນ 1 ນາທີ', 'ປິດຮັບສະລິບເວລາ 23:50–00:10'],
    [
      'en',
      'Send the slip within 1 hour of the transfer',
      'Your wallet is credited within 1 minute',
      'Slip upload is closed 23:50–00:10',
    ],
  ] as const)(
    '[DEP-030] [DEP-031] [DEP-033] says its times and those of the server, in %s',
    async (language, ...told) => {
      await openSlips({}, language)
      for (const text of told) await expect.element(dialog.getByText(new RegExp(text))).toBeVisible()
    },
  )

  it('[DEP-033] takes nothing while it is closed, and opens by itself', async () => {
    let isOpen = false
    await openSlips({
      'GET /api/lookup/slip': () => ({ ...always, isOpen, closedFrom: '02:00', closedUntil: '03:30' }),
    })
    await expect.element(dialog.getByText('Slip upload is closed now. It opens again at 03:30.')).toBeVisible()
    await expect.element(chooseButton).toBeDisabled()
    isOpen = true
    await toTab('QR code')
    await toTab('Send slip')
    await expect.element(chooseButton).toBeEnabled()
    await expect.element(dialog.getByText('Slip upload is closed 02:00–03:30')).toBeVisible()
  })

  it('shows what the operator says about slips', async () => {
    await openSlips({ 'GET /api/lookup/slip': { ...always, info: '<p>Photograph it <b>flat</b></p>' } })
    await expect.element(dialog.getByText('Photograph it flat')).toBeVisible()
  })
})

describe('a chosen picture', () => {
  it('is shown with what was found on it, and can be changed', async () => {
    await openSlips()
    await chooseGood()
    await expect.element(preview).toBeVisible()
    await expect.element(sendButton).toBeEnabled()
    chooseFile(await pictureOf({ name: 'holiday.png' }))
    await expect.element(dialog.getByText('No QR found. Use the full slip image from your bank app.')).toBeVisible()
  })

  it('that is no slip is told before anything is sent', async () => {
    const uploads = holdUploads()
    await openSlips()
    await expect.element(chooseButton).toBeEnabled()
    chooseFile(await pictureOf({ code: 'https://example.com/an-advert' }))
    await expect.element(dialog.getByText(/This QR is not from a slip/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Choose another image' })).toBeEnabled()
    expect(sendButton.query()).toBeNull()
    expect(uploads).toHaveLength(0)
    // Who knows better may send it all the same.
    await dialog.getByRole('button', { name: 'Send it anyway' }).click()
    await expect.poll(() => uploads).toHaveLength(1)
  })

  it('[ERR-069] [ERR-070] that is no picture at all is refused here already', async () => {
    await openSlips()
    await expect.element(chooseButton).toBeEnabled()
    chooseFile(new File(['not a picture'], 'notes.png', { type: 'image/png' }))
    await expect.element(problem).toMatchTextContent('Choose a JPG or PNG up to 10 MB')
    chooseFile(new File([], 'empty.png', { type: 'image/png' }))
    await expect.element(problem).toHaveTextContent('No slip image chosen. Choose one before you send.')
    expect(preview.query()).toBeNull()
  })

  it('goes as it is when it is small, and smaller with its code still there when it is large', async () => {
    const uploads = holdUploads()
    await openSlips()
    const small = await chooseGood()
    await sendButton.click()
    await expect.poll(() => uploads).toHaveLength(1)
    expect(uploads[0]?.file().size).toBe(small.size)
    await dialog.getByRole('button', { name: 'Cancel upload' }).click()

    const large = await pictureOf({
      code: goodCode,
      widthPx: 2_400,
      heightPx: 3_000,
      type: 'image/jpeg',
      isNoisy: true,
    })
    expect(large.size).toBeGreaterThan(3_000_000)
    chooseFile(large)
    await expect.element(dialog.getByText('Reading the QR on the image…')).toBeVisible()
    await expect.element(dialog.getByText('The QR on the slip is clear. Ready to send.')).toBeVisible()
    await sendButton.click()
    await expect.poll(() => uploads).toHaveLength(2)
    const sent = uploads[1]?.file()
    expect(sent?.type).toBe('image/jpeg')
    expect(sent?.size).toBeLessThan(large.size)
    const bitmap = await createImageBitmap(sent ?? large)
    expect([bitmap.width, bitmap.height]).toEqual([1_920, 2_400])
  })

  it('of a kind that the reader does not know is sent as a JPEG', async () => {
    const uploads = holdUploads()
    await openSlips()
    await expect.element(chooseButton).toBeEnabled()
    chooseFile(await pictureOf({ code: goodCode, type: 'image/webp' }))
    await expect.element(dialog.getByText('The QR on the slip is clear. Ready to send.')).toBeVisible()
    await sendButton.click()
    await expect.poll(() => uploads[0]?.file().type).toBe('image/jpeg')
  })
})

describe('an upload', () => {
  it('[DEP-001] [DEP-024] shows how far it is, and its slip until the money came', async () => {
    const uploads = holdUploads()
    await openSlips()
    await chooseGood()
    await sendButton.click()
    const bar = dialog.getByRole('progressbar')
    await expect.element(bar).toHaveAttribute('aria-valuenow', '0')
    uploads[0]?.progress(0.42)
    await expect.element(dialog.getByText('Uploading 42%')).toBeVisible()
    await expect.element(bar).toHaveAttribute('aria-valuenow', '42')
    uploads[0]?.progress(1)
    await expect.element(dialog.getByText('Checking…')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Cancel upload' })).toBeDisabled()
    slips = [slipOf(1)]
    uploads[0]?.answer(200, { slip: slipOf(1) })
    await expect.element(dialog.getByRole('heading', { name: 'Checking your slip' })).toBeVisible()
    slips = [slipOf(1, { note: 'IN_REVIEW' })]
    hint()
    await expect.element(dialog.getByRole('heading', { name: 'Our team is checking your slip' })).toBeVisible()
    await expect.element(dialog.getByRole('status')).toMatchTextContent('No need to send it again.')
    slips = [slipOf(1, { status: 'SUCCESS', amount: 1_250.5 })]
    const done = page.getByRole('alertdialog', { name: 'Done' })
    // The app listens from a moment after it was opened: a hint before that is lost.
    const isDoneAtAHint = (): boolean => {
      hint()
      return done.query() !== null
    }
    await expect.poll(isDoneAtAHint, { interval: 250 }).toBe(true)
    await expect.element(done).toHaveAccessibleDescription('1,250.50 baht received')
    expect(dialog.query()).toBeNull()
  })

  it('says why a slip was refused and what to do, and takes another', async () => {
    const uploads = await sendGood()
    slips = [slipOf(1, { status: 'FAILED', note: 'NOT_MATCH' })]
    uploads[0]?.answer(200, { slip: slipOf(1) })
    const heading = dialog.getByRole('heading', { name: 'Failed: Account does not match the registered one' })
    await expect.element(heading).toBeVisible()
    await dialog.getByRole('button', { name: 'Choose another image' }).click()
    await expect.element(chooseButton).toBeEnabled()
  })

  it('is cancelled, and its picture is kept for the next try', async () => {
    const uploads = await sendGood()
    uploads[0]?.progress(0.3)
    await dialog.getByRole('button', { name: 'Cancel upload' }).click()
    await expect.element(page.getByText('Upload cancelled').first()).toBeVisible()
    expect(uploads[0]?.isAborted()).toBe(true)
    await expect.element(preview).toBeVisible()
    await expect.element(sendButton).toBeEnabled()
  })

  it('whose connection breaks keeps its picture, and is sent again under the same key', async () => {
    const uploads = await sendGood()
    uploads[0]?.progress(0.6)
    uploads[0]?.break()
    await expect.element(problem).toMatchTextContent('No connection. Check your internet and try again.')
    await expect.element(preview).toBeVisible()
    const told = problem.element().textContent
    await dialog.getByRole('button', { name: 'Send the slip again' }).click()
    await expect.poll(() => uploads).toHaveLength(2)
    const keys = uploads.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(told).toContain(`Reference number ${referenceOf(keys[0] ?? '')}. Tell it to support.`)
    expect(keys[1]).toBe(keys[0])
    expect(uploads[1]?.file().size).toBe(uploads[0]?.file().size)
  })

  it('[LIM-003] has 300 seconds, and a try without an answer is told as what it is', async () => {
    const uploads = holdUploads()
    await openSlips()
    await chooseGood()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    ;(sendButton.element() as HTMLElement).click()
    await vi.advanceTimersByTimeAsync(299_000)
    expect(uploads).toHaveLength(1)
    expect(uploads[0]?.isAborted()).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(uploads[0]?.isAborted()).toBe(true)
    vi.useRealTimers()
    await expect
      .element(problem)
      .toMatchTextContent('We do not know if the slip arrived. Send it again: it counts once.')
    await expect.element(preview).toBeVisible()
  })

  it.each([
    [503, 'SLIP_UPLOAD_FAIL', 'The slip was not sent. Please try again.'],
    [409, 'SLIP_CLOSED', 'Slip upload is closed right now. Try again after the time shown.'],
    [415, 'SLIP_INVALID_FILE', 'Choose a JPG or PNG up to 10 MB'],
  ])('[ERR-068] [ERR-001] refused with %i %s says why and keeps the picture', async (status, message, words) => {
    const uploads = await sendGood()
    uploads[0]?.answer(status, { message })
    await expect.element(problem).toMatchTextContent(words)
    await expect.element(preview).toBeVisible()
  })

  it('goes on while another tab is looked at, and ends when the sheet is closed', async () => {
    const uploads = await sendGood()
    await toTab('QR code')
    uploads[0]?.progress(0.5)
    await toTab('Send slip')
    await expect.element(dialog.getByText('Uploading 50%')).toBeVisible()
    expect(uploads[0]?.isAborted()).toBe(false)
    await dialog.getByRole('button', { name: 'Close this window' }).click()
    await expect.poll(() => uploads[0]?.isAborted()).toBe(true)
    await expect.element(page.getByText('Upload cancelled').first()).toBeVisible()
  })
})
