import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/worlds/cashier-world.ts'
import { runCommand } from '../../platform/commands/index.ts'
import { newId } from '../../platform/ids.ts'
import { receiptNumber } from './receipt-number.ts'

let world: CashierWorld
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())

interface Row {
  _id: string
  receiptNumber: string
  statementType: string
  from: string
  to: string
  status: string
  amount: number
  createdAt: string
}

const receiptForm = /^KP(-[0-9A-Z]{4}){3}$/

/** A line of what was given beyond a member's own money, and the bonus that it is of. */
async function reward(
  member: TestMember,
  kind: 'bonus' | 'finish_bonus',
  about: 'bonus' | 'promotion' | 'invite' | 'refund',
): Promise<void> {
  const at = world.clock.now()
  const words = `told of the ${about}`
  await world.rows(
    `with bonus as (
       insert into user_bonus (id, member_id, source, code, terms, state, armed_at, ended_at)
       values ($1, $2, $4, 'PLAYED', '{}', 'cancelled', $5, $5) returning id
     )
     insert into reward_line (id, member_id, kind, about, descriptions, amount_minor, user_bonus_id, created_at)
     select id, $2, $3, $4, $6, 500, id, $5 from bonus`,
    [newId(at), member.id, kind, about, at, { th: words, lo: words, en: words }],
  )
}

async function statementOf(member: TestMember, body: object = {}): Promise<{ total: number; statements: Row[] }> {
  const answer = await member.call('POST', '/api/statement', { body })
  expect(answer.status).toBe(200)
  return answer.body as unknown as { total: number; statements: Row[] }
}

async function deposit(member: TestMember, amount: number): Promise<void> {
  await member.call('POST', '/api/qrcode/KBANK', { body: { amount } })
  const reference = String(world.bank.registrations.at(-1)?.['reference'])
  await world.hook(world.paymentOf(world.payment(reference, { amount })))
}

