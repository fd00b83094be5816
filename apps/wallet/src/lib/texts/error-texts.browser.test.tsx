import { errorTexts } from '@krapao/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

/** Codes that a reply alone shows, by the row that names them. */
const codes = [
  ['ERR-002', 'UNAUTHORIZED'],
  ['ERR-003', 'EXPIRED_AUTH_TOKEN'],
  ['ERR-004', 'INVALID_USER_1'],
  ['ERR-005', 'INVALID_USER_2'],
  ['ERR-006', 'INVALID_USER_3'],
  ['ERR-007', 'INVALID_USER_4'],
  ['ERR-008', 'INVALID_IP'],
  ['ERR-009', 'WRONG_CREDENTIAL'],
  ['ERR-011', 'NO_USER'],
  ['ERR-012', 'INACTIVE_USER'],
  ['ERR-013', 'LOGIN_FAIL'],
  ['ERR-014', 'KEY_MISSING'],
  ['ERR-015', 'KEY_INVALID'],
  ['ERR-016', 'OTP_BLOCK'],
  ['ERR-017', 'REQUEST_LIMIT'],
  ['ERR-018', 'REQUEST_LIMIT_1MIN'],
  ['ERR-019', 'OTP_TOKEN_INVALID'],
  ['ERR-020', 'OTP_NOT_EXIST'],
  ['ERR-022', 'OTP_EXPIRED'],
  ['ERR-023', 'OTP_CODE_INVALID'],
  ['ERR-024', 'OTP_CODE_VALID'],
  ['ERR-025', 'OTP_SEND_FAIL'],
  ['ERR-026', 'OTP_VERIFY_FAIL'],
  ['ERR-027', 'UNVERIFIED_OTP'],
  ['ERR-028', 'EXISTING_USER'],
  ['ERR-029', 'EXISTING_BANK'],
  ['ERR-030', 'INVALID_USER_INFO'],
  ['ERR-031', 'INVALID_BANK'],
  ['ERR-032', 'BANK_ACCOUNT_NAME_ENG'],
  ['ERR-033', 'REGISTER_FAIL'],
  ['ERR-034', 'GAME_ACTIVATION_FAIL'],
  ['ERR-035', 'NOT_AREASLOT'],
  ['ERR-036', 'NOT_UFABET'],
  ['ERR-037', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['ERR-038', 'BONUS_REMAINING'],
  ['ERR-046', 'INVITE_COLLECT'],
  ['ERR-047', 'INVITE_INACTIVE'],
  ['ERR-049', 'NO_INVITEE_PLAY_INFO'],
  ['ERR-051', 'INVITE_BONUS_FAIL'],
  ['ERR-053', 'REFUND_CONDITION'],
  ['ERR-055', 'REFUND_INACTIVE'],
  ['ERR-057', 'NO_BANK'],
  ['ERR-058', 'NO_WALLET'],
  ['ERR-059', 'NO_GAME'],
  ['ERR-060', 'SLOT_ALREADY_ACTIVE'],
  ['ERR-061', 'SLOT_ACTIVATE_FAIL'],
  ['ERR-062', 'SLOT_NO_ACCOUNT'],
  ['ERR-063', 'SLOT_RESET_PASSWORD_FAIL'],
  ['ERR-064', 'TRANSFER_MINIMUM'],
  ['ERR-065', 'MONEY_NOT_ENOUGH'],
  ['ERR-068', 'SLIP_UPLOAD_FAIL'],
  ['ERR-073', 'INTERNAL_SERVER_ERROR'],
  ['ERR-074', 'NO_DATA'],
  ['ERR-075', 'OK'],
  ['ERR-076', 'SUCCESS'],
] as const

const line = page.getByRole('alert')

/** Opening the app is most of the work: the codes of a group are the answers to one try after the other. */
const GROUP_SIZE = 9
const groups = codes
  .filter((_, index) => index % GROUP_SIZE === 0)
  .map((_, index) => codes.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE))

async function openLogin(): Promise<void> {
  await openApp('/login')
  await page.getByLabelText('Phone number').fill('0812345678')
  await page.getByLabelText('Password', { exact: true }).fill('correct horse')
}

/** Presses from within the page, which takes next to no time: how people press there is proven with the login. */
async function press(name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeEnabled()
  ;(button.element() as HTMLButtonElement).click()
}

/** Has the server refuse with each of the codes in turn, and reads what the page says of it in each language. */
async function expectSaid(group: (typeof codes)[number][]): Promise<void> {
  let answer = refusal(409, 'NO_DATA')
  fakeServer({ 'POST /api/login': () => answer })
  await openLogin()
  for (const [, code] of group) {
    answer = refusal(409, code)
    await press('Log in')
    await expect.element(line).toHaveTextContent(errorTexts[code].en)
    for (const [language, name] of [
      ['th', 'ไทย'],
      ['lo', 'ລາວ'],
    ] as const) {
      await press(name)
      await expect.element(line).toHaveTextContent(errorTexts[code][language])
    }
    await press('English')
    await expect.element(line).toHaveTextContent(errorTexts[code].en)
  }
}

beforeEach(clearBrowser)

describe('a code of the server', () => {
  // A title that vitest makes of a table is cut when it is long, and the ids in it would be lost.
  for (const group of groups) {
    const named = group.map(([id, code]) => `[${id}] ${code}`).join(', ')
    it(`[ERR-001] [ERR-090] is said in the language of the reader: ${named}`, () => expectSaid(group))
  }

  it('[ERR-091] that nobody knows is shown as it came', async () => {
    fakeServer({ 'POST /api/login': refusal(409, 'Foo bar') })
    await openLogin()
    await press('Log in')
    await expect.element(line).toHaveTextContent('Foo bar')
  })
})
