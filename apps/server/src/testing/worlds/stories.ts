import { randomInt } from 'node:crypto'
import { calls } from '@krapao/contract'
import type { TestApp } from '../app.ts'
import { book } from '../book.ts'
import { until } from '../until.ts'

/** A member as a story leaves him: logged in, with what he typed. */
export interface StoryMember {
  memberId: string
  token: string
  phone: string
  password: string
  bank: { bankCode: string; bankAccountName: string; bankAccountNo: string }
}

const PASSWORD = 'seven quiet lanterns'

/** A phone number that no other story has. */
export function newPhone(): string {
  return `08${String(randomInt(100_000_000)).padStart(8, '0')}`
}

/** The newest code that the sandbox's phone received; null when there is none. */
export async function readOtpCode(app: TestApp, phone: string): Promise<string | null> {
  const { messages } = await app
    .sandbox()
    .ask<{ messages: { text: string }[] }>('GET', `/api/phone/messages?to=${encodeURIComponent(phone)}`)
  return /\d{6}/.exec(messages[0]?.text ?? '')?.[0] ?? null
}

/** Registers a player by the real calls and logs him in: with an OTP where the app has a sandbox, else without. */
export async function registeredMember(
  app: TestApp,
  given: { phone?: string; currency?: 'BAHT' | 'LAK'; bankCode?: string; inviteCode?: string } = {},
): Promise<StoryMember> {
  const phone = given.phone ?? newPhone()
  const headers = await verifyPhone(app, phone)
  const bank = {
    bankCode: given.bankCode ?? 'SCB',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: phone,
  }
  const { _id: memberId } = await app.ok(calls.accountRegister, {
    headers,
    body: {
      name: 'Somchai Jaidee',
      username: phone,
      password: PASSWORD,
      sourceCode: 'FRIEND',
      inviteCode: given.inviteCode ?? '',
      currency: given.currency ?? 'BAHT',
      ...bank,
    },
  })
  const { token } = await app.ok(calls.login, { body: { username: phone, password: PASSWORD, remember: true } })
  return { memberId, token, phone, password: PASSWORD, bank }
}

/** Proves that the phone is his, where the operator asks for it. @returns the headers that the registration needs. */
async function verifyPhone(app: TestApp, phone: string): Promise<Record<string, string>> {
  const { operator } = app.app()
  if (!(await operator.settings()).registerOTP) return {}
  if (!app.hasSandbox) {
    await operator.setSetting('registerOTP', false)
    return {}
  }
  const { otpToken } = await app.ok(calls.otpSend, { body: { phoneNumber: phone } })
  if (otpToken === null) throw new Error(`${phone} was verified already`)
  const otpCode = await readOtpCode(app, phone)
  if (otpCode === null) throw new Error(`no code was sent to ${phone}`)
  const headers = { 'x-otp-token': otpToken }
  await app.ok(calls.otpVerify, { headers, body: { otpToken, otpCode } })
  return headers
}

/** A registered member with so many baht in the wallet: paid by QR through the sandbox's bank, or booked where there is none. */
export async function memberWithMoney(
  app: TestApp,
  amount: number,
  given: Parameters<typeof registeredMember>[1] = {},
): Promise<StoryMember> {
  const member = await registeredMember(app, given)
  if (app.hasSandbox) await depositByQr(app, member, amount)
  else await bookMoney(app, member.memberId, amount)
  return member
}

/** Pays a new KBANK QR of the member at the sandbox's bank and waits until its callback was credited. */
async function depositByQr(app: TestApp, member: StoryMember, amount: number): Promise<void> {
  const { amount: before } = await app.ok(calls.walletAmount, { token: member.token })
  const qr = await app.ok(calls.qrCreate, {
    token: member.token,
    params: { bankCode: 'KBANK' },
    body: { amount },
  })
  if (qr.payload === null) throw new Error(`no QR was made: ${qr.message}`)
  await payQr(app, member, qr.payload)
  await until('the deposit was credited', async () => {
    const wallet = await app.ok(calls.walletAmount, { token: member.token })
    return Math.round((wallet.amount - before) * 100) === Math.round(amount * 100)
  })
}

/** Pays a QR's text from the member's own bank account at the sandbox. */
export async function payQr(
  app: TestApp,
  { bank }: StoryMember,
  payload: string,
): Promise<{ transRef: string; slip: string }> {
  const from = { bankCode: bank.bankCode, accountNo: bank.bankAccountNo, name: bank.bankAccountName }
  return app.sandbox().ask('POST', '/api/bank/pay', { payload, from })
}

async function bookMoney(app: TestApp, memberId: string, amount: number): Promise<void> {
  const [from, to] = ['house/bank:KBANK', `member/${memberId}/wallet`]
  const amountMinor = Math.round(amount * 100)
  await book(app.app(), { from, to, amountMinor, code: 'deposit', reference: 'story', at: app.clock.now() })
}
