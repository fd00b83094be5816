import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MEMBERS_QUEUE } from '../../../platform/login/passwords.ts'
import { type MembersUnderTest, PASSWORD, startMembers } from '../members-world.fixture.ts'

let server: MembersUnderTest
let phones = 810_000_000

beforeAll(async () => {
  server = await startMembers()
})
afterAll(() => server.close())

const newPhone = () => `0${(phones += 1)}`

async function countMembers(phone: string): Promise<number> {
  const [row] = await server.database.query<{ count: number }>(
    'select count(*) as count from member where username = $1',
    [phone],
  )
  return row?.count ?? -1
}

describe('POST /api/account', () => {
  it('[REG-038] [REG-001] makes a member who can log in with that phone and password', async () => {
    const phone = newPhone()
    await server.verifyPhone(phone)
    const answer = await server.call('POST', '/api/account', { body: server.registration(phone) })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['_id'])
    expect(answer.body['_id']).toMatch(/^[0-9a-z]{20,32}$/)
    const login = await server.call('POST', '/api/login', { body: { username: phone, password: PASSWORD } })
    expect(login.status).toBe(200)
  })

  it('opens the ledger accounts of the member, in baht and with no way below zero', async () => {
    const id = await server.register(newPhone())
    const names = ['wallet', 'refundable', 'invite'].map((purpose) => `member/${id}/${purpose}`)
    const states = await server.ledger.states(server.database, names)
    expect([...states.keys()].toSorted()).toEqual(names.toSorted())
    for (const state of states.values()) {
      expect(state).toMatchObject({ currency: 'BAHT', floorMinor: 0, postedMinor: 0 })
    }
  })

  it('[ERR-028] refuses a phone that is registered', async () => {
    const phone = newPhone()
    await server.register(phone)
    const answer = await server.call('POST', '/api/account', { body: server.registration(phone) })
    expect(answer).toMatchObject({ status: 409, body: { message: 'EXISTING_USER' } })
  })

  it('makes one member of fifty registrations of one phone at once', async () => {
    const phone = newPhone()
    await server.verifyPhone(phone)
    const bodies = Array.from({ length: 50 }, (_, index) =>
      server.registration(phone, { bankAccountNo: `77000${index.toString().padStart(5, '0')}` }),
    )
    const answers = await Promise.all(bodies.map((body) => server.call('POST', '/api/account', { body })))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    expect(new Set(answers.map(({ body }) => body['message']))).toEqual(new Set([undefined, 'EXISTING_USER']))
    expect(await countMembers(phone)).toBe(1)
    const accounts = await server.database.query('select from member_bank_account where account_no like $1', ['77000%'])
    expect(accounts).toHaveLength(1)
  })

  it('[ERR-029] makes one member of many registrations of one bank account at once', async () => {
    const rivals = Array.from({ length: 10 }, newPhone)
    for (const phone of rivals) await server.verifyPhone(phone)
    const answers = await Promise.all(
      rivals.map((phone) =>
        server.call('POST', '/api/account', { body: server.registration(phone, { bankAccountNo: '888-8-00001-1' }) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }) => body['message'])).toEqual(Array.from({ length: 9 }, () => 'EXISTING_BANK'))
    const taken = await server.database.query('select from member_bank_account where account_no = $1', ['8888000011'])
    expect(taken).toHaveLength(1)
    for (const [index, phone] of rivals.entries()) {
      expect(await countMembers(phone)).toBe(answers[index]?.status === 200 ? 1 : 0)
    }
  })

  it('takes the same number at another bank for another account', async () => {
    const [one, other] = [newPhone(), newPhone()]
    await server.register(one, { bankAccountNo: '5550001112' })
    await server.register(other, { bankAccountNo: '5550001112', bankCode: 'KBANK' })
    expect(await countMembers(other)).toBe(1)
  })

  it('[ERR-030] names the fields that are missing, of the wrong type, or empty', async () => {
    const { name: _name, ...withoutName } = server.registration(newPhone())
    const missing = await server.call('POST', '/api/account', { body: withoutName })
    expect(missing).toMatchObject({
      status: 400,
      body: { message: 'INVALID_USER_INFO', details: { fields: ['name'] } },
    })
    const wrongType = await server.call('POST', '/api/account', {
      body: server.registration(newPhone(), { password: 5 }),
    })
    expect(wrongType).toMatchObject({ status: 400, body: { details: { fields: ['password'] } } })
    const empty = await server.call('POST', '/api/account', {
      body: server.registration(newPhone(), { bankAccountNo: ' ', bankAccountName: '' }),
    })
    expect(empty).toMatchObject({
      status: 422,
      body: { message: 'INVALID_USER_INFO', details: { fields: ['bankAccountName', 'bankAccountNo'] } },
    })
  })

  it.each([
    ['short', 'seven77'],
    ['common', 'Password123'],
    ['long', 'x1'.repeat(65)],
  ])('refuses a %s password', async (_, password) => {
    const answer = await server.call('POST', '/api/account', { body: server.registration(newPhone(), { password }) })
    expect(answer).toMatchObject({
      status: 422,
      body: { message: 'INVALID_USER_INFO', details: { fields: ['password'] } },
    })
  })

  it('refuses the phone number as its own password', async () => {
    const phone = newPhone()
    const answer = await server.call('POST', '/api/account', { body: server.registration(phone, { password: phone }) })
    expect(answer).toMatchObject({ status: 422, body: { message: 'INVALID_USER_INFO' } })
  })

  it('[ERR-031] refuses an unknown bank, one that only takes payments, and a number that is none', async () => {
    for (const changes of [{ bankCode: 'NOBANK' }, { bankCode: 'WW' }, { bankAccountNo: '12-345' }]) {
      const answer = await server.call('POST', '/api/account', { body: server.registration(newPhone(), changes) })
      expect(answer).toMatchObject({ status: 422, body: { message: 'INVALID_BANK' } })
    }
  })

  it.each(['KTB', 'TMB', 'BBL'])('[ERR-032] refuses a Thai account name at %s', async (bankCode) => {
    const body = server.registration(newPhone(), { bankCode, bankAccountName: 'สมชาย ใจดี' })
    expect(await server.call('POST', '/api/account', { body })).toMatchObject({
      status: 422,
      body: { message: 'BANK_ACCOUNT_NAME_ENG' },
    })
  })

  it('takes a Thai account name at another bank', async () => {
    const id = await server.register(newPhone(), { bankAccountName: ' สมชาย   ใจดี ' })
    expect(await server.members.bankAccount(id)).toMatchObject({ bankCode: 'SCB', bankAccountName: 'สมชาย ใจดี' })
  })

  it('[ERR-037] refuses a phone that has not ten digits', async () => {
    for (const username of ['081234567', '08123456789', '08123abc90', '', '๐๘๑๒๓๔๕๖๗๘']) {
      const body = server.registration('0810000000', { username })
      expect(await server.call('POST', '/api/account', { body })).toMatchObject({
        status: 422,
        body: { message: 'PHONE_NUMBER_REQUIRE_10_DIGIT' },
      })
    }
  })

  it('[ERR-027] refuses a phone that this asker has not verified', async () => {
    const phone = newPhone()
    const unverified = { status: 422, body: { message: 'UNVERIFIED_OTP' } }
    expect(await server.call('POST', '/api/account', { body: server.registration(phone) })).toMatchObject(unverified)
    await server.verifyPhone(phone)
    const elsewhere = { body: server.registration(phone), address: '10.9.9.9' }
    expect(await server.call('POST', '/api/account', elsewhere)).toMatchObject(unverified)
    expect(await countMembers(phone)).toBe(0)
  })

  it('takes a verification by its token from any address, and by address no more once it belongs to a token', async () => {
    const phone = newPhone()
    const sent = (await server.call('POST', '/api/otp/send', { body: { phoneNumber: phone } })).body
    const headers = { 'x-otp-token': String(sent['otpToken']) }
    const code = { otpToken: sent['otpToken'], otpCode: server.inbox.codeOf(phone) }
    expect(await server.call('POST', '/api/otp/verify', { body: code, headers })).toMatchObject({ status: 200 })
    const body = server.registration(phone)
    expect(await server.call('POST', '/api/account', { body })).toMatchObject({ status: 422 })
    const falseToken = { body, headers: { 'x-otp-token': `${headers['x-otp-token']}x` } }
    expect(await server.call('POST', '/api/account', falseToken)).toMatchObject({ status: 422 })
    expect(await server.call('POST', '/api/account', { body, headers, address: '10.9.9.9' })).toMatchObject({
      status: 200,
    })
  })

  it('forgets a verification after half an hour', async () => {
    const phone = newPhone()
    await server.verifyPhone(phone)
    server.clock.advance(30 * 60_000)
    expect(await server.call('POST', '/api/account', { body: server.registration(phone) })).toMatchObject({
      body: { message: 'UNVERIFIED_OTP' },
    })
  })

  it('[OTP-004] registers without a code while the operator asks for none', async () => {
    await server.operator.setSetting('registerOTP', false)
    const phone = newPhone()
    const answer = await server.call('POST', '/api/account', { body: server.registration(phone) })
    await server.operator.setSetting('registerOTP', true)
    expect(answer.status).toBe(200)
    const refused = await server.call('POST', '/api/account', { body: server.registration(newPhone()) })
    expect(refused).toMatchObject({ status: 422, body: { message: 'UNVERIFIED_OTP' } })
  })

  it('remembers the inviter, and goes on without one it does not know', async () => {
    const inviter = await server.register(newPhone())
    const invited = await server.register(newPhone(), { inviteCode: `PR${inviter}` })
    const alone = await server.register(newPhone(), { inviteCode: 'PRnobody00000000000000000', sourceCode: 'NOWHERE' })
    const rows = await server.database.query<{ id: string; inviter: string | null; source: string | null }>(
      'select id, inviter_id as inviter, source_code as source from member where id in ($1, $2)',
      [invited, alone],
    )
    expect(rows).toContainEqual({ id: invited, inviter, source: 'FRIEND' })
    expect(rows).toContainEqual({ id: alone, inviter: null, source: null })
  })

  it('[ERR-033] says REGISTER_FAIL when the database cannot be reached, and keeps nothing', async () => {
    const other = await startMembers()
    const phone = newPhone()
    await other.verifyPhone(phone)
    const { transaction } = other.database
    other.database.transaction = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    const body = other.registration(phone)
    const failed = await other.call('POST', '/api/account', { body })
    other.database.transaction = transaction
    expect(failed).toMatchObject({ status: 503, body: { message: 'REGISTER_FAIL' } })
    expect(await other.call('POST', '/api/account', { body })).toMatchObject({ status: 200 })
    await other.close()
  })

  it('keeps the password as argon2id with a salt of its own, and nowhere as it is', async () => {
    const real = await startMembers({ passwordQueue: MEMBERS_QUEUE })
    const ids = [await real.register(newPhone()), await real.register(newPhone())]
    const rows = await real.database.query<{ hash: string }>(
      'select password_hash as hash from member where id in ($1, $2)',
      ids,
    )
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(real.lines)).not.toContain(PASSWORD)
    await real.close()
  })
})

