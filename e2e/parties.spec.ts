import { Buffer } from 'node:buffer'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { calls } from '@krapao/contract'
import { openHome } from './acts.ts'
import { expect, type Language, type Stage, test as base, tile } from './browser.ts'
import { createClient } from './client.ts'
import { newPlayer, ownAccountOf, type Player, walletOf } from './players.ts'
import { startProduct } from './product.ts'
import { createSandbox } from './sandbox.ts'
import { openSlipDoor, transferByHand } from './slips.ts'

// The product with real parties in place of the bank of its own words, all played by the sandbox: ThaiBulkSMS and Twilio
// send codes, SCB, Opn and a gateway of the Jeepay kind collect, Xendit pays out, SlipOK knows slips.

/** Who collects on which account for QRs; the third has no account in the demo. */
const collectors = { KBANK: 'scb', WW: 'opn', KTB: 'jeepay' } as const
type Collecting = keyof typeof collectors

interface Furnished {
  depositAccounts: { id: string; bankCode?: string; qr?: object }[]
}

function operatorWithCollectors(): Furnished {
  const demo = resolve(import.meta.dirname, '../demo/operator.json')
  const furnished = JSON.parse(readFileSync(demo, 'utf8')) as Furnished
  const kbank = furnished.depositAccounts.find(({ bankCode }) => bankCode === 'KBANK')
  furnished.depositAccounts.push({ ...kbank, id: 'demo-ktb', bankCode: 'KTB' })
  for (const account of furnished.depositAccounts) {
    const collector = collectors[account.bankCode as Collecting]
    if (account.qr !== undefined) account.qr = { ...account.qr, collector }
  }
  return furnished
}

async function namedBy(sandboxUrl: string): Promise<NodeJS.ProcessEnv> {
  const gateways = (await (await fetch(`${sandboxUrl}/api/gateways`)).json()) as object
  const at = (family: string, terms: object) => ({ family, url: `${sandboxUrl}/${family}`, ...terms })
  const parties = {
    ...gateways,
    thai: at('thaibulksms', { key: 'sandbox', secret: 'sandbox', sender: 'KRAPAO' }),
    world: at('twilio', { account: `AC${'0'.repeat(31)}1`, token: 'sandbox', from: 'KRAPAO' }),
    slips: at('slipok', { branch: '1', key: 'sandbox' }),
  }
  const chosen = { KRAPAO_SMS: 'thai,world', KRAPAO_PAYOUTS: 'xendit', KRAPAO_SLIPS: 'scb,slips' }
  return { KRAPAO_PARTIES: JSON.stringify(parties), ...chosen }
}

base.describe.configure({ timeout: 300_000, mode: 'serial' })

