import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import { slipCode } from '@krapao/payment-codes'
import type { Answer, CashierWorld, TestMember } from './cashier-world.ts'
import type { PlayedTransfer } from '../played/played-bank.ts'
import { drawSlip } from '../pictures/slip-drawing.ts'

export interface WireSlip {
  createdAt: string
  amount: number | null
  status: string
  note: string | null
  link: string | null
  reference: string
}

export type SlipAnswer = Omit<Answer, 'body'> & { body: { slip: WireSlip; message?: string; details?: object } }

/** Where the demo operator takes transfers. */
const OUR_ACCOUNT = { bankCode: 'SCB', accountNo: 'xxx-x-x2333-x', name: 'KRAPAO DEMO COMPANY LIMITED' }
/** Fits `ourMember`'s account, as banks mask it. */
export const HIS_ACCOUNT = { bankCode: 'SCB', accountNo: 'xxx-x-x6789-x', name: 'SOMCHAI JAIDEE' }

let members = 0
let transfers = 0

/** A member whose account is the sender of the transfers below: only its last digit and its first ones differ. */
export async function slipMember(world: CashierWorld, currency: 'BAHT' | 'LAK' = 'BAHT'): Promise<TestMember> {
  const member = await world.member({ currency })
  members += 1
  const accountNo = `${String(10_000 + members).slice(-5)}67893`
  await world.rows('update member_bank_account set account_no = $2 where member_id = $1', [member.id, accountNo])
  return member
}

/** A transfer from the member's account to ours that the bank knows, five minutes old. */
export function transferOf(world: CashierWorld, given: Partial<PlayedTransfer> = {}): PlayedTransfer {
  transfers += 1
  const transfer: PlayedTransfer = {
    transRef: `20261120${String(transfers).padStart(6, '0')}XYZ`,
    sendingBank: '014',
    amount: 100,
    currency: 'BAHT',
    occurredAt: new Date(world.clock.now().getTime() - 5 * 60_000).toISOString(),
    sender: HIS_ACCOUNT,
    receiver: OUR_ACCOUNT,
    ...given,
  }
  world.bank.slips.set(`${transfer.sendingBank}:${transfer.transRef}`, transfer)
  return transfer
}

/** A transfer that the bank knows, as staff name it. */
export function namedTransfer(world: CashierWorld, given: Partial<PlayedTransfer> = {}): string {
  const { sendingBank, transRef } = transferOf(world, given)
  return `${sendingBank}:${transRef}`
}

/** The picture of a transfer's slip. */
export function pictureOf(transfer: Pick<PlayedTransfer, 'sendingBank' | 'transRef'>): Promise<Buffer> {
  return drawSlip(slipCode(transfer)).png({ compressionLevel: 1 }).toBuffer()
}

/** Sends a picture as a member's slip. */
export async function sendSlip(
  world: CashierWorld,
  { token }: Pick<TestMember, 'token'>,
  bytes: Buffer,
  key: string = randomUUID(),
): Promise<SlipAnswer> {
  const { status, body, headers } = await world.app.call(calls.walletSlip, { token, key, form: { bytes } })
  return { status, body: body as SlipAnswer['body'], headers }
}

/** The member's slips, the newest first. */
export async function slipsOf(member: TestMember, page: object = {}): Promise<{ total: number; slips: WireSlip[] }> {
  const { body } = await member.call('POST', '/api/statement/slip', { body: page })
  return body as { total: number; slips: WireSlip[] }
}
