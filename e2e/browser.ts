import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { calls } from '@krapao/contract'
import { type Client, createClient, newKey } from './client.ts'
import { type Product, startProduct } from './product.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** The three languages of the product. */
export type Language = 'th' | 'lo' | 'en'
export const languages: readonly Language[] = ['th', 'lo', 'en']

/** A running product, shared by the tests of one worker: each test makes players of its own. */
export interface Stage {
  product: Product
  api: Client
  sandbox: Sandbox
}

/** A member as the tests in a browser need him. */
export interface StagePlayer {
  phone: string
  password: string
  token: string
  accountNo: string
}

const password = 'seven quiet lanterns'

/** Playwright's test with the running product as `stage`. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    // Playwright reads which fixtures one needs from this pattern, and this one needs none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await startProduct()
      await use({ product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) })
      await product.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
export { expect }

/** The demo operator's game PG by its name in each language. */
export const goldenLotus: Record<Language, string> = { th: 'ดอกบัวทอง', lo: 'ດອກບົວຄຳ', en: 'Golden Lotus' }

/** A phone number that no other player of any test has. */
export function newPhone(): string {
  return `09${String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0')}`
}

/** Registers a player by the calls of the API and logs him in; gives him money and game accounts where asked. */
export async function newPlayer(
  { api, sandbox }: Stage,
  wants: { amount?: number; games?: readonly string[]; name?: string } = {},
): Promise<StagePlayer> {
  const phone = newPhone()
  const { otpToken } = await api.ok(calls.otpSend, { body: { phoneNumber: phone } })
  const headers = { 'x-otp-token': otpToken ?? '' }
  await api.ok(calls.otpVerify, { headers, body: { otpToken: otpToken ?? '', otpCode: await sandbox.otpCode(phone) } })
  const bank = { bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: phone }
  const profile = { name: wants.name ?? 'สมชาย ใจดี', username: phone, password, sourceCode: '', inviteCode: '' }
  await api.ok(calls.accountRegister, { headers, body: { ...profile, ...bank, currency: 'BAHT' } })
  const { token } = await api.ok(calls.login, { body: { username: phone, password, remember: true } })
  const player = { phone, password, token, accountNo: phone }
  if (wants.amount !== undefined) await payIn({ api, sandbox }, player, wants.amount)
  for (const slotCode of wants.games ?? []) await api.ok(calls.walletActivate, { token, params: { slotCode } })
  return player
}

/** Pays money in by a QR and waits until the wallet has it. */
export async function payIn(
  { api, sandbox }: Pick<Stage, 'api' | 'sandbox'>,
  { token }: StagePlayer,
  amount: number,
): Promise<void> {
  const before = (await api.ok(calls.walletAmount, { token })).amount
  const qr = await api.ok(calls.qrCreate, { token, key: newKey(), params: { bankCode: 'KBANK' }, body: { amount } })
  await sandbox.pay(qr.payload ?? '', { bankCode: 'BBL', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' })
  await expect.poll(async () => (await api.ok(calls.walletAmount, { token })).amount).toBe(before + amount)
}

/** Makes every page of the context one of this member, in this language, from its first paint. */
export async function comeAs(
  context: BrowserContext,
  { product }: Stage,
  player: StagePlayer | null,
  language: Language,
): Promise<void> {
  await context.addCookies([{ name: 'locale', value: language, url: product.walletUrl }])
  await context.addInitScript(
    ([token, locale]) => {
      if (localStorage.getItem('locale') === null) localStorage.setItem('locale', locale ?? '')
      // Only once: a page that logged out must stay so.
      if (token !== null && localStorage.getItem('cameBefore') === null) localStorage.setItem('token', token ?? '')
      localStorage.setItem('cameBefore', 'yes')
      localStorage.setItem('rememberAgreement', 'true')
    },
    [player?.token ?? null, language] as const,
  )
}

const rows = new Map<string, Record<Language, string>>()

/** A text of the app in a language, by its key in the list of texts, with its values filled in. */
export function word(language: Language, key: string, values: Record<string, string | number> = {}): string {
  if (rows.size === 0) {
    const file = resolve(import.meta.dirname, '../apps/wallet/texts.tsv')
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
      const [id = '', th = '', lo = '', en = ''] = line.split('\t')
      if (id !== '') rows.set(id, { th, lo, en })
    }
  }
  const row = rows.get(key)
  if (row === undefined) throw new Error(`there is no text ${key}`)
  return row[language].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Holds that a page, and the dialog open on it, has nothing that axe objects to. */
export async function expectAccessible(page: Page): Promise<void> {
  // A sheet that is still rising is measured where it is not.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  )
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations, passes } = await new AxeBuilder({ page }).withTags(tags).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect(found).toEqual([])
  expect(passes.length).toBeGreaterThan(5)
}
