import type { BrowserContext, Page, Request } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { comeAs, expect, goldenLotus, languages, type Stage, test, word } from '../stage/browser.ts'
import { askDesk, newAgent, sitDown } from '../stage/desk-stage.ts'
import { newPlayer } from '../stage/players.ts'

// The desk is a desktop's app first.
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

const picture = readFileSync(resolve(import.meta.dirname, '../../docs/picture.png'))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const publishing = (page: Page) => button(page, /^Publish version \d+$/)
async function publish(page: Page): Promise<void> {
  const number = /\d+/.exec(await publishing(page).innerText())?.[0] ?? ''
  await publishing(page).click()
  await expect(page.getByText(`Version ${number} is published`)).toBeVisible()
  await expect(publishing(page)).toHaveText(new RegExp(`${Number(number) + 1}`))
}

/** What an open page was told and asked for, in its order: that something was published (null), and what was answered to it. */
type Heard = readonly (Promise<string> | null)[]

const answerTo = async (request: Request): Promise<string> => {
  const response = await request.response().catch(() => null)
  return response === null ? '' : response.text().catch(() => '')
}

/** Opens a page of the wallet whose line stands, and writes down what it hears from then on. */
async function openWallet(
  context: BrowserContext,
  stage: Stage,
  path: string,
): Promise<{ wallet: Page; heard: Heard }> {
  await comeAs(context, stage, await newPlayer(stage, { games: ['PG'] }), 'en')
  const wallet = await context.newPage()
  const heard: (Promise<string> | null)[] = []
  wallet.on('websocket', (line) =>
    line.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('42["content"')) heard.push(null)
    }),
  )
  wallet.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) heard.push(answerTo(request))
  })
  const isTold = wallet.waitForEvent('websocket')
  await wallet.goto(`${stage.product.walletUrl}${path}`)
  await (await isTold).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'))
  await wallet.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  return { wallet, heard }
}

/**
 * The words came because the page was told, and by nothing else: it was told after `since`, and what it asked then was the
 * first to bring them.
 */
async function expectTold(heard: Heard, since: number, words: string): Promise<void> {
  const after = heard.slice(since)
  const answers = await Promise.all(after.map((one) => one ?? ''))
  const brought = answers.findIndex((answer) => answer.includes(words))
  expect(brought, `something brought ${words}`).toBeGreaterThanOrEqual(0)
  expect(after.slice(0, brought), `${words} were asked for after it was told`).toContain(null)
}

/** Goes back to what stood before the last version. */
async function goBack(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Restore as a draft: Version/ })
    .first()
    .click()
  await publish(page)
}

