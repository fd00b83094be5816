import type { QrCode } from '@krapao/contract'
import type { Language } from '@krapao/web'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { closeModals, openModal } from '../../lib/modals.ts'
import { loadTexts } from '../../lib/texts/texts.ts'
import type { FakeAnswers, SeenCall } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

/** A deposit sheet over a server of the test's own. */

const names = { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank', nameLO: 'ທະນາຄານກະສິກອນໄທ' }
const account = { bank: names, bankAccountName: 'HOUSE LIMITED', currency: 'BAHT', qr: null }
export const info = {
  banks: [
    {
      ...account,
      bankCode: 'KBANK',
      mode: 'QR',
      bankType: 'SAVING',
      bankAccountNo: '4445556667',
      qr: { minimum: 1, presets: [10, 20, 50, 100, 500, 1000] },
    },
    {
      ...account,
      bankCode: 'WW',
      mode: 'QR',
      bankType: 'PAYMENT',
      bankAccountNo: '0994000165501',
      qr: { minimum: 20, presets: [20, 50, 100, 500, 1000] },
    },
    {
      ...account,
      bankCode: 'SCB',
      mode: 'AUTO',
      bankType: 'SAVING',
      bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLO: 'ທະນາຄານໄທພານິດ' },
      bankAccountNo: '1112223334',
    },
  ],
  wallets: [
    { walletAccountName: 'HOUSE WALLET', mode: 'AUTO', walletAccountNo: '0899990001' },
    { walletAccountName: 'GIFTS', mode: 'LINK' },
  ],
  isManual: false,
}

const markup =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="#fff" d="M0 0h29v29H0z"/>' +
  '<path fill="#000" d="M4 4h7v1h-7zM4 6h1v1h-1z"/></svg>'
export const noQr: QrCode = {
  qrcodeId: null,
  hasQrcode: false,
  qrcode: null,
  payload: null,
  amount: null,
  expireIn: null,
  message: null,
}

let lastQr = 0

/** A live QR of an amount; its id is new. */
export function qrOf(amount: number, leftMs = 15 * 60_000): QrCode {
  lastQr += 1
  const expireIn = new Date(Date.now() + leftMs).toISOString()
  const qrcodeId = `qr${String(lastQr).padStart(22, '0')}`
  return { qrcodeId, hasQrcode: true, qrcode: markup, payload: `0002${amount}`, amount, expireIn, message: null }
}

export type BankCode = 'KBANK' | 'WW'

interface World {
  readonly calls: SeenCall[]
  readonly callsTo: (name: string) => SeenCall[]
}

/** What the server has at each bank; a test changes it. */
export let live: Record<BankCode, QrCode>
/** The rows of the statement; a test adds to them. */
export let statements: object[]

export const amountOf = (call: SeenCall): number => (call.body as { amount: number }).amount

/** Opens the deposit sheet over a server that makes QRs as the real one does: one lives at a time. */
export async function openDeposit(given: FakeAnswers = {}, language: Language = 'en'): Promise<World> {
  const make = (bankCode: BankCode) => (call: SeenCall) => {
    Object.assign(live, { KBANK: noQr, WW: noQr, [bankCode]: qrOf(amountOf(call)) })
    return live[bankCode]
  }
  const { calls, callsTo } = fakeServer({
    'GET /api/account/profile': refusal(404, 'NO_DATA'),
    'GET /api/lookup/deposit': info,
    'GET /api/qrcode/KBANK': () => live.KBANK,
    'GET /api/qrcode/WW': () => live.WW,
    'POST /api/qrcode/KBANK': make('KBANK'),
    'POST /api/qrcode/WW': make('WW'),
    'POST /api/statement': () => ({ total: statements.length, statements }),
    ...given,
  })
  await openApp('/user/profile', { token: 'good', language })
  await loadTexts(['deposit'])
  openModal('deposit')
  await expect.element(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  onTestFinished(closeModals)
  return { calls, callsTo }
}

export const dialog = page.getByRole('dialog')
export const amount = dialog.getByRole('textbox', { name: 'Amount' })
export const createButton = dialog.getByRole('button', { name: /^Create QR code/ })
export const timer = dialog.getByRole('timer')

/** Types an amount and presses the button. */
export async function create(text: string): Promise<void> {
  await amount.fill(text)
  await createButton.click()
}

export const picture = (text: string): ReturnType<typeof page.getByRole> =>
  dialog.getByRole('img', { name: `QR code to deposit ${text} baht` })

/** Forgets what the test before has done. */
export function beginAnew(): void {
  clearBrowser()
  live = { KBANK: noQr, WW: noQr }
  statements = []
}
