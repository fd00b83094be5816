import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { arriveAt, clearBrowser, openApp } from '../../testing/open-app.tsx'
import { willing } from '../../testing/registration-answers.ts'
import {
  next,
  finish,
  number,
  code,
  name,
  password,
  confirm,
  source,
  inviter,
  bank,
  account,
  firstName,
  lastName,
  verify,
  enterProfile,
  enterBank,
  openWizard,
} from './register.fixture.ts'

const back = page.getByRole('button', { name: 'Back' })

/** What can be chosen, but for the words that stand there while nothing is. */
function choicesOf(select: Locator): string[][] {
  return [...(select.element() as HTMLSelectElement).options].slice(1).map(({ value, text }) => [value, text])
}

/** From now on the clock of the page stands `ms` later. */
function moveClock(ms: number): void {
  const now = Date.now.bind(Date)
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => spy.mockRestore())
}

beforeEach(clearBrowser)

describe('the fields of the wizard', () => {
  it('[REG-011] [REG-012] [REG-013] [REG-014] are name, passwords, source and inviter in step 3, and are sent', async () => {
    const server = await openWizard('profile')
    await expect.element(password).toHaveAttribute('type', 'password')
    await expect.element(confirm).toHaveAttribute('type', 'password')
    await expect
      .poll(() => choicesOf(source))
      .toEqual([
        ['FRIEND', 'A friend'],
        ['WEB', 'The web'],
      ])
    await enterProfile()
    await expect.element(account).toBeVisible()
    expect(server.callsTo('POST /api/account/validate')[0]?.body).toMatchObject({
      name: 'Som',
      password: 'correct horse',
      sourceCode: 'WEB',
      inviteCode: 'PRfriend1',
    })
  })

  it('[REG-015] [REG-016] [REG-017] [REG-034] are bank, number and both names in step 4, and are sent', async () => {
    const server = await openWizard('bank')
    await expect.element(bank).toBeVisible()
    await expect
      .poll(() => choicesOf(bank))
      .toEqual([
        ['SCB', 'Bank SCB'],
        ['KTB', 'Bank KTB'],
        ['TMB', 'Bank TMB'],
        ['BBL', 'Bank BBL'],
      ])
    await enterBank()
    await finish.click()
    await expect
      .poll(() => server.callsTo('POST /api/account')[0]?.body)
      .toMatchObject({
        bankCode: 'SCB',
        bankAccountNo: '1234567890',
        bankAccountName: 'SOM DEE',
      })
  })

  it.each([
    ['bank', () => bank.selectOptions(''), bank],
    ['account number', () => account.fill(' '), account],
    ['first name', () => firstName.fill('  '), firstName],
    ['last name', () => lastName.fill(''), lastName],
  ])('[REG-033] are all needed in step 4: without a %s it stays, and points at it', async (_, leave, field) => {
    const server = await openWizard('filled')
    await leave()
    await finish.click()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByText('Fill in this field', { exact: true })).toBeVisible()
    expect(server.callsTo('POST /api/account')).toHaveLength(0)
  })

  it('are wrong for as long as nothing was changed: another bank, which the name may fit, takes the red away', async () => {
    await openWizard('filled')
    await firstName.fill('สม')
    await bank.selectOptions('KTB')
    await finish.click()
    for (const field of [firstName, lastName]) await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await bank.selectOptions('SCB')
    for (const field of [firstName, lastName]) await expect.element(field).not.toHaveAttribute('aria-invalid')
  })
})