describe('the statement', () => {
  it('[STM-013] is empty for a new member', async () => {
    expect(await statementOf(await world.member())).toEqual({ total: 0, statements: [] })
  })

  it('[STM-005] [WDR-001] tells deposits, transfers and withdrawals, newest first', async () => {
    const member = await world.member()
    await deposit(member, 500.25)
    world.clock.advance(1_000)
    await member.call('GET', '/api/wallet/activate/PG')
    await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 100 } })
    world.clock.advance(1_000)
    const asked = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 120 } })
    const waiting = await statementOf(member)
    expect(waiting.total).toBe(3)
    expect(waiting.statements).toEqual([
      {
        _id: asked.body['_id'],
        receiptNumber: expect.stringMatching(receiptForm),
        statementType: 'withdraw',
        from: 'WALLET',
        to: 'BANK',
        status: 'IN_PROGRESS',
        amount: 120,
        createdAt: world.clock.now().toISOString(),
      },
      expect.objectContaining({ statementType: 'transfer', from: 'WALLET', to: 'PG', status: 'SUCCESS', amount: 100 }),
      expect.objectContaining({
        statementType: 'deposit',
        from: 'BANK',
        to: 'WALLET',
        status: 'SUCCESS',
        amount: 500.25,
      }),
    ])
    expect(waiting.statements.every(({ _id }) => /^[0-9a-z]{20,32}$/.test(_id))).toBe(true)
    await world.work()
    expect((await statementOf(member)).statements[0]?.status).toBe('SUCCESS')
  })

  it('[WDR-001] tells on the receipt of a withdrawal its bank, its fee, and what it left once it is paid', async () => {
    const member = await world.member({ walletMinor: 500_00 })
    const asked = await member.call('POST', '/api/wallet/withdraw', { body: { amount: 120 } })
    const path = `/api/statement/receipt/${String(asked.body['_id'])}`
    const bank = {
      name: expect.stringMatching(/./),
      accountName: expect.stringMatching(/./),
      accountNo: expect.stringMatching(/^x.*\d/),
    }
    expect((await member.call('GET', path)).body).toEqual({ bank, fee: 0, bonus: null, balanceAfter: null })
    await world.work()
    await deposit(member, 30)
    expect((await member.call('GET', path)).body).toEqual({ bank, fee: 0, bonus: null, balanceAfter: 380 })
    const { statements } = await statementOf(member)
    const ofDeposit = await member.call('GET', `/api/statement/receipt/${statements[0]?._id}`)
    const from = { accountName: 'SOMCHAI JAIDEE', accountNo: 'xxx-xxx-7890' }
    expect(ofDeposit.body).toMatchObject({ bank: from, fee: 0, bonus: null, balanceAfter: 410 })
    const other = await world.member()
    for (const [who, at] of [
      [other, path],
      [member, '/api/statement/receipt/nothing'],
    ] as const) {
      expect((await who.call('GET', at)).body['message']).toBe('NO_DATA')
    }
  })

  it('names on the receipt of a transfer the bank that sent it, whether that was told by digits or by letters', async () => {
    const member = await world.member()
    for (const sendingBank of ['014', 'SCB']) {
      await deposit(member, 30)
      const [newest] = (await statementOf(member)).statements
      await world.rows('update deposit set sending_bank = $2 where id = $1', [newest?._id, sendingBank])
      const { body } = await member.call('GET', `/api/statement/receipt/${newest?._id}`)
      expect(body).toMatchObject({ bank: { name: expect.stringMatching(/./) } })
    }
  })

  it('tells on the receipt of a slip the account that the bank has told of it', async () => {
    const member = await world.member()
    await deposit(member, 30)
    const [newest] = (await statementOf(member)).statements
    await world.rows(`update deposit set kind = 'slip', trans_ref = 'OF-A-SLIP' where id = $1`, [newest?._id])
    const transfer = { sender: { bankCode: '014', accountNo: 'xxx-x-x6789-x', name: 'SOMCHAI J***' } }
    await world.rows(
      `insert into slip (id, member_id, reference, state, file_hash, transfer, deposit_id, created_at)
       values ('of-a-slip', $1, 'of-a-slip', 'credited', '', $2::text::jsonb, $3, $4)`,
      [member.id, JSON.stringify(transfer), newest?._id, world.clock.now()],
    )
    const { body } = await member.call('GET', `/api/statement/receipt/${newest?._id}`)
    expect(body).toMatchObject({ bank: { accountName: 'SOMCHAI J***', accountNo: 'xxx-x-x6789-x' } })
  })

  it('tells a failed withdrawal as failed, with its amount, in its old place', async () => {
    const member = await world.member({ walletMinor: 500_00 })
    world.bank.payoutState = 'FAILED'
    await member.call('POST', '/api/wallet/withdraw', { body: { amount: 120 } })
    await world.work()
    world.bank.payoutState = 'PAID'
    await deposit(member, 1)
    expect((await statementOf(member)).statements).toMatchObject([
      { statementType: 'deposit', amount: 1 },
      { statementType: 'withdraw', status: 'FAILED', amount: 120 },
    ])
  })

  it('comes in pages of ten unless told, and every row stands on one page', async () => {
    const member = await world.member()
    for (let amount = 1; amount <= 25; amount += 1) await deposit(member, amount)
    const pages = [
      await statementOf(member),
      await statementOf(member, { page: 2 }),
      await statementOf(member, { page: 3 }),
    ]
    expect(pages.map(({ statements }) => statements.length)).toEqual([10, 10, 5])
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25])
    const amounts = pages.flatMap(({ statements }) => statements.map(({ amount }) => amount))
    expect(amounts).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
    expect(await statementOf(member, { page: 4 })).toEqual({ total: 25, statements: [] })
    expect((await statementOf(member, { page: 1, limit: 100 })).statements).toHaveLength(25)
    expect((await statementOf(member, { page: 9, limit: 3 })).statements.map(({ amount }) => amount)).toEqual([1])
  })

  it("holds nothing of another member's", async () => {
    const [one, other] = [await world.member(), await world.member()]
    await deposit(one, 77)
    expect(await statementOf(other)).toEqual({ total: 0, statements: [] })
  })

  it('numbers its rows without a gap when many come at once', async () => {
    const member = await world.member({ walletMinor: 1_000_00 })
    await member.call('POST', '/api/qrcode/KBANK', { body: { amount: 10 } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    await Promise.all([
      ...Array.from({ length: 10 }, () => world.hook(world.paymentOf(world.payment(reference, { amount: 10 })))),
      ...Array.from({ length: 10 }, () => member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 } })),
    ])
    const { total, statements } = await statementOf(member, { limit: 100 })
    expect([total, statements.length]).toEqual([13, 13])
  })

  it.each([
    [{ page: 0 }, 422],
    [{ limit: 101 }, 422],
    [{ limit: 0 }, 422],
    [{ page: 1.5 }, 422],
    [{ page: 2_000_000 }, 422],
    [{ page: '1' }, 400],
    [{ limit: null }, 400],
    [{ kinds: [] }, 422],
    [{ kinds: ['refund'] }, 422],
    [{ kinds: 'deposit' }, 400],
    [{ from: 'yesterday' }, 422],
    [{ to: 1_763_700_000_000 }, 400],
    [{ from: '2026-11-21T00:00:00.001Z', to: '2026-11-21T00:00:00.000Z' }, 422],
    [{ from: '2026-02-30T00:00:00.000Z' }, 422],
    [{ to: '2026-11-21T24:00:00.000Z' }, 422],
    [{ from: '0000-01-01T00:00:00.000Z' }, 422],
    [[], 400],
  ])('refuses %j with %i', async (body, status) => {
    const member = await world.member()
    expect(await member.call('POST', '/api/statement', { body })).toMatchObject({
      status,
      body: { message: 'NO_DATA' },
    })
  })
})

