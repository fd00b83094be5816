import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MembersUnderTest, PASSWORD, startMembers } from '../members-world.fixture.ts'

let server: MembersUnderTest
let phones = 840_000_000

beforeAll(async () => {
  server = await startMembers()
})
afterAll(() => server.close())

const newPhone = () => `0${(phones += 1)}`

async function newMember(changes: object = {}): Promise<{ phone: string; id: string; token: string }> {
  const phone = newPhone()
  const id = await server.register(phone, changes)
  return { phone, id, token: await server.login(phone) }
}

describe('GET /api/account/profile', () => {
  it('[PRF-012] [PRF-014] [PRF-015] [PRF-028] answers profile and bank account', async () => {
    const { phone, id, token } = await newMember()
    const createdAt = server.clock.now().toISOString()
    expect(await server.call('GET', '/api/account/profile', { token })).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        profile: {
          _id: id,
          memberId: expect.stringMatching(/^[1-9][0-9]{7}$/),
          username: phone,
          name: 'Somchai Jaidee',
          createdAt,
        },
        bankAccount: {
          bankCode: 'SCB',
          bankAccountName: 'SOMCHAI JAIDEE',
          bankAccountNo: phone,
          bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLO: 'ທະນາຄານໄທພານິດ' },
        },
      },
    })
  })

  it('gives every member another number', async () => {
    const members = [await newMember(), await newMember(), await newMember()]
    const profiles = await Promise.all(members.map(({ id }) => server.members.profile(id)))
    expect(new Set(profiles.map(({ memberId }) => memberId)).size).toBe(3)
  })
})

describe('PUT /api/account/profile', () => {
  const account = (phone: string) => ({ bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: phone })

  it('changes the name without a password', async () => {
    const { phone, token } = await newMember()
    const body = { name: ' New   Name ', ...account(phone) }
    expect(await server.call('PUT', '/api/account/profile', { token, body })).toMatchObject({
      status: 200,
      body: { profile: { name: 'New Name' } },
    })
  })

  it('[PRF-013] [PRF-029] changes the bank account with the password, and says when', async () => {
    const { id, token } = await newMember()
    expect(await server.members.payee(server.database, id)).toMatchObject({ changedAt: null, currency: 'BAHT' })
    const change = { bankCode: 'KBANK', bankAccountName: 'SOMCHAI DEE', bankAccountNo: newPhone() }
    const body = { name: 'Somchai Jaidee', ...change }
    const refused = { status: 422, body: { message: 'WRONG_PASSWORD' } }
    expect(await server.call('PUT', '/api/account/profile', { token, body })).toMatchObject(refused)
    const wrong = { ...body, password: 'not the password' }
    expect(await server.call('PUT', '/api/account/profile', { token, body: wrong })).toMatchObject(refused)
    expect(await server.members.payee(server.database, id)).toMatchObject({ bankCode: 'SCB', changedAt: null })
    const right = { ...body, password: PASSWORD }
    expect(await server.call('PUT', '/api/account/profile', { token, body: right })).toMatchObject({ status: 200 })
    expect(await server.members.payee(server.database, id)).toEqual({
      ...change,
      currency: 'BAHT',
      changedAt: server.clock.now(),
      provenAt: null,
    })
    const audit = await server.database.query<{ detail: { from: object; to: object } }>(
      `select detail from member_audit where member_id = $1 and action = 'bank-account'`,
      [id],
    )
    expect(audit).toMatchObject([{ detail: { from: { bankCode: 'SCB' }, to: change } }])
  })

  it('refuses the account of another member, an unknown bank, and a Thai name where it must be English', async () => {
    const other = await newMember()
    const { token } = await newMember()
    const send = (changes: object) =>
      server.call('PUT', '/api/account/profile', {
        token,
        body: { name: 'Somchai', ...account(newPhone()), password: PASSWORD, ...changes },
      })
    expect(await send({ bankAccountNo: other.phone })).toMatchObject({
      status: 409,
      body: { message: 'EXISTING_BANK' },
    })
    expect(await send({ bankCode: 'NONE' })).toMatchObject({ status: 422, body: { message: 'INVALID_BANK' } })
    expect(await send({ bankCode: 'BBL', bankAccountName: 'สมชาย' })).toMatchObject({
      status: 422,
      body: { message: 'BANK_ACCOUNT_NAME_ENG' },
    })
  })

  it('gives one bank account to one of many members who want it at once', async () => {
    const rivals = await Promise.all(Array.from({ length: 6 }, () => newMember()))
    const body = { name: 'Somchai', ...account('9998887776'), password: PASSWORD }
    const answers = await Promise.all(
      rivals.map(({ token }) => server.call('PUT', '/api/account/profile', { token, body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: { message } }) => message === 'EXISTING_BANK')).toHaveLength(5)
  })
})

