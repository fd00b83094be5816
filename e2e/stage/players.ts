import { randomInt } from 'node:crypto'
import { calls } from '@krapao/contract'
import { type Client, newKey, waitUntil } from './client.ts'
import type { Product } from './product.ts'
import type { BankPayer, Sandbox } from './sandbox.ts'

/** A running product, shared by tests that each make players of their own, and the two sides that a test stands on. */
export interface World {
  readonly product: Product
  /** The player's side. */
  readonly api: Client
  /** The outside world. */
  readonly sandbox: Sandbox
}

/** A player who is logged in, with what he typed. */
export interface Player {
  memberId: string
  token: string
  phone: string
  password: string
  bank: { bankCode: string; bankAccountName: string; bankAccountNo: string }
}

/** What a new player is to have: baht in the wallet, accounts at games, a name. */
export interface Wants {
  amount?: number
  games?: readonly string[]
  name?: string
}

/** What the sides of a world are needed for here. */
type Sides = Pick<World, 'api' | 'sandbox'>

const password = 'seven quiet lanterns'

/** Who pays from an account at another bank, which proves nothing of the player's own. */
export const payer: BankPayer = { bankCode: 'BBL', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' }

/** A phone number that no other player of any test has. */
export function newPhone(): string {
  return `08${String(randomInt(100_000_000)).padStart(8, '0')}`
}

/** What a new player types into the wizard. */
export function registrationOf(phone: string, name = 'สมชาย ใจดี') {
  return {
    name,
    username: phone,
    password,
    sourceCode: 'FRIEND',
    inviteCode: '',
    bankCode: 'SCB',
    bankAccountName: 'SOMCHAI JAIDEE',
    // Nobody else has this account: payouts are told apart by it.
    bankAccountNo: phone,
  }
}

/** Proves that a phone is his by the code of the SMS; answers the headers that his registration needs. */
export async function verifyPhone({ api, sandbox }: Sides, phone: string): Promise<Record<string, string>> {
  const { otpToken } = await api.ok(calls.otpSend, { body: { phoneNumber: phone } })
  if (otpToken === null) throw new Error(`${phone} was verified already`)
  const headers = { 'x-otp-token': otpToken }
  await api.ok(calls.otpVerify, { headers, body: { otpToken, otpCode: await sandbox.otpCode(phone) } })
  return headers
}

/** Registers a player through the SMS and logs him in; gives him money and game accounts where asked. */
export async function newPlayer(sides: Sides, { amount, games = [], name }: Wants = {}): Promise<Player> {
  const { api } = sides
  const phone = newPhone()
  const headers = await verifyPhone(sides, phone)
  const typed = registrationOf(phone, name)
  await api.ok(calls.accountValidate, { headers, body: typed })
  const { _id } = await api.ok(calls.accountRegister, { headers, body: { ...typed, currency: 'BAHT' } })
  const { bankCode, bankAccountName, bankAccountNo } = typed
  const token = await logIn(sides, phone)
  const player = { memberId: _id, token, phone, password, bank: { bankCode, bankAccountName, bankAccountNo } }
  if (amount !== undefined) await payIn(sides, player, amount)
  for (const slotCode of games) await api.ok(calls.walletActivate, { token, params: { slotCode } })
  return player
}

/** Logs a player in once more: answers the token of a session of its own. */
export async function logIn({ api }: Pick<World, 'api'>, phone: string): Promise<string> {
  return (await api.ok(calls.login, { body: { username: phone, password, remember: true } })).token
}

/** Makes a QR and answers its payload, ready to be paid. */
export async function drawnQr(
  { api }: Pick<World, 'api'>,
  { token }: Player,
  amount: number,
  bankCode = 'KBANK',
): Promise<string> {
  const qr = await api.ok(calls.qrCreate, { token, key: newKey(), params: { bankCode }, body: { amount } })
  if (qr.payload === null) throw new Error(`no QR: ${qr.message}`)
  return qr.payload
}

/** The player's own account, as who pays from it. Money that comes from it proves that it is his. */
export function ownAccountOf({ bank }: Player): BankPayer {
  return { bankCode: bank.bankCode, accountNo: bank.bankAccountNo, name: bank.bankAccountName }
}

/** Pays in by QR from his own account and waits until the wallet has the money. */
export async function payIn(sides: Sides, player: Player, amount: number): Promise<void> {
  const before = await walletOf(sides, player)
  await sides.sandbox.pay(await drawnQr(sides, player, amount), ownAccountOf(player))
  await waitUntil(
    `a deposit of ${amount}`,
    () => walletOf(sides, player),
    (now) => Math.round(now * 100) === Math.round((before + amount) * 100),
  )
}

export async function walletOf({ api }: Pick<World, 'api'>, { token }: Player): Promise<number> {
  return (await api.ok(calls.walletAmount, { token })).amount
}

/** The name that a player has at a provider. */
export async function usernameAt({ api }: Pick<World, 'api'>, { token }: Player, slotCode: string): Promise<string> {
  return (await api.ok(calls.walletAccount, { token, params: { slotCode } })).username
}
