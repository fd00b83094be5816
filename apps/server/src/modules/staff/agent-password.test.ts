import { desk } from '@krapao/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { auditOf, codeOf, deskLogin, openDeskPage, type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { isGoodStaffPassword } from './agent-password.rules.ts'

const app = await startTestApp({ settings: { registerOTP: false } })
afterAll(() => app.close())
const url = await app.listenDesk()

const fresh = 'river mango lantern'
const refused = { status: 422, body: { message: 'WRONG_PASSWORD', details: { fields: ['oldPassword', 'totp'] } } }

/** A code is good once: the next one comes after half a minute. */
async function newStaff(): Promise<Staff> {
  const staff = await staffMember(app, 'Noi Chaiyo')
  app.clock.advance(30_000)
  return staff
}

const change = (staff: Staff, changed: { oldPassword?: string; newPassword?: string; totp?: string } = {}) =>
  app.desk.call(desk.deskChangePassword, {
    token: staff.token,
    body: { oldPassword: staff.password, newPassword: fresh, totp: codeOf(app, staff), ...changed },
  })

describe('the password of one of the staff', () => {
  it('is changed by himself, with the present one and a code, and is the one that lets him in then', async () => {
    const staff = await newStaff()
    const { status, body } = await change(staff)
    expect(status).toBe(200)
    app.clock.advance(30_000)
    expect((await deskLogin(app, staff)).status).toBe(401)
    expect((await deskLogin(app, staff, { password: fresh })).status).toBe(200)
    const acts = (await auditOf(app, { ...staff, token: body.token })).map(({ deed, agent }) => [deed, agent?._id])
    expect(acts).toContainEqual(['password-changed', staff.agentId])
  })

  it('ends all his sessions with their open pages, also the one in which he is, which goes on by a new token', async () => {
    const [staff, colleague] = [await newStaff(), await newStaff()]
    const { body: other } = await deskLogin(app, staff)
    const page = openDeskPage(url, { token: other.token })
    await page.connected
    app.clock.advance(30_000)
    const { status, body } = await change(staff)
    expect(status).toBe(200)
    expect(await page.closed).toBe('io server disconnect')
    const seen = [other.token, staff.token, body.token, colleague.token].map((token) =>
      app.desk.call(desk.deskMe, { token }),
    )
    expect((await Promise.all(seen)).map((answer) => answer.status)).toEqual([401, 401, 200, 200])
  })

  it('stays as it is when the present one or the code is wrong, which the answer does not tell apart', async () => {
    const staff = await newStaff()
    expect(await change(staff, { oldPassword: 'another' })).toMatchObject(refused)
    expect(await change(staff, { totp: '000000' })).toMatchObject(refused)
    const totp = codeOf(app, staff)
    const changed = await change(staff, { totp })
    expect(changed.status).toBe(200)
    const now = { ...staff, token: changed.body.token }
    // A code is good for one thing, once.
    expect(await change(now, { oldPassword: fresh, newPassword: 'another river lantern', totp })).toMatchObject(refused)
    expect((await app.desk.call(desk.deskMe, { token: now.token })).status).toBe(200)
    const acts = (await auditOf(app, now)).filter(({ agent }) => agent?._id === staff.agentId)
    expect(acts.filter(({ deed }) => deed === 'password-refused')).toHaveLength(3)
    expect(JSON.stringify(acts)).not.toContain(fresh)
  })

  it('is guessed at no faster with a stolen token than at the login, and nobody is kept out by that', async () => {
    const staff = await newStaff()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await change(staff, { oldPassword: `guess ${guess}` })).toMatchObject(refused)
    }
    const waiting = await change(staff)
    expect(waiting).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
    expect((await deskLogin(app, staff)).status).toBe(200)
    app.clock.advance(30_000)
    expect((await change(staff)).status).toBe(200)
  })

  it('is changed once by two who ask at the same moment', async () => {
    const staff = await newStaff()
    const both = await Promise.all([change(staff), change(staff, { newPassword: 'another river lantern' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('is refused when it is weak or the same, before anything else is looked at', async () => {
    const staff = await newStaff()
    const weak = { status: 422, body: { message: 'INVALID_USER_INFO', details: { fields: ['newPassword'] } } }
    for (const newPassword of ['short one', staff.password, `${staff.username}${staff.username}`]) {
      expect(await change(staff, { newPassword, oldPassword: staff.password, totp: '000000' })).toMatchObject(weak)
    }
    expect((await change(staff)).status).toBe(200)
  })
})

describe('a password for staff', () => {
  const agent = { username: 'noi.chaiyo', name: 'Noi Chaiyo' }
  it.each([
    ['river mango lantern', true],
    ['กระเพราไก่ไข่ดาว', true],
    ['12345678901', false],
    ['11111111111111', false],
    ['ababababababab', false],
    ['Noi.Chaiyo2026', false],
    ['noi-chaiyo noi-chaiyo', false],
    ['noi.chaiyo loves mango', true],
    ['administrator', false],
    ['x'.repeat(129), false],
  ])('%j: %j', (password, isGood) => {
    expect(isGoodStaffPassword(password, agent)).toBe(isGood)
  })
})