describe('a change of the bank account', () => {
  const change = (number: string, password = PASSWORD) => ({
    name: 'Somchai Jaidee',
    bankCode: 'SCB',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: number,
    password,
  })

  it('makes a session that guesses at the password wait, whatever the limit factor, and no other', async () => {
    const { phone, token } = await newMember()
    const other = await server.login(phone)
    const put = (bearer: string, password: string) =>
      server.call('PUT', '/api/account/profile', { token: bearer, body: change(newPhone(), password) })
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => put(token, `guess ${index}`)))
    expect(guesses.filter(({ body }) => body['message'] === 'WRONG_PASSWORD')).toHaveLength(5)
    const refused = guesses.filter(({ status }) => status !== 422)
    expect(refused).toHaveLength(7)
    for (const answer of refused) expect(answer).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect(refused[0]?.headers['retry-after']).toBe('2')
    // The same guesses at another call are the same guesses.
    const body = { oldPassword: 'guess', newPassword: 'a brand new one' }
    expect(await server.call('PUT', '/api/account/changepwd', { token, body })).toMatchObject({ status: 429 })
    expect(await put(other, PASSWORD)).toMatchObject({ status: 200 })
    server.clock.advance(2_000)
    expect(await put(token, PASSWORD)).toMatchObject({ status: 200 })
    expect(await server.login(phone)).toMatch(/^[\w-]{43}$/)
  })

  it('is refused while a withdrawal is in progress, and the name of the member is not', async () => {
    const { id, phone, token } = await newMember()
    await server.database.query(
      `insert into withdrawal (id, member_id, amount_minor, state, day, bank_code, account_no, account_name, payout_currency,
         payout_minor, house_account, created_at)
       values ($1, $1, 100, 'waiting', '2026-11-21', 'SCB', $2, 'X', 'BAHT', 100, 'house/bank:SCB', $3)`,
      [id, phone, server.clock.now()],
    )
    const refused = { status: 409, body: { message: 'TRANSFER_PENDING' } }
    const put = (path: string, body: object) => server.call('PUT', path, { token, body })
    expect(await put('/api/account/profile', { ...change(newPhone()), name: 'Other' })).toMatchObject(refused)
    const rename = { bankCode: 'SCB', bankAccountName: 'SOMSAK' }
    expect(await put('/api/account/bankAccountName', rename)).toMatchObject(refused)
    expect(await server.members.profile(id)).toMatchObject({ name: 'Somchai Jaidee' })
    expect(await server.members.payee(server.database, id)).toMatchObject({ bankAccountNo: phone, changedAt: null })
    expect(await put('/api/account/profile', { ...change(phone), name: 'Other' })).toMatchObject({ status: 200 })
  })

  it('of one member by many at once is made by each in turn or refused', async () => {
    const { id, token } = await newMember()
    const numbers = Array.from({ length: 5 }, newPhone)
    const answers = await Promise.all(
      numbers.map((number) => server.call('PUT', '/api/account/profile', { token, body: change(number) })),
    )
    const made = numbers.filter((_, index) => answers[index]?.status === 200)
    expect(made.length).toBeGreaterThan(0)
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body['message']]).toEqual([409, 'REQUEST_IN_PROGRESS'])
    }
    const { bankAccountNo } = await server.members.bankAccount(id)
    expect(made).toContain(bankAccountNo)
    const audit = await server.database.query(
      `select from member_audit where member_id = $1 and action = 'bank-account'`,
      [id],
    )
    expect(audit).toHaveLength(made.length)
  })
})

