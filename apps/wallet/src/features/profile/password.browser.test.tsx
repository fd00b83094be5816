import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { profileAnswers } from './profile.fixture.ts'

const sheet = page.getByRole('dialog', { name: 'Change password', exact: true })
const fields = {
  old: page.getByLabelText('Current password'),
  new: page.getByLabelText('New password', { exact: true }),
  confirm: page.getByLabelText('Confirm new password'),
}
type Field = keyof typeof fields
const submit = sheet.getByRole('button', { name: 'Change password' })
const overlay = page.getByRole('dialog', { name: 'Changing your password…' })
const put = 'PUT /api/account/changepwd'

async function openSheet(answers: FakeAnswers = {}): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ ...profileAnswers(), [put]: { code: 'SUCCESS', token: 'renewed' }, ...answers })
  await openApp('/user/profile', { token: 'good' })
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
  await expect.element(fields.old).toBeVisible()
  return server
}

async function type(typed: Partial<Record<Field, string>>): Promise<void> {
  for (const [field, text] of Object.entries(typed)) await fields[field as Field].fill(text)
}

const good = { old: 'correct horse', new: 'brave new horse', confirm: 'brave new horse' }

afterEach(() => {
  vi.useRealTimers()
})
beforeEach(clearBrowser)

describe('changing the password', () => {
  it('[PRF-011] is behind the lock on the profile, and says that other devices are logged out', async () => {
    await openSheet()
    await expect.element(sheet.getByText('All other devices are logged out after the change')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    const row = page.getByRole('main').getByRole('button', { name: 'Change password' })
    await expect.element(row).toHaveFocus()
    expect(row.element().querySelector('svg rect')).not.toBeNull()
  })

  it('goes on under the token that it is given in place of the old one', async () => {
    const server = await openSheet()
    await type(good)
    await submit.click()
    await expect.element(sheet).not.toBeInTheDocument()
    expect([sessionStorage.getItem('token'), localStorage.getItem('token')]).toContain('renewed')
    expect(server.callsTo(put)[0]?.headers.get('authorization')).toBe('Bearer good')
    const asked = () => server.callsTo('GET /api/account/sessions').at(-1)?.headers.get('authorization')
    await expect.poll(asked).toBe('Bearer renewed')
  })

  it('leaves no password in the memory of the app', async () => {
    const mounted = vi.spyOn(QueryClient.prototype, 'mount')
    onTestFinished(() => mounted.mockRestore())
    await openSheet()
    await type(good)
    await submit.click()
    await expect.element(sheet).not.toBeInTheDocument()
    const kept = () => mounted.mock.contexts.map((one) => (one as QueryClient).getMutationCache().getAll().length)
    await expect.poll(kept).toEqual([0])
  })

  it.each(['old', 'new', 'confirm'] as const)(
    '[PRF-025] does nothing without %s, says nothing, and points at it',
    async (missing) => {
      const server = await openSheet()
      await type({ ...good, [missing]: '' })
      await submit.click()
      await expect.element(fields[missing]).toHaveFocus()
      await expect.element(fields[missing]).toHaveAttribute('aria-invalid', 'true')
      expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1)
      await expect.element(overlay).not.toBeInTheDocument()
      // Nothing is drawn; whoever cannot see the mark hears it.
      await expect.element(sheet.getByRole('alert')).toHaveClass('vh')
      expect(server.callsTo(put)).toHaveLength(0)
    },
  )

  it('[PRF-026] says below the field when the two are not the same', async () => {
    const server = await openSheet()
    await type({ ...good, confirm: 'brave new house' })
    await submit.click()
    await expect.element(sheet.getByText('The new passwords are not the same')).toBeVisible()
    await expect.element(fields.confirm).toHaveAttribute('aria-invalid', 'true')
    await expect.element(fields.new).toHaveValue('brave new horse')
    expect(server.callsTo(put)).toHaveLength(0)
  })

  it.each([
    ['short', 'Use 8–128 characters'],
    ['       ', 'Use 8–128 characters'],
    ['😀'.repeat(7), 'Use 8–128 characters'],
    ['\u200f\u202eab', 'Use 8–128 characters'],
    ['x'.repeat(129), 'Use 8–128 characters'],
    ['ก'.repeat(10_000), 'Use 8–128 characters'],
    ['0812345678', "Don't use your phone number as password"],
    ['081-234 5678', "Don't use your phone number as password"],
  ])('says below the field what is wrong with %j, and keeps it', async (password, words) => {
    const server = await openSheet()
    await type({ old: 'correct horse', new: password, confirm: password })
    await submit.click()
    await expect.element(sheet.getByText(words)).toBeVisible()
    await expect.element(fields.new).toHaveFocus()
    await expect.element(fields.new).toHaveValue(password)
    expect(server.callsTo(put)).toHaveLength(0)
  })

  it('[PRF-027] [LIM-009] lays an overlay over all for 200 ms before the call, which Escape does not take away', async () => {
    const answer = Promise.withResolvers<object>()
    const server = await openSheet({ [put]: () => answer.promise })
    await type(good)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    // What waits by asking again and again would move these timers on with each question.
    ;(submit.element() as HTMLElement).click()
    while (overlay.query() === null) await new Promise(requestAnimationFrame)
    await vi.advanceTimersByTimeAsync(199)
    expect(server.callsTo(put)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.poll(() => server.callsTo(put)).toHaveLength(1)
    await expect.element(overlay).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(overlay).toBeVisible()
    answer.resolve({ code: 'SUCCESS' })
    await expect.element(overlay).not.toBeInTheDocument()
  })

  it('[PRF-003] [ERR-094] says that it is done, and shows who is still logged in', async () => {
    const server = await openSheet()
    const before = server.callsTo('GET /api/account/sessions').length
    await type(good)
    await submit.click()
    const done = page.getByRole('alertdialog', { name: 'Done' })
    await expect.element(done.getByText('Password changed. Other devices are logged out.')).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
    expect(server.callsTo(put).map(({ body }) => body)).toEqual([
      { oldPassword: 'correct horse', newPassword: 'brave new horse' },
    ])
    await expect.poll(() => server.callsTo('GET /api/account/sessions').length).toBeGreaterThan(before)
  })

  it.each([
    ['WRONG_PASSWORD', 'old', 'Your current password is incorrect. Please try again.'],
    ['INVALID_USER_INFO', 'new', 'Too easy to guess. Try another password.'],
  ] as const)('[ERR-010] says of %s below the field, and keeps what was typed', async (code, field, words) => {
    await openSheet({ [put]: refusal(422, code) })
    await type(good)
    await submit.click()
    await expect.element(sheet.getByText(words)).toBeVisible()
    await expect.element(fields[field]).toHaveFocus()
    for (const one of ['old', 'new', 'confirm'] as const) await expect.element(fields[one]).toHaveValue(good[one])
  })

  it('[ERR-093] says in a dialog what else fails, and keeps what was typed', async () => {
    await openSheet({ [put]: () => Promise.reject(new TypeError('offline')) })
    await type(good)
    await submit.click()
    const failed = page.getByRole('alertdialog', { name: 'Something went wrong' })
    await expect.element(failed.getByText('No connection. Check your internet and try again.')).toBeVisible()
    await failed.getByRole('button', { name: 'OK' }).click()
    await expect.element(fields.new).toHaveValue('brave new horse')
  })
})
