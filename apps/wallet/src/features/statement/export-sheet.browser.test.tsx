import type { StatementRow } from '@krapao/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { catchFiles, home, openHistory, paged, row } from './history.fixture.ts'

const save = page.getByRole('button', { name: 'Save file' })
const dialog = page.getByRole('dialog', { name: 'Save your history as a file' })

/** Presses a button at the end of the page, which the fixed menu of this small window covers. */
async function pressBehindMenu(name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect.element(button).toBeInTheDocument()
  const element = button.element()
  if (element instanceof HTMLElement) element.click()
}

async function openSheet(): Promise<void> {
  await pressBehindMenu('Save as a CSV file')
  await expect.element(dialog).toBeVisible()
}

beforeEach(clearBrowser)

describe('the history as a file', () => {
  it('is the whole of it in the reader’s language, for programs that take care of nothing', async () => {
    const saved = catchFiles()
    const rows = Array.from({ length: 230 }, (_, number) => row(number))
    const odd = row(230, {
      statementType: 'bonus',
      from: 'HOUSE',
      amount: 1234.5,
      promotion: { description: '=1+1, "ศุกร์"' },
    })
    const server = await openHistory(() => [odd, ...rows])
    await openSheet()
    await expect.element(dialog).toMatchTextContent('231 transactions')
    await save.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(saved[0]?.name).toMatch(/^krapao-transactions-\d{4}-\d\d-\d\d\.csv$/)
    const bytes = new Uint8Array((await (await saved[0]?.blob)?.arrayBuffer()) ?? new ArrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines).toHaveLength(233)
    expect(lines[0]).toBe('Receipt number,Date,Type,From,To,Amount (baht),Status,Details')
    expect(lines[1]).toBe(
      'KP-1DXR-0K00-0230,20/11/2026 21:04:37,Bonus received,Bonus,Main wallet,1234.50,Successful,"Promotion: =1+1, ""ศุกร์"""',
    )
    expect(lines[2]).toBe('KP-1DXR-0K00-0000,20/11/2026 21:04:37,Deposit,Bank account,Main wallet,100.00,Successful,')
    const asked = server.callsTo('POST /api/statement').map(({ body }) => body as { page: number; to?: string })
    const pages = asked.filter(({ to }) => to !== undefined)
    expect(pages.map(({ page: number }) => number)).toEqual([1, 2, 3])
    expect(new Set(pages.map(({ to }) => to)).size).toBe(1)
  })

  it('is what the filter shows', async () => {
    const saved = catchFiles()
    await openHistory(() => [row(1), row(2, { statementType: 'withdraw', from: 'WALLET', to: 'BANK' })])
    await page.getByRole('checkbox', { name: 'Withdrawal' }).click()
    await expect.element(page.getByText('1–1 of 1')).toBeVisible()
    await openSheet()
    await expect.element(dialog).toMatchTextContent('Withdrawal')
    await save.click()
    await expect.element(dialog).not.toBeInTheDocument()
    const text = await (await saved[0]?.blob)?.text()
    expect(text?.trim().split('\r\n')).toHaveLength(2)
    expect(text).toContain('Main wallet,Bank account')
  })

  it('has its heads in Lao for a reader of Lao', async () => {
    const saved = catchFiles()
    fakeServer({ 'GET /api/wallet/home': home, 'POST /api/statement': paged(() => [row(1)]) })
    await openApp('/user/statement', { token: 'good', language: 'lo' })
    await pressBehindMenu('ບັນທຶກເປັນໄຟລ໌ CSV')
    await page.getByRole('button', { name: 'ບັນທຶກໄຟລ໌' }).click()
    await expect.poll(() => saved.length).toBe(1)
    expect(await (await saved[0]?.blob)?.text()).toContain('ເລກທີລາຍການ,ວັນທີ,')
  })

  it('says why it could not be made, and is made at a second try', async () => {
    const saved = catchFiles()
    let isDown = false
    const answer = paged(() => [row(1)])
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': (call) =>
        isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : typeof answer === 'function' ? answer(call) : answer,
    })
    await openApp('/user/statement', { token: 'good' })
    await openSheet()
    isDown = true
    await save.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('The file could not be saved')
    expect(saved).toEqual([])
    isDown = false
    await save.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('File saved')).toBeVisible()
  })

  it('says how far it is, and is stopped', async () => {
    const saved = catchFiles()
    const rows: StatementRow[] = Array.from({ length: 150 }, (_, number) => row(number))
    const answer = paged(() => rows)
    const gate = Promise.withResolvers<void>()
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': async (call) => {
        const { page: number, limit } = call.body as { page: number; limit: number }
        if (number === 2 && limit === 100) await gate.promise
        return typeof answer === 'function' ? answer(call) : answer
      },
    })
    await openApp('/user/statement', { token: 'good' })
    await openSheet()
    await save.click()
    await expect.element(page.getByRole('progressbar', { name: 'Preparing 100 of 150' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(save).toBeVisible()
    gate.resolve()
    expect(page.getByRole('alert').query()).toBeNull()
    expect(saved).toEqual([])
  })

  it('says that it holds the newest ones only where there are very many', async () => {
    fakeServer({
      'GET /api/wallet/home': home,
      'POST /api/statement': { total: 12_345, statements: Array.from({ length: 10 }, (_, number) => row(number)) },
    })
    await openApp('/user/statement', { token: 'good' })
    await openSheet()
    await expect.element(dialog).toMatchTextContent('The file holds the newest 10,000 transactions.')
  })
})
