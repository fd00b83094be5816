import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { newGuestId, sayAsGuest } from '../stage/desk-stage.ts'
import { addStaff, totpOf } from '../stage/staff.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

const STEPS_MAX = 60

/** Goes by the Tab key to where the focus should come to; everything on the way shows that it has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const isSeen = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return true
      // A field shows it by the line around it.
      return [focused, focused.parentElement ?? focused].some((element) => {
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        return outlineStyle !== 'none' || boxShadow !== 'none'
      })
    })
    expect(isSeen, 'the focus is seen').toBe(true)
  }
  throw new Error('the Tab key does not come there')
}

test('staff log in, answer, end a conversation and close what they opened by the keyboard alone', async ({
  page,
  stage,
}) => {
  const account = await addStaff(stage.product, `keys.${newKey().slice(0, 6)}`, 'มะลิ')
  await sayAsGuest(stage, newGuestId(), 'admin please')
  const { keyboard } = page
  await page.addInitScript(() => localStorage.setItem('desk-language', 'en'))
  await page.goto(stage.product.deskUrl)

  await tabTo(page, page.getByLabel('Username'))
  await keyboard.type(account.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type(account.password)
  await tabTo(page, page.getByLabel('6-digit code'))
  await keyboard.type(totpOf(account))
  await keyboard.press('Enter')
  const waiting = page.getByRole('button', { name: 'Answer the longest-waiting customer' })
  await waiting.waitFor()

  await tabTo(page, waiting)
  await keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Write to the customer' })
  await field.waitFor()
  await keyboard.press('Alt+M')
  await expect(field).toBeFocused()
  await keyboard.type('Here I am')
  await keyboard.press('Enter')
  await page.getByRole('log').getByText('Here I am').waitFor()
  await expect(page.getByText('Sending…')).toHaveCount(0)

  await page.getByRole('button', { name: 'End', exact: true }).waitFor()
  await keyboard.press('Alt+X')
  const question = page.getByRole('alertdialog')
  await tabTo(page, question.getByRole('button', { name: 'End', exact: true }))
  await keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(page.getByText('Conversation ended').first()).toBeVisible()

  const ownAccount = page.getByRole('button', { name: /^Your account/ })
  await tabTo(page, ownAccount)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your account' })
  await tabTo(page, dialog.getByLabel('Current password').first())
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(ownAccount).toBeFocused()

  await keyboard.press('Alt+4')
  await expect(page.getByRole('tab', { name: /^Ended/ })).toHaveAttribute('aria-selected', 'true')
})
