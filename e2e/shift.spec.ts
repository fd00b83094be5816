import { calls, type Role } from '@krapao/contract'
import type { Browser, Page } from '@playwright/test'
import { comeAs, expect, expectAccessible, type Stage, test } from './browser.ts'
import { newKey, waitUntil } from './client.ts'
import { newAgent, sitDown } from './desk-stage.ts'
import { newPlayer, type Player, walletOf } from './players.ts'
import { untilQuiet } from './quiet.ts'
import { allowWithdrawals, checkLedger } from './stories.ts'

// The desk is a desktop's app first.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

/** Above what is paid without a person, and within what one person may have paid. */
const ONE_PERSON = 20_100
/** Above what one person may have paid. */
const TWO_PERSONS = 30_500

/** A player whose withdrawals of so many baht wait for a person, in the order in which he asked for them. */
async function whoWaits(stage: Stage, amounts: readonly number[]): Promise<Player & { ids: readonly string[] }> {
  const player = await newPlayer(stage, { amount: amounts.reduce((sum, amount) => sum + amount, 500) })
  const ids: string[] = []
  for (const amount of amounts) {
    const { _id } = await stage.api.ok(calls.walletWithdraw, { token: player.token, key: newKey(), body: { amount } })
    ids.push(_id)
  }
  return { ...player, ids }
}

/** Opens the desk of one more of the staff in a browser of his own. */
async function openDeskOf(browser: Browser, stage: Stage, name: string, roles: readonly Role[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await sitDown(page, await newAgent(stage, name, roles), 'en')
  return page
}

const open = async (page: Page, { product }: Stage, id: string): Promise<void> => {
  await page.goto(`${product.deskUrl}/#/decisions/all/withdrawal/${id}`)
  await expect(page.getByRole('group', { name: 'Decide' })).toBeVisible()
}

const confirm = (page: Page): Promise<void> => page.keyboard.press('Control+Enter')
const dialog = (page: Page) => page.getByRole('dialog')
/** The amount that is in hand. */
const inHand = (page: Page) => page.getByRole('heading', { level: 2 })

const words = (amount: number): string => amount.toLocaleString('en-US', { minimumFractionDigits: 2 })

/** How a withdrawal stands for its player. */
async function statusOf({ api }: Stage, { token }: Player, id: string): Promise<string | undefined> {
  const { statements } = await api.ok(calls.statementList, { token, body: { page: 1, limit: 50 } })
  return statements.find(({ _id }) => _id === id)?.status
}

test('[OFC-030] [OFC-031] [OFC-034] a shift by the keyboard alone: every way to decide, each with its next in hand', async ({
  page,
  stage,
}) => {
  await allowWithdrawals(stage, 1_000)
  const amounts = [0, 1, 2, 3, 4].map((more) => ONE_PERSON + more)
  const player = await whoWaits(stage, amounts)
  const [paid, returned, held, ...others] = player.ids
  await sitDown(page, await newAgent(stage, 'Mali', ['PAYMENTS', 'RISK']), 'en')
  await page.goto(`${stage.product.deskUrl}/#/decisions/withdrawal`)
  await page.getByRole('link', { name: new RegExp(words(ONE_PERSON)) }).waitFor()
  const { keyboard } = page
  while (
    (
      await inHand(page)
        .textContent()
        .catch(() => '')
    )?.includes(words(ONE_PERSON)) !== true
  ) {
    const before = page.url()
    await keyboard.press('j')
    await expect.poll(() => page.url()).not.toBe(before)
    await inHand(page).waitFor()
  }
  await expect(page.getByText('Above the automatic amount').first()).toBeVisible()
  await expect(page.getByText('Requested by the member')).toBeVisible()
  await untilQuiet(page)
  await expectAccessible(page)

  await keyboard.press('a')
  await expect(dialog(page).getByText('How much')).toBeVisible()
  await expectAccessible(page)
  // A plain Enter moves nothing.
  await keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await confirm(page)
  await expect(inHand(page)).toContainText(words(ONE_PERSON + 1))
  await expect(inHand(page)).toBeFocused()

  await keyboard.press('d')
  await dialog(page).getByRole('radio').nth(3).waitFor()
  await keyboard.press('Space')
  await expect(dialog(page).getByRole('radio').first()).toBeChecked()
  await expectAccessible(page)
  await confirm(page)
  await expect(inHand(page)).toContainText(words(ONE_PERSON + 2))

  await keyboard.press('h')
  await dialog(page).getByRole('combobox').waitFor()
  await keyboard.press('Tab')
  await keyboard.type('asked for his papers')
  await expectAccessible(page)
  await confirm(page)
  for (const [index] of others.entries()) {
    await expect(inHand(page)).toContainText(words(ONE_PERSON + 3 + index))
    await keyboard.press('a')
    await dialog(page).waitFor()
    await confirm(page)
  }
  for (const id of [paid, ...others]) {
    await expect.poll(() => statusOf(stage, player, id ?? '')).toBe('SUCCESS')
  }
  await expect.poll(() => statusOf(stage, player, returned ?? '')).toBe('FAILED')
  expect(await statusOf(stage, player, held ?? '')).toBe('IN_PROGRESS')
  const payouts = await stage.sandbox.payoutsTo(player.bank.bankAccountNo)
  expect(payouts.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
    ONE_PERSON,
    ONE_PERSON + 3,
    ONE_PERSON + 4,
  ])
  expect(await walletOf(stage, player)).toBe(500 + ONE_PERSON + 1)
  await checkLedger(stage)
})

