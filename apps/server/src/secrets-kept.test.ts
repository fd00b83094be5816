import { calls } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { Call } from '@krapao/contract'
import type { Sent } from './testing/client.ts'
import { startTestApp } from './testing/app.ts'
import { newPhone, readOtpCode } from './testing/worlds/stories.ts'
import { until } from './testing/until.ts'

const app = await startTestApp({ sandbox: true })
afterAll(() => app.close())

/** A text that stands alone: a code of six digits may well lie in the middle of some longer number. */
const alone = (secret: string) => new RegExp(`(?<![\\w-])${secret.replaceAll('.', '\\.')}(?![\\w-])`)

async function newCode(phone: string, earlier: string | null): Promise<string> {
  let code: string | null = null
  await until('a code came', async () => (code = await readOtpCode(app, phone)) !== earlier)
  return code ?? ''
}

/** Everything that stands in the database, a line for each row. */
async function wholeDatabase(): Promise<string> {
  const tables = await app.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => app.database.query(`select to_jsonb(kept)::text as row from ${name} kept`)),
  )
  return JSON.stringify(rows)
}

describe('what is secret', () => {
  const passwords = ['seven quiet lanterns', 'eight quiet lanterns', 'nine quiet lanterns', 'wrong quiet lanterns']
  const [first = '', second = '', third = '', wrong = ''] = passwords
  const answers: string[] = []
  const codes: string[] = []
  const tokens: string[] = []
  let gamePasswords: string[] = []

  async function ask<C extends Call>(call: C, sent: Sent<C>) {
    const answer = await app.call(call, sent)
    answers.push(JSON.stringify([call.name, answer]))
    return answer.body
  }

  it('goes through a story with all that can go wrong', async () => {
    const phone = newPhone()
    const { otpToken } = await ask(calls.otpSend, { body: { phoneNumber: phone } })
    codes.push(await newCode(phone, null))
    await ask(calls.otpVerify, {
      body: { otpToken: String(otpToken), otpCode: codes[0] === '000000' ? '1' : '000000' },
    })
    await ask(calls.otpVerify, { body: { otpToken: String(otpToken), otpCode: codes[0] ?? '' } })
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: phone }
    const person = { name: 'Somchai', username: phone, password: first, sourceCode: '', inviteCode: '' }
    await ask(calls.accountValidate, { body: person })
    await ask(calls.accountRegister, { body: { ...person, ...bank, currency: 'BAHT' } })
    await ask(calls.login, { body: { username: phone, password: wrong } })
    const { token } = await ask(calls.login, { body: { username: phone, password: first } })
    await ask(calls.accountChangePassword, { token, body: { oldPassword: wrong, newPassword: second } })
    await ask(calls.accountChangePassword, { token, body: { oldPassword: first, newPassword: second } })
    const change = { name: 'Somchai', ...bank, bankAccountNo: newPhone(), password: second }
    await ask(calls.accountUpdateProfile, { token, body: { ...change, password: wrong } })
    await ask(calls.accountUpdateProfile, { token, body: change })
    app.clock.advance(60_000)
    const asked = await ask(calls.accountForgotPassword, { body: { phoneNumber: phone } })
    codes.push(await newCode(phone, codes[0] ?? null))
    await ask(calls.accountResetPassword, {
      body: { otpToken: asked.otpToken, otpCode: codes[1] ?? '', newPassword: third },
    })
    const { token: fresh } = await ask(calls.login, { body: { username: phone, password: third } })
    tokens.push(token, fresh, String(otpToken), asked.otpToken)
    await ask(calls.accountSessions, { token: fresh })

    await app.ok(calls.walletActivate, { token: fresh, params: { slotCode: 'IMI' } })
    const before = await app.ok(calls.walletAccount, { token: fresh, params: { slotCode: 'IMI' } })
    const after = await app.ok(calls.walletResetPassword, { token: fresh, params: { slotCode: 'IMI' } })
    gamePasswords = [before.password, after.password]
    await ask(calls.autoLogin, { token: fresh, params: { provider: 'imi', ...after } })
    await ask(calls.autoLogin, { token: fresh, params: { provider: 'imi', ...before } })
    await app.sandbox().kill()
    await ask(calls.otpSend, { body: { phoneNumber: newPhone() } })
    await ask(calls.accountForgotPassword, { body: { phoneNumber: newPhone() } })
    await ask(calls.autoLogin, { token: fresh, params: { provider: 'imi', ...after } })
    await app.sandbox().killAndRestart()
    const statuses = answers.map((answer) => (JSON.parse(answer) as [string, { status: number }])[1].status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10)
    expect(new Set(statuses)).toEqual(new Set([200, 401, 404, 422, 502]))
  })

  it('is in no line of the log, whatever its level', () => {
    expect(app.lines.length).toBeGreaterThan(20)
    const log = JSON.stringify(app.lines)
    const said = [...codes, ...passwords, ...tokens, ...gamePasswords].filter((secret) => alone(secret).test(log))
    expect(said).toEqual([])
  })

  it('is in no answer, but for the token that a login is asked for', () => {
    const others = answers.filter((answer) => !/^\["(login|otpSend|accountForgotPassword)"/.test(answer)).join('\n')
    const said = [...passwords, ...tokens, ...gamePasswords].filter((secret) => alone(secret).test(others))
    expect(said).toEqual([])
    expect(codes.filter((code) => alone(code).test(answers.join('\n')))).toEqual([])
  })

  it('stands nowhere in the database as it is', async () => {
    const kept = await wholeDatabase()
    expect(kept).toContain('argon2id')
    const said = [...codes, ...passwords, ...tokens, ...gamePasswords].filter((secret) => alone(secret).test(kept))
    expect(said).toEqual([])
  })
})
