import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { calls } from '@krapao/contract'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import {
  beginning,
  comeAs,
  expect,
  expectAccessible,
  type Language,
  type Stage,
  test,
  tile,
  word,
} from '../stage/browser.ts'
import { newPlayer, payer, type Player } from '../stage/players.ts'

/** The deposit sheet and what is on it, found by the words of a language. */
function depositIn(page: Page, language: Language) {
  const w = (key: string, values?: Record<string, string>): string => word(language, key, values)
  const sheet = page.getByRole('dialog', { name: w('deposit.title') })
  const button = (key: string): Locator => sheet.getByRole('button', { name: beginning(w(key)) })
  return {
    w,
    sheet,
    amount: sheet.getByRole('textbox', { name: w('common.amount') }),
    create: button('qr.create'),
    paid: button('qr.done'),
    cancel: button('qr.cancel'),
    timer: sheet.getByRole('timer'),
    picture: (amount: string): Locator => sheet.getByRole('img', { name: w('aria.qrImage', { amount }) }),
    /** What happened, in a dialog of its own. */
    message: page.getByRole('alertdialog'),
    async open(stage: Stage): Promise<void> {
      await page.goto(`${stage.product.walletUrl}/user/home`)
      await tile(page, language, 'tile.deposit').click()
      await expect(this.amount).toBeVisible()
    },
    async make(amount: string): Promise<void> {
      await this.amount.fill(amount)
      await this.create.click()
    },
  }
}

/** A new player who has opened the sheet in Lao. */
async function openDeposit(page: Page, context: BrowserContext, stage: Stage) {
  const player = await newPlayer(stage)
  await comeAs(context, stage, player, 'lo')
  const deposit = depositIn(page, 'lo')
  await deposit.open(stage)
  return { player, deposit }
}

/** Reads a QR from the screen as a bank's app would, with a camera. */
async function scan(picture: Locator): Promise<string> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  const codes = await readBarcodes(new Uint8Array(await picture.screenshot()), { formats: ['QRCode'] })
  return codes[0]?.text ?? ''
}

async function liveQr({ api }: Stage, { token }: Player, bankCode = 'KBANK') {
  return api.ok(calls.qrCurrent, { token, params: { bankCode } })
}

async function walletOf({ api }: Stage, { token }: Player): Promise<number> {
  return (await api.ok(calls.walletAmount, { token })).amount
}

test('[DEP-002] [DEP-004] [DEP-009] [DEP-010] [DEP-030] [DEP-032] a QR on the screen is scanned and paid, and the sheet closes by itself', async ({
  page,
  context,
  stage,
}) => {
  const language = 'th'
  const player = await newPlayer(stage)
  await comeAs(context, stage, player, language)
  const deposit = depositIn(page, language)
  await deposit.open(stage)
  await expect(deposit.create).toBeDisabled()
  await expect(deposit.sheet.getByText(deposit.w('deposit.credited'))).toBeVisible()
  await expect(deposit.sheet.getByText(deposit.w('deposit.qrOnce'))).toBeVisible()
  await expectAccessible(page)

  await deposit.sheet.getByRole('button', { name: deposit.w('aria.preset', { amount: '500' }) }).click()
  await deposit.create.click()
  const picture = deposit.picture('500.00')
  await expect(picture).toBeVisible()
  await expect(deposit.timer).toContainText(/(15:00|1[0-4]:\d\d)$/)
  await expectAccessible(page)

  const payload = await scan(picture)
  expect(payload).toBe((await liveQr(stage, player)).payload)
  await stage.sandbox.pay(payload, payer)
  await expect(deposit.message).toContainText(deposit.w('qr.paid', { amount: '500.00' }))
  await expect(deposit.sheet).toHaveCount(0)
  await expectAccessible(page)
  await deposit.message.getByRole('button', { name: deposit.w('common.ok') }).click()
  await expect(page.getByRole('main')).toContainText('500.00')
  expect(await walletOf(stage, player)).toBe(500)
})

test('a QR that is paid while the phone is offline is seen as paid when it is back', async ({
  page,
  context,
  stage,
}) => {
  const { player, deposit } = await openDeposit(page, context, stage)
  await deposit.make('200')
  await expect(deposit.picture('200.00')).toBeVisible()
  const { payload } = await liveQr(stage, player)

  await context.setOffline(true)
  await expect(deposit.sheet.getByText(deposit.w('qr.offline'))).toBeVisible()
  await expect(deposit.picture('200.00')).toBeVisible()
  await expectAccessible(page)
  await stage.sandbox.pay(payload ?? '', payer)
  await expect.poll(() => walletOf(stage, player)).toBe(200)
  await context.setOffline(false)
  await expect(deposit.message).toContainText(deposit.w('qr.paid', { amount: '200.00' }))
})

test('[DEP-005] [DEP-006] [DEP-007] the ways are those of the operator, each account with its number to copy', async ({
  page,
  context,
  stage,
}) => {
  const player = await newPlayer(stage)
  await comeAs(context, stage, player, 'lo')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const deposit = depositIn(page, 'lo')
  await deposit.open(stage)
  await deposit.sheet.getByRole('tab', { name: deposit.w('deposit.method.bank') }).click()
  await expectAccessible(page)
  const { banks, wallets, isManual } = await stage.api.ok(calls.lookupDeposit)
  expect(typeof isManual).toBe('boolean')
  for (const { bank, ...entry } of banks) {
    const fields = ['bankCode', 'mode', 'bankType', 'bankAccountName', 'bankAccountNo', 'currency']
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(fields))
    expect(Object.keys(bank)).toEqual(expect.arrayContaining(['nameTH', 'nameEN']))
  }
  expect(wallets.length).toBeGreaterThan(0)
  for (const wallet of wallets) {
    expect(Object.keys(wallet)).toEqual(expect.arrayContaining(['walletAccountName', 'mode']))
  }
  const automatic = banks.filter(({ mode }) => mode === 'AUTO')
  expect(automatic.length).toBeGreaterThan(0)
  for (const { bankAccountNo: number } of automatic) {
    await deposit.sheet.getByRole('button', { name: deposit.w('aria.copyAccountNo', { number }) }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  }
})
