import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { part } from '../../testing/part.ts'

const find = 'GET /api/promotion/find/LUCKY77'
const activate = 'GET /api/promotion/activate/LUCKY77'
const found = { promotion: { code: 'LUCKY77', percentFail: 5, description: '<p>Seventy-seven <b>baht</b></p>' } }
const userBonus = { _id: 'b'.repeat(24), isActive: true, state: 'armed', received: [] }

const dialog = page.getByRole('dialog')
const receive = dialog.getByRole('button', { name: 'Receive', exact: true })

async function search(answers: FakeAnswers): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ ...memberAnswers, [find]: found, ...answers })
  await openApp('/user/bonus', { token: 'good' })
  await userEvent.type(page.getByLabelText('Promotion code'), 'lucky77{Enter}')
  return server
}

beforeEach(clearBrowser)

describe('the sheet of a promotion', () => {
  it('[PRO-005] says that it searches while it does', async () => {
    const answer = Promise.withResolvers<object>()
    await search({ [find]: () => answer.promise })
    await expect.element(dialog.getByText('Searching…')).toBeVisible()
    await expect.element(dialog.getByText('LUCKY77')).toBeVisible()
    await expect.element(receive).not.toBeInTheDocument()
    answer.resolve(found)
    await expect.element(receive).toBeVisible()
    await expect.element(dialog.getByText('Searching…')).not.toBeInTheDocument()
  })

  it('[PRO-002] [PRO-003] [PRO-004] shows the percentage, the description and a button to receive', async () => {
    const server = await search({})
    await expect.element(dialog.getByText(part('falls below 5% of the starting amount'))).toBeVisible()
    await expect.element(dialog.getByText('Seventy-seven baht')).toBeVisible()
    await expect.element(receive).toBeEnabled()
    expect(server.callsTo(find)).toHaveLength(1)
  })

  it.each([
    ['NO_PROMOTION', refusal(404, 'NO_PROMOTION')],
    ['null', { promotion: null }],
  ])('[PRO-006] [ERR-044] says that there is none where the answer is %s', async (_, answer) => {
    await search({ [find]: answer })
    await expect.element(dialog.getByRole('heading', { name: 'Promotion not found' })).toBeVisible()
    await expect.element(receive).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Promotion code')).toHaveValue('LUCKY77')
  })

  it('says why it could not search, and tries again', async () => {
    const answers: object[] = [refusal(429, 'REQUEST_LIMIT')]
    await search({ [find]: () => answers.shift() ?? found })
    await expect.element(dialog.getByText('The search did not work')).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(receive).toBeVisible()
  })

  it('[PRO-001] [PRO-008] [PRO-009] [PRO-010] is received once, closes, and has the bonuses loaded anew', async () => {
    const answer = Promise.withResolvers<object>()
    const server = await search({ [activate]: () => answer.promise })
    await userEvent.dblClick(receive)
    await expect.element(dialog.getByRole('button', { name: 'Receiving…' })).toBeDisabled()
    const before = server.callsTo('GET /api/bonus').length
    answer.resolve({ userBonus })
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('Promotion received. Deposit to get the bonus.').first()).toBeVisible()
    await expect.poll(() => server.callsTo('GET /api/bonus').length).toBeGreaterThan(before)
    expect(server.callsTo(activate)).toHaveLength(1)
    expect(server.callsTo(activate)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['ERR-043', 'BONUS_FULL', 'This promotion has reached its maximum.'],
    ['ERR-045', 'PROMOTION_RECEIVED', 'You have already received this promotion.'],
    ['ERR-039', 'BONUS_ALREADY_ACTIVE', 'You already have an active bonus.'],
  ])('[%s] tells the refusal %s in a dialog, and stays open', async (_, code, text) => {
    await search({ [activate]: refusal(409, code) })
    await receive.click()
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(text)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect.element(receive).toBeVisible()
  })
})
