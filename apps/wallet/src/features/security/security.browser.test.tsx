import type { Security } from './security.api.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type FakeAnswers, fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

const at = '2026-11-20T13:40:00.000Z'
const passkey = { _id: 'one', name: 'Kitchen phone', createdAt: at, lastUsedAt: null }

const security = (given: Partial<Security> = {}): Security => ({
  takesPasskeys: true,
  passkeys: [passkey],
  authenticatorSince: at,
  codesLeft: 8,
  freshUntil: null,
  removedAt: null,
  withdrawalsWaitUntil: null,
  passwordChangedAt: null,
  news: [],
  ...given,
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const sheet = (name: string) => page.getByRole('dialog', { name })
const code = page.getByLabelText('OTP code')

const recovery: FakeAnswers = {
  'POST /api/login/recover': { otpRef: 'WXYZ', otpToken: 'otp-token', code: 'SUCCESS' },
  'POST /api/login/recover/confirm': { removedAt: '2026-11-27T05:00:00.000Z' },
}

async function open(given: Partial<Security>, answers: FakeAnswers = {}): Promise<ReturnType<typeof fakeServer>> {
  let shown = security(given)
  const server = fakeServer({
    ...memberAnswers,
    'GET /api/account/security': () => shown,
    'DELETE /api/account/security/removal': () => {
      shown = { ...shown, removedAt: null }
      return { code: 'OK' }
    },
    'PUT /api/account/security/passkeys/one': ({ body }) => {
      shown = { ...shown, passkeys: [{ ...passkey, ...(body as { name: string }) }] }
      return { code: 'OK' }
    },
    ...answers,
  })
  await openApp('/user/security', { token: 'good' })
  return server
}

beforeEach(clearBrowser)

describe('who can show none of his factors any more', () => {
  it('[SEC-005] has them removed from the second step of the login by a code of an SMS, after what becomes of it was said', async () => {
    const server = fakeServer({
      'POST /api/login': refusal(403, 'STEP_UP', { factors: ['authenticator', 'code'] }),
      ...recovery,
    })
    await openApp('/login')
    await page.getByLabelText('Phone number').fill('0812345678')
    await page.getByLabelText('Password', { exact: true }).fill('correct horse')
    await button('Log in').click()
    await button('I can’t use any of these').click()
    await expect.element(page.getByText(/are removed in 72 hours/)).toBeVisible()
    await button('Send an OTP code').click()
    await expect.element(code).toHaveFocus()
    await expect.element(page.getByText('Reference: WXYZ')).toBeVisible()
    await button('Turn off in 72 hours').click()
    expect(server.callsTo('POST /api/login/recover/confirm')).toHaveLength(0)
    await code.fill('123456')
    await button('Turn off in 72 hours').click()
    await expect.element(page.getByText(/^It turns off at 27\/11\/2026/)).toHaveFocus()
    await button('Close').click()
    await expect.element(page.getByLabelText('Code', { exact: true })).toBeVisible()
    expect(server.callsTo('POST /api/login/recover').map(({ body }) => body)).toEqual([
      { username: '0812345678', password: 'correct horse' },
    ])
    expect(server.callsTo('POST /api/login/recover/confirm').map(({ body }) => body)).toEqual([
      { otpToken: 'otp-token', otpCode: '123456' },
    ])
  })

  it('does so from the page with his password, and keeps what he typed when the code is refused', async () => {
    const server = await open({}, { ...recovery, 'POST /api/login/recover/confirm': refusal(422, 'OTP_CODE_INVALID') })
    await button('I can’t use any of these').click()
    const recovering = sheet('Turn off two-step verification by SMS')
    await recovering.getByLabelText('Password', { exact: true }).fill('correct horse')
    await button('Send an OTP code').click()
    await code.fill('123456')
    await button('Turn off in 72 hours').click()
    await expect.element(recovering.getByText('Incorrect OTP code. Check it and try again.')).toBeVisible()
    await expect.element(code).toHaveValue('123456')
    expect(server.callsTo('POST /api/login/recover').map(({ body }) => body)).toEqual([
      { username: '0812345678', password: 'correct horse' },
    ])
  })

  it('is told until when it can be stopped, and stops it', async () => {
    const server = await open({ removedAt: '2026-11-27T05:00:00.000Z' })
    await expect.element(page.getByText(/^Everything below is turned off at 27\/11\/2026/)).toBeVisible()
    await expect.element(button('I can’t use any of these')).not.toBeInTheDocument()
    await button('Keep it on').click()
    await expect.element(page.getByText('It stays on')).toBeVisible()
    await expect.element(button('Keep it on')).not.toBeInTheDocument()
    expect(server.callsTo('DELETE /api/account/security/removal')).toHaveLength(1)
  })
})

describe('/user/security', () => {
  it('gives a passkey another name', async () => {
    const server = await open({})
    // It is read with when it was last used, too.
    await page.getByRole('button', { name: /^Rename: Kitchen phone/ }).click()
    const naming = sheet('Rename the passkey')
    await expect.element(naming.getByLabelText('Name of the passkey')).toHaveValue('Kitchen phone')
    await naming.getByLabelText('Name of the passkey').fill(' Office phone ')
    await naming.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('button', { name: /^Rename: Office phone/ })).toBeVisible()
    expect(server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { name: 'Office phone' },
    ])
  })

  it('shows the key of an app as a QR code too', async () => {
    const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const address = `otpauth://totp/Krapao:0812345678?secret=${key}&issuer=Krapao`
    await open({ authenticatorSince: null }, { 'POST /api/account/security/authenticator/start': { key, address } })
    await button('Turn on').click()
    await expect.element(page.getByRole('img', { name: 'QR code of the key for an authenticator app' })).toBeVisible()
  })

  it('[SEC-006] tells what changed and which new devices came, the newest first', async () => {
    const device = 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36'
    await open({
      news: [
        { _id: 'b', what: 'new-device', at, device },
        { _id: 'a', what: 'passkey-copied', at, device: null },
      ],
    })
    const rows = page.getByRole('region', { name: 'Security activity' }).getByRole('listitem')
    await expect
      .element(rows.nth(0))
      .toMatchTextContent(/^Logged in from a new device.*Chrome on Windows.*20\/11\/2026/)
    await expect.element(rows.nth(1)).toMatchTextContent(/^A copy of a passkey was used/)
  })

  it('[SEC-004] names what is about to be done where it asks whether it is the member', async () => {
    const stale = refusal(403, 'STEP_UP', { factors: ['code'] })
    const server = await open(
      {},
      {
        'DELETE /api/account/security/passkeys/one': stale,
        'POST /api/account/security/step-up/start': { factors: ['code'], options: null },
      },
    )
    await button('Remove: Kitchen phone').click()
    await expect.element(sheet('Confirm that it is you').getByText('Remove: Kitchen phone')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet('Confirm that it is you')).not.toBeInTheDocument()
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})
