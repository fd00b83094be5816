import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, expectAccessible, type Stage, test } from '../stage/browser.ts'
import { lastGuestRoom, newAgent, newGuestId, readAsGuest, sayAsGuest, sitDown } from '../stage/desk-stage.ts'
import { expectWholeText } from '../stage/layout.ts'
import { untilQuiet, watchTraffic } from '../stage/quiet.ts'
import { addStaff, type StaffAccount, totpOf } from '../stage/staff.ts'

// The desk is a desktop's app first.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

const picture = {
  name: 'bonus.png',
  mimeType: 'image/png',
  buffer: readFileSync(resolve(import.meta.dirname, '../../docs/picture.png')),
}

/** What the pages complained of: a policy that was broken, a script that failed. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[19]/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

async function logIn(page: Page, { product }: Stage, account: StaffAccount): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('desk-language', 'en'))
  await page.goto(product.deskUrl)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('6-digit code').fill(totpOf(account))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('region', { name: 'Conversations' })).toBeVisible()
}

async function secondDesk(browser: Browser, stage: Stage): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await sitDown(page, await newAgent(stage, 'Boun'), 'en')
  await page.goto(stage.product.deskUrl)
  return page
}

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Write to the customer' })
const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' })
const rowOf = (page: Page, roomId: string): Locator =>
  page.getByRole('listitem').filter({ hasText: `Guest ${roomId.slice(-4).toUpperCase()}` })

/** What a guest was told, by kind. */
const kindsFor = async (stage: Stage, guestId: string): Promise<string[]> =>
  (await readAsGuest(stage, guestId))
    .filter(({ sender }) => sender === 'admin')
    .map(({ message }) => message.message_type)

