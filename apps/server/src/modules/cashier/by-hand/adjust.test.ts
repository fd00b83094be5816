import { type AdjustmentReason, calls, desk } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextBangkokDay } from '../../../platform/bangkok-time.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { deskLogin, type Staff, staffMember } from '../../../testing/worlds/desk-world.ts'
import { searchSeed, searchTimes } from '../../../testing/search.ts'
import { memberWithMoney, type StoryMember } from '../../../testing/worlds/stories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { registerOTP: false } })
})
afterAll(() => app.close())

const payer = (name: string): Promise<Staff> => staffMember(app, name, ['PAYMENTS'])
const adjust = ({ token }: Staff, memberId: string, amount: number, changed: object = {}) => {
  const reason: AdjustmentReason = 'correction'
  const body = { memberId, amount, reason, note: 'paid twice', reference: 'KP-1', ...changed }
  return app.desk.call(desk.deskAdjust, { token, body })
}
const confirm = ({ token }: Staff, proposalId: string) =>
  app.desk.call(desk.deskConfirmProposal, { token, params: { proposalId }, body: {} })
const refuse = ({ token }: Staff, proposalId: string) =>
  app.desk.call(desk.deskRefuseProposal, { token, params: { proposalId }, body: {} })
const outlookOf = ({ token }: Staff, proposalId: string) =>
  app.desk.ok(desk.deskProposalOutlook, { token, params: { proposalId } })
const walletOf = async ({ token }: StoryMember) => (await app.ok(calls.walletAmount, { token })).amount

async function proposed(by: Staff, memberId: string, amount: number): Promise<string> {
  const { status, body } = await adjust(by, memberId, amount)
  if (status !== 200 || body.proposalId === null) throw new Error(`it was answered with ${status} ${body.message}`)
  return body.proposalId
}

const limit = (as: string, max: number, remaining: number) => ({
  status: 409,
  body: { message: 'LIMIT_REACHED', details: { as, max, remaining } },
})