describe('POST /api/account/validate', () => {
  const validate = (body: object) => server.call('POST', '/api/account/validate', { body })

  it('[REG-037] answers OK for a new phone and EXISTING_USER for a used one', async () => {
    const phone = newPhone()
    await server.verifyPhone(phone)
    const { currency: _currency, ...body } = server.registration(phone)
    expect(await validate(body)).toMatchObject({ status: 200, body: { code: 'OK' } })
    await server.call('POST', '/api/account', { body: server.registration(phone) })
    expect(await validate(body)).toMatchObject({ status: 409, body: { message: 'EXISTING_USER' } })
  })

  it('takes bank fields that are absent or empty, and checks those that are there', async () => {
    const phone = newPhone()
    await server.register(newPhone(), { bankAccountNo: '4440005556' })
    await server.verifyPhone(phone)
    const { name, username, password } = server.registration(phone)
    expect(await validate({ name, username, password })).toMatchObject({ status: 200 })
    const empty = { bankCode: '', bankAccountName: '', bankAccountNo: '' }
    expect(await validate({ name, username, password, ...empty })).toMatchObject({ status: 200 })
    const taken = { bankCode: 'SCB', bankAccountNo: '444-0-00555-6' }
    expect(await validate({ name, username, password, ...taken })).toMatchObject({
      status: 409,
      body: { message: 'EXISTING_BANK' },
    })
    const thaiName = { bankCode: 'KTB', bankAccountName: 'สมชาย' }
    expect(await validate({ name, username, password, ...thaiName })).toMatchObject({
      body: { message: 'BANK_ACCOUNT_NAME_ENG' },
    })
  })

  it('writes nothing and uses nothing up', async () => {
    const phone = newPhone()
    await server.verifyPhone(phone)
    for (let round = 0; round < 3; round += 1) {
      expect(await validate(server.registration(phone))).toMatchObject({ status: 200 })
    }
    expect(await countMembers(phone)).toBe(0)
  })

  it.each(['name', 'username', 'password'])('refuses without %s', async (field) => {
    const body = { ...server.registration(newPhone()), [field]: undefined }
    expect(await validate(body)).toMatchObject({
      status: 400,
      body: { message: 'INVALID_USER_INFO', details: { fields: [field] } },
    })
  })

  it('refuses what no database can hold and what turns the reading direction', async () => {
    for (const name of ['a\u0000b', 'a\ud800b', 'Som\u202echai', '   ', '\u0007']) {
      expect(await validate(server.registration(newPhone(), { name }))).toMatchObject({
        status: 422,
        body: { message: 'INVALID_USER_INFO', details: { fields: ['name'] } },
      })
    }
  })
})
