import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import { calls, CONSENT_CHANNELS } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberRecords } from '../../privacy-terms.ts'
import { type CashierWorld, openCashierWorld } from '../../testing/worlds/cashier-world.ts'
import { livedMember, rowsWith } from '../../testing/worlds/lived-member.ts'
import { newPhone, registeredMember, type StoryMember } from '../../testing/worlds/stories.ts'
import type { Copied } from './export.rules.ts'

let world: CashierWorld
beforeAll(async () => {
  world = await openCashierWorld()
})
afterAll(() => world.close())

/** Of how many files the bytes hold one of these words. */
async function filesWith(words: readonly string[]): Promise<number> {
  const files = await world.rows<{ bytes: Uint8Array }>('select bytes from file_content')
  return files.filter(({ bytes }) => words.some((word) => Buffer.from(bytes).includes(word))).length
}

async function copyOf({ token, memberId }: StoryMember): Promise<{ json: Copied; csv: string }> {
  const { app } = world
  await app.ok(calls.privacyExport, { token })
  await world.work()
  const { export: copy } = await app.ok(calls.privacyData, { token })
  const fetched = async (url: string | null | undefined) => {
    const response = await world.process.http.inject({ method: 'GET', url: url ?? '/nothing' })
    expect(response.headers['content-disposition']).toMatch(/^attachment/)
    return response.body
  }
  const { tables, memberId: whose } = JSON.parse(await fetched(copy?.json)) as { tables: Copied; memberId: string }
  expect(whose).toBe(memberId)
  return { json: tables, csv: await fetched(copy?.csv) }
}

/** Tables that name a member and are not in his copy, each with why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ledger_account: 'the books: what was moved is told by the movements',
  ledger_entry: 'the books',
  ledger_transfer: 'the books',
  ledger_claim: 'the books',
  ledger_closing: 'the books',
  ledger_news: 'told and gone within seconds',
  data_export: 'the copy itself',
  idempotency_key: 'answers that were given, gone after a day',
  member_lease: 'gone within a minute',
  deed: 'what staff did, which is theirs',
  abuse_flag: 'suspicions, which name others too',
  file_content: 'bytes of files whose rows are in it',
}

/** What staff write about members, for themselves. */
const STAFFS = ['member_note', 'proposal', 'support_login_name']

