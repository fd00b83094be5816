import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './testing/app.ts'
import { memberWithMoney, registeredMember, type StoryMember } from './testing/worlds/stories.ts'

/** The product with the real sandbox, whose providers speak four languages, as a player enters its games. */
let app: TestApp
let member: StoryMember
let games: Awaited<ReturnType<ReturnType<TestApp['app']>['operator']['games']>>

beforeAll(async () => {
  app = await startTestApp({ sandbox: true })
  member = await memberWithMoney(app, 500)
  games = await app.app().operator.games()
  for (const { code: slotCode } of games)
    await app.ok(calls.walletActivate, { token: member.token, params: { slotCode } })
})
afterAll(() => app.close())

const rowOf: Record<string, string> = {
  PG: '[GAM-019] [GAM-030]',
  BETFLIX: '[GAM-020] [GAM-030]',
  ASKMEBET: '[GAM-021] [GAM-029]',
  IMI: '[GAM-022] [GAM-029]',
  USUN: '[GAM-023] [GAM-029]',
  CIRCUS: '[GAM-024] [GAM-029]',
  SLOTRACHA: '[GAM-025] [GAM-029]',
  PGSLOT: '[GAM-026] [GAM-029]',
  AREASLOT: '[GAM-027] [GAM-030]',
  JOKER2: '[GAM-028] [GAM-030]',
}
const launched = Object.keys(rowOf)
const autoLoginOf = (code: string) => games.find((game) => game.code === code)?.autoLogin ?? null

const credentialsOf = (slotCode: string) => app.ok(calls.walletAccount, { token: member.token, params: { slotCode } })

describe('the link into a game', () => {
  it('is made for the ten providers of the list, and for no other', () => {
    const made = games.filter(({ autoLogin }) => autoLogin !== null).map(({ code }) => code)
    expect(made.toSorted()).toEqual(launched.toSorted())
  })

  it.each(launched.map((code) => [rowOf[code], code] as const))(
    '[GAM-004] %s opens the page of %s for this player',
    async (_rows, code) => {
      const { username, password } = await credentialsOf(code)
      const provider = code.toLowerCase()
      const wantsPassword = autoLoginOf(code) === 'username-and-password'
      const params = wantsPassword ? { provider, username, password } : { provider, username }
      const { link } = await app.ok(calls.autoLogin, { token: member.token, params })
      expect(link).toMatch(/^http:\/\//)
      const page = await fetch(link)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(username)
      if (wantsPassword) {
        const without = await app.call(calls.autoLogin, { token: member.token, params: { provider, username } })
        expect([without.status, without.body.message]).toEqual([400, 'NO_DATA'])
      }
    },
  )

  it('is made for nobody else’s name, with no wrong password, and for no game without one', async () => {
    const other = await registeredMember(app)
    await app.ok(calls.walletActivate, { token: other.token, params: { slotCode: 'PG' } })
    const pg = await credentialsOf('PG')
    const imi = await credentialsOf('IMI')
    const asked = async (token: string, params: Record<string, string>) => {
      const { status, body } = await app.call(calls.autoLogin, { token, params })
      return `${status} ${body.message}`
    }
    expect(await asked(other.token, { provider: 'pg', username: pg.username })).toBe('404 SLOT_NO_ACCOUNT')
    const wrong = { provider: 'imi', username: imi.username, password: `${imi.password}x` }
    expect(await asked(member.token, wrong)).toBe('404 SLOT_NO_ACCOUNT')
    expect(await asked(member.token, { provider: 'joker', username: 'anybody' })).toBe('404 NO_GAME')
  })
})

describe('a game account', () => {
  it('[GAM-001] [GAM-008] goes from inactive to active, and says where its game is', async () => {
    const newcomer = await registeredMember(app)
    const { token } = newcomer
    const slotOf = async (code: string) =>
      (await app.ok(calls.walletHome, { token })).slots.find((slot) => slot.code === code)
    expect(await slotOf('JOKER')).toMatchObject({ isActive: false, amount: 0 })
    await app.ok(calls.walletActivate, { token, params: { slotCode: 'JOKER' } })
    expect(await slotOf('JOKER')).toMatchObject({ isActive: true, amount: 0 })
    const { slots } = await app.ok(calls.walletHome, { token })
    // Whatever is not entered by a link that the server makes has a page of its own, and every link is one to open.
    for (const { code, web, android, ios } of slots) {
      if (autoLoginOf(code) === null) expect(web, code).not.toBeNull()
      for (const link of [web, android, ios]) if (link !== null) expect(link, code).toMatch(/^https?:\/\//)
    }
    expect(slots.some(({ android }) => android !== null)).toBe(true)
    expect(slots.some(({ ios }) => ios !== null)).toBe(true)
  })

  it('[GAM-011] has the new password as soon as it was reset, and the way in takes that alone', async () => {
    const { token } = member
    const before = await credentialsOf('USUN')
    await app.ok(calls.walletResetPassword, { token, params: { slotCode: 'USUN' } })
    const after = await credentialsOf('USUN')
    expect(after.username).toBe(before.username)
    expect(after.password).not.toBe(before.password)
    const params = { provider: 'usun', ...before }
    expect((await app.call(calls.autoLogin, { token, params })).status).toBe(404)
    expect((await app.ok(calls.autoLogin, { token, params: { provider: 'usun', ...after } })).link).toMatch(/^http/)
  })

  it('[GAM-013] gets the whole wallet before it is entered', async () => {
    const player = await memberWithMoney(app, 50)
    const { token } = player
    await app.ok(calls.walletActivate, { token, params: { slotCode: 'PG' } })
    const moved = await app.ok(calls.walletTransferAll, { token, key: crypto.randomUUID(), body: { to: 'PG' } })
    expect(moved).toMatchObject({
      wallet: { amount: 0 },
      slots: [{ code: 'PG', amount: 50, moved: 50, status: 'SUCCESS' }],
      status: 'SUCCESS',
    })
  })

  it('[HOM-009] tells what was played since, when all are refreshed on entry', async () => {
    const { token } = member
    const { username } = await credentialsOf('PG')
    const transfer = { from: 'WALLET', to: 'PG', amount: 100 }
    await app.ok(calls.walletTransfer, { token, key: crypto.randomUUID(), body: transfer })
    await app.sandbox().ask('POST', '/api/games/pg/play', { username, change: -12.5 })
    const { slots } = await app.ok(calls.walletRefreshSlot, { token })
    expect(slots.map(({ code }) => code).toSorted()).toEqual(games.map(({ code }) => code).toSorted())
    expect(slots.find(({ code }) => code === 'PG')).toMatchObject({ amount: 87.5, isActive: true, stale: false })
  })
})

it('[WDR-003] the limits of withdrawals are withdrawMin and withdrawMax', async () => {
  const limits = await app.ok(calls.lookupWithdraw)
  expect(limits).toMatchObject({ withdrawMin: 100, withdrawMax: 50_000 })
})
