import { errorTexts } from '@krapao/contract'
import type { Language } from '@krapao/web'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Locator } from 'vitest/browser'
import { page } from 'vitest/browser'
import { fakeServer, refusal } from '../testing/fake-server.ts'
import { clearBrowser, openApp } from '../testing/open-app.tsx'
import { willing } from '../testing/registration-answers.ts'
import '@krapao/web/look.css'
import '../ui/base.css'

/** What forms are given that no form asks for. */
const bad = {
  empty: '',
  spaces: ' \u00A0 \u2003 ',
  emoji: '😀👩‍👩‍👧🇱🇦',
  'right-to-left marks': '\u202E\u200Fabc\u202C',
  'ten thousand characters': 'x'.repeat(10_000),
  'dashes alone': '---–—',
  Thai: 'สมชาย',
  Lao: 'ສົມໄຊ',
  markup: '<img src=x onerror=alert(1)>',
} as const
const kinds = Object.keys(bad) as (keyof typeof bad)[]
const languages = ['th', 'lo', 'en'] as const
/** Each kind in one of the languages: what is typed is read alike in all of them, and each says what it takes. */
const spoken = kinds.map((kind, index) => [kind, languages[index % languages.length] ?? 'en'] as const)

const words = {
  th: { phone: 'เบอร์โทรศัพท์', password: 'รหัสผ่าน', next: 'ต่อไป', logIn: 'เข้าสู่ระบบ' },
  lo: { phone: 'ເບີໂທລະສັບ', password: 'ລະຫັດຜ່ານ', next: 'ຕໍ່ໄປ', logIn: 'ເຂົ້າສູ່ລະບົບ' },
  en: { phone: 'Phone number', password: 'Password', next: 'Continue', logIn: 'Log in' },
} as const satisfies Record<Language, object>

const tenDigits = errorTexts.PHONE_NUMBER_REQUIRE_10_DIGIT

/** A number as people paste it, and as it is sent. */
const pasted = ['081-234-5678', ' 081 234 5678 ', '\u202A0812345678\u202C', '๐๘๑๒๓๔๕๖๗๘', '໐໘໑໒໓໔໕໖໗໘']

/** That the page is as wide as the screen, whatever was typed. */
function expectNoOverflow(): void {
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

const alert = page.getByRole('alert')
const button = (name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true })

beforeEach(clearBrowser)

describe('/login', () => {
  it.each(spoken)('sends %s as it is, says in %s what the server says, and keeps it', async (kind, language) => {
    const { phone, password, logIn } = words[language]
    const server = fakeServer({ 'POST /api/login': refusal(401, 'WRONG_CREDENTIAL') })
    await openApp('/login', { language })
    await page.getByRole('textbox', { name: phone }).fill(bad[kind])
    await page.getByLabelText(password, { exact: true }).fill('correct horse')
    await button(logIn).click()
    const sent = server.callsTo('POST /api/login')
    // Of spaces, marks and dashes nothing is left: the field is empty then.
    if (['empty', 'spaces', 'dashes alone'].includes(kind)) {
      await expect.element(page.getByRole('textbox', { name: phone })).toHaveAttribute('aria-invalid', 'true')
      expect(sent).toHaveLength(0)
    } else {
      await expect.element(alert).toHaveTextContent(errorTexts.WRONG_CREDENTIAL[language])
    }
    await expect.element(page.getByRole('textbox', { name: phone })).toHaveValue(bad[kind])
    await expect.element(page.getByLabelText(password, { exact: true })).toHaveValue('correct horse')
    expectNoOverflow()
  })
})

describe.each(['/register', '/forgot'])('the phone step of %s', (path) => {
  it.each(spoken)('[REG-026] [REG-027] takes no %s, and says in %s what it takes', async (kind, language) => {
    const server = fakeServer(willing)
    await openApp(path, { language })
    await page.getByLabelText(words[language].phone).fill(bad[kind])
    await button(words[language].next).click()
    await expect.element(alert).toHaveTextContent(tenDigits[language])
    expect(server.calls.filter((call) => call.method === 'POST')).toEqual([])
    expectNoOverflow()
  })
})

describe('a number that is pasted', () => {
  it.each(pasted)('%j is the same for /login, /register and /forgot', async (typed) => {
    const server = fakeServer({ ...willing, 'POST /api/login': refusal(401, 'WRONG_CREDENTIAL') })
    await openApp('/login')
    await page.getByLabelText('Phone number').fill(typed)
    await page.getByLabelText('Password', { exact: true }).fill('x')
    await button('Log in').click()
    await expect.poll(() => server.callsTo('POST /api/login')[0]?.body).toMatchObject({ username: '0812345678' })
    for (const [path, call] of [
      ['/register', 'POST /api/otp/send'],
      ['/forgot', 'POST /api/account/forgotpwd'],
    ] as const) {
      document.body.replaceChildren()
      await openApp(path)
      await page.getByLabelText('Phone number').fill(typed)
      await button('Continue').click()
      await expect.poll(() => server.callsTo(call)[0]?.body).toEqual({ phoneNumber: '0812345678' })
    }
  })
})