describe('a copy of what is kept of a member', () => {
  it('[PPR-018] holds every row of every table that names him, in JSON and in CSV, and no secret', async () => {
    const member = await livedMember(world)
    const named = await rowsWith(world, [member.memberId, ...member.marks])
    const { json, csv } = await copyOf(member)
    for (const [table, count] of Object.entries(named)) {
      if (table in LEFT_OUT) continue
      expect(json[table]?.length, `${table} names him`).toBeGreaterThanOrEqual(count)
    }
    // A column that names members is known here, also where the story wrote no row.
    const naming = await world.rows<{ name: string }>(
      `select distinct table_name as name from information_schema.columns where table_schema = current_schema()
       and column_name in ('member_id', 'inviter_id', 'invitee_id', 'phone', 'room_id')`,
    )
    const known = new Set([...memberRecords.map(({ table }) => table), ...Object.keys(LEFT_OUT), ...STAFFS])
    expect(naming.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])

    expect(json['member']).toEqual([expect.objectContaining({ name: member.name, username: member.phone })])
    expect(json['withdrawal']).toEqual([expect.objectContaining({ account_no: member.accountNo })])
    const words = JSON.stringify(json)
    expect(words).not.toMatch(/password_(hash|sealed)|token_hash|code_hash/)
    const lines = csv.split('\r\n')
    expect(lines[0]).toBe('\uFEFFtable,row,field,value')
    expect(lines).toContain(`member,1,username,${member.phone}`)
    const fields = Object.values(json).flatMap((rows) => rows.flatMap((row) => Object.keys(row)))
    expect(lines).toHaveLength(fields.length + 2)
  })

  it('[PPR-018] is asked for with the password, once in seven days, of many at once once, and is gone after them', async () => {
    const { app, clock } = world
    const { token, password } = await registeredMember(app)
    clock.advance(16 * 60_000)
    const early = await app.call(calls.privacyExport, { token })
    expect([early.status, early.body.message]).toEqual([403, 'PASSWORD_NEEDED'])
    await app.ok(calls.accountConfirmPassword, { token, body: { password } })
    const asked = await Promise.all(Array.from({ length: 8 }, () => app.call(calls.privacyExport, { token })))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 429)])
    expect((await app.ok(calls.privacyData, { token })).export).toMatchObject({ state: 'making', json: null })
    await world.work()
    const ready = await app.ok(calls.privacyData, { token })
    expect(ready.export).toMatchObject({ state: 'ready', json: expect.stringMatching(/^\/api\/files\//) })

    // A token alone fetches nothing, then or later.
    clock.advance(16 * 60_000)
    expect((await app.ok(calls.privacyData, { token })).export).toMatchObject({ state: 'ready', json: null, csv: null })
    const alone = await app.call(calls.privacyFiles, { token })
    expect([alone.status, alone.body.message]).toEqual([403, 'PASSWORD_NEEDED'])
    await app.ok(calls.accountConfirmPassword, { token, body: { password } })
    const told = await app.ok(calls.privacyFiles, { token })
    expect(told.export).toMatchObject({ state: 'ready', csv: expect.stringMatching(/^\/api\/files\//) })

    clock.advance(7 * DAY_MS - 16 * 60_000 - 1_000)
    await app.ok(calls.accountConfirmPassword, { token, body: { password } })
    const again = await app.call(calls.privacyExport, { token })
    expect([again.status, again.headers['retry-after']]).toEqual([429, '1'])
    clock.advance(1_000)
    await world.work()
    expect((await app.ok(calls.privacyData, { token })).export).toMatchObject({ state: 'expired', json: null })
    await app.ok(calls.privacyExport, { token })
  })
})

describe('erasing a member', () => {
  it('[PPR-019] is refused while money, a withdrawal, a case, a bonus or an exclusion is open, and by a wrong password', async () => {
    const { app, database } = world
    const { token, memberId, password } = await registeredMember(app)
    const body = { password, understood: true }
    const wrong = await app.call(calls.privacyErase, { token, body: { ...body, password: 'none of his' } })
    expect([wrong.status, wrong.body.message]).toEqual([422, 'WRONG_PASSWORD'])
    await app.ok(calls.qrCreate, { token, key: randomUUID(), params: { bankCode: 'KBANK' }, body: { amount: 300 } })
    await world.hook(
      world.paymentOf(world.payment(String(world.bank.registrations.at(-1)?.['reference']), { amount: 300 })),
    )
    await app.ok(calls.walletWithdraw, { token, key: randomUUID(), body: { amount: 200 } })
    await database.query(`update member set bonus_state = 'armed' where id = $1`, [memberId])
    await database.query(
      `insert into cashier_case (id, kind, state, member_id, reference, amount_minor, currency, occurred_at, detail, opened_at)
       select 'case of ' || $1, 'PAID_AFTER_FAILED', 'open', $1, 'R1', 100, 'BAHT', $2, '', $2`,
      [memberId, world.clock.now()],
    )
    await app.ok(calls.protectionCoolOff, { token, body: { hours: 24 } })
    const refused = await app.call(calls.privacyErase, { token, body })
    const open = ['money', 'withdrawal', 'case', 'bonus', 'exclusion']
    expect([refused.status, refused.body.message, refused.body.details]).toEqual([409, 'STILL_OPEN', { open }])
    expect((await app.ok(calls.privacyData, { token })).erasure).toEqual({ open })
    // Nothing of it was done.
    expect((await app.ok(calls.accountProfile, { token })).profile.name).toBe('Somchai Jaidee')
  })

  it('[PPR-019] leaves his names, phone and account nowhere, and all else as it is', async () => {
    const { app } = world
    const [member, other] = [await livedMember(world), await livedMember(world)]
    const { token, password, phone, memberId } = member
    await copyOf(member)
    const wallet = (await app.ok(calls.walletAmount, { token })).amount
    await app.ok(calls.walletWithdraw, { token, key: randomUUID(), body: { amount: wallet } })
    await world.work()
    const before = await rowsWith(world, other.marks)
    const booked = await rowsWith(world, [`member/${memberId}/wallet`])
    expect(await filesWith(member.marks)).toBeGreaterThan(0)
    await app.ok(calls.privacyErase, { token, body: { password, understood: true } })

    const atOnce = await rowsWith(world, member.marks)
    expect([atOnce['member'], atOnce['login_pair'], atOnce['login_phone']]).toEqual([undefined, undefined, undefined])
    expect(await rowsWith(world, other.marks)).toEqual(before)
    expect(await rowsWith(world, [`member/${memberId}/wallet`])).toEqual(booked)
    expect((await app.call(calls.accountProfile, { token })).status).toBe(401)
    const login = await app.call(calls.login, { body: { username: phone, password } })
    expect([login.status, login.body.message]).toEqual([401, 'WRONG_CREDENTIAL'])
    // Of what the product keeps for a few minutes, and of the files, nothing is left when its time has come.
    world.clock.advance(2 * DAY_MS)
    await world.work()
    const left = await rowsWith(world, member.marks)
    // Of whoever tried that phone after it.
    delete left['login_pair']
    delete left['login_phone']
    expect(left).toEqual({})
    expect(await filesWith(member.marks)).toBe(0)
    expect(await world.rows('select id from stored_file where owner = $1', [memberId])).toEqual([])
    expect(world.lines.filter((line) => member.marks.some((word) => JSON.stringify(line).includes(word)))).toEqual([])
    await world.audit()
    const report = await world.operator('audit')
    expect(report).not.toMatch(/problem/)
  })
})

describe('a payment on its way', () => {
  it('[PPR-019] lets nobody be erased while its QR can be paid, and is nobody’s when its member is gone', async () => {
    const { app, clock } = world
    const { token, password } = await registeredMember(app)
    await app.ok(calls.qrCreate, { token, key: randomUUID(), params: { bankCode: 'KBANK' }, body: { amount: 500 } })
    const reference = String(world.bank.registrations.at(-1)?.['reference'])
    const refused = await app.call(calls.privacyErase, { token, body: { password, understood: true } })
    expect(refused).toMatchObject({ status: 409, body: { message: 'STILL_OPEN', details: { open: ['deposit'] } } })
    clock.advance(HOUR_MS)
    await app.ok(calls.privacyErase, { token, body: { password, understood: true } })
    await world.hook(world.paymentOf(world.payment(reference, { amount: 500, transRef: `LATE${reference}` })))
    const [row] = await world.rows('select kind, member_id as "memberId" from cashier_case where trans_ref = $1', [
      `LATE${reference}`.toUpperCase(),
    ])
    expect(row).toEqual({ kind: 'UNKNOWN_PAYMENT', memberId: null })
    await world.audit()
  })
})

describe('registering after an erasure', () => {
  const flagsOf = async ({ phone, bank }: Pick<StoryMember, 'phone' | 'bank'>) => {
    const body = { ...bank, username: phone, name: 'Somchai Jaidee', password: 'nine slow rivers' }
    const more = { sourceCode: 'FRIEND', inviteCode: '', currency: 'BAHT' } as const
    const { _id } = await world.app.ok(calls.accountRegister, { body: { ...body, ...more } })
    const flagged = `select severity, state from abuse_flag where kind = 'excluded-again' and $1 = any (member_ids)`
    return world.rows(flagged, [_id])
  }
  const erased = async (hasExcluded: boolean, hasLimit = false): Promise<StoryMember> => {
    const { app, clock } = world
    const member = await registeredMember(app)
    const { phone, password } = member
    let { token } = member
    if (hasLimit) await app.ok(calls.protectionLimit, { token, body: { kind: 'deposit', period: 'day', amount: 500 } })
    if (hasExcluded) {
      await app.ok(calls.protectionExclude, { token, body: { months: 6, password, understood: true } })
      clock.advance(185 * DAY_MS)
      const again = async () => (await app.ok(calls.login, { body: { username: phone, password } })).token
      token = await again()
      await app.ok(calls.protectionAskReturn, { token })
      clock.advance(DAY_MS)
      token = await again()
      await app.ok(calls.protectionConfirmReturn, { token })
    }
    await app.ok(calls.privacyErase, { token, body: { password, understood: true } })
    return member
  }

  it('[PPR-019] the mark of who had excluded himself outlives him: his phone and his account are each known and flagged high', async () => {
    const known = [{ severity: 'high', state: 'open' }]
    for (const isSamePhone of [true, false]) {
      const { phone, bank } = await erased(true)
      expect(await world.rows('select from member where username = $1', [phone])).toEqual([])
      const other = newPhone()
      const again = isSamePhone ? { phone, bank: { ...bank, bankAccountNo: other } } : { phone: other, bank }
      expect(await flagsOf(again)).toEqual(known)
    }
    expect(await flagsOf(await erased(false))).toEqual([])
  })

  it('[PPR-002] [PPR-019] an erasure is no quick way out of a limit: who had one is known by phone and account, and flagged high', async () => {
    expect(await flagsOf(await erased(false, true))).toEqual([{ severity: 'high', state: 'open' }])
  })
})

describe('consents to marketing', () => {
  it('[PPR-020] are off unless given, by channel, and taken back by one call', async () => {
    const { app } = world
    const { token, memberId } = await registeredMember(app)
    const given = async () => (await app.ok(calls.privacyData, { token })).consents
    const none = CONSENT_CHANNELS.map((channel) => ({ channel, givenAt: null }))
    expect(await given()).toEqual(none)
    const give = (isGiven: boolean) => app.ok(calls.privacyConsent, { token, body: { channel: 'chat', isGiven } })
    const givenAt = world.clock.now().toISOString()
    await give(true)
    expect(await given()).toEqual(none.map((one) => (one.channel === 'chat' ? { ...one, givenAt } : one)))
    await give(true)
    await give(false)
    expect(await given()).toEqual(none)
    const noted = 'select from member_audit where member_id = $1 and action = $2'
    expect(await world.rows(noted, [memberId, 'consent'])).toHaveLength(2)
    await give(true)
    await app.ok(calls.protectionCoolOff, { token, body: { hours: 24 } })
    expect(await given()).toEqual(none)
    const wrong = await app.call(calls.privacyConsent, { token, rawBody: { channel: 'letter', isGiven: true } })
    expect(wrong.status).toBe(422)
  })
})
