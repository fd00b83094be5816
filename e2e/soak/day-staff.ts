import type { Role } from '@krapao/contract'
import type { Browser, Page } from 'playwright'
import type { World } from '../stage/players.ts'
import { addStaff, deskToken, type StaffAccount, totpOf } from '../stage/staff.ts'

/** One of the operator's three at the desk: his page, and a session of his own for what a script asks. */
export interface AtDesk {
  readonly page: Page
  readonly token: string
}

/** Makes an account, and logs him in at the desk as he does it himself. */
export async function comeToWork(
  browser: Browser,
  { product }: World,
  name: string,
  roles: readonly Role[],
): Promise<AtDesk> {
  const account = await addStaff(product, `${name.toLowerCase()}.of-day`, name, roles.join(',').toLowerCase())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Bangkok' })
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  await page.addInitScript(() => localStorage.setItem('desk-language', 'en'))
  await logIn(page, product.deskUrl, account)
  return { page, token: await deskToken(product, account, 1) }
}

async function logIn(page: Page, deskUrl: string, account: StaffAccount): Promise<void> {
  await page.goto(deskUrl)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('6-digit code').fill(totpOf(account))
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation').first().waitFor()
}

const goTo = (page: Page, { product }: World, place: string) => page.goto(`${product.deskUrl}/#/${place}`)
const question = (page: Page) => page.getByRole('dialog')

async function confirm(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await question(page).waitFor({ state: 'detached' })
}

/** Decides a withdrawal that waits: pays it, or returns it for a reason. */
export async function decide(world: World, { page }: AtDesk, id: string, isPaid: boolean): Promise<void> {
  await goTo(page, world, `decisions/withdrawal/withdrawal/${id}`)
  await page.getByRole('button', { name: isPaid ? /^Pay/ : /^Return/ }).click()
  await question(page).waitFor()
  if (!isPaid) {
    await question(page).getByRole('radio').first().check()
    await question(page).getByRole('textbox').fill('his bank has closed the account')
  }
  await confirm(page)
}

/** Answers a player in his room. */
export async function answer(world: World, { page }: AtDesk, roomId: string, words: string): Promise<void> {
  await goTo(page, world, `inbox/waiting/${roomId}`)
  await page.getByRole('button', { name: 'Claim' }).click()
  const field = page.getByRole('textbox', { name: 'Write to the customer' })
  await field.fill(words)
  await field.press('Enter')
  await page.getByRole('log', { name: 'Messages' }).getByText(words).waitFor()
}

/** Proposes to give a member money. */
export async function propose(world: World, { page }: AtDesk, memberId: string, amount: number): Promise<void> {
  await goTo(page, world, `members/${memberId}/adjust`)
  await page.getByLabel('Amount, baht').fill(String(amount))
  await page.getByLabel('Explain it to the second person').fill('he waited for his slip')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Proposed. A second person has to confirm it.').waitFor()
}

/** Confirms a proposal by the button that stands in the dialog. */
export async function second(world: World, { page }: AtDesk, proposalId: string): Promise<void> {
  await goTo(page, world, `proposals/${proposalId}`)
  await question(page)
    .getByRole('button', { name: /^Confirm/ })
    .click()
  await question(page).waitFor({ state: 'detached' })
}

/** Publishes other words on the page of contacts. */
export async function publish(world: World, { page }: AtDesk, words: string): Promise<void> {
  await goTo(page, world, 'content/contact')
  await page.getByLabel('Paragraph 1 · English').fill(`<p>${words}</p>`)
  await page.getByRole('button', { name: /^Publish version \d+$/ }).click()
  await page.getByText(/^Version \d+ is published$/).waitFor()
}

/** Opens what is behind the deposits of the day, and reads that they add up. */
export async function readReport(world: World, { page }: AtDesk): Promise<void> {
  await goTo(page, world, 'reports')
  await page.getByRole('row', { name: /Open/ }).getByRole('link').first().click()
  await page.getByText('Transactions add up to this figure').waitFor()
}