describe('the end of the wizard', () => {
  afterEach(() => void vi.useRealTimers())

  /** Presses the last button and waits for its toast, with timers that stand still from then on. */
  async function finishInStillTime(): Promise<void> {
    const toast = page.getByRole('status').getByText('You are registered. Taking you to log in…')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // What waits by asking again and again would move these timers on with each question.
    ;(finish.element() as HTMLElement).click()
    while (toast.query() === null) {
      await new Promise(requestAnimationFrame)
      // What was to happen at once may: no time passes.
      await vi.advanceTimersByTimeAsync(0)
    }
  }

  /** Waits until another page is there; time goes on until the toast is gone, which other tests would see. */
  async function leftBehind(): Promise<void> {
    while (location.pathname === '/register') {
      await new Promise(requestAnimationFrame)
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
  }

  it('[REG-010] [REG-023] [REG-024] [LIM-008] is a toast and, two seconds later, /login', async () => {
    fakeServer(willing)
    localStorage.setItem('inviteCode', 'PRold1')
    await openApp('/register')
    await verify()
    await name.fill('Som')
    await password.fill('correct horse')
    await confirm.fill('correct horse')
    await next.click()
    await enterBank()
    await finishInStillTime()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(location.pathname).toBe('/register')
    await vi.advanceTimersByTimeAsync(1)
    await leftBehind()
    await arriveAt('/login')
    await expect.element(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    // The phone was typed once already.
    await expect.element(number).toHaveValue('0812345678')
    expect(localStorage.getItem('inviteCode')).toBeNull()
  })

  it('does not call back who goes elsewhere meanwhile', async () => {
    const server = await openWizard('filled')
    const contact = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Contact' })
    await finishInStillTime()
    ;(contact.element() as HTMLElement).click()
    await leftBehind()
    await arriveAt('/contact')
    expect(server.callsTo('GET /api/lookup/active')).toHaveLength(0)
  })
})

describe('the ways through the wizard', () => {
  it('[OTP-004] [REG-005] make no call for a code when the operator wants none', async () => {
    const server = await openWizard('code', { 'GET /api/lookup/registerOTP': { registerOTP: false } })
    await expect.element(name).toBeVisible()
    expect(server.callsTo('POST /api/otp/send')).toHaveLength(0)
  })

  it('[OTP-004] ask for a code when it cannot be known whether one is wanted', async () => {
    await openWizard('code', { 'GET /api/lookup/registerOTP': refusal(500, 'INTERNAL_SERVER_ERROR') })
    await expect.element(code).toBeVisible()
  })

  it('[ERR-021] [REG-006] pass by the code of a phone that is verified', async () => {
    await openWizard('code', { 'POST /api/otp/send': { otpRef: null, otpToken: null, code: 'OTP_VERIFIED' } })
    await expect.element(name).toBeVisible()
    await expect.element(page.getByText('This number is already confirmed')).toBeVisible()
  })

  it('keep what was typed on the way back, and go on with a code that is on its way', async () => {
    const server = await openWizard('code')
    await expect.element(code).toBeVisible()
    await page.getByRole('button', { name: 'Change phone number' }).click()
    await expect.element(number).toHaveValue('0812345678')
    await next.click()
    await expect.element(page.getByText('Reference: WXYZ')).toBeVisible()
    expect(server.callsTo('POST /api/otp/send')).toHaveLength(1)
    await code.fill('123456')
    await enterProfile()
    await enterBank()
    await back.click()
    await expect.element(name).toHaveValue('Som')
    await expect.element(password).toHaveValue('correct horse')
    await expect.element(source).toHaveValue('WEB')
    await expect.element(inviter).toHaveValue('PRfriend1')
    await next.click()
    await expect.element(bank).toHaveValue('SCB')
    await expect.element(account).toHaveValue('123-456-7890')
    await expect.element(firstName).toHaveValue(' SOM ')
    await expect.element(lastName).toHaveValue(' DEE ')
  })

  it('begin each at its top, whatever the one before was scrolled to', async () => {
    await page.viewport(360, 420)
    onTestFinished(() => page.viewport(414, 896))
    await openWizard('bank')
    await expect.element(page.getByRole('heading', { name: 'Your bank account' })).toHaveFocus()
    expect(document.documentElement.scrollHeight).toBeGreaterThan(innerHeight)
    expect(scrollY).toBe(0)
  })

  it('go back to the phone when its verification has run out, and keep the rest', async () => {
    await openWizard('filled', { 'POST /api/account': refusal(422, 'UNVERIFIED_OTP') })
    await finish.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await expect.element(number).toHaveValue('0812345678')
    await next.click()
    await expect.element(code).toBeVisible()
    await code.fill('123456')
    await expect.element(name).toHaveValue('Som')
  })

  it('say under the password what the server has against it', async () => {
    await openWizard('bank', {
      'POST /api/account/validate': refusal(422, 'INVALID_USER_INFO', { fields: ['password'] }),
    })
    await expect.element(page.getByText('Too easy to guess. Try another password.')).toBeVisible()
    await expect.element(password).toHaveAttribute('aria-invalid', 'true')
    await expect.element(password).toHaveValue('correct horse')
  })
})

describe('a reload', () => {
  /** Fetches the page again: what the browser keeps stays, and so does the entry of its history. */
  async function reload(): Promise<void> {
    const { state } = history as { state: unknown }
    await cleanup()
    await openApp('/register', { state })
  }

  it('goes on at the profile with all that was typed but the password and the bank account', async () => {
    const server = await openWizard('filled')
    await reload()
    await expect.element(page.getByText('Step 3 of 4')).toBeInTheDocument()
    await expect.element(name).toHaveValue('Som')
    await expect.element(source).toHaveValue('WEB')
    await expect.element(inviter).toHaveValue('PRfriend1')
    await expect.element(password).toHaveValue('')
    await expect.element(confirm).toHaveValue('')
    await password.fill('correct horse')
    await confirm.fill('correct horse')
    await next.click()
    await expect.element(bank).toHaveValue('')
    await expect.element(account).toHaveValue('')
    await expect.element(firstName).toHaveValue('')
    await enterBank()
    await finish.click()
    await expect.poll(() => server.callsTo('POST /api/account')).toHaveLength(1)
    const sent = server.callsTo('POST /api/account')[0]
    expect(sent?.body).toMatchObject({ username: '0812345678', name: 'Som', bankAccountName: 'SOM DEE' })
    // The phone stays verified: by this token the server knows who asks (rulings 5.7).
    expect(sent?.headers.get('x-otp-token')).toBe('otp-token')
    expect(server.callsTo('POST /api/otp/send')).toHaveLength(1)
  })

  it('goes on with the code that is on its way', async () => {
    const server = await openWizard('code')
    await code.fill('1234')
    await reload()
    await expect.element(page.getByText('Reference: WXYZ')).toBeVisible()
    await expect.element(code).toHaveValue('')
    await code.fill('123456')
    await expect.element(name).toBeVisible()
    expect(server.callsTo('POST /api/otp/send')).toHaveLength(1)
    expect(server.callsTo('POST /api/otp/verify')[0]?.body).toEqual({ otpToken: 'otp-token', otpCode: '123456' })
  })

  it('finds neither password, code nor bank account in what the browser keeps', async () => {
    await openWizard('code')
    await code.fill('987654')
    await enterProfile()
    await enterBank()
    const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.cookie])
    expect(kept).toContain('Som')
    expect(kept).not.toContain('correct horse')
    expect(kept).not.toContain('987654')
    expect(kept).not.toMatch(/SCB|123-?456-?7890|bankCode|bankAccount|firstName|lastName|dee/i)
  })

  it('is no new visit: that begins at the phone, with what was typed', async () => {
    await openWizard('profile')
    await name.fill('Som')
    await cleanup()
    await openApp('/register?code=PRnew2')
    await expect.element(page.getByText('Step 1 of 4')).toBeInTheDocument()
    await expect.element(number).toHaveValue('0812345678')
    await verify()
    await expect.element(name).toHaveValue('Som')
    await expect.element(inviter).toHaveValue('PRnew2')
  })

  it('half an hour after the last word begins anew', async () => {
    await openWizard('profile')
    await name.fill('Som')
    moveClock(30 * 60_000)
    await reload()
    await expect.element(number).toHaveValue('')
    await expect.element(page.getByText('Step 1 of 4')).toBeInTheDocument()
    expect(sessionStorage.getItem('registration')).toBeNull()
  })

  it('finds nothing of what is done', async () => {
    await openWizard('filled')
    expect(sessionStorage.getItem('registration')).not.toBeNull()
    await finish.click()
    await arriveAt('/login')
    expect(sessionStorage.getItem('registration')).toBeNull()
  })
})