test('[OFC-045] published at the desk, texts, contacts, banners and games stand on an open phone that is told so, without a reload, and back', async ({
  page,
  browser,
  stage,
}) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const { wallet, heard } = await openWallet(phone, stage, '/user/contact')
  await sitDown(page, await newAgent(stage, 'Suda', ['MARKETING']), 'en')

  // What it took stands with the report, for whoever measures; a busy machine proves nothing by it.
  const seen = async (look: Promise<void>): Promise<void> => {
    const sinceMs = performance.now()
    await look
    const description = `${Math.round(performance.now() - sinceMs)} ms`
    test.info().annotations.push({ type: 'seen after it was published', description })
  }

  // Words of the contact page: a language that lacks is named, what was typed stays, and then it is on the phone.
  await page.goto(`${stage.product.deskUrl}/#/content/contact`)
  await page.getByLabel('Paragraph 1 · English').fill('<p>We answer at night too</p>')
  await page.getByLabel('Paragraph 1 · ລາວ').fill('')
  await expect(page.getByText('1 missing')).toBeVisible()
  await publishing(page).click()
  await expect(page.getByText(/^Not published yet. Fields to fix: /)).toBeVisible()
  await expect(page.getByLabel('Paragraph 1 · ລາວ')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Paragraph 1 · English')).toHaveValue('<p>We answer at night too</p>')
  await page.getByLabel('Paragraph 1 · ລາວ').fill('<p>ພວກເຮົາຕອບຕອນກາງຄືນນຳ</p>')
  let since = heard.length
  await publish(page)
  await seen(expect(wallet.getByText('We answer at night too')).toBeVisible())
  await expectTold(heard, since, 'We answer at night too')
  await goBack(page)
  await seen(expect(wallet.getByText('We answer at night too')).toHaveCount(0))

  // Conditions, open over a page.
  await button(wallet, word('en', 'nav.conditions')).click()
  await page.goto(`${stage.product.deskUrl}/#/content/condition`)
  await button(page, 'Add a paragraph').click()
  for (const language of ['ไทย', 'ລາວ', 'English']) {
    await page.getByLabel(`Paragraph 4 · ${language}`).fill('<p>One more rule</p>')
  }
  since = heard.length
  await publish(page)
  await seen(expect(wallet.getByRole('dialog').getByText('One more rule')).toBeVisible())
  await expectTold(heard, since, 'One more rule')
  await goBack(page)
  await seen(expect(wallet.getByText('One more rule')).toHaveCount(0))

  // A game by another name, first in the ring, closed for money in.
  await button(wallet, word('en', 'conditions.confirm')).click()
  await wallet.getByRole('link', { name: word('en', 'nav.home') }).click()
  await wallet.getByText(goldenLotus.en).first().waitFor()
  await page.goto(`${stage.product.deskUrl}/#/content/games`)
  for (const language of ['ไทย', 'ລາວ', 'English']) {
    await page.getByLabel(`Game name · ${language}`).first().fill('Silver Lotus')
  }
  await page
    .getByLabel(/^Under maintenance/)
    .first()
    .check()
  since = heard.length
  await publish(page)
  await seen(expect(wallet.getByText('Silver Lotus').first()).toBeVisible())
  await expectTold(heard, since, 'Silver Lotus')
  await goBack(page)
  await seen(expect(wallet.getByText(goldenLotus.en).first()).toBeVisible())

  // A banner with a picture of this machine's.
  await page.goto(`${stage.product.deskUrl}/#/content/banners`)
  const field = page.getByLabel('Picture', { exact: true }).first()
  const before = await field.inputValue()
  const files = page.locator('input[type=file]').first()
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') })
  await expect(page.getByText('File is not supported')).toBeVisible()
  await expect(field).toHaveValue(before)
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await expect(field).toHaveValue(/^\/api\/content\/pictures\//)
  const path = await field.inputValue()
  since = heard.length
  await publish(page)
  await wallet
    .getByRole('list', { name: word('en', 'aria.tiles') })
    .getByRole('button', { name: word('en', 'tile.invite') })
    .click()
  await expect(wallet.locator(`img[src$="${path}"]`).first()).toBeVisible()
  expect(heard.slice(since), 'the page was told').toContain(null)
  await goBack(page)
  await expect(wallet.locator(`img[src$="${path}"]`)).toHaveCount(0)
  expect(await wallet.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await phone.close()
})

test('[OFC-045] what is written is seen in the wallet itself, in each language, before anybody else sees it', async ({
  page,
  stage,
}) => {
  await sitDown(page, await newAgent(stage, 'Suda', ['MARKETING']), 'en')
  await page.goto(`${stage.product.deskUrl}/#/content/condition`)
  const said = { th: 'กติกาใหม่', lo: 'ກົດໃໝ່', en: 'A new rule' }
  const names = { th: 'ไทย', lo: 'ລາວ', en: 'English' }
  for (const language of languages) {
    await page.getByLabel(`Paragraph 1 · ${names[language]}`).fill(`<p>${said[language]}</p>`)
  }
  const phone = page.frameLocator('iframe')
  await expect(phone.getByRole('dialog')).toBeVisible()
  await expect(page.getByLabel('Paragraph 1 · English'), 'who writes goes on writing').toBeFocused()
  for (const language of languages) {
    await page.getByRole('tab', { name: names[language] }).click()
    await expect(phone.getByRole('dialog').getByText(said[language])).toBeVisible()
    await expect(phone.locator('html')).toHaveAttribute('lang', language)
  }
  await button(page, 'Light').click()
  await expect(phone.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(phone.getByRole('dialog').getByText(said.en)).toBeVisible()
  // A hand that goes on writing is followed without another load.
  await page.getByLabel('Paragraph 1 · English').fill('<p>Another one</p>')
  await expect(phone.getByRole('dialog').getByText('Another one')).toBeVisible()

  for (const [part, shown] of [
    ['games', goldenLotus.en],
    ['howtoGame', 'Silver'],
    ['sources', 'A friend'],
  ] as const) {
    await page.goto(`${stage.product.deskUrl}/#/content/${part}`)
    await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor()
    if (part === 'howtoGame') {
      await button(page, 'Add a step').click()
      await page.getByLabel('Step 1 · English').fill('<p>Silver</p>')
    }
    await expect(phone.getByText(shown).first()).toBeAttached()
  }
  // Nobody else may show it.
  const { headers } = await fetch(`${stage.product.walletUrl}/preview.html`)
  const origin = new URL(stage.product.deskUrl).origin
  expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${origin};`)
  expect(headers.get('x-frame-options')).toBeNull()
})

test('[OFC-045] what is planned waits for its time and can be taken back; two persons change accounts for deposits', async ({
  page,
  stage,
}) => {
  const suda = await newAgent(stage, 'Suda', ['MARKETING'])
  await sitDown(page, suda, 'en')
  await page.goto(`${stage.product.deskUrl}/#/content/slip`)
  await button(page, 'Add a paragraph').click()
  for (const field of await page.getByLabel(/^Paragraph 2 · /).all()) await field.fill('<p>Later</p>')
  await page.getByLabel('Publish at').fill('2027-03-01T00:00')
  await button(page, /^Schedule version \d+$/).click()
  await expect(page.getByText(/will be published at 01\/03\/2027 00:00:00, by Suda/)).toBeVisible()
  await button(page, 'Cancel the schedule').click()
  await expect(page.getByText(/will be published/)).toHaveCount(0)

  const owner = await newAgent(stage, 'Mali', ['OWNER'])
  const part = '/api/desk/content/depositAccounts'
  const { number, document } = await askDesk<{ number: number; document: object[] }>(stage, owner.token, 'GET', part)
  const [first, ...rest] = document
  const renamed = [{ ...first, accountName: 'KRAPAO HOLDING' }, ...rest]
  await askDesk(stage, owner.token, 'POST', part, { document: renamed, number, publishAt: null, note: 'another name' })
  await sitDown(page, await newAgent(stage, 'Noi', ['PAYMENTS']), 'en')
  await page.goto(`${stage.product.deskUrl}/#/content/depositAccounts`)
  await page.reload()
  await page.getByRole('link', { name: 'View the proposal' }).click()
  await expect(page.getByText(/KRAPAO HOLDING/).first()).toBeVisible()
})
