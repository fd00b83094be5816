import type { QrCode } from '@krapao/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closeModals, openModal } from '../../lib/modals.ts'
import type { Language } from '../../lib/texts/language.ts'
import { noteServerDate } from '../../lib/server-clock.ts'
import { loadTexts } from '../../lib/texts/texts.ts'
import type { FakeAnswers, SeenCall } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

const hints = new Set<() => void>()
vi.mock('../../lib/socket.ts', () => ({
  subscribeWallet: (listener: () => void) => {
    hints.add(listener)
    return () => hints.delete(listener)
  },
}))

const names = { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' }
const account = { bank: names, bankAccountName: 'HOUSE LIMITED', currency: 'BAHT' }
const info = {
  banks: [
    { ...account, bankCode: 'KBANK', mode: 'QR', bankType: 'SAVING', bankAccountNo: '4445556667' },
    { ...account, bankCode: 'WW', mode: 'QR', bankType: 'PAYMENT', bankAccountNo: '0994000165501' },
    {
      ...account,
      bankCode: 'SCB',
      mode: 'AUTO',
      bankType: 'SAVING',
      bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank' },
      bankAccountNo: '1112223334',
    },
  ],
  wallets: [
    { walletAccountName: 'HOUSE WALLET', mode: 'AUTO', walletAccountNo: '0899990001' },
    { walletAccountName: 'GIFTS', mode: 'LINK' },
  ],
  isManual: false,
}

const markup =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="#fff" d="M0 0h29v29H0z"/>' +
  '<path fill="#000" d="M4 4h7v1h-7zM4 6h1v1h-1z"/></svg>'
const noQr: QrCode = {
  qrcodeId: null,
  hasQrcode: false,
  qrcode: null,
  payload: null,
  amount: null,
  expireIn: null,
  message: null,
}

let lastQr = 0

/** A live QR of an amount; its id is new. */
function qrOf(amount: number, leftMs = 15 * 60_000): QrCode {
  lastQr += 1
  const expireIn = new Date(Date.now() + leftMs).toISOString()
  const qrcodeId = `qr${String(lastQr).padStart(22, '0')}`
  return { qrcodeId, hasQrcode: true, qrcode: markup, payload: `0002${amount}`, amount, expireIn, message: null }
}

type BankCode = 'KBANK' | 'WW'

interface World {
  readonly calls: SeenCall[]
  readonly callsTo: (name: string) => SeenCall[]
}

/** What the server has at each bank; a test changes it. */
let live: Record<BankCode, QrCode>
/** The rows of the statement; a test adds to them. */
let statements: object[]

const amountOf = (call: SeenCall): number => (call.body as { amount: number }).amount

/** Opens the deposit sheet over a server that makes QRs as the real one does: one lives at a time. */
async function openDeposit(given: FakeAnswers = {}, language: Language = 'en'): Promise<World> {
  const make = (bankCode: BankCode) => (call: SeenCall) => {
    Object.assign(live, { KBANK: noQr, WW: noQr, [bankCode]: qrOf(amountOf(call)) })
    return live[bankCode]
  }
  const { calls, callsTo } = fakeServer({
    'GET /api/account/profile': refusal(404, 'NO_DATA'),
    'GET /api/lookup/deposit': info,
    'GET /api/qrcode/KBANK': () => live.KBANK,
    'GET /api/qrcode/WW': () => live.WW,
    'POST /api/qrcode/KBANK': make('KBANK'),
    'POST /api/qrcode/WW': make('WW'),
    'POST /api/statement': () => ({ total: statements.length, statements }),
    ...given,
  })
  await openApp('/user/profile', { token: 'good', language })
  await loadTexts(['deposit'])
  openModal('deposit')
  await expect.element(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  onTestFinished(closeModals)
  return { calls, callsTo }
}

const dialog = page.getByRole('dialog')
const amount = dialog.getByRole('textbox', { name: 'Amount' })
const createButton = dialog.getByRole('button', { name: /^Create QR code/ })
const timer = dialog.getByRole('timer')

async function create(text: string): Promise<void> {
  await amount.fill(text)
  await createButton.click()
}

const picture = (text: string): ReturnType<typeof page.getByRole> =>
  dialog.getByRole('img', { name: `QR code to deposit ${text} baht` })

beforeEach(() => {
  clearBrowser()
  live = { KBANK: noQr, WW: noQr }
  statements = []
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
      await expect.element(amount).toHaveValue(text.replace(',', ''))
    }
    expect(dialog.getByRole('group', { name: 'Choose an amount' }).getByRole('button').elements()).toHaveLength(6)
  })

  it('[DEP-020] offers five amounts for WW', async () => {
    await openDeposit()
    await dialog.getByRole('radio', { name: 'Payment QR' }).click()
    for (const text of ['20', '50', '100', '500', '1,000']) {
      await dialog.getByRole('button', { name: `Choose ${text} baht` }).click()
      await expect.element(amount).toHaveValue(text.replace(',', ''))
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

  it('[DEP-017] [LIM-027] is not to be made under 20 at WW', async () => {
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
    await expect.element(page.getByText('Tap check balance to see your new balance')).toBeVisible()
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

describe('when the money comes', () => {
  const deposit = (paid: number) => ({
    _id: 'd'.repeat(24),
    statementType: 'deposit',
    from: 'BANK',
    to: 'WALLET',
    status: 'SUCCESS',
    amount: paid,
    createdAt: new Date(Date.now() + 1_000).toISOString(),
  })

  it('the sheet closes by itself and says how much it was', async () => {
    await openDeposit()
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    statements.push(deposit(50))
    for (const hint of hints) hint()
    const success = page.getByRole('alertdialog', { name: 'Done' })
    await expect.element(success).toHaveAccessibleDescription('50.00 baht received')
    expect(dialog.query()).toBeNull()
  })

  it('it is seen without a hint, too', async () => {
    await openDeposit()
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    statements.push(deposit(49.5))
    await expect
      .element(page.getByRole('alertdialog', { name: 'Done' }), { timeout: 8_000 })
      .toHaveAccessibleDescription('49.50 baht received')
  })

  it('a QR that is over without money says that it is over', async () => {
    await openDeposit()
    statements.push({ ...deposit(50), createdAt: new Date(Date.now() - 3_600_000).toISOString() })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    for (const hint of hints) hint()
    await expect.element(dialog.getByText(/This QR code no longer works/)).toBeVisible()
    await expect.element(amount).toHaveValue('50')
  })
})

describe('what goes wrong', () => {
  it('a bank that makes no QR is told in a toast, and the next try is a new one', async () => {
    const { callsTo } = await openDeposit({ 'POST /api/qrcode/KBANK': { ...noQr, message: 'QR_FAIL' } })
    await create('50')
    await expect
      .element(dialog.getByText('The QR code was not created. Wait a moment and try again.').first())
      .toBeVisible()
    await expect.element(amount).toHaveValue('50')
    await createButton.click()
    await expect.poll(() => callsTo('POST /api/qrcode/KBANK').length).toBe(2)
    const keys = callsTo('POST /api/qrcode/KBANK').map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('an amount below the server’s minimum is told at the field', async () => {
    await openDeposit({ 'POST /api/qrcode/KBANK': () => refusal(422, 'DEPOSIT_MINIMUM', { min: 5 }) })
    await create('2')
    await expect.element(amount).toHaveAccessibleDescription('Minimum deposit 5.00 baht. Use a larger amount.')
    await amount.fill('6')
    await expect.element(amount).toHaveAccessibleDescription('Minimum 1 baht')
  })

  it('a bonus that remains is told, and what was typed stays', async () => {
    await openDeposit({ 'POST /api/qrcode/KBANK': () => refusal(409, 'BONUS_REMAINING') })
    await create('50')
    await expect.element(dialog.getByRole('alert').getByText(/You still hold a bonus/)).toBeVisible()
    await expect.element(amount).toHaveValue('50')
  })

  it('a double tap makes one', async () => {
    let answer: (qr: QrCode) => void = () => undefined
    const { callsTo } = await openDeposit({
      'POST /api/qrcode/KBANK': () => new Promise<QrCode>((done) => (answer = done)),
    })
    await amount.fill('50')
    const button = createButton.element() as HTMLButtonElement
    button.click()
    button.click()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Creating…' })).toHaveAttribute('aria-busy', 'true')
    answer((live.KBANK = qrOf(50)))
    await expect.element(picture('50.00')).toBeVisible()
    expect(callsTo('POST /api/qrcode/KBANK')).toHaveLength(1)
  })

  it('a QR that was made though no answer came is shown', async () => {
    await openDeposit({
      'POST /api/qrcode/KBANK': () => {
        live.KBANK = qrOf(50)
        throw new TypeError('the connection broke')
      },
    })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    expect(dialog.getByText('No connection. Check your internet and try again.').query()).toBeNull()
  })

  it('a try without an answer is told as what it is, and tried again under the same key', async () => {
    let isOffline = true
    const { callsTo } = await openDeposit({
      'POST /api/qrcode/KBANK': () => {
        if (isOffline) throw new TypeError('offline')
        return (live.KBANK = qrOf(50))
      },
    })
    await create('50')
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('No connection. Check your internet and try again.')
    isOffline = false
    await createButton.click()
    await expect.element(picture('50.00')).toBeVisible()
    const keys = callsTo('POST /api/qrcode/KBANK').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('a QR that cannot be asked about stays, and the screen says that it is offline', async () => {
    let isOffline = false
    await openDeposit({
      'GET /api/qrcode/KBANK': () => {
        if (isOffline) throw new TypeError('offline')
        return live.KBANK
      },
    })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    isOffline = true
    for (const hint of hints) hint()
    const trouble = dialog.getByText(/You are offline/)
    await expect.element(trouble).toBeVisible()
    await expect.element(picture('50.00')).toBeVisible()
    isOffline = false
    for (const hint of hints) hint()
    await expect.element(trouble).not.toBeInTheDocument()
  })

  it('a server that does not say what there is is asked again', async () => {
    let isDown = true
    fakeServer({
      'GET /api/account/profile': refusal(404, 'NO_DATA'),
      'GET /api/lookup/deposit': () => (isDown ? refusal(503, '') : info),
      'GET /api/qrcode/KBANK': noQr,
      'GET /api/qrcode/WW': noQr,
    })
    await openApp('/user/profile', { token: 'good' })
    openModal('deposit')
    onTestFinished(closeModals)
    await expect.element(dialog.getByText('We could not load the ways to deposit')).toBeVisible()
    isDown = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(amount).toBeVisible()
  })
})

describe('a deposit by bank account', () => {
  it('[LIM-031] shows the accounts in mode AUTO with a way to copy their numbers', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => write.mockRestore())
    await openDeposit()
    await dialog.getByRole('tab', { name: 'Bank transfer' }).click()
    const panel = dialog.getByRole('tabpanel', { name: 'Bank transfer' })
    expect(
      panel
        .getByRole('heading')
        .elements()
        .map((element) => element.textContent),
    ).toEqual(['Siam Commercial Bank', 'E-wallet'])
    await expect.element(panel.getByText('111-222-3334')).toBeVisible()
    await panel.getByRole('button', { name: 'Copy account number 1112223334' }).click()
    expect(write.mock.calls).toEqual([['1112223334']])
    await expect.element(dialog.getByText('Copied: 1112223334')).toBeVisible()
  })
})