describe('the later steps of the wizard', () => {
  const name = page.getByLabelText('Profile name')
  const password = page.getByLabelText('Password', { exact: true })
  const confirm = page.getByLabelText('Confirm password')
  const code = page.getByLabelText('OTP code')

  async function reachProfile(): Promise<void> {
    await page.getByLabelText('Phone number').fill('0812345678')
    await button('Continue').click()
    await code.fill('12-34 56')
    await button('Confirm').click()
    await expect.element(name).toBeVisible()
  }

  it.each(kinds)('takes no %s for a code', async (kind) => {
    const server = fakeServer(willing)
    await openApp('/register')
    await page.getByLabelText('Phone number').fill('0812345678')
    await button('Continue').click()
    await code.fill(bad[kind])
    await button('Confirm').click()
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAttribute('aria-invalid', 'true')
    expect(server.callsTo('POST /api/otp/verify')).toHaveLength(0)
  })

  it.each(kinds)('[REG-029] hands %s as a name to the server, or stops where it is none', async (kind) => {
    const server = fakeServer({ ...willing, 'POST /api/account/validate': refusal(400, 'INVALID_USER_INFO') })
    await openApp('/register')
    await reachProfile()
    await name.fill(bad[kind])
    await password.fill('correct horse')
    await confirm.fill('correct horse')
    await button('Continue').click()
    if (bad[kind].trim() === '') {
      await expect.element(name).toHaveFocus()
      expect(server.callsTo('POST /api/account/validate')).toHaveLength(0)
    } else {
      await expect.element(page.getByText(errorTexts.INVALID_USER_INFO.en).last()).toBeVisible()
    }
    // The field itself takes no more.
    await expect.element(name).toHaveValue(bad[kind].slice(0, 100))
    await expect.element(password).toHaveValue('correct horse')
    expectNoOverflow()
  })

  it.each([
    ['emoji', '😀'.repeat(8), null],
    ['few emoji', '😀'.repeat(7), 'Use 8–128 characters'],
    ['spaces', '        ', 'silence'],
    ['ten thousand characters', 'x'.repeat(10_000), 'Use 8–128 characters'],
    ['Lao', 'ລະຫັດຜ່ານຂອງຂ້ອຍ', null],
    ['the phone in dashes', '081-234-5678', "Don't use your phone number as password"],
  ])('knows what a password may be: %s', async (_, typed, problem) => {
    const server = fakeServer(willing)
    await openApp('/register')
    await reachProfile()
    await name.fill('Som')
    await password.fill(typed)
    await confirm.fill(typed)
    await button('Continue').click()
    if (problem === null) await expect.element(page.getByLabelText('Account number')).toBeVisible()
    else if (problem === 'silence') await expect.element(password).toHaveFocus()
    else await expect.element(page.getByText(problem)).toBeVisible()
    expect(server.callsTo('POST /api/account/validate')).toHaveLength(problem === null ? 1 : 0)
  })

  it.each(kinds)('[REG-033] [REG-035] registers no %s as a name of KTB', async (kind) => {
    const server = fakeServer({ ...willing, 'POST /api/account': refusal(400, 'INVALID_USER_INFO') })
    await openApp('/register')
    await reachProfile()
    await name.fill('Som')
    await password.fill('correct horse')
    await confirm.fill('correct horse')
    await button('Continue').click()
    await page.getByLabelText('Bank', { exact: true }).selectOptions('KTB')
    await page.getByLabelText('Account number').fill('๑๒๓-456 7890 😀')
    await expect.element(page.getByLabelText('Account number')).toHaveValue('123-456 7890 ')
    await page.getByLabelText('Account holder first name').fill(bad[kind])
    await page.getByLabelText('Account holder last name').fill('Dee')
    await button('Register').click()
    if (bad[kind].trim() === '') await expect.element(page.getByLabelText('Account holder first name')).toHaveFocus()
    else if (kind === 'ten thousand characters') {
      await expect.poll(() => server.callsTo('POST /api/account')).toHaveLength(1)
      await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    } else await expect.element(page.getByText('Bank account name must be in English only')).toBeVisible()
    await expect
      .element(page.getByLabelText('Account holder first name'))
      .toHaveValue(bad[kind].slice(0, 90).toUpperCase())
    expectNoOverflow()
  })
})
