import { calls } from '@krapao/contract'
import { openHome } from '../stage/acts.ts'
import { beginning, comeAs, expect, expectAccessible, test, word } from '../stage/browser.ts'
import { newPlayer, payIn } from '../stage/players.ts'

const w = (key: string, values?: Record<string, string | number>): string => word('en', key, values)

test('[PPR-017] [PPR-018] [PPR-020] [PPR-021] a player finds limits, net, copy and consents from the profile, and what he set holds', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  await payIn(stage, player, 300)
  await comeAs(page.context(), stage, player, 'en')
  await page.goto(`${stage.product.walletUrl}/user/profile`)
  await page.getByRole('link', { name: w('protection.title') }).click()
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  await expect(main.getByText(w('protection.limit.none'))).toHaveCount(2)

  const { token } = player
  await main
    .getByRole('button', { name: w('protection.kind.deposit') })
    .first()
    .click()
  await dialog.getByRole('textbox').fill('50')
  await dialog.getByRole('button', { name: w('protection.set.lower', { amount: '50.00' }) }).click()
  await expect(dialog.getByText(w('protection.set.range'))).toBeVisible()
  await dialog.getByRole('textbox').fill('1000')
  await dialog.getByRole('button', { name: w('protection.set.lower', { amount: '1,000.00' }) }).click()
  await expect(main.getByText(w('protection.limit.used', { used: '300.00', remaining: '700.00' }))).toBeVisible()
  await expectAccessible(page)

  // Higher waits, and is given up where it stands.
  await main.getByRole('button', { name: /1,000/ }).click()
  await dialog.getByRole('textbox').fill('5000')
  await dialog.getByRole('button', { name: w('protection.set.higher', { amount: '5,000.00' }) }).click()
  await expect(main.getByText(/5,000\.00/)).toBeVisible()
  await main.getByRole('button', { name: w('protection.limit.keep') }).click()
  await expect(main.getByText(/5,000\.00/)).toHaveCount(0)

  await main.getByRole('button', { name: w('protection.net') }).click()
  await expect(dialog.getByText('1 deposit', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('table', { name: w('protection.net') }).getByRole('row')).toHaveCount(8)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await main.getByRole('button', { name: w('protection.data') }).click()
  const calling = dialog.getByRole('checkbox', { name: w('protection.consent.call') })
  await expect(calling).not.toBeChecked()
  await calling.click({ force: true })
  await expect
    .poll(async () => (await stage.api.ok(calls.privacyData, { token })).consents.map((one) => one.givenAt !== null))
    .toEqual([false, true, false])
  await expect(calling).toBeChecked()
  await calling.click({ force: true })
  await expect
    .poll(async () => (await stage.api.ok(calls.privacyData, { token })).consents.every((one) => one.givenAt === null))
    .toBe(true)
  await dialog.getByRole('button', { name: w('protection.copy.ask') }).click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: w('protection.copy.json') }).click({ timeout: 30_000 })
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
  await expectAccessible(page)
})

test('[PPR-009] [PPR-010] [PPR-012] a player takes a break, then excludes himself with his password, and can still withdraw', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  await payIn(stage, player, 500)
  await comeAs(page.context(), stage, player, 'en')
  await page.goto(`${stage.product.walletUrl}/user/protection`)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  await main.getByRole('button', { name: w('protection.pause') }).click()
  await dialog.getByRole('radio', { name: w('protection.pause.24') }).check({ force: true })
  const length = w('protection.pause.24')
  await dialog.getByRole('button', { name: w('protection.pause.confirm', { length }) }).click()
  await expect(main.getByRole('heading', { name: w('protection.excluded.cool-off') })).toBeVisible()

  await main.getByRole('button', { name: w('protection.exclude') }).click()
  const confirm = dialog.getByRole('button', {
    name: w('protection.exclude.confirm', { length: w('protection.exclude.6') }),
  })
  await confirm.click()
  await expect(dialog.getByText(w('protection.exclude.tickNeeded'))).toBeVisible()
  await dialog.getByRole('checkbox').check({ force: true })
  const password = dialog.getByLabel(w('field.password'), { exact: true })
  await password.fill('not the password')
  await confirm.click()
  await expect(password).toHaveValue('not the password')
  await expect(password).toBeFocused()
  await password.fill(player.password)
  await confirm.click()
  await expect(main.getByRole('heading', { name: w('protection.excluded.self-exclusion') })).toBeVisible()
  await expectAccessible(page)

  // However little it is, and more often than others may in a day.
  const home = await openHome(page, stage, player)
  for (let times = 1; times <= 4; times += 1) {
    await home.reviewWithdrawal('1')
    await home.confirmWithdrawal()
    await expect(home.sheet('dialog.successTitle')).toContainText(w('withdraw.success'))
    await page.keyboard.press('Escape')
    await expect(home.sheet('dialog.successTitle')).toHaveCount(0)
    expect((await stage.api.ok(calls.walletAmount, { token: player.token })).amount).toBe(500 - times)
  }
})

test('[PPR-001] [PPR-004] a QR above a limit that was lowered on another device leaves the open deposit, and no other is made', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const { token } = player
  const home = await openHome(page, stage, player)
  await home.makeQr('400')
  await expect(home.qr('400.00')).toBeVisible()
  const lower = (amount: number) =>
    stage.api.ok(calls.protectionLimit, { token, body: { kind: 'deposit', period: 'day', amount } })
  await lower(400)
  expect((await stage.api.ok(calls.qrCurrent, { token, params: { bankCode: 'KBANK' } })).hasQrcode).toBe(true)
  await lower(399)
  await expect(home.qr('400.00')).toHaveCount(0)
  const deposit = home.sheet('deposit.title')
  await expect(deposit.getByText(w('qr.gone'))).toBeVisible()
  await expectAccessible(page)
  const amount = deposit.getByRole('textbox', { name: w('common.amount') })
  await amount.fill('399.01')
  await deposit.getByRole('button', { name: beginning(w('qr.create')) }).click()
  await expect(deposit.getByRole('alert')).toContainText('฿399.00')
  await expect(amount).toHaveValue('399.01')
})

test('[PPR-008] the check of time stands on both tabs, and who goes on at one has answered it at the other', async ({
  page,
  stage,
}) => {
  const player = await newPlayer(stage)
  const context = page.context()
  await comeAs(context, stage, player, 'en')
  // Each page is told that an hour has passed; all else is what the server says.
  await context.route('**/api/protection/use', async (route) => {
    const answered = await route.fetch()
    const use = (await answered.json()) as object
    const check = { minutes: 60, since: new Date().toISOString(), deposits: 0, withdrawals: 0, results: 0 }
    await route.fulfill({ response: answered, json: { ...use, check } })
  })
  const other = await context.newPage()
  const dialogs = []
  for (const tab of [page, other]) {
    await tab.clock.install()
    await tab.goto(`${stage.product.walletUrl}/user/profile`)
    await expect(tab.getByRole('link', { name: w('protection.title') })).toBeVisible()
    await tab.clock.fastForward(30_000)
    const dialog = tab.getByRole('alertdialog', { name: w('protection.check.title') })
    await expect(dialog).toBeVisible()
    dialogs.push(dialog)
  }
  await expectAccessible(page)
  const continued = page.waitForResponse('**/api/protection/use/continue')
  await dialogs[0]?.getByRole('button', { name: w('protection.check.continue') }).click()
  expect((await continued).status()).toBe(200)
  for (const dialog of dialogs) await expect(dialog).toBeHidden()
})