describe('PUT /api/account/bankAccountName', () => {
  const rename = (token: string, bankCode: string, bankAccountName: string) =>
    server.call('PUT', '/api/account/bankAccountName', { token, body: { bankCode, bankAccountName } })

  it('[PRF-016] [PRF-030] [PRF-031] changes the name of the account the member has, and says when', async () => {
    const { id, token } = await newMember({ bankAccountName: 'สมชาย ใจดี' })
    expect(await rename(token, 'SCB', 'SOMCHAI JAIDEE')).toMatchObject({
      status: 200,
      body: { bankAccount: { bankAccountName: 'SOMCHAI JAIDEE' } },
    })
    expect(await server.members.payee(server.database, id)).toMatchObject({
      bankAccountName: 'SOMCHAI JAIDEE',
      changedAt: server.clock.now(),
    })
    const again = (await rename(token, 'SCB', 'SOMCHAI  JAIDEE')).body['bankAccount']
    expect(again).toMatchObject({ bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE' })
    const audit = await server.database.query(
      `select detail->'from'->>'bankAccountName' as "from" from member_audit
       where member_id = $1 and action = 'bank-account'`,
      [id],
    )
    expect(audit).toEqual([{ from: 'สมชาย ใจดี' }])
  })

  it('refuses another bank and another alphabet', async () => {
    const { token } = await newMember()
    expect(await rename(token, 'KBANK', 'SOMCHAI')).toMatchObject({ status: 404, body: { message: 'NO_BANK' } })
    expect(await rename(token, 'SCB', 'สมชาย')).toMatchObject({
      status: 422,
      body: { message: 'BANK_ACCOUNT_NAME_ENG' },
    })
  })
})

describe('passwords', () => {
  it('[PRF-032] [ERR-010] are changed with the old one, and end every session but a new one in its place', async () => {
    const { phone, token } = await newMember()
    const other = await server.login(phone)
    const change = (oldPassword: string, newPassword: string) =>
      server.call('PUT', '/api/account/changepwd', { token, body: { oldPassword, newPassword } })
    expect(await change('not the password', 'a brand new one')).toMatchObject({
      status: 422,
      body: { message: 'WRONG_PASSWORD' },
    })
    expect(await change(PASSWORD, 'short')).toMatchObject({
      status: 422,
      body: { message: 'INVALID_USER_INFO', details: { fields: ['newPassword'] } },
    })
    const changed = await change(PASSWORD, 'a brand new one')
    expect(changed).toMatchObject({ status: 200, body: { code: 'SUCCESS' } })
    const renewed = String(changed.body['token'])
    expect(await server.call('GET', '/api/account/profile', { token: renewed })).toMatchObject({ status: 200 })
    expect(await server.call('GET', '/api/account/profile', { token })).toMatchObject({ status: 401 })
    expect(await server.call('GET', '/api/account/profile', { token: other })).toMatchObject({ status: 401 })
    await expect(server.login(phone)).rejects.toThrow('WRONG_CREDENTIAL')
    await server.login(phone, { password: 'a brand new one' })
  })

  it('are set anew with a code, once, and end all sessions', async () => {
    const { phone, token } = await newMember()
    server.clock.advance(60_000)
    const asked = await server.forgetPassword(phone)
    expect(asked).toMatchObject({ status: 200, body: { code: 'SUCCESS' } })
    const reset = (newPassword: string, otpCode = server.inbox.codeOf(phone)) =>
      server.call('POST', '/api/account/resetpwd', {
        body: { otpToken: asked.body['otpToken'], otpCode, newPassword },
      })
    expect(await reset('a brand new one', 'x')).toMatchObject({ body: { message: 'OTP_CODE_INVALID' } })
    expect(await reset('12345678')).toMatchObject({ body: { message: 'INVALID_USER_INFO' } })
    expect(await reset('a brand new one')).toMatchObject({ status: 200, body: { code: 'SUCCESS' } })
    expect(await reset('another one still')).toMatchObject({ body: { message: 'OTP_NOT_EXIST' } })
    expect(await server.call('GET', '/api/account/profile', { token })).toMatchObject({ status: 401 })
    await server.login(phone, { password: 'a brand new one' })
  })

  it('let an owner in again whom guesses at his phone keep out', async () => {
    const { phone } = await newMember()
    const address = '10.9.1.1'
    const login = (password: string) =>
      server.call('POST', '/api/login', { address, body: { username: phone, password } })
    for (let round = 0; round < 5; round += 1) await login('wrong')
    await server.database.query('update login_phone set failures = 1000 where phone = $1', [phone])
    expect(await login(PASSWORD)).toMatchObject({ status: 429 })
    server.clock.advance(60_000)
    expect(await login(PASSWORD)).toMatchObject({ status: 428 })
    const asked = await server.forgetPassword(phone, { address })
    const newPassword = 'a brand new one'
    const reset = { otpToken: asked.body['otpToken'], otpCode: server.inbox.codeOf(phone), newPassword }
    expect(await server.call('POST', '/api/account/resetpwd', { address, body: reset })).toMatchObject({ status: 200 })
    expect(await login(newPassword)).toMatchObject({ status: 200 })
  })

  it('answer alike for phones that nobody has, and send nothing there', async () => {
    const phone = newPhone()
    const ask = () => server.forgetPassword(phone)
    const asked = await ask()
    expect(asked).toMatchObject({ status: 200, body: { code: 'SUCCESS', otpRef: expect.stringMatching(/^[A-Z]{4}$/) } })
    expect(server.inbox.messages.filter(({ to }) => to === phone)).toEqual([])
    expect(await ask()).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT_1MIN' } })
    const body = { otpToken: asked.body['otpToken'], otpCode: 'x', newPassword: 'a brand new one' }
    expect(await server.call('POST', '/api/account/resetpwd', { body })).toMatchObject({
      body: { message: 'OTP_CODE_INVALID' },
    })
  })

  it('of a reset do not come with the code of a registration', async () => {
    const phone = newPhone()
    const otpToken = await server.verifyPhone(phone)
    const body = { otpToken, otpCode: server.inbox.codeOf(phone), newPassword: 'a brand new one' }
    expect(await server.call('POST', '/api/account/resetpwd', { body })).toMatchObject({
      body: { message: 'OTP_NOT_EXIST' },
    })
  })
})