const test = base.extend<object, { parties: Stage }>({
  parties: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const folder = mkdtempSync(join(tmpdir(), 'krapao-parties-'))
      const operatorFile = join(folder, 'operator.json')
      writeFileSync(operatorFile, JSON.stringify(operatorWithCollectors()))
      const product = await startProduct({ KRAPAO_OPERATOR_FILE: operatorFile }, { isEmbedded: true, namedBy })
      const { walletUrl, sandboxUrl } = product
      const imported = await product.operator('import', operatorFile)
      if (imported.exitCode !== 0) throw new Error(imported.text)
      await openSlipDoor({ product })
      await give({ product, api: createClient(walletUrl), sandbox: createSandbox(sandboxUrl) })
      await product.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

interface Order {
  reference: string
  kind: 'charge' | 'payout'
  amountMinor: number
  state: string
}

/** What a party of the sandbox was asked for, the newest first. */
async function ordersOf({ product }: Stage, party: string): Promise<Order[]> {
  const answer = await fetch(`${product.sandboxUrl}/api/gateways/${party}`)
  return ((await answer.json()) as { orders: Order[] }).orders
}

/** Somebody pays the newest charge of a party from the player's own account. */
async function payNewest(stage: Stage, party: string, player: Player): Promise<void> {
  const [order] = await ordersOf(stage, party)
  const paid = await fetch(`${stage.product.sandboxUrl}/api/gateways/${party}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference: order?.reference, from: ownAccountOf(player) }),
  })
  expect(paid.status).toBe(200)
}

const ways: [Collecting, Language, 'text' | 'picture'][] = [
  ['KBANK', 'th', 'text'],
  ['WW', 'lo', 'picture'],
  ['KTB', 'en', 'text'],
]
for (const [bankCode, language, kind] of ways) {
  const party = collectors[bankCode]
  test(`[CNX-009] a QR that ${party} hands out as a ${kind} is shown and paid, and the sheet says so, in ${language}`, async ({
    page,
    parties,
  }) => {
    const player = await newPlayer(parties)
    const acts = await openHome(page, parties, player, language)
    const { banks } = await parties.api.ok(calls.lookupDeposit, { headers: { 'accept-language': language } })
    const offered = banks.filter(({ qr }) => qr !== null).map((bank) => bank.bankCode)
    expect(offered).toEqual(Object.keys(collectors))
    await tile(page, language, 'tile.deposit').click()
    const sheet = acts.sheet('deposit.title')
    await sheet
      .getByRole('group', { name: acts.w('qr.choose') })
      .getByRole('radio')
      .nth(offered.indexOf(bankCode))
      .check({ force: true })
    await sheet.getByRole('textbox', { name: acts.w('common.amount') }).fill('125.50')
    await sheet.getByRole('button', { name: new RegExp(`^${acts.w('qr.create')}`) }).click()
    await expect(acts.qr('125.50')).toBeVisible()
    const shown = await parties.api.ok(calls.qrCurrent, { token: player.token, params: { bankCode } })
    expect(shown.payload === null).toBe(kind === 'picture')
    await payNewest(parties, party, player)
    await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '125.50' }))
    await expect(sheet).toHaveCount(0)
    expect(await walletOf(parties, player)).toBe(125.5)
  })
}

test('[CNX-004] [CNX-008] [CNX-009] a slip that SlipOK knows is credited, and Xendit pays the withdrawal out', async ({
  page,
  parties,
}) => {
  const player = await newPlayer(parties)
  const slip = await transferByHand(parties, ownAccountOf(player), 1_000)
  const acts = await openHome(page, parties, player, 'th')
  await tile(page, 'th', 'tile.deposit').click()
  const sheet = acts.sheet('deposit.title')
  await sheet.getByRole('tab', { name: acts.w('deposit.method.slip') }).click()
  await expect(sheet.getByRole('button', { name: acts.w('slip.upload.choose'), exact: true })).toBeEnabled()
  const file = { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from(slip) }
  await sheet.locator('input[type=file]').first().setInputFiles(file)
  await expect(sheet.getByText(acts.w('slip.upload.readable'))).toBeVisible()
  await sheet.getByRole('button', { name: acts.w('slip.upload.title'), exact: true }).click()
  await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '1,000.00' }))
  await acts.acknowledge()

  await acts.reviewWithdrawal('300.25')
  await acts.confirmWithdrawal()
  await acts.expectWithdrawal('paid')
  expect(await walletOf(parties, player)).toBe(699.75)
  const [payout] = await ordersOf(parties, 'xendit')
  expect(payout).toMatchObject({ kind: 'payout', amountMinor: 300_25, state: 'paid' })
})

test('[CNX-010] [CNX-011] all that was set is there, and what was called is seen to answer', async ({ parties }) => {
  const names = ['scb', 'opn', 'xendit', 'jeepay', 'thai', 'world', 'slips', 'bank', 'gift', 'game:PG']
  for (const name of names) {
    expect(await parties.product.operator('party', 'check', name)).toMatchObject({ exitCode: 0 })
  }
  const { text } = await parties.product.operator('party', 'list')
  expect(text).toMatch(/^thai {2}up/m)
})
