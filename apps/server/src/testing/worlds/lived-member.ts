import { randomUUID } from 'node:crypto'
import { calls } from '@krapao/contract'
import type { CashierWorld } from './cashier-world.ts'
import { say } from './chat-world.ts'
import { pictureOf, sendSlip, transferOf } from './slip-world.ts'
import { newPhone, registeredMember, type StoryMember } from './stories.ts'

let accounts = 0

export interface LivedMember extends StoryMember {
  name: string
  accountNo: string
  /** What says who he is. */
  marks: string[]
}

/** A number in letters, which a name may hold. */
const lettersOf = (number: number): string =>
  [...String(number).padStart(2, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** A member of whom as much as can be is kept in every table: paid by QR and slip, played, withdrew, wrote, and mistyped. */
export async function livedMember(world: CashierWorld): Promise<LivedMember> {
  const { app, clock } = world
  const phone = newPhone()
  const member = await registeredMember(app, { phone })
  const { token, memberId, password } = member
  const as = { token, key: randomUUID() }
  accounts += 1
  const accountNo = `73918462${String(accounts).padStart(2, '0')}`
  const name = `Praewpan Unikkul${lettersOf(accounts)}`
  const accountName = name.toUpperCase()
  const account = { bankCode: 'SCB', bankAccountName: accountName, bankAccountNo: accountNo }
  await app.ok(calls.accountUpdateProfile, { token, body: { name, ...account, password } })
  // A bank has named him: his withdrawals wait for nobody.
  const proven = 'update member_bank_account set changed_at = null, proven_at = $2 where member_id = $1'
  await world.rows(proven, [memberId, clock.now()])
  await app.call(calls.login, { body: { username: phone, password: 'none of his' } })
  await app.ok(calls.accountForgotPassword, { body: { phoneNumber: phone } })
  await app.ok(calls.privacyConsent, { token, body: { channel: 'sms', isGiven: true } })
  const from = { bankCode: 'SCB', accountNo, name: accountName }
  await app.ok(calls.qrCreate, { ...as, params: { bankCode: 'KBANK' }, body: { amount: 500 } })
  const reference = String(world.bank.registrations.at(-1)?.['reference'])
  await world.hook(world.paymentOf(world.payment(reference, { amount: 500, from, transRef: `tR${memberId}` })))
  await sendSlip(world, { token }, await pictureOf(transferOf(world, { sender: from })))
  await app.call(calls.walletActivate, { token, key: randomUUID(), params: { slotCode: 'PG' } })
  const into = { from: 'WALLET', to: 'PG', amount: 100 }
  await app.ok(calls.walletTransfer, { token, key: randomUUID(), body: into })
  await app.ok(calls.walletTransfer, { token, key: randomUUID(), body: { ...into, from: 'PG', to: 'WALLET' } })
  await app.ok(calls.walletWithdraw, { token, key: randomUUID(), body: { amount: 150 } })
  await say(app, { token, roomId: memberId }, `I am ${name} at ${phone}`)
  await world.work()
  clock.advance(1_000)
  return { ...member, name, accountNo, marks: [phone, name, accountName, accountNo] }
}

/** How many rows of each table hold one of these words, in whatever column. */
export async function rowsWith(world: CashierWorld, words: readonly string[]): Promise<Record<string, number>> {
  const tables = await world.rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await world.rows<{ count: number }>(
      `select count(*) as count from ${name} as record where exists (
         select from unnest($1::text[]) word where to_jsonb(record)::text like '%' || word || '%')`,
      [words],
    )
    if ((row?.count ?? 0) > 0) found[name] = row?.count ?? 0
  }
  return found
}
