import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { guest, say } from '../worlds/chat-world.ts'
import { memberWithMoney } from '../worlds/stories.ts'
import {
  makeArrival,
  makeCase,
  makeContest,
  makeGameCase,
  makeGift,
  makeNotice,
  makeReading,
  makeSlip,
  makeUnknownTransfer,
  makeWithdrawal,
} from '../worlds/waiting-world.ts'
import type { Doings, Reads } from './deeds-world.ts'
import {
  armedPlayer,
  flag,
  forReason,
  forgotten,
  lent,
  liveOffer,
  missingAccount,
  ofMember,
  payer,
  proposal,
  richMember,
} from './doings.ts'
import type { BonusWorld } from '../worlds/bonus-world.ts'
import { namedTransfer } from '../worlds/slip-world.ts'

/** What reads without a word more. */
const READS: Reads<readonly string[]> = { reads: async () => [] }

/** What follows a command's name so that it does something; each prepares what it is about. */
export async function commandDoings(world: BonusWorld): Promise<Doings<readonly string[]>> {
  const { app } = world

  const furnishing = JSON.parse(await app.command('export')) as Record<string, unknown>

  /** A withdrawal of 300 baht that the bank paid. */
  async function paidWithdrawal(): Promise<string> {
    const id = await makeWithdrawal(world, 300)
    await app.command('withdrawals', 'pay', id)
    await world.work()
    expect(world.bank.payouts.get(id)?.state).toBe('PAID')
    return id
  }

  /** A case of two members who call one transfer theirs, and who is to have it. */
  async function contested(): Promise<string[]> {
    const [first, other] = [await richMember(world), await richMember(world)]
    return [await makeContest(world, { has: first, claims: other, from: 'SOMCHAI JAIDEE' }), other]
  }

  /** A month long ago of which the archive has tables, and nothing in them. */
  async function movedMonth(): Promise<void> {
    await app.database.query(`select ledger_archive_begin('2001-01-01')`)
    await app.database.query(`update ledger_archive set state = 'filled' where state = 'filling'`)
  }

  return {
    'accounts renew': () => missingAccount(world),
    'adjustments propose': () => ofMember(world, ['1', 'goodwill', 'the', 'bank', 'was', 'late']),
    'arrivals credit': async () => [await makeArrival(world, 100), await richMember(world)],
    'arrivals close': async () => [await makeGameCase(world, 'contradiction')],
    'arrivals collect': async () => [await makeGameCase(world, 'late-arrival')],
    'arrivals forgive': async () => [await makeGameCase(world, 'late-arrival')],
    'arrivals list': READS,
    'arrivals return': async () => [await makeArrival(world, 100), 'sent', 'back'],
    'arrivals show': { reads: async () => [await makeArrival(world, 100)] },
    'archive attach': async () => {
      await movedMonth()
      await app.command('archive', 'detach', '2001-01')
      return ['2001-01']
    },
    'archive detach': async () => {
      await movedMonth()
      return ['2001-01']
    },
    'archive list': READS,
    'archive move': async () => ['2026-01'],
    'archive prove': {
      async reads() {
        await movedMonth()
        return ['2001-01']
      },
    },
    audit: READS,
    'audit begin': async () => [],
    'audit new': READS,
    'bonuses end': async () => [(await armedPlayer(world)).id],
    'bonuses list': READS,
    'bonuses rules': READS,
    'bonuses stop': async () => ['bonus', await liveOffer(world), 'too', 'dear'],
    'cases close': async () => [await makeCase(world, { kind: 'PAYOUT_UNKNOWN' }), 'seen'],
    'cases collect': async () => [await lent(world)],
    'cases correct': async () => [
      await makeCase(world, { kind: 'GIFT_CONTRADICTED', memberId: await richMember(world) }),
      '0',
    ],
    'cases credit': async () => [await makeArrival(world, 100), await richMember(world)],
    'cases forgive': async () => [await lent(world)],
    'cases list': READS,
    'cases move': contested,
    'cases show': { reads: async () => [await makeCase(world, { kind: 'PAYOUT_UNKNOWN' })] },
    'decisions refuse': async () => [await makeSlip(world, await richMember(world)), 'NOT_MATCH'],
    'decisions list': READS,
    'decisions show': { reads: async () => [await flag(world)] },
    'cases pay': async () => {
      const withdrawalId = await makeWithdrawal(world, 300)
      await app.command('withdrawals', 'return', withdrawalId, 'OWN_REQUEST')
      const payout = {
        reference: withdrawalId,
        amount: 300,
        currency: 'BAHT',
        to: {},
        state: 'PAID',
        orders: 1,
      } as const
      world.bank.payouts.set(withdrawalId, { ...payout })
      return [await makeCase(world, { kind: 'PAYOUT_CONTRADICTED', withdrawalId })]
    },
    'cases refund': async () => {
      const withdrawalId = await paidWithdrawal()
      const payout = world.bank.payouts.get(withdrawalId)
      if (payout) payout.state = 'FAILED'
      return [await makeCase(world, { kind: 'FAILED_AFTER_PAID', withdrawalId })]
    },
    'cases return': async () => [await makeArrival(world, 100), 'sent', 'back'],
    'desk add': async () => ['made', 'Somebody', '--roles', 'risk'],
    'desk disable': async () => [(await payer(world)).username],
    'desk end-guests': async () => {
      const who = guest()
      await say(app, who, 'hello')
      await app.command('desk', 'roles', (await payer(world)).username, 'support')
      app.clock.advance(2 * 3_600_000)
      return ['1']
    },
    'desk reset': async () => [(await payer(world)).username],
    'desk roles': async () => [(await payer(world)).username, 'risk'],
    'desk users': READS,
    export: READS,
    'flags false': async () => [await flag(world), 'looked', 'at'],
    'flags list': READS,
    'flags mark-high': async () => [await flag(world), 'two', 'phones'],
    'flags mark-normal': async () => {
      const id = await flag(world)
      await app.command('flags', 'mark-high', id, 'two phones')
      return [id, 'one', 'person']
    },
    'flags show': { reads: async () => [await flag(world)] },
    'flags true': async () => [await flag(world), 'looked', 'at'],
    'flags unsure': async () => [await flag(world), 'looked', 'at'],
    'gifts credit': async () => [await makeGift(world, await richMember(world)), '100'],
    'gifts list': READS,
    'gifts show': { reads: async () => [await makeGift(world, await richMember(world))] },
    'gifts refuse': async () => [await makeGift(world, await richMember(world))],
    import: async () => {
      const file = join(await mkdtemp(join(tmpdir(), 'furnishing-')), 'operator.json')
      await writeFile(file, JSON.stringify({ ...furnishing, settings: { slipMinutes: 77 } }))
      return [file]
    },
    'invites set': async () => ['percent=3'],
    'invites show': READS,
    'members end-sessions': () => ofMember(world, forReason),
    'members lock': () => ofMember(world, forReason),
    'members unlock': async () => {
      const { memberId } = await memberWithMoney(app, 1)
      await app.command('members', 'lock', memberId, ...forReason)
      return [memberId, ...forReason]
    },
    'movements find': { reads: async () => [await makeWithdrawal(world, 300)] },
    'notices close': async () => [await makeNotice(world, await richMember(world)), 'nothing', 'came'],
    'notices credit-unreferenced': async () => [await makeNotice(world, await richMember(world)), '100', 'seen'],
    'notices credit': async () => [await makeNotice(world, await richMember(world)), '100', namedTransfer(world)],
    'notices list': READS,
    'notices show': { reads: async () => [await makeNotice(world, await richMember(world))] },
    'party check': { reads: async () => ['sms'] },
    'party list': READS,
    'protection cool-off': () => ofMember(world, ['24', ...forReason]),
    'protection exclude': () => ofMember(world, ['6', ...forReason]),
    'protection limit': () => ofMember(world, ['deposit', 'day', '500', ...forReason]),
    'proposals confirm': async () => [await proposal(world), 'seen'],
    'proposals list': READS,
    'proposals refuse': async () => [await proposal(world), 'seen'],
    'proposals withdraw': async () => {
      const said = await app.command('adjustments', 'propose', ...(await ofMember(world, ['5', 'goodwill', 'a trial'])))
      return [/\S+$/.exec(said)?.[0] ?? '', 'a', 'mistake']
    },
    'readings accept': async () => [await makeReading(world, 'absurd')],
    'readings list': READS,
    'readings show': { reads: async () => [await makeReading(world, 'absurd')] },
    'readings reject': async () => [await makeReading(world, 'absurd'), 'a', 'mistake'],
    'readings transfer': async () => [await makeReading(world, 'restored')],
    'refunds set': async () => ['percent=4'],
    'refunds show': READS,
    'release propose': async () => ['20000', '60000', '24', 'a', 'trial'],
    'release replay': { reads: async () => ['20000', '60000', '24'] },
    'release rules': READS,
    'restore end': async () => {
      await app.command('restore', 'mark')
      return []
    },
    'restore mark': async () => [],
    'restore status': READS,
    'secrets reseal': async () => [],
    'settings get': { reads: async () => ['slipMinutes'] },
    'settings list': READS,
    'settings set': async () => ['slipMinutes', '61'],
    'slips credit': async () => [await makeSlip(world, await richMember(world))],
    'slips credit-unreferenced': async () => [
      await makeSlip(world, await richMember(world), { isNamed: false }),
      '100',
      'seen',
    ],
    'slips list': READS,
    'slips of': { reads: () => ofMember(world, []) },
    'slips show': { reads: async () => [await makeSlip(world, await richMember(world))] },
    'slips refuse': async () => [await makeSlip(world, await richMember(world)), 'NOT_MATCH'],
    'transfers done': async () => [await makeUnknownTransfer(world), 'seen', 'in', 'their', 'list'],
    'transfers list': READS,
    'transfers show': { reads: async () => [await makeUnknownTransfer(world)] },
    'transfers void': async () => {
      // One person ends it here.
      await world.set('secondPerson', 'off')
      return [await makeUnknownTransfer(world), 'seen', 'in', 'their', 'list']
    },
    'withdrawals hold': async () => [await makeWithdrawal(world, 300), '24', 'ask', 'him'],
    'withdrawals list': READS,
    'withdrawals show': { reads: async () => [await makeWithdrawal(world, 300)] },
    'withdrawals pay': async () => [await makeWithdrawal(world, 300)],
    'withdrawals remember': () => forgotten(world),
    'withdrawals return': async () => [await makeWithdrawal(world, 300), 'IDENTITY'],
  }
}
