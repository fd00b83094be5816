import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { page } from 'vitest/browser'
import { storageKeys } from '../lib/storage-keys.ts'
import type { FakeAnswers, SeenCall } from './fake-server.ts'
import { fakeServer } from './fake-server.ts'
import { memberAnswers } from './member-answers.ts'
import { clearBrowser, openApp } from './open-app.tsx'

/** A sheet that a member opens on home, and what comes over it. */

export const dialog = page.getByRole('dialog')
export const question = page.getByRole('alertdialog')
export const redToast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')

type Server = ReturnType<typeof fakeServer>

/** A browser that knows nothing but that its user has agreed to the terms. */
export function beginAgreed(): void {
  clearBrowser()
  localStorage.setItem(storageKeys.rememberAgreement, 'true')
}

/** The tile of home that opens a sheet. */
export const tileOf = (name: string): Locator =>
  page.getByRole('list', { name: 'Services' }).getByRole('button', { name })

/** Opens home, and on it the sheet of a tile, which has the same name. */
export async function openSheetOf(name: string, answers: FakeAnswers): Promise<Server> {
  const server = fakeServer({ ...memberAnswers, ...answers })
  await openApp('/user/home', { token: 'good' })
  await tileOf(name).click()
  await expect.element(dialog.getByRole('heading', { name, exact: true }).first()).toBeVisible()
  return server
}

/** Says yes to the question until it counts: what comes at once is taken for the second half of a double tap. */
export async function confirmUntil(server: Server, name: string, call: string, times = 1): Promise<void> {
  await expect
    .poll(() => {
      const shown = question.getByRole('button', { name }).query()
      if (server.callsTo(call).length < times && shown instanceof HTMLElement) shown.click()
      return server.callsTo(call).length
    })
    .toBe(times)
}

/** Answers these rows by pages, under the name that the call has for them. */
export const pagesOf =
  (name: string, rows: readonly object[]): FakeAnswers[string] =>
  ({ body }: SeenCall) => {
    const { page: asked, limit } = body as { page: number; limit: number }
    return { total: rows.length, [name]: rows.slice((asked - 1) * limit, asked * limit) }
  }