describe('another code', () => {
  const again = page.getByRole('button', { name: 'Send a new code' })

  it('can be had after a minute, and takes the place of the first', async () => {
    const sent = [
      { otpRef: 'AAAA', otpToken: 'first', code: 'SUCCESS' },
      { otpRef: 'BBBB', otpToken: 'second', code: 'SUCCESS' },
    ]
    const server = await openWizard('code', { 'POST /api/otp/send': () => sent.shift() ?? {} })
    await expect.element(page.getByText(/^Send a new code in \d+ s$/)).toBeVisible()
    await expect.element(again).not.toBeInTheDocument()
    moveClock(60_000)
    await again.click()
    await expect.element(page.getByText('Reference: BBBB')).toBeVisible()
    await expect.element(page.getByText('New code sent')).toBeVisible()
    await code.fill('123456')
    await expect.element(name).toBeVisible()
    expect(server.callsTo('POST /api/otp/verify')[0]?.body).toEqual({ otpToken: 'second', otpCode: '123456' })
  })

  it('is refused in words and with the time that it takes, and the first one still counts', async () => {
    const limit = Response.json({ message: 'REQUEST_LIMIT' }, { status: 429, headers: { 'retry-after': '1500' } })
    const answers: FakeAnswers[string][] = [willing['POST /api/otp/send'] as object, limit]
    await openWizard('code', { 'POST /api/otp/send': () => (answers.shift() ?? limit) as object })
    await expect.element(code).toBeVisible()
    moveClock(60_000)
    await again.click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Too many requests. Wait a while and try again. About 25 minutes left.')
    await expect.element(page.getByText('Send a new code in 25 min')).toBeVisible()
    await code.fill('123456')
    await expect.element(name).toBeVisible()
  })

  it.each([
    ['OTP_CODE_INVALID', 422],
    ['OTP_EXPIRED', 422],
    ['OTP_BLOCK', 429],
  ])('%s stays at the code and keeps it', async (refused, status) => {
    await openWizard('code', { 'POST /api/otp/verify': refusal(status, refused) })
    await code.fill('654321')
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(code).toHaveValue('654321')
    await expect.element(code).toHaveAttribute('aria-invalid', 'true')
  })
})

