import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storageKeys } from '../../lib/storage-keys.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { arriveAt, clearBrowser, openApp } from '../../testing/open-app.tsx'

const kept = (): string | null => localStorage.getItem(storageKeys.rememberAgreement)
const agreement = page.getByRole('dialog', { name: 'Terms of use' })
const conditions = page.getByRole('dialog', { name: 'Conditions' })

beforeEach(clearBrowser)

describe('the agreement', () => {
  it('[LIM-010] [GEN-030] comes 1.5 s after home, as HTML, and is kept when it was accepted', async () => {
    fakeServer(memberAnswers)
    const openedAtMs = performance.now()
    await openApp('/user/home', { token: 'good' })
    await expect.element(agreement).toBeVisible()
    expect(performance.now() - openedAtMs).toBeGreaterThan(1_490)
    await expect.element(agreement.getByRole('listitem').nth(1)).toHaveTextContent('Second term')
    expect(agreement.getByText('term', { exact: true }).element().localName).toBe('strong')
    await agreement.getByRole('button', { name: 'Accept terms' }).click()
    await expect.element(agreement).not.toBeInTheDocument()
    expect(kept()).not.toBeNull()
  })

  it.each([
    ['its cross', () => agreement.getByRole('button', { name: 'Close this window' }).click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('keeps nothing when it is closed by %s, and comes back with the next visit of home', async (_, close) => {
    fakeServer(memberAnswers)
    await openApp('/user/home', { token: 'good' })
    await expect.element(agreement.getByText('Second term')).toBeVisible()
    await close()
    await expect.element(agreement).not.toBeInTheDocument()
    expect(kept()).toBeNull()
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('link', { name: 'History' }).click()
    await arriveAt('/user/statement')
    await menu.getByRole('link', { name: 'Home' }).click()
    await expect.element(agreement).toBeVisible()
  })

  it('waits for what was opened before it came', async () => {
    fakeServer(memberAnswers)
    const openedAtMs = performance.now()
    await openApp('/user/home', { token: 'good' })
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const invite = page.getByRole('dialog', { name: 'Invite', exact: true })
    await expect.element(invite).toBeVisible()
    await expect.poll(() => performance.now() - openedAtMs, { timeout: 5_000 }).toBeGreaterThan(2_500)
    await expect.element(agreement).not.toBeInTheDocument()
    await invite.getByRole('button', { name: 'Close this window' }).click()
    await expect.element(agreement).toBeVisible()
    await expect.element(invite).not.toBeInTheDocument()
  })

  it('cannot be accepted unread: not before it came', async () => {
    let answer: object = refusal(500, 'INTERNAL_SERVER_ERROR')
    fakeServer({ ...memberAnswers, 'GET /api/lookup/agreements': () => answer })
    await openApp('/user/home', { token: 'good' })
    await expect.element(agreement.getByText(/Something broke on our side/)).toBeVisible()
    await expect.element(agreement.getByRole('button', { name: 'Accept terms' })).toBeDisabled()
    answer = memberAnswers['GET /api/lookup/agreements'] as object
    await agreement.getByRole('button', { name: 'Try again' }).click()
    await expect.element(agreement.getByText('Second term')).toBeVisible()
    await expect.element(agreement.getByRole('button', { name: 'Accept terms' })).toBeEnabled()
  })
})

describe('the conditions', () => {
  it('[GEN-042] are read by a member, in the language that is chosen', async () => {
    localStorage.setItem(storageKeys.rememberAgreement, 'yes')
    const server = fakeServer(memberAnswers)
    await openApp('/user/home', { token: 'good' })
    await page.getByRole('button', { name: 'Conditions' }).click()
    await expect.element(conditions.getByRole('listitem').nth(1)).toHaveTextContent('Second rule')
    expect(server.callsTo('GET /api/lookup/conditions')[0]?.headers.get('accept-language')).toBe('en')
    await conditions.getByRole('button', { name: 'Got it' }).click()
    await expect.element(conditions).not.toBeInTheDocument()
  })

  it('say so when there are none', async () => {
    localStorage.setItem(storageKeys.rememberAgreement, 'yes')
    fakeServer({ ...memberAnswers, 'GET /api/lookup/conditions': { conditions: [] } })
    await openApp('/user/home', { token: 'good' })
    await page.getByRole('button', { name: 'Conditions' }).click()
    await expect.element(conditions.getByText('No conditions to show yet')).toBeVisible()
  })
})
