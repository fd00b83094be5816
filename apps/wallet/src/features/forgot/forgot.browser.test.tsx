import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { arriveAt, clearBrowser, openApp } from '../../testing/open-app.tsx'

const willing = {
  'POST /api/account/forgotpwd': { otpRef: 'WXYZ', otpToken: 'otp-token', code: 'SUCCESS' },
  'POST /api/account/resetpwd': { code: 'SUCCESS' },
}

const phone = page.getByLabelText('Phone number')
const next = page.getByRole('button', { name: 'Continue' })
const code = page.getByLabelText('OTP code')
const password = page.getByLabelText('New password')
const confirm = page.getByLabelText('Confirm password')
const set = page.getByRole('button', { name: 'Set a new password' })

async function askForCode(): Promise<void> {
  await phone.fill('081 234-5678')
  await next.click()
  await expect.element(code).toBeVisible()
}

async function enter(entered: { code?: string; password?: string; confirm?: string }): Promise<void> {
  await code.fill(entered.code ?? '123456')
  await password.fill(entered.password ?? 'correct horse')
  await confirm.fill(entered.confirm ?? entered.password ?? 'correct horse')
  await set.click()
}

beforeEach(clearBrowser)

describe('a forgotten password', () => {
  it('is set anew with the code of an SMS, from the link on /login back to /login', async () => {
    const server = fakeServer(willing)
    await openApp('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await arriveAt('/forgot')
    await askForCode()
    await expect.element(page.getByText('Reference: WXYZ')).toBeVisible()
    await expect.element(page.getByText('If this number is registered, a code is on its way by SMS.')).toBeVisible()
    await enter({})
    await arriveAt('/login')
    await expect.element(page.getByText('Your password has been changed. You can log in now.')).toBeVisible()
    expect(server.callsTo('POST /api/account/forgotpwd').map((call) => call.body)).toEqual([
      { phoneNumber: '0812345678' },
    ])
    expect(server.callsTo('POST /api/account/resetpwd').map((call) => call.body)).toEqual([
      { otpToken: 'otp-token', otpCode: '123456', newPassword: 'correct horse' },
    ])
  })

  it('takes a phone number of ten digits', async () => {
    const server = fakeServer(willing)
    await openApp('/forgot')
    await phone.fill('081 234 567')
    await next.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The phone number must support 10 digits')
    expect(server.callsTo('POST /api/account/forgotpwd')).toHaveLength(0)
  })

  it.each([
    ['an empty code', { code: '' }, code],
    ['an empty password', { password: ' ' }, password],
    ['an empty repetition', { confirm: '' }, confirm],
  ])('makes no call with %s, and points at it', async (_, entered, field) => {
    const server = fakeServer(willing)
    await openApp('/forgot')
    await askForCode()
    await enter(entered)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(server.callsTo('POST /api/account/resetpwd')).toHaveLength(0)
  })

  it.each([
    ['short', { password: '1234567' }, 'Use 8–128 characters'],
    ['the phone number', { password: '+66 81 234 5678' }, "Don't use your phone number as password"],
    ['typed differently', { confirm: 'correct house' }, "Passwords don't match"],
  ])('makes no call with a password that is %s, and says so', async (_, entered, text) => {
    const server = fakeServer(willing)
    await openApp('/forgot')
    await askForCode()
    await enter(entered)
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    expect(server.callsTo('POST /api/account/resetpwd')).toHaveLength(0)
  })

  it.each([
    ['OTP_CODE_INVALID', 'Incorrect OTP code. Check it and try again.'],
    ['INVALID_USER_INFO', 'Too easy to guess. Try another password.'],
  ])('keeps what was typed when the server refuses with %s', async (refused, text) => {
    fakeServer({ ...willing, 'POST /api/account/resetpwd': refusal(422, refused) })
    await openApp('/forgot')
    await askForCode()
    await enter({})
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    for (const [field, value] of [
      [code, '123456'],
      [password, 'correct horse'],
      [confirm, 'correct horse'],
    ] as const) {
      await expect.element(field).toHaveValue(value)
    }
  })

  it('goes on with the code on its way when the same number is entered again', async () => {
    const server = fakeServer(willing)
    await openApp('/forgot')
    await askForCode()
    await page.getByRole('button', { name: 'Change phone number' }).click()
    await expect.element(phone).toHaveValue('081 234-5678')
    await next.click()
    await expect.element(code).toBeVisible()
    expect(server.callsTo('POST /api/account/forgotpwd')).toHaveLength(1)
  })

  it('says why no code is sent, and how long that lasts', async () => {
    fakeServer({
      'POST /api/account/forgotpwd': Response.json(
        { message: 'REQUEST_LIMIT' },
        { status: 429, headers: { 'retry-after': '1500' } },
      ),
    })
    await openApp('/forgot')
    await phone.fill('0812345678')
    await next.click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Too many requests. Wait a while and try again. About 25 minutes left.')
    await expect.element(phone).toHaveValue('0812345678')
  })

  it('can be left for /login', async () => {
    fakeServer(willing)
    await openApp('/forgot')
    await page.getByRole('button', { name: 'Back' }).click()
    await arriveAt('/login')
  })
})
