import { Buffer } from 'node:buffer'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Acts } from '../stage/acts.ts'
import { expect, type Language, type Stage, tile } from '../stage/browser.ts'
import { createClient } from '../stage/client.ts'
import { ownAccountOf, type Player } from '../stage/players.ts'
import { startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'
import { openSlipDoor, transferByHand } from '../stage/slips.ts'

/** What the operator's file says, as far as parties stand in it. */
export interface Furnished {
  depositAccounts: { id: string; bankCode?: string; qr?: object }[]
  games: { code: string; autoLogin?: string; provider: object }[]
}

/** The product with real parties in place of the bank of its own words, all played by the sandbox. */
export async function openParties({
  furnish,
  choose,
}: {
  /** Changes what the demo's operator has said; the address of the sandbox is known once it runs. */
  furnish(operator: Furnished, sandboxUrl: string): void
  /** What the server is told, where the gateways of the sandbox have these terms. */
  choose(gateways: object, at: (family: string, terms: object) => object): NodeJS.ProcessEnv
}): Promise<Stage & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-parties-'))
  const operatorFile = join(folder, 'operator.json')
  const write = (sandboxUrl: string): void => {
    const demo = readFileSync(resolve(import.meta.dirname, '../../demo/operator.json'), 'utf8')
    const operator = JSON.parse(demo) as Furnished
    furnish(operator, sandboxUrl)
    writeFileSync(operatorFile, JSON.stringify(operator))
  }
  async function namedBy(sandboxUrl: string): Promise<NodeJS.ProcessEnv> {
    const gateways = (await (await fetch(`${sandboxUrl}/api/gateways`)).json()) as object
    return choose(gateways, (family, terms) => ({ family, url: `${sandboxUrl}/${family}`, ...terms }))
  }
  write('http://127.0.0.1')
  const product = await startProduct({ KRAPAO_OPERATOR_FILE: operatorFile }, { isEmbedded: true, namedBy })
  const { walletUrl, sandboxUrl } = product
  write(sandboxUrl)
  // Accounts for deposits are changed by two, but where one is all there is.
  await product.operator('settings', 'set', 'secondPerson', 'off')
  const imported = await product.operator('import', operatorFile)
  if (imported.exitCode !== 0) throw new Error(imported.text)
  await openSlipDoor({ product })
  return {
    product,
    api: createClient(walletUrl),
    sandbox: createSandbox(sandboxUrl),
    async close() {
      await product.close()
      rmSync(folder, { recursive: true })
    },
  }
}

interface Order {
  reference: string
  kind: 'charge' | 'payout'
  amountMinor: number
  state: string
}

/** What a party of the sandbox was asked for, the newest first. */
export async function ordersOf({ product }: Stage, party: string): Promise<Order[]> {
  const answer = await fetch(`${product.sandboxUrl}/api/gateways/${party}`)
  return ((await answer.json()) as { orders: Order[] }).orders
}

/** Pays in by a slip of 1,000 baht, from home. */
export async function payInBySlip(stage: Stage, acts: Acts, player: Player, language: Language): Promise<void> {
  const slip = await transferByHand(stage, ownAccountOf(player), 1_000)
  await tile(acts.page, language, 'tile.deposit').click()
  const sheet = acts.sheet('deposit.title')
  await sheet.getByRole('tab', { name: acts.w('deposit.method.slip') }).click()
  await expect(sheet.getByRole('button', { name: acts.w('slip.upload.choose'), exact: true })).toBeEnabled()
  const file = { name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from(slip) }
  await sheet.locator('input[type=file]').first().setInputFiles(file)
  await expect(sheet.getByText(acts.w('slip.upload.readable'))).toBeVisible()
  await sheet.getByRole('button', { name: acts.w('slip.upload.title'), exact: true }).click()
  await expect(acts.message).toContainText(acts.w('qr.paid', { amount: '1,000.00' }))
  await acts.acknowledge()
}

/** Withdraws 300.25 of 1,000 baht, which a party pays out. */
export async function withdrawBy(stage: Stage, acts: Acts, party: string): Promise<void> {
  await acts.reviewWithdrawal('300.25')
  await acts.confirmWithdrawal()
  await acts.expectWithdrawal('paid')
  const [payout] = await ordersOf(stage, party)
  expect(payout).toMatchObject({ kind: 'payout', amountMinor: 300_25, state: 'paid' })
}
