import { AGREEMENT_DELAY_MS } from '@krapao/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { page, userEvent } from 'vitest/browser'
import { openModal } from '../../lib/modals.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { arriveAt, clearBrowser, openApp } from '../../testing/open-app.tsx'

const kept = (): string | null => localStorage.getItem(storageKeys.rememberAgreement)
const agreement = page.getByRole('dialog', { name: 'Terms of use' })
const conditions = page.getByRole('dialog', { name: 'Conditions' })

beforeEach(clearBrowser)

describe('the agreement', () => {
  it('[HOM-019] [LIM-010] [GEN-030] comes 1.5 s after home and not a moment sooner, as HTML, and is kept when it was accepted', async () => {
    fakeServer(memberAnswers)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await openApp('/user/home', { token: 'good' })
    await expect.element(page.getByRole('list', { name: 'Services' })).toBeVisible()
    await vi.advanceTimersByTimeAsync(AGREEMENT_DELAY_MS - 1)
    expect(agreement.query()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.element(agreement).toBeVisible()
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

describe('the agreement, where something else is open', () => {
  afterEach(() => void vi.useRealTimers())

  const invite = page.getByRole('dialog', { name: 'Invite', exact: true })
  const result = page.getByRole('alertdialog')
  const press = (locator: Locator): void => (locator.element() as HTMLElement).click()

  /** Waits without moving faked timers on, as what waits by asking again and again does. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise(requestAnimationFrame)
      await vi.advanceTimersByTimeAsync(0)
    }
  }

  it('waits until that is closed, and what is said of it too', async () => {
    fakeServer(memberAnswers)
    await openApp('/user/statement', { token: 'good' })
    const toHome = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home' })
    await expect.element(toHome).toBeVisible()
    const toInvite = page.getByRole('button', { name: 'Invite', exact: true })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press(toHome)
    await until(() => toInvite.query() !== null)
    press(toInvite)
    await until(() => invite.query() !== null)
    await vi.advanceTimersByTimeAsync(AGREEMENT_DELAY_MS + 5_000)
    press(invite.getByRole('button', { name: 'Close this window' }))
    await until(() => invite.query() === null)
    await vi.advanceTimersByTimeAsync(999)
    openModal('message', { kind: 'done', title: 'Done', text: 'It is there' })
    await until(() => result.query() !== null)
    await vi.advanceTimersByTimeAsync(5_000)
    press(result.getByRole('button', { name: 'OK' }))
    await until(() => result.query() === null)
    await vi.advanceTimersByTimeAsync(999)
    expect(agreement.query()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await until(() => agreement.query() !== null)
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
