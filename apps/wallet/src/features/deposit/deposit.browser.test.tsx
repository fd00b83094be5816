import { noteServerDate } from '@krapao/web'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import type { BankCode } from './deposit.fixture.ts'
import {
  amount,
  amountOf,
  beginAnew,
  create,
  createButton,
  dialog,
  info,
  live,
  noQr,
  openDeposit,
  picture,
  qrOf,
  timer,
} from './deposit.fixture.ts'

vi.mock('../../lib/socket.ts', () => import('../../testing/hints.ts'))

beforeEach(beginAnew)

describe('the sheet of deposits', () => {
  it('has one height in all its ways and while they are fetched, and nothing on it is wider than it is', async () => {
    await page.viewport(360, 740)
    onTestFinished(() => page.viewport(414, 896))
    const answer = Promise.withResolvers<object>()
    const opened = openDeposit({ 'GET /api/lookup/deposit': () => answer.promise })
    const waiting = dialog.getByLabelText('Loading', { exact: false }).first()
    await expect.element(waiting).toBeInTheDocument()
    const heights = [(dialog.element() as HTMLElement).offsetHeight]
    const { right } = dialog.element().getBoundingClientRect()
    for (const block of waiting.element().querySelectorAll('span')) {
      expect(block.getBoundingClientRect().right).toBeLessThanOrEqual(right - 16)
    }
    answer.resolve(info)
    await opened
    for (const tab of dialog.getByRole('tab').all()) {
      await tab.click()
      await expect.element(tab).toHaveAttribute('aria-selected', 'true')
      heights.push((dialog.element() as HTMLElement).offsetHeight)
    }
    expect(heights.length).toBeGreaterThan(2)
    expect(new Set(heights).size).toBe(1)
    expect(heights[0]).toBeGreaterThan(600)
  })
})

describe('a deposit by QR', () => {
  it('[DEP-009] [DEP-028] begins with an amount and becomes the QR of it', async () => {
    const { callsTo } = await openDeposit()
    await create('500')
    await expect.element(picture('500.00')).toBeVisible()
    await expect.element(dialog.getByText('฿500.00 baht')).toBeVisible()
    expect(amount.query()).toBeNull()
    expect(callsTo('POST /api/qrcode/KBANK').map(amountOf)).toEqual([500])
  })

  it('[DEP-027] shows the QR that is live already', async () => {
    await openDeposit({ 'GET /api/qrcode/WW': qrOf(77) })
    expect(live.WW.hasQrcode).toBe(false)
    await expect.element(picture('77.00')).toBeVisible()
    await expect.element(dialog.getByRole('radio', { name: 'Payment QR' })).toBeChecked()
  })

  it('[DEP-019] offers six amounts for KBANK', async () => {
    await openDeposit()
    for (const text of ['10', '20', '50', '100', '500', '1,000']) {
      await dialog.getByRole('button', { name: `Choose ${text} baht` }).click()
      await expect.element(amount).toHaveValue(text)
    }
    expect(dialog.getByRole('group', { name: 'Choose an amount' }).getByRole('button').elements()).toHaveLength(6)
  })

  it('[DEP-020] offers five amounts for WW', async () => {
    await openDeposit()
    await dialog.getByRole('radio', { name: 'Payment QR' }).click()
    for (const text of ['20', '50', '100', '500', '1,000']) {
      await dialog.getByRole('button', { name: `Choose ${text} baht` }).click()
      await expect.element(amount).toHaveValue(text)
    }
    expect(dialog.getByRole('group', { name: 'Choose an amount' }).getByRole('button').elements()).toHaveLength(5)
  })

  it('[DEP-016] is not to be made for 0 and less at KBANK', async () => {
    await openDeposit()
    for (const [text, isDisabled] of [
      ['', true],
      ['0', true],
      ['-1', true],
      ['1', false],
    ] as const) {
      await amount.fill(text)
      await expect.element(createButton)[isDisabled ? 'toBeDisabled' : 'toBeEnabled']()
    }
  })

  it('[DEP-017] [LIM-027] [LIM-032] is not to be made under 20 at WW', async () => {
    await openDeposit()
    await dialog.getByRole('radio', { name: 'Payment QR' }).click()
    await expect.element(dialog.getByText('Minimum 20 baht')).toBeVisible()
    for (const [text, isDisabled] of [
      ['19', true],
      ['19.99', true],
      ['20', false],
    ] as const) {
      await amount.fill(text)
      await expect.element(createButton)[isDisabled ? 'toBeDisabled' : 'toBeEnabled']()
    }
  })

  it('[DEP-018] under one baht is asked of nobody and says nothing', async () => {
    const { callsTo } = await openDeposit()
    await amount.fill('0.5')
    await expect.element(createButton).toBeEnabled()
    await createButton.click()
    await create('1')
    await expect.element(picture('1.00')).toBeVisible()
    expect(callsTo('POST /api/qrcode/KBANK').map(amountOf)).toEqual([1])
    expect(page.getByRole('alert').elements()).toHaveLength(0)
  })

  it.each([
    ['th', 'เงินเข้ากระเป๋าหลักภายใน 1 นาที', 'QR นี้ใช้ได้ครั้งเดียว'],
    ['lo', 'ເງິນເຂົ້າກະເປົາຫຼັກພາຍໃນ 1 ນາທີ', 'QR ນີ້ໃຊ້ໄດ້ຄັ້ງດຽວ'],
    ['en', 'Your wallet is credited within 1 minute', 'This QR code can be used only once'],
  ] as const)('[DEP-030] [DEP-032] says when the money comes and that the QR is for once, in %s', async (...told) => {
    const [language, credited, once] = told
    await openDeposit({}, language)
    await expect.element(dialog.getByText(credited)).toBeVisible()
    await expect.element(dialog.getByText(once)).toBeVisible()
  })
})

