import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
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
  inviter,
  account,
  lastName,
  enterPhone,
  verify,
  fillProfile,
  enterBank,
  openWizard,
} from './register.fixture.ts'

beforeEach(clearBrowser)

describe('the wizard', () => {
  it('[REG-002] [REG-003] [REG-007] [REG-008] [REG-009] goes through phone, OTP, profile and bank to /login', async () => {
    const server = await openWizard('phone')
    await expect.element(page.getByText('Step 1 of 4')).toBeInTheDocument()
    await verify()
    await fillProfile()
    await next.click()
    await expect.element(account).toBeVisible()
    await expect.element(page.getByText('Step 4 of 4')).toBeInTheDocument()
    await enterBank('SCB', ' somchai ')
    await finish.click()
    await expect.element(page.getByText('You are registered. Taking you to log in…')).toBeVisible()
    expect(location.pathname).toBe('/register')
    await arriveAt('/login')
    expect(server.callsTo('POST /api/account')[0]?.body).toEqual({
      name: 'Som',
      username: '0812345678',
      password: 'correct horse',
      sourceCode: '',
      inviteCode: '',
      bankCode: 'SCB',
      bankAccountName: 'SOMCHAI DEE',
      bankAccountNo: '1234567890',
      currency: 'BAHT',
    })
    expect(server.callsTo('POST /api/account')[0]?.headers.get('x-otp-token')).toBe('otp-token')
  })

  it('[REG-004] shows the reference of the code', async () => {
    await openWizard('code')
    await expect.element(page.getByText('Reference: WXYZ')).toBeVisible()
  })

  it('stays at the phone when the server refuses it, and says why', async () => {
    await openWizard('code', { 'POST /api/otp/send': refusal(409, 'EXISTING_USER') })
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This phone number is already registered. Log in or use another.')
  })
})

describe('what the wizard checks', () => {
  it.each([
    ['en', '081234567', 'The phone number must support 10 digits'],
    ['en', '08123456789', 'The phone number must support 10 digits'],
  ] as const)('[REG-026] [LIM-004] a phone number of ten digits (%s, %s)', async (language, typed, message) => {
    const server = fakeServer(willing)
    await openApp('/register', { language })
    await number.fill(typed)
    await next.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
    expect(server.callsTo('POST /api/otp/send')).toHaveLength(0)
    await enterPhone()
    await expect.element(code).toBeVisible()
  })

  it.each([
    ['th', 'เบอร์โทรศัพท์', 'ต่อไป', 'กรอกเบอร์โทรศัพท์ให้ครบ 10 หลัก'],
    ['lo', 'ເບີໂທລະສັບ', 'ຕໍ່ໄປ', 'ປ້ອນເບີໂທລະສັບໃຫ້ຄົບ 10 ຕົວເລກ'],
  ] as const)('[REG-027] and says so in %s', async (language, label, button, message) => {
    fakeServer(willing)
    await openApp('/register', { language })
    await page.getByLabelText(label).fill('081')
    await page.getByRole('button', { name: button }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  })

  it('[REG-029] [REG-030] a profile that is whole, silently, and two passwords that match', async () => {
    const server = await openWizard('profile')
    await next.click()
    await expect.element(name).toHaveFocus()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    for (const missing of [name, password, confirm]) {
      await fillProfile()
      await missing.fill('')
      await next.click()
      await expect.element(missing).toHaveFocus()
      await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    }
    await confirm.fill('correct house')
    await next.click()
    await expect.element(page.getByText("Passwords don't match")).toBeVisible()
    expect(server.callsTo('POST /api/account/validate')).toHaveLength(0)
  })

  it('[REG-031] [REG-032] the profile by the server, whose refusal is a toast', async () => {
    const server = await openWizard('profile', { 'POST /api/account/validate': refusal(409, 'EXISTING_USER') })
    await fillProfile()
    await next.click()
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await expect
      .element(toast.getByText('This phone number is already registered. Log in or use another.'))
      .toBeVisible()
    await expect.element(name).toBeVisible()
    expect(server.callsTo('POST /api/account/validate')[0]?.body).toEqual({
      name: 'Som',
      username: '0812345678',
      password: 'correct horse',
      sourceCode: '',
      inviteCode: '',
      bankCode: '',
      bankAccountName: '',
      bankAccountNo: '',
    })
  })

  it.each(['KTB', 'TMB', 'BBL'])('[REG-035] [LIM-029] an English name for %s', async (bankCode) => {
    const server = await openWizard('bank')
    await enterBank(bankCode, 'สมชาย')
    await finish.click()
    await expect.element(page.getByText('Bank account name must be in English only')).toBeVisible()
    expect(server.callsTo('POST /api/account')).toHaveLength(0)
  })

  it('[REG-018] [REG-036] [LIM-029] no such thing for other banks; letters become capital ones', async () => {
    const server = await openWizard('bank')
    await enterBank('SCB', 'สมชาย')
    await expect.element(lastName).toHaveValue(' DEE ')
    await finish.click()
    await expect.poll(() => server.callsTo('POST /api/account')).toHaveLength(1)
  })
})

describe('the refusal of a registration', () => {
  it('[ERR-093] is a dialog with a title and the server’s message', async () => {
    await openWizard('bank', { 'POST /api/account': refusal(409, 'EXISTING_BANK') })
    await enterBank('SCB', 'Som')
    await finish.click()
    const dialog = page.getByRole('alertdialog', { name: 'Something went wrong' })
    await expect
      .element(dialog.getByText('This bank account is already used. Use another or contact support.'))
      .toBeVisible()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(account).toHaveValue('123-456-7890')
  })
})

describe('the inviter’s code', () => {
  it('[GEN-032] [REG-020] [REG-021] [REG-022] comes with the link, is kept, and cannot be edited then', async () => {
    fakeServer(willing)
    await openApp('/register?code=PRabc123')
    expect(localStorage.getItem('inviteCode')).toBe('PRabc123')
    await verify()
    await expect.element(inviter).toHaveValue('PRabc123')
    await expect.element(inviter).toHaveAttribute('readonly')
  })

  it('[REG-022] can be typed when none is kept', async () => {
    await openWizard('profile')
    await expect.element(inviter).not.toHaveAttribute('readonly')
  })
})
