import type { StatementRow } from '@krapao/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberHome } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

const home = {
  ...memberHome,
  slots: [
    {
      ...{
        code: 'PG',
        name: 'Lotus',
        isActive: true,
        amount: 0,
        logo: '/mark.svg',
        background: '/mark.svg',
        ftWalletSlot: 1,
      },
      ...{ category: 'slot', web: null, android: null, ios: null },
    },
  ],
}

function row(number: number, changes: Partial<StatementRow> = {}): StatementRow {
  return {
    _id: `row${String(number).padStart(21, '0')}`,
    statementType: 'deposit',
    from: 'BANK',
    to: 'WALLET',
    status: 'SUCCESS',
    amount: 100 + number,
    createdAt: '2026-11-20T14:04:37.000Z',
    ...changes,
  }
}

/** Answers pages of these rows. */
const paged =
  (rows: () => readonly StatementRow[]): FakeAnswers[string] =>
  ({ body }) => {
    const { page: number, limit } = body as { page: number; limit: number }
    return { total: rows().length, statements: rows().slice((number - 1) * limit, number * limit) }
  }

async function openHistory(rows: () => readonly StatementRow[]): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ 'GET /api/wallet/home': home, 'POST /api/statement': paged(rows) })
  await openApp('/user/statement', { token: 'good' })
  return server
}

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

  it.each([
    ['STM-007', 'deposit', 'Deposit'],
    ['STM-008', 'bonus', 'Bonus received'],
    ['STM-009', 'finish_bonus', 'Bonus end'],
    ['STM-010', 'withdraw', 'Withdrawal'],
    ['STM-011', 'transfer', 'Transfer'],
  ] as const)('[%s] calls %s %s', async (_, statementType, name) => {
    await openHistory(() => [row(1, { statementType })])
    await expect.element(rowsShown.getByText(name, { exact: true })).toBeVisible()
  })

  it('[STM-006] shows any status that it does not know as in progress', async () => {
    const odd = { ...row(3), status: 'PENDING' } as unknown as StatementRow
    await openHistory(() => [row(1), row(2, { status: 'FAILED' }), odd])
    for (const [index, text] of ['Successful', 'Failed', 'In progress'].entries()) {
      await expect.element(rowsShown.nth(index)).toMatchTextContent(text)
    }
  })

  it('[STM-012] shows the description that a row came with', async () => {
    await openHistory(() => [row(1, { statementType: 'bonus', from: 'HOUSE', bonus: { description: 'Friday 10 %' } })])
    await expect.element(rowsShown.first()).toMatchTextContent('Bonus: Friday 10 %')
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
    await vi.waitFor(() => expect(server.callsTo('POST /api/statement')).toHaveLength(2))
  })

  it('says that there is nothing yet, and leads to a deposit', async () => {
    await openHistory(() => [])
    await expect.element(page.getByText('No transactions yet. Start with a deposit.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Deposit' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('[ERR-114] says that it could not be fetched without a dialog, and is fetched again', async () => {
    let isDown = true
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': () =>
        isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : { total: 1, statements: [row(1)] },
    })
    await openApp('/user/statement', { token: 'good' })
    await expect.element(page.getByText('We could not load your transactions')).toBeVisible()
    expect(page.getByRole('dialog').query()).toBeNull()
    expect(page.getByLabelText('Loading').query()).toBeNull()
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

  it('settles a row under way while it is looked at, in the list and on its receipt', async () => {
    let status: StatementRow['status'] = 'IN_PROGRESS'
    const createdAt = new Date().toISOString()
    await openHistory(() => [row(1, { statementType: 'withdraw', from: 'WALLET', to: 'BANK', status, createdAt })])
    await expect.element(rowsShown.first()).toMatchTextContent('In progress')
    await rowsShown.first().getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent('Withdrawal · In progress')
    status = 'FAILED'
    await expect.element(dialog, { timeout: 6_000 }).toMatchTextContent('Money is back in your main wallet')
    await expect.element(rowsShown.first()).toMatchTextContent('Failed')
    await expect.element(page.getByLabelText('Messages')).toMatchTextContent('Withdrawal 101.00 baht: Failed')
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
    for (const text of ['Transfer · Successful', '860', '20/11/2026 21:04:37', 'Lotus', 'Main wallet', row(1)._id]) {
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
    expect(written).toHaveBeenCalledWith(row(1)._id)
    await expect.element(page.getByText(`Copied: ${row(1)._id}`)).toBeVisible()
    written.mockRestore()
  })

  it('saves itself as a picture', async () => {
    let saved: { name: string; blob: Promise<Blob> } | undefined
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved = { name: this.download, blob: fetched(this.href) }
    })
    await openReceipt()
    await page.getByRole('button', { name: 'Save image' }).click()
    await expect.element(page.getByText('Image saved')).toBeVisible()
    expect(saved?.name).toBe(`krapao-${row(1)._id}.png`)
    const picture = await createImageBitmap((await saved?.blob) ?? new Blob())
    expect(picture.width).toBe(1320)
    expect(picture.height).toBeGreaterThan(1000)
    clicked.mockRestore()
  })
})

/** What an address of the page's own holds; fetch is the fake server's here. */
function fetched(address: string): Promise<Blob> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    request.responseType = 'blob'
    request.addEventListener('load', () => done(request.response as Blob))
    request.open('GET', address)
    request.send()
  })
}