describe('an adjustment', () => {
  it.each([
    [0.01, 200],
    [20_000, 200],
    [-0.01, 200],
    [-20_000, 200],
    [0, 422],
    [-0, 422],
    [0.001, 422],
    [20_000.01, 422],
    [-20_000.01, 422],
    [1e300, 422],
  ])('[OFC-040] of %d baht is answered with %d', async (amount, status) => {
    const [member, by] = [await memberWithMoney(app, 20_000), await payer('One')]
    expect((await adjust(by, member.memberId, amount)).status).toBe(status)
    expect(await walletOf(member)).toBe(20_000)
  })

  it('[OFC-040] says why, of whom there is, by whoever may', async () => {
    const [member, by] = [await memberWithMoney(app, 10), await payer('One')]
    for (const changed of [{ note: ' ' }, { reason: 'other' }, { note: 'x'.repeat(501) }]) {
      expect((await adjust(by, member.memberId, 1, changed)).status).toBe(422)
    }
    expect((await adjust(by, 'nobody', 1)).body.message).toBe('NO_DATA')
    expect((await adjust(await staffMember(app, 'Risk', ['RISK', 'OWNER']), member.memberId, 1)).status).toBe(403)
    expect((await adjust(by, member.memberId, -10.01)).body.message).toBe('MONEY_NOT_ENOUGH')
    const rows = await app.database.query('select from proposal where member_id = $1', [member.memberId])
    expect(rows).toEqual([])
  })

  it('[OFC-040] is proposed up to 50,000 a day by one, in whatever pieces and however many at once', async () => {
    const [member, by, other] = [await memberWithMoney(app, 20_000), await payer('One'), await payer('Other')]
    const tries = await Promise.all(Array.from({ length: 10 }, () => adjust(by, member.memberId, 20_000)))
    const made = tries.flatMap(({ status, body }) => (status === 200 ? [body.proposalId ?? ''] : []))
    expect(made).toHaveLength(2)
    expect(tries.find(({ status }) => status !== 200)).toMatchObject(limit('proposer', 50_000, 10_000))
    expect((await adjust(by, member.memberId, -10_000)).status).toBe(200)
    expect(await adjust(by, member.memberId, 0.01)).toMatchObject(limit('proposer', 50_000, 0))
    // What is refused came to nothing; what is confirmed counts.
    await confirm(other, made[0] ?? '')
    await refuse(other, made[1] ?? '')
    expect((await adjust(by, member.memberId, 20_000)).status).toBe(200)
    expect(await adjust(by, member.memberId, 0.01)).toMatchObject(limit('proposer', 50_000, 0))
    expect((await adjust(other, member.memberId, 0.01)).status).toBe(200)
  })

  it('[OFC-040] is confirmed up to 100,000 a day by one, however many at once, and again on the next', async () => {
    const member = await memberWithMoney(app, 1)
    const all: string[] = []
    for (const name of ['One', 'Two', 'Three']) {
      const by = await payer(name)
      for (const amount of [20_000, 20_000]) all.push(await proposed(by, member.memberId, amount))
    }
    const [second, third] = [await payer('Second'), await payer('Third')]
    const ends = await Promise.all(all.map((id) => confirm(second, id)))
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(ends.find(({ status }) => status !== 200)).toMatchObject(limit('confirmer', 100_000, 0))
    expect(await walletOf(member)).toBe(100_001)
    const left = all[ends.findIndex(({ status }) => status !== 200)] ?? ''
    expect((await confirm(third, left)).status).toBe(200)
    // A day of Bangkok later.
    const late = await proposed(await payer('Four'), member.memberId, 1)
    app.clock.advance(nextBangkokDay(app.clock.now()).getTime() - app.clock.now().getTime())
    const again = await deskLogin(app, second)
    expect((await confirm({ ...second, token: again.body.token }, late)).status).toBe(200)
  })

  it('[OFC-040] stands in his statement as what it is, either way, and is found there by its kind', async () => {
    const member = await memberWithMoney(app, 100)
    const [by, other] = [await payer('One'), await payer('Other')]
    await confirm(other, await proposed(by, member.memberId, 30))
    await confirm(other, await proposed(by, member.memberId, -12.5))
    const { token } = member
    const listed = await app.ok(calls.statementList, { token, body: { kinds: ['adjustment'] } })
    const shown = listed.statements.map(({ statementType, from, to, status, amount }) => [
      statementType,
      from,
      to,
      status,
      amount,
    ])
    expect(shown).toEqual([
      ['adjustment', 'WALLET', 'HOUSE', 'SUCCESS', 12.5],
      ['adjustment', 'HOUSE', 'WALLET', 'SUCCESS', 30],
    ])
    expect(await walletOf(member)).toBe(117.5)
  })

  it('[OFC-031] is shown to who confirms it as it stands now beside how it was proposed, with what it books', async () => {
    const member = await memberWithMoney(app, 320)
    const [by, other, second] = [await payer('One'), await payer('Other'), await payer('Second')]
    const id = await proposed(by, member.memberId, 4_200)
    const seen = async () => {
      const { checks, books, member: to } = await outlookOf(second, id)
      const rows = checks.map(({ what, proposed: then, now, stands }) => [what, then, now, stands])
      return { to, books, checks: Object.fromEntries(rows.map(([what, ...rest]) => [what, rest])) }
    }
    const before = await seen()
    expect(before.to).toMatchObject({ memberId: member.memberId })
    expect(before.checks).toEqual({
      walletAmount: [320, 320, 'holds'],
      heldAmount: [0, 0, 'holds'],
      memberState: ['active', 'active', 'holds'],
      hasHighFlag: [false, false, 'holds'],
      adjustedCount: [0, 0, 'holds'],
      sameReferenceCount: [0, 0, 'holds'],
      confirmableAmount: [null, 100_000, 'holds'],
    })
    const [wallet, house] = before.books
    expect(wallet).toEqual({ account: 'wallet', before: 320, change: 4_200, after: 4_520 })
    expect(house).toMatchObject({ account: 'adjustment', change: -4_200, after: (house?.before ?? 0) - 4_200 })

    // Meanwhile another one names the same reference, and takes what he had.
    await confirm(second, await proposed(other, member.memberId, -300))
    expect((await seen()).checks).toMatchObject({
      walletAmount: [320, 20, 'moved'],
      adjustedCount: [0, 1, 'moved'],
      sameReferenceCount: [0, 1, 'moved'],
      confirmableAmount: [null, 99_700, 'holds'],
    })
    await confirm(second, id)
    expect(await walletOf(member)).toBe(4_220)
    expect(await seen()).toEqual({ to: null, checks: {}, books: [] })
  })

  it('[OFC-031] says beforehand what it would be refused for: money that is there no more, and his own day', async () => {
    const member = await memberWithMoney(app, 100)
    const [by, second] = [await payer('One'), await payer('Second')]
    const taken = await proposed(by, member.memberId, -80)
    await confirm(second, await proposed(by, member.memberId, -30))
    const standsOf = async (id: string, what: string) =>
      (await outlookOf(second, id)).checks.find((check) => check.what === what)?.stands
    expect(await standsOf(taken, 'walletAmount')).toBe('against')
    expect((await confirm(second, taken)).body).toMatchObject({
      message: 'MOVED_ON',
      details: { what: 'MONEY_NOT_ENOUGH' },
    })
    for (const name of ['Two', 'Three', 'Four']) {
      const other = await payer(name)
      for (const amount of [19_990, 19_990]) await confirm(second, await proposed(other, member.memberId, amount))
    }
    const given = await proposed(await payer('Five'), member.memberId, 20_000)
    expect(await standsOf(given, 'confirmableAmount')).toBe('against')
    expect((await confirm(second, given)).body.message).toBe('LIMIT_REACHED')
  })

  it('[OFC-040] never takes a wallet below zero, and what is booked is what was confirmed, whatever races', async () => {
    const [one, two] = [await payer('One'), await payer('Two')]
    const change = fc.record({
      amount: fc.integer({ min: -30, max: 30 }).filter((value) => value !== 0),
      by: fc.constantFrom(one, two),
      ends: fc.constantFrom('confirm', 'refuse', 'both', 'none'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const member = await memberWithMoney(app, 20)
        const made = await Promise.all(
          changes.map(async ({ amount, by, ends }) => {
            const { status, body } = await adjust(by, member.memberId, amount)
            return status === 200 ? [{ id: body.proposalId ?? '', second: by === one ? two : one, ends }] : []
          }),
        )
        await Promise.all(
          made
            .flat()
            .flatMap(({ id, second, ends }) => [
              ...(ends === 'confirm' || ends === 'both' ? [confirm(second, id), confirm(second, id)] : []),
              ...(ends === 'refuse' || ends === 'both' ? [refuse(second, id)] : []),
            ]),
        )
        const [sums] = await app.database.query<{ confirmed: number; lines: number }>(
          `select (select coalesce(sum(amount_minor), 0)::bigint from proposal where member_id = $1 and state = 'CONFIRMED') as confirmed,
             (select coalesce(sum(change_minor), 0)::bigint from adjustment_line where member_id = $1) as lines`,
          [member.memberId],
        )
        const walletMinor = Math.round((await walletOf(member)) * 100)
        expect(sums).toEqual({ confirmed: walletMinor - 20_00, lines: walletMinor - 20_00 })
        expect(walletMinor).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 8 * searchTimes, ...(Number.isNaN(searchSeed) ? {} : { seed: searchSeed }) },
    )
    expect(await app.command('audit')).toContain('The ledger is right')
  })
})
