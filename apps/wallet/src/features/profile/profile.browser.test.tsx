import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers, SeenCall } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import type { MemberProfile } from './profile.api.ts'
import { member, profileAnswers } from './profile.fixture.ts'

const main = page.getByRole('main')
const edit = main.getByRole('button', { name: 'Edit profile' })
const save = main.getByRole('button', { name: 'Save', exact: true })
const name = page.getByLabelText('Profile name')
const bank = page.getByLabelText('Bank', { exact: true })
const accountName = page.getByLabelText('Account name', { exact: true })
const accountNo = page.getByLabelText('Account number')
const password = page.getByLabelText('Password', { exact: true })
const done = page.getByRole('alertdialog', { name: 'Done' })
const failed = page.getByRole('alertdialog', { name: 'Something went wrong' })
const pencil = page.getByRole('button', { name: 'Edit account name' })

/** What the page says of a name: the value beside it. */
const valueOf = (term: string) =>
  expect.poll(() => {
    const terms = [...document.querySelectorAll('main dt')]
    return terms.find((one) => one.textContent === term)?.nextElementSibling?.textContent
  })

const open = (answers: FakeAnswers = {}, given?: MemberProfile): Promise<ReturnType<typeof fakeServer>> => {
  const server = fakeServer({ ...profileAnswers(given), ...answers })
  return openApp('/user/profile', { token: 'good' }).then(() => server)
}

/** Saves as the server does: what was sent is what is there. */
const saving = (base: MemberProfile) => (call: SeenCall) => {
  const { name: saved, ...sent } = call.body as Record<string, string>
  return {
    profile: { ...base.profile, name: saved },
    bankAccount: { ...base.bankAccount, ...sent },
  }
}

beforeEach(clearBrowser)