describe('a live QR', () => {
  it('[DEP-010] [DEP-011] [DEP-034] counts down by the second to the end that the server set', async () => {
    await openDeposit({ 'POST /api/qrcode/KBANK': () => (live.KBANK = qrOf(50, 5 * 60_000 - 100)) })
    await create('50')
    await expect.element(timer).toHaveTextContent('Time left 05:00')
    await expect.element(timer).toHaveTextContent('Time left 04:59')
    await expect.element(timer).toHaveTextContent('Time left 04:58')
  })

  it('[DEP-010] counts by the server’s clock where the phone’s is wrong', async () => {
    const aheadMs = 10 * 60_000
    // What this page learns here is forgotten with an answer that contradicts it.
    onTestFinished(() => noteServerDate(new Date().toUTCString(), Date.now(), Date.now()))
    const told = (body: object): Response =>
      Response.json(body, { headers: { date: new Date(Date.now() + aheadMs).toUTCString() } })
    await openDeposit({
      'GET /api/lookup/deposit': () => told(info),
      'GET /api/qrcode/KBANK': () => told(live.KBANK),
      'POST /api/qrcode/KBANK': () => told((live.KBANK = qrOf(50, aheadMs + 120_500))),
    })
    await create('50')
    // Ten minutes of it are the phone's mistake; a Date header tells the second.
    await expect.element(dialog.getByText(/^0[12]:\d\d$/)).toBeVisible()
  })

  it('[DEP-012] is over at 00:00: the amount is back', async () => {
    await openDeposit({ 'POST /api/qrcode/KBANK': () => (live.KBANK = qrOf(50, 1_500)) })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    await expect.element(amount).toHaveValue('50')
    await expect.element(dialog.getByText('This QR code has expired. Create a new one.')).toBeVisible()
  })

  it('[DEP-013] [DEP-029] is cancelled by a DELETE, after a question', async () => {
    const { callsTo, calls } = await openDeposit({ 'POST /api/qrcode/KBANK': () => (live.KBANK = qrOf(50)) })
    const deletions = (): string[] => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
    await create('50')
    await dialog.getByRole('button', { name: 'Cancel QR' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel QR' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(deletions()).toEqual([])

    await dialog.getByRole('button', { name: 'Cancel QR' }).click()
    await question.getByRole('button', { name: 'Cancel QR' }).click()
    // The fake server knows no deletion: nothing is cancelled, and the screen says so.
    await expect.element(page.getByRole('alert').first()).toBeVisible()
    await expect.element(picture('50.00')).toBeVisible()
    expect(deletions()).toEqual([`/api/qrcode/${live.KBANK.qrcodeId}`])
    expect(callsTo('POST /api/qrcode/KBANK')).toHaveLength(1)
  })

  it('[DEP-013] brings the amount back when it is cancelled', async () => {
    const qr = qrOf(50)
    await openDeposit({
      'POST /api/qrcode/KBANK': () => (live.KBANK = qr),
      [`DELETE /api/qrcode/${qr.qrcodeId}`]: () => {
        live.KBANK = noQr
        return { code: 'OK' }
      },
    })
    await create('50')
    await dialog.getByRole('button', { name: 'Cancel QR' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel QR' }).click()
    await expect.element(amount).toHaveValue('50')
    await expect.element(page.getByText('QR code cancelled').first()).toBeVisible()
  })

  it('[DEP-014] closes with a word about the balance when the member says that he has paid', async () => {
    await openDeposit()
    await create('50')
    await dialog.getByRole('button', { name: 'I have transferred' }).click()
    const question = page.getByRole('alertdialog', { name: 'Have you made the transfer?' })
    await question.getByRole('button', { name: 'Not yet' }).click()
    await expect.element(picture('50.00')).toBeVisible()
    await dialog.getByRole('button', { name: 'I have transferred' }).click()
    await question.getByRole('button', { name: 'I have transferred' }).click()
    await expect.element(page.getByRole('alertdialog', { name: 'Waiting for your transfer' })).toBeVisible()
    await expect.element(page.getByText('Your balance updates when the money arrives', { exact: false })).toBeVisible()
    expect(dialog.query()).toBeNull()
  })

  it('[DEP-015] ends the other provider’s QR, whose view asks anew, and the reverse', async () => {
    const { callsTo } = await openDeposit()
    const gets = (bankCode: BankCode): number => callsTo(`GET /api/qrcode/${bankCode}`).length
    const choose = (name: string): Promise<void> => dialog.getByRole('radio', { name }).click()
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    for (const [old, oldName, newName, text] of [
      ['KBANK', 'Kasikornbank', 'Payment QR', '60'],
      ['WW', 'Payment QR', 'Kasikornbank', '70'],
    ] as const) {
      await choose(newName)
      const before = gets(old)
      await create(text)
      await expect.element(picture(`${text}.00`)).toBeVisible()
      await expect.poll(() => gets(old)).toBeGreaterThan(before)
      await choose(oldName)
      await expect.element(dialog.getByText('Replaced by a newer QR code')).toBeVisible()
      // The view of the old one takes an amount again.
      await expect.element(amount).toHaveValue(text)
    }
  })

  it('is copied as a text, and saved as a picture named by its amount', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const saved: { name: string; type: string }[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      void fetchBlob(this.href).then((type) => saved.push({ name: this.download, type }))
    })
    const realFetch = globalThis.fetch
    const fetchBlob = async (href: string): Promise<string> => (await (await realFetch(href)).blob()).type
    onTestFinished(() => void vi.restoreAllMocks())
    await openDeposit()
    await create('1,000.50')
    await dialog.getByRole('button', { name: 'Copy QR text' }).click()
    await expect.element(dialog.getByText('QR text copied')).toBeVisible()
    expect(write.mock.calls).toEqual([['00021000.5']])
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await expect.element(dialog.getByText('Saved. Open your bank app and choose this image.')).toBeVisible()
    await expect.poll(() => saved).toEqual([{ name: 'qr-1000.50.png', type: 'image/png' }])
  })
})
