import { HOUR_MS } from '../../platform/durations.ts'
import { contestId } from '../../modules/cashier/cases/contests.ts'
import { newId } from '../../platform/ids.ts'
import type { BonusMember, BonusWorld } from './bonus-world.ts'
import type { CashierWorld } from './cashier-world.ts'
import { transferOf } from './slip-world.ts'

// What waits for a person, made as short as it can be. Each answers the id by which it is decided.

/** A withdrawal that was asked for by a member of its own; it waits where none is released by itself. */
export async function makeWithdrawal(world: CashierWorld, amount: number): Promise<string> {
  const member = await world.member({ walletMinor: amount * 100 })
  const { body } = await member.call('POST', '/api/wallet/withdraw', { body: { amount } })
  return String(body['_id'])
}

/** A slip over 100 baht in review; without `isNamed` its picture tells no bank's transfer. */
export async function makeSlip(world: CashierWorld, memberId: string, { isNamed = true } = {}): Promise<string> {
  const id = newId(world.clock.now())
  const [bank, ref] = isNamed ? ['014', `T${id}`.toUpperCase()] : [null, null]
  await world.rows(
    `insert into slip (id, member_id, reference, state, file_hash, review_reasons, sending_bank, trans_ref, paid_minor, paid_currency,
       amount_minor, created_at) values ($1, $2, $1, 'review', $1, '{SENDER_UNCOMPARED}', $3, $4, 10000, 'BAHT', 10000, $5)`,
    [id, memberId, bank, ref, world.clock.now()],
  )
  return id
}

/** A notice of 100 baht. */
export async function makeNotice(world: CashierWorld, memberId: string): Promise<string> {
  const id = newId(world.clock.now())
  await world.rows(
    `insert into deposit_notice (id, member_id, amount_minor, state, due_at, created_at) values ($1, $2, 10000, 'open', $3::timestamptz + interval '1 day', $3)`,
    [id, memberId, world.clock.now()],
  )
  return id
}

/** A gift of 100 baht for one, whose share was asked for an hour ago. */
export async function makeGift(world: CashierWorld, memberId: string): Promise<string> {
  const id = newId(world.clock.now())
  await world.rows(
    `insert into gift_link (id, member_id, code, code_hash, mobile, state, people, amount_minor, called_at, created_at)
     values ($1, $2, $1, $1, '0812345678', 'checking', 1, 10000, $3, $3)`,
    [id, memberId, new Date(world.clock.now().getTime() - HOUR_MS)],
  )
  await world.rows(`update gift_link set state = 'redeeming' where id = $1`, [id])
  return id
}

/** Money for nobody we know, in baht. */
export async function makeArrival(
  world: CashierWorld,
  amount: number,
  from = { bankCode: 'SCB', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' },
): Promise<string> {
  const payment = world.payment(`nobody-${newId(world.clock.now())}`, { amount, from })
  await world.hook(world.paymentOf(payment))
  const [row] = await world.rows<{ id: string }>('select id from cashier_case where trans_ref = $1', [payment.transRef])
  if (row === undefined) throw new Error('no case was opened of money for nobody')
  return row.id
}

/** A flag of members who give one bank account as theirs. */
export async function makeFlag(world: CashierWorld, memberIds: readonly string[]): Promise<string> {
  const id = newId(world.clock.now())
  await world.rows(
    `insert into abuse_flag (id, kind, key, member_ids, member_count, state, opened_at)
     values ($1, 'bank-number', $2, $3, $4, 'open', $5)`,
    [id, `${id}1112`, memberIds, memberIds.length, world.clock.now()],
  )
  return id
}

/** A case of a kind, over 100 baht where it is about money. */
export async function makeCase(
  world: CashierWorld,
  about: { id?: string; kind: string; memberId?: string; withdrawalId?: string; transRef?: string; isLent?: boolean },
): Promise<string> {
  const { id = newId(world.clock.now()) } = about
  const { kind, memberId = null, withdrawalId = null, transRef = null, isLent = false } = about
  await world.rows(
    `insert into cashier_case (id, kind, state, member_id, withdrawal_id, sending_bank, trans_ref, reference, amount_minor, currency,
       occurred_at, detail, lent_minor, opened_at)
     values ($1, $2, 'open', $3, $4, $5, $6, $1, 10000, 'BAHT', $7, 'made', $8, $7)`,
    [
      id,
      kind,
      memberId,
      withdrawalId,
      transRef === null ? null : '014',
      transRef,
      world.clock.now(),
      isLent ? 10_000 : null,
    ],
  )
  return id
}

/** A case of a transfer that was credited to one member and that another calls his; `from` where the bank told who sent it. */
export async function makeContest(
  world: CashierWorld,
  { has, claims, amount = 100, from }: { has: string; claims: string; amount?: number; from?: string },
): Promise<string> {
  const { transRef, sendingBank } = transferOf(world, { amount })
  await world.app.command('notices', 'credit', await makeNotice(world, has), `${amount}`, `${sendingBank}:${transRef}`)
  if (from !== undefined) {
    const sender = { bankCode: 'SCB', accountNo: '1234567890', name: from }
    await world.hook(world.paymentOf(world.payment('-', { transRef, sendingBank, amount, from: sender })))
  }
  const id = contestId({ sendingBank, transRef }, claims)
  return makeCase(world, { id, kind: 'TRANSFER_CONTESTED', memberId: has, transRef })
}

/** A member with 60 baht in the wallet and 40 at a game, where a transfer of 40 was made. */
async function playerAtGame(world: BonusWorld): Promise<{ player: BonusMember; legId: string }> {
  const player = await world.player({ walletMinor: 100_00 })
  await player.open('PG')
  const { status } = await player.transfer('WALLET', 'PG', 40)
  if (status !== 200) throw new Error(`the transfer was answered with ${status}`)
  const [leg] = await world.rows<{ id: string }>('select id from game_leg where member_id = $1', [player.id])
  return { player, legId: leg?.id ?? '' }
}

/** A transfer into a game of which its provider has told nothing for an hour, and knows nothing when it is asked again. */
export async function makeUnknownTransfer(world: BonusWorld): Promise<string> {
  const provider = world.providerOf('PG')
  provider.fault = 'cut'
  const { legId } = await playerAtGame(world)
  provider.fault = 'none'
  await world.rows(`update game_leg set state = 'review', version = version + 1 where id = $1`, [legId])
  return legId
}

/** A case about a transfer of 40 baht that was done. */
export async function makeGameCase(world: BonusWorld, kind: 'late-arrival' | 'contradiction'): Promise<string> {
  const { player, legId } = await playerAtGame(world)
  const id = newId(world.clock.now())
  await world.rows(
    `insert into game_case (id, member_id, leg_id, kind, amount_minor, state, created_at) values ($1, $2, $3, $4, 4000, 'open', $5)`,
    [id, player.id, legId, kind, world.clock.now()],
  )
  return id
}

/** A reading that no rule books, of a game where the provider has 10 baht more than the books. */
export async function makeReading(world: BonusWorld, kind: 'absurd' | 'restored'): Promise<string> {
  const { player } = await playerAtGame(world)
  await player.play('PG', 10)
  const id = newId(world.clock.now())
  await world.rows(
    `insert into game_reading (id, member_id, code, kind, raw, state, created_at) values ($1, $2, 'PG', $3, $4, 'open', $5)`,
    [id, player.id, kind, kind === 'absurd' ? '-1' : '50.00', world.clock.now()],
  )
  return id
}