describe('the profile', () => {
  it('[PRF-004] [PRF-005] [PRF-006] [PRF-007] [PRF-008] [PRF-009] tells all that is known of the member', async () => {
    await open()
    await valueOf('Profile name').toBe('สมชาย ใจดี')
    await valueOf('Member ID').toBe('48160787')
    await valueOf('Registered on').toBe('05/01/2026 10:04:05')
    await valueOf('Username').toBe('0812345678')
    await valueOf('Account name').toBe('SOMCHAI JAIDEE')
    await valueOf('Bank').toBe('ธนาคารไทยพาณิชย์')
    await edit.click()
    await expect.element(name).toBeVisible()
    await valueOf('Username').toBe('0812345678')
    expect(
      [...document.querySelectorAll('form input')].some((field) => (field as HTMLInputElement).value === '0812345678'),
    ).toBe(false)
  })

  it.each([
    ['1234567890', '123-456-7890'],
    ['123456789012', '123456789012'],
    ['123456', '123456'],
  ])('[PRF-010] writes the account number %s as %s', async (number, shown) => {
    await open({}, member('SCB', 'SOMCHAI', number))
    await valueOf('Account number').toBe(shown)
  })

  it.each([
    ['PRF-018', 'KTB'],
    ['PRF-019', 'TMB'],
    ['PRF-020', 'BBL'],
  ] as const)('[%s] offers a Thai name at %s for correction', async (_, code) => {
    await open({}, member(code, 'สมชาย ใจดี'))
    await expect.element(pencil).toBeVisible()
  })

  it.each([
    ['PRF-018', 'KTB'],
    ['PRF-019', 'TMB'],
    ['PRF-020', 'BBL'],
  ] as const)('[%s] offers no English name at %s for correction', async (_, code) => {
    await open({}, member(code, 'Somchai Jaidee'))
    await valueOf('Account name').toBe('Somchai Jaidee')
    await expect.element(pencil).not.toBeInTheDocument()
  })

  it('[PRF-021] offers no name at another bank for correction', async () => {
    await open({}, member('SCB', 'สมชาย ใจดี'))
    await valueOf('Account name').toBe('สมชาย ใจดี')
    await expect.element(pencil).not.toBeInTheDocument()
  })

  it('stands in the shape of what comes while it is fetched', async () => {
    const answer = Promise.withResolvers<MemberProfile>()
    await open({ 'GET /api/account/profile': () => answer.promise })
    await expect.element(edit).toBeDisabled()
    expect(document.querySelector('main [aria-busy="true"] dl')).not.toBeNull()
    answer.resolve(member())
    await valueOf('Member ID').toBe('48160787')
    await expect.element(edit).toBeEnabled()
  })

  it('[ERR-116] hides the loader when it cannot be had, without a message over the page, and asks again by a press', async () => {
    let isAway = true
    await open({ 'GET /api/account/profile': () => (isAway ? refusal(500, 'INTERNAL_SERVER_ERROR') : member()) })
    await expect.element(main.getByText('We could not load your profile')).toBeVisible()
    expect(document.querySelector('main [aria-busy="true"] dl')).toBeNull()
    expect(document.querySelector('dialog')).toBeNull()
    expect(document.querySelectorAll('[role=alert], [role=status]')).toHaveLength(0)
    await expect.element(main.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    isAway = false
    await main.getByRole('button', { name: 'Try again' }).first().click()
    await valueOf('Member ID').toBe('48160787')
  })
})

describe('editing the profile', () => {
  it('[PRF-001] [PRF-013] [ERR-094] saves the name, and says so', async () => {
    const server = await open({ 'PUT /api/account/profile': saving(member()) })
    await edit.click()
    await expect.element(name).toHaveFocus()
    await name.fill(' Kham ')
    await expect.element(password).not.toBeInTheDocument()
    await save.click()
    await expect.element(done.getByText('Profile saved', { exact: true })).toBeVisible()
    await done.getByRole('button', { name: 'OK' }).click()
    await valueOf('Profile name').toBe('Kham')
    await expect.element(edit).toHaveFocus()
    expect(server.callsTo('PUT /api/account/profile').map(({ body }) => body)).toEqual([
      { name: 'Kham', bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: '1234567890' },
    ])
  })

  it('[PRF-013] saves bank, account name and number with the password, and says what then waits', async () => {
    const server = await open({ 'PUT /api/account/profile': saving(member()) })
    await edit.click()
    await bank.selectOptions('Bangkok Bank')
    await expect.element(page.getByText('For your safety, we check withdrawals in the next 24 hours')).toBeVisible()
    await accountName.fill('somchai dee')
    await expect.element(accountName).toHaveValue('SOMCHAI DEE')
    await accountNo.fill('987-654-3210')
    await password.fill('correct horse')
    await save.click()
    await expect
      .element(done.getByText('Withdrawals in the next 24 hours wait for a check by our team.', { exact: false }))
      .toBeVisible()
    expect(server.callsTo('PUT /api/account/profile').map(({ body }) => body)).toEqual([
      {
        name: 'สมชาย ใจดี',
        bankCode: 'BBL',
        bankAccountName: 'SOMCHAI DEE',
        bankAccountNo: '9876543210',
        password: 'correct horse',
      },
    ])
  })

  it('[ERR-010] says of a wrong password below it, and keeps what was typed', async () => {
    await open({ 'PUT /api/account/profile': refusal(422, 'WRONG_PASSWORD', { fields: ['password'] }) })
    await edit.click()
    await accountNo.fill('9876543210')
    await password.fill('wrong horse')
    await save.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Your current password is incorrect.' }))
      .toBeVisible()
    await expect.element(password).toHaveFocus()
    await expect.element(password).toHaveValue('wrong horse')
    await expect.element(accountNo).toHaveValue('9876543210')
    await expect.element(failed).not.toBeInTheDocument()
  })

  it.each([
    ['name', 'INVALID_USER_INFO', ['name'], 'Some details are not valid. Check the marked fields.'],
    ['accountNo', 'EXISTING_BANK', undefined, 'This bank account is already used. Use another or contact support.'],
    ['accountNo', 'INVALID_BANK', ['bankAccountNo'], 'Invalid bank details. Check the bank and account number.'],
  ] as const)('[ERR-093] says in a dialog what else is refused (%s, %s)', async (_, code, named, words) => {
    await open({ 'PUT /api/account/profile': refusal(422, code, named === undefined ? undefined : { fields: named }) })
    await edit.click()
    await name.fill('Kham')
    await save.click()
    await expect.element(failed.getByText(words)).toBeVisible()
    await failed.getByRole('button', { name: 'OK' }).click()
    await expect.element(failed).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('Kham')
    const marked = document.querySelector('[aria-invalid="true"]')?.getAttribute('name')
    expect(marked).toBe(named?.[0])
  })

  it('asks before it throws away what was edited, and only then', async () => {
    await open()
    const cancel = main.getByRole('button', { name: 'Cancel' })
    await edit.click()
    await cancel.click()
    await expect.element(edit).toBeVisible()
    await edit.click()
    await name.fill('Kham')
    await cancel.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(name).toHaveValue('Kham')
    await cancel.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect.element(edit).toBeVisible()
    await valueOf('Profile name').toBe('สมชาย ใจดี')
  })

  it('keeps the present bank when the list does not come, and asks for it again', async () => {
    let isAway = true
    const { 'GET /api/lookup/banks': banks = {} } = profileAnswers()
    await open({
      'GET /api/lookup/banks': (call) =>
        isAway ? refusal(503, 'INTERNAL_SERVER_ERROR') : typeof banks === 'function' ? banks(call) : banks,
    })
    await edit.click()
    await expect.element(page.getByText('We could not load the list of banks', { exact: false })).toBeVisible()
    await expect.element(bank).toHaveValue('SCB')
    isAway = false
    await main.getByRole('button', { name: 'Try again' }).click()
    await bank.selectOptions('Bangkok Bank')
    await expect.element(bank).toHaveValue('BBL')
  })
})
