import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { readSession } from '../../lib/session.ts'
import { fakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const call = 'PUT /api/desk/password'
const dialog = page.getByRole('dialog', { name: 'Your account' })
const submit = dialog.getByRole('button', { name: 'Change password' })

async function openAccount(): Promise<void> {
  await openDesk()
  await page.getByRole('button', { name: /^Your account: มะลิ/ }).click()
  await expect.element(dialog.getByText('mali', { exact: true })).toBeVisible()
}

async function fill(newPassword = 'river mango lantern', code = '123 456'): Promise<void> {
  const form = dialog.getByRole('form', { name: 'Change password' })
  await form.getByLabelText('Current password').fill('right horse')
  await form.getByLabelText('New password').fill(newPassword)
  await form.getByLabelText(/6-digit code/).fill(code)
  await submit.click()
}

describe('the account of one of the staff', () => {
  it('has his password changed by the present one and a code, and says what became of his other sessions', async () => {
    const desk = fakeDesk({ [call]: { token: 'newer token' } })
    await openAccount()
    await fill()
    await expect.element(page.getByRole('status').getByText(/^Password changed/)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(readSession()?.token).toBe('newer token')
    expect(desk.callsTo(call).map(({ body }) => body)).toEqual([
      { oldPassword: 'right horse', newPassword: 'river mango lantern', totp: '123456' },
    ])
  })

  it('keeps no password in its memory once it was changed', async () => {
    const mounted = vi.spyOn(QueryClient.prototype, 'mount')
    onTestFinished(() => mounted.mockRestore())
    fakeDesk({ [call]: { token: 'newer token' } })
    await openAccount()
    await fill()
    await expect.element(dialog).not.toBeInTheDocument()
    const kept = () => mounted.mock.contexts.map((one) => (one as QueryClient).getMutationCache().getAll().length)
    await expect.poll(kept).toEqual([0])
  })

  it('asks for what is missing before it asks the server', async () => {
    const desk = fakeDesk()
    await openAccount()
    await fill('too short', '12')
    await expect.element(dialog.getByText('Use 12–128 characters')).toBeVisible()
    await expect.element(dialog.getByText('Enter all 6 digits')).toBeVisible()
    expect(desk.callsTo(call)).toEqual([])
  })

  it.each([
    ['WRONG_PASSWORD', 'The current password or the 6-digit code is not right.'],
    ['INVALID_USER_INFO', 'The new password is too easy to guess, or the same as before'],
  ])('says what %s means, keeps what was typed, and the session goes on', async (code, words) => {
    fakeDesk({ [call]: refusal(422, code) })
    await openAccount()
    await fill()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(words)
    await expect.element(dialog.getByLabelText('New password')).toHaveValue('river mango lantern')
    expect(sessionStorage.getItem('desk-session')).not.toBeNull()
  })

  it('[OFC-007] has its second factor renewed by password, code, and a code of the new key; what is refused stays typed', async () => {
    const [make, take] = ['POST /api/desk/factor', 'POST /api/desk/factor/confirm']
    const made = {
      ...{ totpKey: 'ABCDEFGHIJKLMNOP', totpAddress: 'otpauth://totp/x', offer: 'sealed' },
      until: '2026-11-24T03:04:00.000Z',
    }
    const desk = fakeDesk({ [make]: refusal(422, 'WRONG_PASSWORD'), [take]: refusal(422, 'OTP_CODE_INVALID') })
    await openAccount()
    await dialog.getByText('Change your authenticator app').click()
    const form = dialog.getByRole('form', { name: 'Change your authenticator app' })
    await form.getByRole('button', { name: 'Next' }).click()
    await expect.element(form.getByText('Enter all 6 digits')).toBeVisible()
    await form.getByLabelText('Current password').fill('right horse')
    await form.getByLabelText(/6-digit code/).fill('123456')
    await form.getByRole('button', { name: 'Next' }).click()
    await expect.element(form.getByRole('alert')).toMatchTextContent('The current password or the 6-digit code')
    desk.answer({ [make]: made })
    await form.getByRole('button', { name: 'Next' }).click()
    await expect.element(form.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
    await form.getByLabelText('6-digit code from the new app').fill('654321')
    await form.getByRole('button', { name: 'Use the new app' }).click()
    await expect.element(form.getByRole('alert')).toBeVisible()
    await expect.element(form.getByLabelText('6-digit code from the new app')).toHaveValue('654321')
    desk.answer({ [take]: { token: 'newer token' } })
    await form.getByRole('button', { name: 'Use the new app' }).click()
    await expect.element(page.getByText(/^Authenticator app changed/)).toBeVisible()
    expect(readSession()?.token).toBe('newer token')
    expect(desk.callsTo(make).map(({ body }) => body)).toContainEqual({ password: 'right horse', totp: '123456' })
    expect(desk.callsTo(take).at(-1)?.body).toEqual({ offer: 'sealed', totp: '654321' })
  })

  it('is the way out', async () => {
    const desk = fakeDesk()
    await openAccount()
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByRole('heading', { name: 'Krapao back office' })).toBeVisible()
    expect(desk.callsTo('POST /api/desk/logout')).toHaveLength(1)
  })
})