describe('the code of an inviter', () => {
  it('[REG-021] is that of the newest link, and none that cannot be one', async () => {
    fakeServer(willing)
    localStorage.setItem('inviteCode', 'PRold1')
    await openApp('/register?code=PRnew2')
    expect(localStorage.getItem('inviteCode')).toBe('PRnew2')
    await openApp('/register?code=<script>')
    expect(localStorage.getItem('inviteCode')).toBe('PRnew2')
  })
})

describe('the code', () => {
  it('has the focus, is sent when it is whole, and back leads to the phone', async () => {
    const server = await openWizard('code')
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
    history.back()
    await expect.element(number).toHaveValue('0812345678')
    expect(location.pathname).toBe('/register')
    await next.click()
    await code.fill('12345')
    expect(server.callsTo('POST /api/otp/verify')).toHaveLength(0)
    await code.fill('123456')
    await expect.element(name).toBeVisible()
    expect(server.callsTo('POST /api/otp/verify')).toHaveLength(1)
    await enterProfile()
    await enterBank()
    history.back()
    await expect.element(name).toHaveValue('Som')
    await expect.element(password).toHaveValue('correct horse')
    history.forward()
    await expect.element(account).toHaveValue('123-456-7890')
  })

  it('comes out of the SMS by itself where the browser hands it over', async () => {
    const asked = vi.fn(() => Promise.resolve({ code: '123456' }))
    vi.stubGlobal('OTPCredential', class {})
    vi.spyOn(navigator.credentials, 'get').mockImplementation(asked as never)
    onTestFinished(() => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    })
    const server = await openWizard('code')
    await expect.element(name).toBeVisible()
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ otp: { transport: ['sms'] } }))
    expect(server.callsTo('POST /api/otp/verify')[0]?.body).toEqual({ otpToken: 'otp-token', otpCode: '123456' })
  })
})