describe('the statement, narrowed', () => {
  it('keeps how many there are of each kind as they are, whatever ways they came and went', async () => {
    // Every way of this file has written its lines by now: of each member and kind there are as many as are kept.
    const counts = await world.rows<{ kept: object; counted: object }>(
      `select counter.by_kind as kept, jsonb_object_agg(movement.kind, movement.many) as counted
       from movement_counter counter
       join (
         select member_id, kind, count(*) as many from (
           select member_id, 'deposit' as kind from deposit
           union all select member_id, 'deposit' from gift_link_line
           union all select member_id, 'deposit' from deposit_notice_line
           union all select member_id, 'withdraw' from withdrawal
           union all select member_id, 'adjustment' from adjustment_line
           union all select member_id, 'transfer' from game_transfer
           union all select member_id, 'adjustment' from game_adjustment_line
           union all select member_id, kind from reward_line
           union all select member_id, 'bonus' from reward_credit
         ) every_movement group by member_id, kind
       ) movement on movement.member_id = counter.member_id
       group by counter.member_id`,
    )
    expect(counts.length).toBeGreaterThan(3)
    for (const { kept, counted } of counts) expect(kept).toEqual(counted)
  })

  /** A history of one movement an hour, the oldest first. */
  async function history(kinds: readonly string[]): Promise<{ member: TestMember; times: string[] }> {
    const member = await world.member({ walletMinor: 1_000_00 })
    await member.call('GET', '/api/wallet/activate/PG')
    const times: string[] = []
    for (const [index, kind] of kinds.entries()) {
      world.clock.advance(3_600_000)
      times.push(world.clock.now().toISOString())
      if (kind === 'deposit') await deposit(member, index + 1)
      if (kind === 'withdraw') await member.call('POST', '/api/wallet/withdraw', { body: { amount: 100 + index } })
      if (kind === 'transfer') {
        await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: index + 1 } })
      }
      if (kind === 'bonus' || kind === 'finish_bonus') await reward(member, kind, 'bonus')
    }
    return { member, times }
  }

  const all = ['deposit', 'transfer', 'bonus', 'deposit', 'withdraw', 'finish_bonus', 'deposit', 'transfer'] as const

  it('holds the kinds that were asked for, with their total', async () => {
    const { member } = await history(all)
    for (const kinds of [
      ['deposit'],
      ['transfer'],
      ['bonus'],
      ['finish_bonus'],
      ['deposit', 'withdraw'],
      ['withdraw', 'bonus', 'finish_bonus'],
      ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer', 'adjustment'],
    ]) {
      const { total, statements } = await statementOf(member, { kinds })
      const wanted = all.filter((kind) => kinds.includes(kind)).toReversed()
      expect(statements.map(({ statementType }) => statementType)).toEqual(wanted)
      expect(total).toBe(wanted.length)
    }
  })

  it('holds the time that was asked for: its first moment, and not its last', async () => {
    const { member, times } = await history(all)
    const kindsOf = async (body: object) =>
      (await statementOf(member, body)).statements.map(({ statementType }) => statementType)
    expect(await kindsOf({ from: times[5] })).toEqual(['transfer', 'deposit', 'finish_bonus'])
    expect(await kindsOf({ to: times[2] })).toEqual(['transfer', 'deposit'])
    expect(await kindsOf({ from: times[2], to: times[4] })).toEqual(['deposit', 'bonus'])
    expect(await kindsOf({ from: times[2], to: times[4], kinds: ['bonus'] })).toEqual(['bonus'])
    expect(await kindsOf({ from: times[4], to: times[4] })).toEqual([])
    expect(await statementOf(member, { to: '2001-01-01T00:00:00.000Z' })).toEqual({ total: 0, statements: [] })
  })

  it('comes in pages, on which every row stands once', async () => {
    const { member } = await history(
      Array.from({ length: 24 }, (_, index) => (index % 3 === 1 ? 'transfer' : 'deposit')),
    )
    const pages = [1, 2, 3, 4].map((page) => statementOf(member, { page, limit: 6, kinds: ['deposit'] }))
    const shown = await Promise.all(pages)
    expect(shown.map(({ total }) => total)).toEqual([16, 16, 16, 16])
    expect(shown.map(({ statements }) => statements.length)).toEqual([6, 6, 4, 0])
    const amounts = shown.flatMap(({ statements }) => statements.map(({ amount }) => amount))
    expect(amounts).toEqual(Array.from({ length: 24 }, (_, index) => 24 - index).filter((amount) => amount % 3 !== 2))
  })

  it("holds nothing of another member's", async () => {
    await history(all)
    const other = await world.member()
    expect(await statementOf(other, { kinds: ['deposit'] })).toEqual({ total: 0, statements: [] })
  })
})

