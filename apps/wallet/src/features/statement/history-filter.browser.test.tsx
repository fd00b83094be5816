import { DAY_MS } from '@krapao/web'
import type { StatementRow } from '@krapao/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf, dayStartMs, formatDate } from '../../lib/formats.ts'
import { clearBrowser } from '../../testing/open-app.tsx'
import { openHistory, row } from './history.fixture.ts'

const rowsShown = page.getByRole('main').getByRole('listitem')
const kind = (name: string) => page.getByRole('checkbox', { name })
const time = page.getByRole('button', { name: /^Time range/ })
/** Noon in Bangkok: no day ends while a test is on its way. */
const NOON_MS = Date.UTC(2026, 10, 25, 5)
const todayMs = dayStartMs(dayOf(NOON_MS))

/** One row of each kind a day, today's first: deposit, withdraw, transfer, bonus, finish_bonus, and from there again. */
const kinds = ['deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus'] as const
function days(count: number): StatementRow[] {
  return Array.from({ length: count }, (_, daysAgo) =>
    row(daysAgo, {
      statementType: kinds[daysAgo % kinds.length] ?? 'deposit',
      createdAt: new Date(todayMs - daysAgo * DAY_MS).toISOString(),
    }),
  )
}

/** Waits until so many rows are shown; the first ones come with the page itself. */
async function rowsAre(count: number): Promise<void> {
  await expect.poll(() => rowsShown.elements().length).toBe(count)
}

async function chooseTime(name: string): Promise<void> {
  await time.click()
  await page.getByRole('radio', { name }).click()
  await page.getByRole('button', { name: 'Show transactions' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

beforeEach(() => {
  clearBrowser()
  vi.useFakeTimers({ toFake: ['Date'], now: NOON_MS })
})
afterEach(() => void vi.useRealTimers())

describe('the history', () => {
  it('is narrowed to kinds, of which any number may be chosen', async () => {
    const server = await openHistory(() => days(10))
    await rowsAre(10)
    await kind('Withdrawal').click()
    await rowsAre(2)
    await kind('Bonus').click()
    await rowsAre(6)
    await expect.element(page.getByText('1–6 of 6')).toBeVisible()
    expect(server.callsTo('POST /api/statement').at(-1)?.body).toEqual({
      page: 1,
      limit: 10,
      kinds: ['withdraw', 'adjustment', 'bonus', 'finish_bonus'],
    })
    await kind('Withdrawal').click()
    await kind('Bonus').click()
    await rowsAre(10)
  })

  it('begins with its first page again when it is narrowed', async () => {
    await openHistory(() => days(60))
    const second = page.getByRole('button', { name: 'Go to page 2' })
    await expect.element(second).toBeInTheDocument()
    const element = second.element()
    if (element instanceof HTMLElement) element.click()
    await expect.element(page.getByText('11–20 of 60')).toBeVisible()
    await kind('Deposit').click()
    await expect.element(page.getByText('1–10 of 12')).toBeVisible()
  })

  it.each([
    ['Today', 1],
    ['Last 7 days', 7],
    ['Last 30 days', 30],
    ['All time', 45],
  ])('is narrowed to the time %s', async (name, total) => {
    await openHistory(() => days(45))
    await expect.element(page.getByText('1–10 of 45')).toBeVisible()
    await chooseTime(name)
    await expect.element(time).toMatchTextContent(name)
    await expect.element(page.getByText(new RegExp(`of ${total}$`))).toBeVisible()
  })

  it('is narrowed to days of the reader’s own, of which the last is included', async () => {
    await openHistory(() => days(45))
    await time.click()
    await page.getByRole('radio', { name: 'Choose dates' }).click()
    const [from, to] = [dayOf(todayMs - 3 * DAY_MS), dayOf(todayMs - 2 * DAY_MS)]
    await page.getByLabelText('From', { exact: true }).fill(to)
    await page.getByLabelText('To', { exact: true }).fill(from)
    await expect.element(page.getByRole('alert')).toMatchTextContent('The first day cannot be after the last')
    await expect.element(page.getByRole('button', { name: 'Show transactions' })).toBeDisabled()
    await page.getByLabelText('From', { exact: true }).fill(from.split('-').toReversed().join(''))
    await page.getByLabelText('To', { exact: true }).fill(to)
    await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue(formatDate(`${from}T12:00:00.000Z`))
    await page.getByRole('button', { name: 'Show transactions' }).click()
    await expect
      .element(time)
      .toMatchTextContent(`${formatDate(`${from}T12:00:00.000Z`)}–${formatDate(`${to}T12:00:00.000Z`)}`)
    await rowsAre(2)
  })

  it('says that nothing fits, and shows everything again at a press', async () => {
    await openHistory(() => days(3))
    await kind('Bonus').click()
    await expect.element(page.getByText('No transactions match')).toBeVisible()
    expect(page.getByText('Start with a deposit').query()).toBeNull()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowsAre(3)
    await expect.element(kind('Bonus')).not.toBeChecked()
  })

  it('says aloud how many rows are left', async () => {
    await openHistory(() => days(10))
    await kind('Transfer').click()
    await expect.element(page.getByLabelText('Messages')).toMatchTextContent('2 transactions found')
  })

  it('is narrowed by the keyboard alone', async () => {
    await openHistory(() => days(10))
    await rowsAre(10)
    const box = kind('Deposit').element()
    if (box instanceof HTMLElement) box.focus()
    await userEvent.keyboard(' ')
    await rowsAre(2)
    const button = time.element()
    if (button instanceof HTMLElement) button.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Time range' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(time).toHaveFocus()
  })
})
