import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { openApp } from '../../testing/open-app.tsx'
import { willing } from '../../testing/registration-answers.ts'

export const next = page.getByRole('button', { name: 'Continue' })
export const finish = page.getByRole('button', { name: 'Register' })
export const number = page.getByLabelText('Phone number')
export const code = page.getByLabelText('OTP code')
export const name = page.getByLabelText('Profile name')
export const password = page.getByLabelText('Password', { exact: true })
export const confirm = page.getByLabelText('Confirm password')
export const source = page.getByLabelText('How did you find us? (optional)')
export const inviter = page.getByLabelText('Inviter code (optional)')
export const bank = page.getByLabelText('Bank', { exact: true })
export const account = page.getByLabelText('Account number')
export const firstName = page.getByLabelText('Account holder first name')
export const lastName = page.getByLabelText('Account holder last name')

export async function enterPhone(): Promise<void> {
  await number.fill('0812345678')
  await next.click()
}

export async function verify(): Promise<void> {
  await enterPhone()
  await code.fill('123456')
  await expect.element(name).toBeVisible()
}

/** What is needed of a profile, without going on. */
export async function fillProfile(): Promise<void> {
  await name.fill('Som')
  await password.fill('correct horse')
  await confirm.fill('correct horse')
}

/** The whole profile, and on. */
export async function enterProfile(): Promise<void> {
  await fillProfile()
  await source.selectOptions('WEB')
  await inviter.fill('PRfriend1')
  await next.click()
}

export async function enterBank(bankCode = 'SCB', first = ' som '): Promise<void> {
  await bank.selectOptions(bankCode)
  await account.fill('123-456-7890')
  await firstName.fill(first)
  await lastName.fill(' dee ')
}

/** The steps of the wizard, each by how it is come to from the one before; `filled` has all but the last press. */
const ways = {
  phone: () => openApp('/register'),
  code: enterPhone,
  profile: async () => {
    await code.fill('123456')
    await expect.element(name).toBeVisible()
  },
  bank: enterProfile,
  filled: enterBank,
}

/** Opens the wizard over a server that is willing but for these answers, and goes as far as a step. */
export async function openWizard(
  step: keyof typeof ways,
  answers: FakeAnswers = {},
): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ ...willing, ...answers })
  for (const [reached, way] of Object.entries(ways)) {
    await way()
    if (reached === step) break
  }
  return server
}
