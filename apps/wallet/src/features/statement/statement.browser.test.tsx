import type { ReturnReason, StatementRow } from '@krapao/contract'
import type { Language } from '@krapao/web'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import { switchLanguage } from '../../lib/texts/texts.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { catchFiles, home, openHistory, paged, row } from './history.fixture.ts'

const rowsShown = page.getByRole('main').getByRole('listitem')

beforeEach(clearBrowser)

describe('/user/statement', () => {
  it('[STM-001] [GEN-009] shows kind, source and target, amount, status and date of each row', async () => {
    await openHistory(() => [row(1, { statementType: 'transfer', from: 'WALLET', to: 'PG', amount: 1500 })])
    for (const text of ['Transfer', '1,500.00 baht', 'Main wallet', 'Lotus']) {
      await expect.element(rowsShown.first()).toMatchTextContent(text)
    }
    await expect.element(rowsShown.first()).toMatchTextContent('20/11/2026 21:04:37')
    await expect.element(rowsShown.first()).toMatchTextContent('Successful')
  })

  it('has two lines a row: the time alone under its day, and a word only for what did not simply go well', async () => {
    await page.viewport(360, 740)
    onTestFinished(() => page.viewport(414, 896))
    await openHistory(() => [
      row(1, { statementType: 'transfer', from: 'WALLET', to: 'PG' }),
      row(2, { status: 'FAILED', statementType: 'transfer', from: 'WALLET', to: 'PG' }),
      row(3, { statementType: 'bonus', from: 'HOUSE' }),
    ])
    await expect.element(rowsShown.nth(2)).toMatchTextContent('Bonus Main wallet')
    const clock = rowsShown.nth(0).getByText('21:04', { exact: true })
    await expect.element(clock).toBeVisible()
    const shown = (text: string, index: number): number =>
      rowsShown.nth(index).getByText(text, { exact: true }).element().getBoundingClientRect().width
    expect(shown('Successful', 0)).toBeLessThan(2)
    expect(shown('Failed', 1)).toBeGreaterThan(20)
    for (const one of rowsShown.elements().slice(0, 2)) expect(one.getBoundingClientRect().height).toBeLessThan(84)
  })

  it.each([
    ['STM-007', 'deposit', 'ฝากเงิน', 'ຝາກເງິນ', 'Deposit'],
    ['STM-008', 'bonus', 'รับโบนัส', 'ຮັບໂບນັດ', 'Bonus received'],
    ['STM-009', 'finish_bonus', 'จบโบนัส', 'ຈົບໂບນັດ', 'Bonus end'],
    ['STM-010', 'withdraw', 'ถอนเงิน', 'ຖອນເງິນ', 'Withdrawal'],
    ['STM-011', 'transfer', 'โอนเงิน', 'ໂອນເງິນ', 'Transfer'],
  ] as const)('[%s] calls %s %s, %s, %s', async (_, statementType, th, lo, en) => {
    await openHistory(() => [row(1, { statementType })])
    for (const [language, name] of [
      ['en', en],
      ['th', th],
      ['lo', lo],
    ] as const) {
      await switchLanguage(language)
      await expect.element(rowsShown.getByText(name, { exact: true })).toBeVisible()
    }
  })

  it('says what the operator took back, and where it went', async () => {
    await openHistory(() => [row(1, { statementType: 'adjustment', from: 'WALLET', to: 'HOUSE', amount: 500 })])
    for (const text of ['Adjustment', '−฿500.00', 'Main wallet', 'Operator']) {
      await expect.element(rowsShown.first()).toMatchTextContent(text)
    }
    await switchLanguage('th')
    for (const text of ['ปรับยอดเงิน', 'ผู้ให้บริการ']) await expect.element(rowsShown.first()).toMatchTextContent(text)
    await switchLanguage('lo')
    for (const text of ['ປັບຍອດເງິນ', 'ຜູ້ໃຫ້ບໍລິການ']) await expect.element(rowsShown.first()).toMatchTextContent(text)
  })

  it('[STM-006] shows any status that it does not know as in progress', async () => {
    const odd = { ...row(3), status: 'PENDING' } as unknown as StatementRow
    const { status: _, ...without } = row(4)
    await openHistory(() => [row(1), row(2, { status: 'FAILED' }), odd, without as StatementRow])
    for (const [index, text] of ['Successful', 'Failed', 'In progress', 'In progress'].entries()) {
      await expect.element(rowsShown.nth(index)).toMatchTextContent(text)
    }
  })

  it.each([
    ['bonus', 'Bonus: Friday 10 %'],
    ['promotion', 'Promotion: Friday 10 %'],
    ['invite', 'Invite: Friday 10 %'],
    ['refund', 'Refund: Friday 10 %'],
  ] as const)('[STM-012] shows the description that a row came with, of a %s', async (of, words) => {
    await openHistory(() => [row(1, { statementType: 'bonus', from: 'HOUSE', [of]: { description: 'Friday 10 %' } })])
    await expect.element(rowsShown.first()).toMatchTextContent(words)
  })

  it('[STM-002] [LIM-020] comes in pages of ten, of which each can be reached', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => row(index))
    const server = await openHistory(() => rows)
    await expect.element(page.getByText('1–10 of 25')).toBeVisible()
    expect(rowsShown.elements()).toHaveLength(10)
    const last = page.getByRole('button', { name: 'Last page' }).element()
    if (last instanceof HTMLElement) last.click()
    await expect.element(page.getByText('21–25 of 25')).toBeVisible()
    await expect.element(rowsShown.nth(4)).toMatchTextContent('124.00')
    expect(rowsShown.elements()).toHaveLength(5)
    const asked = server.callsTo('POST /api/statement').map(({ body }) => body)
    expect(asked).toEqual([
      { page: 1, limit: 10 },
      { page: 3, limit: 10 },
    ])
  })

  it('[STM-004] is asked again by its refresh control', async () => {
    const server = await openHistory(() => [row(1)])
    await expect.element(rowsShown.first()).toBeVisible()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => server.callsTo('POST /api/statement')).toHaveLength(2)
  })

  it('says that there is nothing yet, and leads to a deposit', async () => {
    await openHistory(() => [])
    await expect.element(page.getByText('No transactions yet. Start with a deposit.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Deposit' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('[ERR-114] that could not be fetched has no loader and no message of the server, and is fetched again', async () => {
    let isDown = true
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': () =>
        isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : { total: 1, statements: [row(1)] },
    })
    await openApp('/user/statement', { token: 'good' })
    await expect.element(page.getByText('We could not load your transactions')).toBeVisible()
    expect(page.getByRole('dialog').query()).toBeNull()
    expect(page.getByRole('alert').query()).toBeNull()
    await expect.element(page.getByRole('main').getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Loading')).not.toBeInTheDocument()
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(rowsShown.first()).toMatchTextContent('101.00')
  })

  it('keeps the last known rows when they cannot be asked again, and says of when they are', async () => {
    let isDown = false
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': () =>
        isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : { total: 1, statements: [row(1)] },
    })
    await openApp('/user/statement', { token: 'good' })
    await expect.element(rowsShown.first()).toBeVisible()
    isDown = true
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not refresh. Shown as of ')
    await expect.element(rowsShown.first()).toMatchTextContent('101.00')
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('settles a row under way while it is looked at, in the list and on its receipt, without a warning', async () => {
    const warned = vi.spyOn(console, 'error')
    onTestFinished(() => warned.mockRestore())
    let status: StatementRow['status'] = 'IN_PROGRESS'
    const createdAt = new Date().toISOString()
    await openHistory(() => [row(1, { statementType: 'withdraw', from: 'WALLET', to: 'BANK', status, createdAt })])
    await expect.element(rowsShown.first()).toMatchTextContent('In progress')
    await rowsShown.first().getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent('Withdrawal · In progress')
    status = 'FAILED'
    await expect.element(dialog).toMatchTextContent('Money is back in your main wallet')
    await expect.element(rowsShown.first()).toMatchTextContent('Failed')
    await expect.element(page.getByLabelText('Messages')).toMatchTextContent('Withdrawal 101.00 baht: Failed')
    expect(warned.mock.calls).toEqual([])
  })
})

describe('a receipt', () => {
  async function openReceipt(changes: Partial<StatementRow> = {}): Promise<void> {
    await openHistory(() => [row(1, changes)])
    await rowsShown.first().getByRole('button').click()
    await expect.element(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  }

  it('shows everything of its row and the number that support can find it by', async () => {
    await openReceipt({ statementType: 'transfer', from: 'PG', to: 'WALLET', amount: 860.5 })
    const dialog = page.getByRole('dialog')
    const { receiptNumber = '' } = row(1)
    for (const text of ['Transfer · Successful', '860', '20/11/2026 21:04:37', 'Lotus', 'Main wallet', receiptNumber]) {
      await expect.element(dialog).toMatchTextContent(text)
    }
  })

  it('tells of a withdrawal the bank, the last digits, the fee and what was left, on its picture too', async () => {
    const bank = { name: 'Krungthai', accountName: 'SOMCHAI JAIDEE', accountNo: 'xxx-xxx-7890' }
    const given = row(1, { statementType: 'withdraw', from: 'WALLET', to: 'BANK' })
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': paged(() => [given]),
      [`GET /api/statement/receipt/${given._id}`]: { bank, fee: 0, bonus: null, balanceAfter: 1_234.5 },
    })
    await openApp('/user/statement', { token: 'good' })
    await rowsShown.first().getByRole('button').click()
    const dialog = page.getByRole('dialog')
    for (const text of ['ToKrungthai SOMCHAI JAIDEE xxx-xxx-7890', 'FeeNone', 'Balance after฿1,234.50']) {
      await expect.element(dialog).toMatchTextContent(text)
    }
  })

  async function openWithdrawal(part: object, status: StatementRow['status'], language: Language): Promise<void> {
    const given = row(1, { statementType: 'withdraw', from: 'WALLET', to: 'BANK', status })
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': paged(() => [given]),
      [`GET /api/statement/receipt/${given._id}`]: { bank: null, fee: 0, bonus: null, balanceAfter: null, ...part },
    })
    await openApp('/user/statement', { token: 'good', language })
    await rowsShown.first().getByRole('button').click()
  }

  it.each<[ReturnReason, Language, string]>([
    ['ACCOUNT_NAME', 'lo', 'ຊື່ບັນຊີທະນາຄານບໍ່ກົງກັບຊື່ຂອງທ່ານ'],
    ['ACCOUNT_CLOSED', 'lo', 'ບັນຊີທະນາຄານຂອງທ່ານຮັບໂອນບໍ່ໄດ້'],
    ['BONUS_TERMS', 'th', 'การถอนนี้ไม่เป็นไปตามเงื่อนไขโบนัส'],
    ['IDENTITY', 'en', 'We need to confirm who you are first'],
    ['OWN_REQUEST', 'lo', 'ຄືນເງິນຕາມທີ່ທ່ານຂໍແລ້ວ'],
  ])(
    '[OFC-037] tells why a person returned a withdrawal in the language of the reader: %s',
    async (reason, language, said) => {
      await openWithdrawal({ returnReason: reason }, 'FAILED', language)
      await expect.element(page.getByRole('dialog')).toMatchTextContent(said)
    },
  )

  it('[OFC-064] tells of a withdrawal that a person keeps waiting by when he will hear, in his language', async () => {
    await openWithdrawal({ heldUntil: '2026-11-21T14:04:37.000Z' }, 'IN_PROGRESS', 'lo')
    await expect.element(page.getByRole('dialog')).toMatchTextContent('ພວກເຮົາຈະແຈ້ງຜົນພາຍໃນ 21/11/2026 21:04:37')
  })

  it('tells of a deposit which account it came from, and what it was topped up with', async () => {
    const bank = { name: 'Siam Commercial', accountName: null, accountNo: 'xxx-x-x6789-x' }
    const given = row(1)
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': paged(() => [given]),
      [`GET /api/statement/receipt/${given._id}`]: { bank, fee: 0, bonus: 50, balanceAfter: 938 },
    })
    await openApp('/user/statement', { token: 'good' })
    await rowsShown.first().getByRole('button').click()
    const dialog = page.getByRole('dialog')
    for (const text of ['FromSiam Commercial xxx-x-x6789-x', 'Bonus received+฿50.00', 'Balance after฿938.00']) {
      await expect.element(dialog).toMatchTextContent(text)
    }
  })

  it('tells where the money of a failed transfer is', async () => {
    await openReceipt({ statementType: 'transfer', from: 'WALLET', to: 'PG', status: 'FAILED' })
    await expect.element(page.getByText('Failed. The money is back in Main wallet.')).toBeVisible()
  })

  it('[ERR-108] copies its number', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openReceipt()
    await page.getByRole('button', { name: 'Copy number' }).click()
    expect(written).toHaveBeenCalledWith(row(1).receiptNumber)
    await expect.element(page.getByText(`Copied: ${row(1).receiptNumber}`)).toBeVisible()
    written.mockRestore()
  })

  it('has the id of its row until the history has told its number', async () => {
    const { receiptNumber: _, ...unnumbered } = row(1)
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': { total: 1, statements: [unnumbered] },
    })
    await openApp('/user/statement', { token: 'good' })
    await rowsShown.first().getByRole('button').click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent(row(1)._id)
  })

  it('saves itself as a picture', async () => {
    const saved = catchFiles()
    await openReceipt()
    await page.getByRole('button', { name: 'Save image' }).click()
    await expect.element(page.getByText('Image saved')).toBeVisible()
    expect(saved[0]?.name).toBe(`${row(1).receiptNumber}.png`)
    const picture = await createImageBitmap((await saved[0]?.blob) ?? new Blob())
    expect(picture.width).toBe(1320)
    expect(picture.height).toBeGreaterThan(1000)
  })

  it('shows a deposit that is only announced as no gain', async () => {
    await openReceipt({ statementType: 'deposit', from: 'BANK', to: 'WALLET', status: 'IN_PROGRESS' })
    await expect.element(page.getByRole('dialog')).toMatchTextContent('฿101.00')
    expect(page.getByRole('dialog').element().textContent).not.toContain('+')
    await expect.element(rowsShown.first()).toMatchTextContent('฿101.00')
    expect(rowsShown.first().element().textContent).not.toContain('+')
    const amount = rowsShown.first().element().querySelector('[class*=amount]')
    expect(amount?.className).not.toContain('gained')
  })

  it('saves itself as a PDF of one page, with its number as text and in light colours', async () => {
    const saved = catchFiles()
    await openReceipt({ statementType: 'bonus', from: 'HOUSE', bonus: { description: 'ศุกร์ 10 %' } })
    document.documentElement.dataset['theme'] = 'dark'
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect.element(page.getByText('PDF saved')).toBeVisible()
    expect(saved[0]?.name).toBe(`${row(1).receiptNumber}.pdf`)
    const bytes = new Uint8Array((await (await saved[0]?.blob)?.arrayBuffer()) ?? new ArrayBuffer())
    expect(bytes.length).toBeLessThan(300_000)
    const text = new TextDecoder('latin1').decode(bytes)
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(text).toContain(`(${row(1).receiptNumber}) Tj`)
    const start = text.indexOf('stream\n', text.indexOf('/DCTDecode')) + 'stream\n'.length
    const picture = await createImageBitmap(new Blob([bytes.slice(start)], { type: 'image/jpeg' }))
    expect(picture.width).toBe(1320)
    const canvas = new OffscreenCanvas(1, 1)
    const pen = canvas.getContext('2d')
    pen?.drawImage(picture, 0, 0)
    expect(Math.min(...(pen?.getImageData(0, 0, 1, 1).data ?? [0]))).toBeGreaterThan(200)
    expect(document.documentElement.dataset['theme']).toBe('dark')
  })

  it('says so when it cannot be saved', async () => {
    const drawn = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
    onTestFinished(() => drawn.mockRestore())
    await openReceipt()
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect.element(page.getByText('The PDF could not be saved')).toBeVisible()
    await page.getByRole('button', { name: 'Save image' }).click()
    await expect.element(page.getByText('The image could not be saved')).toBeVisible()
  })

  it('is shared as a picture where the device can', async () => {
    const handed: File[] = []
    const share = { canShare: () => true, share: async ({ files }: { files: File[] }) => void handed.push(...files) }
    for (const [name, value] of Object.entries(share)) {
      Object.defineProperty(navigator, name, { value, configurable: true })
      onTestFinished(() => void Reflect.deleteProperty(navigator, name))
    }
    await openReceipt()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => handed.map(({ name }) => name)).toEqual([`${row(1).receiptNumber}.png`])
  })
})
