import { calls, ROLES } from '@krapao/contract'
import type { Page } from '@playwright/test'
import { expect, objectionsTo, test } from '../stage/browser.ts'
import { newKey } from '../stage/client.ts'
import { newAgent, sitDown } from '../stage/desk-stage.ts'
import { newPlayer, ownAccountOf, payIn, walletOf } from '../stage/players.ts'
import { untilQuiet } from '../stage/quiet.ts'
import { sendSlip, transferByHand } from '../stage/slips.ts'

// The desk is a desktop's app first.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

test('[OFC-022] [OFC-024] [OFC-025] [OFC-026] [OFC-029] staff find a member, read all of him, see his phone for a reason and leave a note', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 500, name: 'Somchai Dee' })
  await sitDown(page, await newAgent(stage, 'Noi'), 'en')
  await page.goto(`${stage.product.deskUrl}/#/proposals`)
  await page.getByRole('heading', { name: 'Proposals' }).waitFor()

  // A phone as he says it, with the country before it: the one whom it names opens.
  await page.keyboard.press('/')
  await page.keyboard.type(`+66${player.phone.slice(1)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/members/${player.memberId}$`))
  const money = page.getByRole('region', { name: 'Money now' })
  await expect(money.getByRole('row', { name: /^Main wallet/ })).toContainText('500.00')
  await expect(page.getByRole('region', { name: 'Devices and sessions' })).toContainText('1 open')

  const timeline = page.getByRole('region', { name: 'Everything that happened' })
  await timeline.getByRole('button', { name: 'Deposit', exact: true }).click()
  await expect(timeline.getByRole('listitem').filter({ hasText: '+500.00' })).toHaveCount(1)
  await timeline.getByRole('button', { name: 'All', exact: true }).click()

  await expect(page.getByText(player.phone)).toHaveCount(0)
  await page.getByRole('button', { name: /^Show the phone number/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('he asked to be called back')
  await dialog.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByText(player.phone)).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText(player.phone)).toHaveCount(0)

  await page.keyboard.press('n')
  await dialog.getByLabel('Note', { exact: true }).fill('call before 18:00')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Flags and notes' })).toContainText('call before 18:00')
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Noi' }).first()).toBeVisible()
})

test('[OFC-020] [OFC-021] the day is shown against last week, and each figure opens the list behind it', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 321 })
  await sitDown(page, await newAgent(stage, 'Noi'), 'en')
  await page.goto(`${stage.product.deskUrl}/#/today`)
  await expect(page.getByRole('region', { name: 'Waiting' }).getByRole('link', { name: 'Withdrawals' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Banks, games and SMS' }).getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('link', { name: /^Deposits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposits' })
  await expect(dialog.locator(`a[href="#/members/${player.memberId}"]`)).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: '321.00' }).first()).toBeVisible()
})

test('[OFC-031] [OFC-040] an adjustment is proposed and confirmed by keyboard alone, each value now beside the proposed one, at 820', async ({
  page,
  stage,
  browser,
}) => {
  const player = await newPlayer(stage, { amount: 320, name: 'Piya Lapthawee' })
  const [proposer, second] = await Promise.all(['Noi', 'Mali'].map((name) => newAgent(stage, name, ['PAYMENTS'])))
  if (proposer === undefined || second === undefined) throw new Error('two were made')
  await sitDown(page, proposer, 'en')
  await page.goto(`${stage.product.deskUrl}/#/proposals`)
  await page.getByRole('heading', { name: 'Proposals' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(player.phone)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Piya Lapthawee' }).waitFor()
  await page.keyboard.press('b')
  await page.getByLabel('Amount, baht').focus()
  await page.keyboard.type('4200')
  await page.getByLabel('Explain it to the second person').focus()
  await page.keyboard.type('the bank sent it back')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Proposed. A second person has to confirm it.')).toBeVisible()

  // Meanwhile more money comes in.
  await payIn(stage, player, 100)
  const narrow = await browser.newContext({ viewport: { width: 820, height: 1180 }, timezoneId: 'Asia/Bangkok' })
  const desk = await narrow.newPage()
  await sitDown(desk, second, 'en')
  await desk.goto(`${stage.product.deskUrl}/#/proposals`)
  await desk.getByRole('row').filter({ hasText: '+4,200.00' }).getByRole('button').focus()
  await desk.keyboard.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Adjustment' })
  const wallet = dialog.getByRole('row', { name: /^Main wallet \(baht\)/ })
  await expect(wallet.getByRole('cell')).toHaveText(['Main wallet (baht)', '320.00', '420.00', 'Changed'])
  await expect(dialog.getByRole('row', { name: /Piya Lapthawee/ }).getByRole('cell')).toHaveText([
    'Main wallet · Piya Lapthawee',
    '420.00',
    '+4,200.00',
    '4,620.00',
  ])
  expect(await objectionsTo(desk)).toEqual([])
  await desk.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => walletOf(stage, player)).toBe(4_620)
  await narrow.close()
})

/** What only programs read: ids of 26 letters and digits, of programs' making, and codes. */
const forPrograms = /\b(?:[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[A-Z]{2,}(?:_[A-Z0-9]+)+)\b/g

/** The words of the page that are for programs, wherever they stand. */
async function rawWordsOf(page: Page): Promise<string[]> {
  const told = await page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ])
  return [...new Set(told.flatMap((text) => text.match(forPrograms) ?? []))]
}

test('[OFC-062] [OFC-063] every place of the desk passes axe in both themes at 1280 and 820, none is wider than a phone, and none shows what programs read', async ({
  page,
  stage,
}) => {
  test.setTimeout(600_000)
  const player = await newPlayer(stage, { amount: 62_000 })
  const { token } = player
  const { _id: withdrawal } = await stage.api.ok(calls.walletWithdraw, {
    token,
    key: newKey(),
    body: { amount: 20_500 },
  })
  await stage.api.ok(calls.walletAdd, { token, key: newKey(), body: { amount: 500 } })
  const slip = await transferByHand(stage, { ...ownAccountOf(player), name: 'MANA DEEMAK' }, 2_500)
  await sendSlip(stage.product.walletUrl, player, slip)
  const agent = await newAgent(stage, 'Noi', ROLES)
  await sitDown(page, agent, 'lo')
  await page.goto(`${stage.product.deskUrl}/#/today`)
  // Whatever the menu has, and what is opened from there.
  const menu = page.getByRole('navigation').getByRole('link')
  await menu.nth(5).waitFor()
  const places = await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2) ?? ''))
  expect(places.length).toBeGreaterThan(12)
  const opened = [`members/${player.memberId}`, `decisions/all/withdrawal/${withdrawal}`]
  for (const place of [...places, ...opened]) {
    await page.evaluate((hash) => location.assign(`#/${hash}`), place)
    await untilQuiet(page)
    for (const width of [1280, 820]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await objectionsTo(page), `${place} at ${width}`).toEqual([])
    }
    expect(await rawWordsOf(page), place).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    const widest = await page.evaluate(() =>
      Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0),
    )
    expect(widest, place).toBeLessThanOrEqual(360)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})
