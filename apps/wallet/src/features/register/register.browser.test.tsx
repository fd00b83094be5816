import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { arriveAt, clearBrowser, openApp } from '../../testing/open-app.tsx'

const willing: FakeAnswers = {
  'GET /api/lookup/registerOTP': { registerOTP: true },
  'GET /api/lookup/sources': { sources: [{ code: 'FRIEND', description: 'A friend' }] },
  'GET /api/lookup/banks': {
    banks: ['SCB', 'KTB', 'TMB', 'BBL'].map((code) => ({
      code,
      nameTH: code,
      nameEN: `Bank ${code}`,
      nameLO: code,
      currency: 'BAHT',
      latinNamesOnly: code !== 'SCB',
    })),
  },
  'POST /api/otp/send': { otpRef: 'WXYZ', otpToken: 'otp-token', code: 'SUCCESS' },
  'POST /api/otp/verify': { code: 'OTP_CODE_VALID' },
  'POST /api/account/validate': { code: 'OK' },
  'POST /api/account': { _id: 'a'.repeat(24) },
}

const next = page.getByRole('button', { name: 'Continue' })
const finish = page.getByRole('button', { name: 'Register' })
const number = page.getByLabelText('Phone number')
const name = page.getByLabelText('Profile name')
const password = page.getByLabelText('Password', { exact: true })
const confirm = page.getByLabelText('Confirm password')
const inviter = page.getByLabelText('Inviter code (optional)')

async function enterPhone(): Promise<void> {
  await number.fill('0812345678')
  await next.click()
}

async function reachProfile(): Promise<void> {
  await enterPhone()
  await page.getByLabelText('OTP code').fill('123456')
  await expect.element(name).toBeVisible()
}

async function reachBank(): Promise<void> {
  await reachProfile()
  await name.fill('Som')
  await password.fill('correct horse')
  await confirm.fill('correct horse')
  await next.click()
  await expect.element(page.getByLabelText('Account number')).toBeVisible()
}

async function enterBank(bank: string, firstName: string): Promise<void> {
  await page.getByLabelText('Bank', { exact: true }).selectOptions(bank)
  await page.getByLabelText('Account number').fill('123-456-7890')
  await page.getByLabelText('Account holder first name').fill(firstName)
  await page.getByLabelText('Account holder last name').fill(' dee ')
}

beforeEach(clearBrowser)

describe('the wizard', () => {
  it('[REG-002] [REG-003] [REG-007] [REG-008] [REG-009] goes through phone, OTP, profile and bank to /login', async () => {
    const server = fakeServer(willing)
    await openApp('/register')
    await expect.element(page.getByText('Step 1 of 4')).toBeInTheDocument()
    await reachBank()
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
    fakeServer(willing)
    await openApp('/register')
    await enterPhone()
    await expect.element(page.getByText('Reference: WXYZ')).toBeVisible()
  })

  it.each([
    ['REG-005', 'the operator wants no OTP', { 'GET /api/lookup/registerOTP': { registerOTP: false } }],
    [
      'REG-006',
      'the phone is verified already',
      { 'POST /api/otp/send': { otpRef: null, otpToken: null, code: 'OTP_VERIFIED' } },
    ],
  ])('[%s] skips the OTP when %s', async (_, __, answers) => {
    fakeServer({ ...willing, ...answers })
    await openApp('/register')
    await enterPhone()
    await expect.element(name).toBeVisible()
  })

  it('stays at the phone when the server refuses it, and says why', async () => {
    fakeServer({ ...willing, 'POST /api/otp/send': refusal(409, 'EXISTING_USER') })
    await openApp('/register')
    await enterPhone()
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
    await expect.element(page.getByLabelText('OTP code')).toBeVisible()
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
    const server = fakeServer(willing)
    await openApp('/register')
    await reachProfile()
    await next.click()
    await expect.element(name).toHaveFocus()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    for (const missing of [name, password, confirm]) {
      await name.fill('Som')
      await password.fill('correct horse')
      await confirm.fill('correct horse')
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
    const server = fakeServer({ ...willing, 'POST /api/account/validate': refusal(409, 'EXISTING_USER') })
    await openApp('/register')
    await reachProfile()
    await name.fill('Som')
    await password.fill('correct horse')
    await confirm.fill('correct horse')
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

  it('[REG-033] a bank account that is whole', async () => {
    const server = fakeServer(willing)
    await openApp('/register')
    await reachBank()
    await finish.click()
    await expect.element(page.getByLabelText('Bank', { exact: true })).toHaveFocus()
    expect(server.callsTo('POST /api/account')).toHaveLength(0)
  })

  it.each(['KTB', 'TMB', 'BBL'])('[REG-035] [LIM-029] an English name for %s', async (bank) => {
    const server = fakeServer(willing)
    await openApp('/register')
    await reachBank()
    await enterBank(bank, 'สมชาย')
    await finish.click()
    await expect.element(page.getByText('Bank account name must be in English only')).toBeVisible()
    expect(server.callsTo('POST /api/account')).toHaveLength(0)
  })

  it('[REG-018] [REG-036] [LIM-029] no such thing for other banks; letters become capital ones', async () => {
    const server = fakeServer(willing)
    await openApp('/register')
    await reachBank()
    await enterBank('SCB', 'สมชาย')
    await expect.element(page.getByLabelText('Account holder last name')).toHaveValue(' DEE ')
    await finish.click()
    await expect.poll(() => server.callsTo('POST /api/account')).toHaveLength(1)
  })
})

describe('the refusal of a registration', () => {
  it('[ERR-093] is a dialog with a title and the server’s message', async () => {
    fakeServer({ ...willing, 'POST /api/account': refusal(409, 'EXISTING_BANK') })
    await openApp('/register')
    await reachBank()
    await enterBank('SCB', 'Som')
    await finish.click()
    const dialog = page.getByRole('alertdialog', { name: 'Something went wrong' })
    await expect
      .element(dialog.getByText('This bank account is already used. Use another or contact support.'))
      .toBeVisible()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Account number')).toHaveValue('123-456-7890')
  })
})

describe('the inviter’s code', () => {
  it('[GEN-032] [REG-020] [REG-021] [REG-022] comes with the link, is kept, and cannot be edited then', async () => {
    fakeServer(willing)
    await openApp('/register?code=PRabc123')
    expect(localStorage.getItem('inviteCode')).toBe('PRabc123')
    await reachProfile()
    await expect.element(inviter).toHaveValue('PRabc123')
    await expect.element(inviter).toHaveAttribute('readonly')
  })

  it('[REG-022] can be typed when none is kept', async () => {
    fakeServer(willing)
    await openApp('/register')
    await reachProfile()
    await expect.element(inviter).not.toHaveAttribute('readonly')
  })
})
