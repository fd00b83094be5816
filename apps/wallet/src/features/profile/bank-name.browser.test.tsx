import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { member, profileAnswers } from './profile.fixture.ts'

const sheet = page.getByRole('dialog', { name: 'Edit account name', exact: true })
const field = page.getByLabelText('Account name in English')
const save = sheet.getByRole('button', { name: 'Save' })
const redToast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
const put = 'PUT /api/account/bankAccountName'

async function openSheet(answers: FakeAnswers = {}): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ ...profileAnswers(member('KTB', 'สมชาย ใจดี')), ...answers })
  await openApp('/user/profile', { token: 'good' })
  // Toasts outlive the test that saw them.
  for (const button of document.querySelectorAll<HTMLElement>('[aria-label="Dismiss message"]')) button.click()
  await page.getByRole('button', { name: 'Edit account name' }).click()
  await expect.element(field).toBeVisible()
  return server
}

beforeEach(clearBrowser)

describe('the account’s name in English', () => {
  it('[PRF-002] [PRF-017] [PRF-024] [ERR-094] is edited behind the pencil, in capital letters, and shown then', async () => {
    let name = 'สมชาย ใจดี'
    const server = await openSheet({
      'GET /api/account/profile': () => member('KTB', name),
      [put]: ({ body }) => {
        name = (body as { bankAccountName: string }).bankAccountName
        return { bankAccount: member('KTB', name).bankAccount }
      },
    })
    await expect.element(sheet.getByText('สมชาย ใจดี')).toBeVisible()
    await field.fill(' somchai jaidee ')
    await expect.element(field).toHaveValue(' SOMCHAI JAIDEE ')
    await save.click()
    const done = page.getByRole('alertdialog', { name: 'Done' })
    await expect.element(done.getByText('Account name saved')).toBeVisible()
    await done.getByRole('button', { name: 'OK' }).click()
    await expect.element(page.getByRole('main').getByText('SOMCHAI JAIDEE')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Edit account name' })).not.toBeInTheDocument()
    expect(server.callsTo(put).map(({ body }) => body)).toEqual([
      { bankCode: 'KTB', bankAccountName: 'SOMCHAI JAIDEE' },
    ])
  })

  it.each([[''], ['   ']])('[PRF-022] is needed: %j makes no call and is pointed at', async (typed) => {
    const server = await openSheet()
    await field.fill(typed)
    await save.click()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(server.callsTo(put)).toHaveLength(0)
  })

  it.each([['สมชาย'], ['ສົມສັກ'], ['SOM1'], ['SOM-CHAI'], ['SOM😀'], ['SOM\u202eCHAI'], ['ก'.repeat(10_000)]])(
    '[PRF-023] is of English letters and spaces: %j is answered with a toast, no call',
    async (typed) => {
      const server = await openSheet()
      await field.fill(typed)
      await save.click()
      await expect.element(redToast.getByText('English letters only')).toBeVisible()
      await expect.element(field).toHaveValue(typed)
      expect(server.callsTo(put)).toHaveLength(0)
    },
  )

  it.each([
    ['BANK_ACCOUNT_NAME_ENG', 'Bank account name must be in English only'],
    ['NO_BANK', 'Bank account not found. Check your profile or contact support.'],
    ['Foo bar', 'Foo bar'],
  ])('[ERR-110] says in a toast why %s was refused, and keeps what was typed', async (code, words) => {
    await openSheet({ [put]: refusal(422, code) })
    await field.fill('SOMCHAI')
    await save.click()
    await expect.element(redToast.getByText(words)).toBeVisible()
    await expect.element(field).toHaveValue('SOMCHAI')
  })
})