test('[OFC-037] [OFC-064] the player reads in Lao why a withdrawal came back, and by when he hears of one that is held', async ({
  page,
  browser,
  stage,
}) => {
  await allowWithdrawals(stage, 1_000)
  const player = await whoWaits(stage, [ONE_PERSON, ONE_PERSON + 1])
  const [returned = '', held = ''] = player.ids
  await sitDown(page, await newAgent(stage, 'Mali', ['PAYMENTS']), 'en')
  await open(page, stage, returned)
  await page.keyboard.press('d')
  await dialog(page).getByRole('radio', { name: 'The bank account is closed or takes no transfers' }).check()
  await confirm(page)
  await expect.poll(() => statusOf(stage, player, returned)).toBe('FAILED')
  await open(page, stage, held)
  await page.keyboard.press('h')
  await dialog(page).getByRole('combobox').selectOption('48')
  await dialog(page).getByRole('textbox').fill('wait for his papers')
  await confirm(page)
  await expect(page.getByText('Done: Hold')).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await comeAs(context, stage, player, 'lo')
  const phone = await context.newPage()
  await phone.goto(`${stage.product.walletUrl}/user/statement`)
  const rows = phone.getByRole('main').getByRole('listitem')
  await rows
    .filter({ hasText: words(ONE_PERSON) })
    .getByRole('button')
    .first()
    .click()
  await expect(phone.getByRole('dialog')).toContainText('ບັນຊີທະນາຄານຂອງທ່ານ')
  await phone.keyboard.press('Escape')
  await rows
    .filter({ hasText: words(ONE_PERSON + 1) })
    .getByRole('button')
    .first()
    .click()
  await expect(phone.getByRole('dialog')).toContainText('ພວກເຮົາຈະແຈ້ງຜົນພາຍໃນ')
  await context.close()
})

test('[OFC-034] a lost answer is sent again under the same key and nothing is done twice; who is slower is told by whom and what', async ({
  page,
  browser,
  stage,
}) => {
  await allowWithdrawals(stage, 1_000)
  const player = await whoWaits(stage, [ONE_PERSON, ONE_PERSON + 1])
  const [first = '', second = ''] = player.ids
  await sitDown(page, await newAgent(stage, 'Mali', ['PAYMENTS']), 'en')
  const slower = await openDeskOf(browser, stage, 'Noi', ['PAYMENTS'])

  // The server does it, and its answer is lost.
  await open(page, stage, first)
  const keys: (string | undefined)[] = []
  await page.route('**/api/desk/decisions/withdrawal/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await page.keyboard.press('a')
  await dialog(page).waitFor()
  await confirm(page)
  await expect(dialog(page).getByRole('alert')).toContainText('never done twice')
  await confirm(page)
  await expect(page.getByText(/^Done: Pay/)).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  await page.unrouteAll()

  // Two at once: both have the dialog open.
  await open(slower, stage, second)
  await slower.keyboard.press('h')
  await dialog(slower).getByRole('textbox').fill('let us see first')
  await page.goto(`${stage.product.deskUrl}/#/decisions/all`)
  await open(page, stage, second)
  await expect(page.getByText('Noi has this')).toBeVisible()
  await slower.context().setOffline(true)
  await confirm(slower)
  await expect(dialog(slower).getByRole('alert')).toContainText('never done twice')
  await slower.context().setOffline(false)
  const mali = await newAgent(stage, 'Suda', ['PAYMENTS'])
  const answer = await fetch(`${stage.product.deskUrl}/api/desk/decisions/withdrawal/${second}`, {
    headers: { authorization: `Bearer ${mali.token}` },
  })
  const { row } = (await answer.json()) as { row: { version: number } }
  const done = await fetch(`${stage.product.deskUrl}/api/desk/decisions/withdrawal/${second}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${mali.token}`,
      'content-type': 'application/json',
      'idempotency-key': newKey(),
    },
    body: JSON.stringify({ action: 'pay', version: row.version }),
  })
  expect(done.status).toBe(200)
  await confirm(slower)
  const told = slower.getByRole('alert')
  await expect(told).toContainText('Suda has decided this')
  await expect(told).toContainText('Released by a person')
  await expect(told).toContainText('let us see first')
  await expectAccessible(slower)
  await slower.context().close()
  for (const id of player.ids) await expect.poll(() => statusOf(stage, player, id)).toBe('SUCCESS')
  const payouts = await waitUntil(
    'two payouts',
    () => stage.sandbox.payoutsTo(player.bank.bankAccountNo),
    (all) => all.length >= 2,
  )
  expect(payouts).toHaveLength(2)
  await checkLedger(stage)
})

test('[OFC-031] what takes two persons is proposed by one, and nothing moves before another confirms it', async ({
  page,
  stage,
}) => {
  await allowWithdrawals(stage, 1_000)
  const player = await whoWaits(stage, [TWO_PERSONS])
  const [id = ''] = player.ids
  await sitDown(page, await newAgent(stage, 'Mali', ['PAYMENTS']), 'en')
  await open(page, stage, id)
  await page.keyboard.press('a')
  await expect(dialog(page)).toContainText('A second person must confirm first')
  await confirm(page)
  await expect(page.getByText('Proposed. A second person must confirm.')).toBeVisible()
  expect(await stage.sandbox.payoutsTo(player.bank.bankAccountNo)).toEqual([])
  expect(await statusOf(stage, player, id)).toBe('IN_PROGRESS')
})