describe('a row of the statement', () => {
  it.each(['bonus', 'promotion', 'invite', 'refund'] as const)(
    '[STM-005] of a reward tells the %s it came from',
    async (about) => {
      const member = await world.member()
      await reward(member, 'bonus', about)
      expect((await statementOf(member)).statements).toEqual([
        expect.objectContaining({
          statementType: 'bonus',
          from: 'HOUSE',
          to: 'WALLET',
          [about]: { description: `told of the ${about}` },
        }),
      ])
    },
  )

  it('has a number of its own, by which support finds it', async () => {
    const members = [await world.member(), await world.member()]
    for (const member of members) {
      await deposit(member, 12.5)
      await reward(member, 'finish_bonus', 'promotion')
    }
    const rows = (await Promise.all(members.map((member) => statementOf(member)))).flatMap(
      ({ statements }) => statements,
    )
    expect(new Set(rows.map((row) => row.receiptNumber)).size).toBe(4)
    for (const { receiptNumber: number, _id, statementType } of rows) {
      expect(number).toMatch(receiptForm)
      for (const words of [[number], number.toLowerCase().split('-'), [_id]]) {
        const { text, exitCode } = await runCommand(world.process.commands, ['movements', 'find', ...words])
        expect(exitCode).toBe(0)
        expect(text).toContain(_id)
        expect(text).toContain(`${number}  ${statementType}`)
      }
    }
    const { text } = await runCommand(world.process.commands, ['movements', 'find', rows[1]?.receiptNumber ?? ''])
    expect(text).toContain('12.50 baht  BANK -> WALLET')
  })

  it('is not found by a number that was misheard, or that no movement has', async () => {
    const member = await world.member()
    await deposit(member, 1)
    const number = (await statementOf(member)).statements[0]?.receiptNumber ?? ''
    const misheard = `${number.slice(0, -1)}${number.endsWith('0') ? '1' : '0'}`
    for (const [word, told] of [
      [misheard, 'one of its signs is wrong'],
      [receiptNumber({ memberNumber: 99_999_999, movementNumber: 1 }), 'There is no movement of this number'],
      ['', 'Name the number'],
    ] as const) {
      const { text, exitCode } = await runCommand(world.process.commands, ['movements', 'find', word])
      expect(exitCode).not.toBe(0)
      expect(text).toContain(told)
    }
  })
})