async function sendCards(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Cards' }).click()
  const first = page.getByRole('group', { name: 'Card 1', exact: true })
  await first.getByLabel('Choose a picture').setInputFiles(picture)
  await expect(first.getByText('Change the picture')).toBeVisible()
  await first.getByLabel('Title', { exact: true }).fill('Welcome bonus')
  await first.getByRole('button', { name: 'Add button' }).click()
  const button = first.getByRole('group', { name: 'Button 1' })
  await button.getByLabel('Title').fill('See it')
  await button.getByLabel('When pressed').selectOption('web')
  await button.getByLabel('Link').fill('https://krapao.example/bonus')
  await page.getByRole('button', { name: 'Add card' }).click()
  const second = page.getByRole('group', { name: 'Card 2', exact: true })
  await second.getByLabel('Title', { exact: true }).fill('Daily refund')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const drawn = log(page).getByRole('group', { name: 'Cards' }).last().locator('img')
  await expect.poll(() => drawn.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
}

test('staff log in with a code, answer who waits in every way, and no two of them answer one customer', async ({
  page,
  browser,
  stage,
}) => {
  const complaints = complaintsOf(page)
  const account = await addStaff(stage.product, 'malee', 'Mali')
  await logIn(page, stage, account)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // A guest asks for a person: the open page hears of it by itself.
  const guestId = newGuestId()
  await sayAsGuest(stage, guestId, 'hello')
  await sayAsGuest(stage, guestId, 'admin please')
  const roomId = await lastGuestRoom(stage, (await newAgent(stage, 'Kham')).token)
  await expect(rowOf(page, roomId)).toContainText(/Waiting for 0\d:\d\d/)
  await rowOf(page, roomId).getByRole('button').click()
  await expect(log(page).getByText('admin please')).toBeVisible()
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByText('You have this', { exact: true })).toBeVisible()

  await field(page).fill('Hello, how can we help?')
  await field(page).press('Enter')
  await expect.poll(() => kindsFor(stage, guestId)).toContain('text')
  await sendCards(page)
  await page.getByRole('tab', { name: 'Picture or video' }).click()
  await page.getByLabel('Choose pictures or videos').setInputFiles(picture)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = log(page).getByRole('img', { name: 'Image bonus.png' }).last()
  await expect.poll(() => sent.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await expect.poll(async () => (await kindsFor(stage, guestId)).slice(-2)).toEqual(['generic', 'media'])

  // What the guest answers is in sight at once; a colleague can read it, and no more.
  await sayAsGuest(stage, guestId, 'thank you')
  await expect(log(page).getByText('thank you')).toBeVisible()
  const other = await secondDesk(browser, stage)
  await other.getByRole('tab', { name: /^Open/ }).click()
  await expect(rowOf(other, roomId)).toContainText('Mali')
  await rowOf(other, roomId).getByRole('button').click()
  await expect(other.getByText('Mali is answering here. You can only read.')).toBeVisible()
  await expect(log(other).getByText('thank you')).toBeVisible()
  await expect(field(other)).toHaveCount(0)
  await expectAccessible(other)

  await other.getByRole('button', { name: 'Take over' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
  await expect(field(other)).toBeVisible()
  await expect(page.getByText('Boun is answering here. You can only read.')).toBeVisible()

  await other.getByRole('button', { name: 'End', exact: true }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect(log(other).getByText('End of conversation')).toBeVisible()
  // Each reads what he did himself.
  const deedOf = (desk: Page, act: string) => desk.getByRole('cell', { name: act }).first()
  await other.getByRole('link', { name: 'Audit log' }).click()
  for (const act of ['Ended a conversation', 'Took over', 'Logged in']) await expect(deedOf(other, act)).toBeVisible()
  await page.getByRole('link', { name: 'Audit log' }).click()
  for (const act of ['Sent a message', 'Claimed', 'Logged in']) await expect(deedOf(page, act)).toBeVisible()
  await expect(deedOf(page, 'Took over')).toHaveCount(0)
  await expectAccessible(other)
  expect(complaints).toEqual([])
  await other.context().close()
})

test('a code is taken once, and a desk whose server goes away catches up when it is back', async ({ page, stage }) => {
  const account = await addStaff(stage.product, 'noy', 'Noy')
  await logIn(page, stage, account)
  const guestId = newGuestId()
  await sayAsGuest(stage, guestId, 'admin please')
  const roomId = await lastGuestRoom(stage, (await newAgent(stage, 'Kham')).token)
  await rowOf(page, roomId).getByRole('button').click()
  await field(page).fill('Here I am')
  await field(page).press('Enter')
  const told = async (words: string): Promise<number> =>
    (await readAsGuest(stage, guestId)).filter(({ message }) => message.payload?.message === words).length
  await expect.poll(() => told('Here I am')).toBe(1)
  await expect(log(page).getByText('Sending…')).toHaveCount(0)

  await stage.product.server.stop('SIGKILL')
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
  await field(page).fill('Are you there?')
  await field(page).press('Enter')
  await expect(log(page).getByText('Sending…')).toBeVisible()
  await stage.product.server.start()
  await sayAsGuest(stage, guestId, 'still here')
  await expect(log(page).getByText('still here')).toBeVisible()
  // Nobody knew whether it had come: it goes again by itself, and is there once.
  await expect.poll(() => told('Are you there?')).toBe(1)
  await expect(log(page).getByRole('alert')).toHaveCount(0)
  await expect(log(page).getByText('Sending…')).toHaveCount(0)
  await expect(log(page).getByText('Are you there?')).toHaveCount(1)

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('textbox', { name: '6-digit code' }).fill('000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong username, password or code.')
  await expect(page.getByLabel('Username')).toHaveValue(account.username)
  await expectAccessible(page)
})

test('the desk has all its text on a phone, in three languages', async ({ browser, stage }) => {
  const agent = await newAgent(stage, 'มะลิ')
  const guestId = newGuestId()
  await sayAsGuest(stage, guestId, 'admin please')
  const roomId = await lastGuestRoom(stage, agent.token)
  const places = { th: [`#/inbox/open/${roomId}`, '#/audit'], lo: ['', '#/replies'], en: [`#/inbox/open/${roomId}`] }
  for (const [language, own] of Object.entries(places)) {
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true })
    watchTraffic(context)
    const page = await context.newPage()
    await sitDown(page, agent, language)
    for (const place of own) {
      // Another place behind the # alone would be no new page to wait for.
      await page.goto('about:blank')
      await page.goto(`${stage.product.deskUrl}/${place}`)
      await page.getByRole('main').waitFor()
      await untilQuiet(page)
      if (place.includes(roomId)) await page.getByRole('log').getByText('admin please').waitFor()
      await expectWholeText(page, `${language} ${place}`)
      await expectAccessible(page)
    }
    await context.close()
  }
})
