import { allCalls, type Call, encryptGiftLink } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../testing/bonus-world.ts'
import { testEngines } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { type Answer, GIFT_HOST, LINK_SECRET } from '../../testing/cashier-world.ts'

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld()
  await world.set('withdrawAutoMaxMinor', 0)
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

const DAY_MS = 24 * 3_600_000

/** How each way in is tried, by the name of its call: one that is not here fails the test. */
const waysIn: Record<string, (player: BonusMember) => Promise<Answer>> = {
  qrCreate: (player) => player.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } }),
  walletTruelink: async (player) => {
    const link = `https://${GIFT_HOST}/campaign/?v=${world.issuer.make(50_00)}`
    return player.call('POST', '/api/wallet/truelink', { body: { link: await encryptGiftLink(link, LINK_SECRET) } })
  },
  walletTransfer: (player) => player.transfer('WALLET', 'PG', 10),
  walletTransferAll: (player) => player.call('POST', '/api/wallet/transferAll', { body: { to: 'PG' } }),
  walletActivate: (player) => player.call('GET', '/api/wallet/activate/JOKER'),
  walletAccount: (player) => player.call('GET', '/api/wallet/account/PG'),
  walletResetPassword: (player) => player.call('GET', '/api/wallet/resetpassword/PG'),
  autoLogin: (player) => player.call('GET', '/api/autoLogin/pg/nobody'),
  bonusActivate: (player) => player.arm('FIRST20'),
  promotionActivate: (player) => player.promotion('WELCOME'),
  refundReceive: (player) => player.call('GET', '/api/refund/receive'),
  refundAddWallet: (player) => player.call('GET', '/api/refund/addWallet'),
  inviteReceive: (player) => player.call('POST', '/api/invite/receive'),
}

/** Calls that move or grant something and stay open: what is on its way, and the way out. */
const staysOpen = new Set(['walletAdd', 'walletSlip', 'walletWithdraw', 'walletWithdrawAll', 'bonusClear', 'chatSend'])

/** Each state in which nobody comes in, and until when. */
const states: Record<string, (player: BonusMember) => Promise<string | null>> = {
  'a cool-off': async (player) => {
    await taken(player, 'cool-off', new Date(world.clock.now().getTime() + DAY_MS))
    return new Date(world.clock.now().getTime() + DAY_MS).toISOString()
  },
  'a self-exclusion': async (player) => {
    const until = new Date(world.clock.now().getTime() + 183 * DAY_MS)
    await taken(player, 'self-exclusion', until)
    return until.toISOString()
  },
  'a self-exclusion for good': async (player) => {
    await taken(player, 'self-exclusion', null)
    return null
  },
  'a self-exclusion whose term is over': async (player) => {
    const until = new Date(world.clock.now().getTime() - DAY_MS)
    await taken(player, 'self-exclusion', until)
    return until.toISOString()
  },
}

/** Puts what a member took into the database, as it stands after the calls. */
async function taken(player: BonusMember, kind: string, until: Date | null): Promise<void> {
  await world.rows('update member set excluded_as = $2, excluded_until = $3, version = version + 1 where id = $1', [
    player.id,
    kind,
    until,
  ])
}

const isMoving = (call: Call) => call.caller === 'member' && (call.idempotent || call.keyed === true)

describe('ways in', () => {
  it('[PPR-011] are all listed: a call that moves or grants something is one of them or stays open for a reason', () => {
    const named = allCalls.filter((call) => call.codes.includes('EXCLUDED')).map(({ name }) => name)
    expect(Object.keys(waysIn).toSorted()).toEqual(named.toSorted())
    const unlisted = allCalls.filter(
      (call) => isMoving(call) && !named.includes(call.name) && !staysOpen.has(call.name),
    )
    expect(unlisted.map(({ name }) => name)).toEqual([])
  })

  it.each(Object.keys(states))('[PPR-011] are each 403 EXCLUDED with until in %s', async (state) => {
    const player = await world.player({ walletMinor: 500_00 })
    await player.open('PG')
    const until = await states[state]?.(player)
    for (const [name, enter] of Object.entries(waysIn)) {
      const { status, body } = await enter(player)
      expect([name, status, body]).toEqual([name, 403, { message: 'EXCLUDED', details: { until } }])
    }
    expect(await player.wallet()).toBe(500)
    const made = await world.rows(
      `select id from qr_code where member_id = $1 union all select id from gift_link where member_id = $1
       union all select id from game_transfer where member_id = $1 union all select id from user_bonus where member_id = $1`,
      [player.id],
    )
    expect(made).toEqual([])
  })

  it('are open again when a break is over', async () => {
    const player = await world.player({ walletMinor: 500_00 })
    await player.open('PG')
    await taken(player, 'cool-off', new Date(world.clock.now().getTime() - 1))
    for (const [name, enter] of Object.entries(waysIn)) {
      expect([name, (await enter(player)).body['message']]).not.toEqual([name, 'EXCLUDED'])
    }
  })
})

describe('the way out', () => {
  it.each(Object.keys(states))('[PPR-012] stays open in %s, however little it is and however often', async (state) => {
    const player = await world.player({ walletMinor: 100_00 })
    await player.open('PG')
    expect((await player.transfer('WALLET', 'PG', 50)).status).toBe(200)
    await states[state]?.(player)
    expect(await player.transfer('PG', 'WALLET', 20)).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
    const home = await player.call('POST', '/api/wallet/transferAll', { body: { to: 'WALLET' } })
    expect(home).toMatchObject({ status: 200, body: { status: 'SUCCESS', wallet: { amount: 100 } } })
    for (let times = 0; times < 4; times += 1) {
      const asked = await player.call('POST', '/api/wallet/withdraw', { body: { amount: 1 } })
      expect(asked, String(times)).toMatchObject({ status: 200, body: { status: 'IN_PROGRESS', amount: 1 } })
    }
    expect((await player.call('POST', '/api/wallet/withdrawAll', { body: { amount: 96 } })).status).toBe(200)
    for (const url of ['/api/account/profile', '/api/wallet/home', '/api/chat/config', '/api/protection']) {
      expect([url, (await player.call('GET', url)).status]).toEqual([url, 200])
    }
    const history = await player.call('POST', '/api/statement', { body: { page: 1 } })
    expect(history).toMatchObject({ status: 200, body: { total: 8 } })
    const sent = await player.call('POST', '/api/chat/send-message', { body: { message: 'hello' } })
    expect(sent.status).not.toBe(403)
  })

  it('binds others to the least and to so many a day as before', async () => {
    const player = await world.player({ walletMinor: 1_000_00 })
    const asked = await player.call('POST', '/api/wallet/withdraw', { body: { amount: 1 } })
    expect(asked).toMatchObject({ status: 422, body: { message: 'WITHDRAW_MINIMUM' } })
  })
})

// On the embedded database there is one session: nothing is between a reading and its commit there.
describe.each(testEngines.filter((engine) => engine === 'postgres'))('what is under way on %s', () => {
  it.each(['walletTransfer', 'walletTransferAll', 'qrCreate', 'walletTruelink', 'bonusActivate', 'promotionActivate'])(
    '[PPR-011] when somebody excludes himself is refused in its commit, whatever it read before: %s',
    async (name) => {
      const player = await world.player({ walletMinor: 500_00 })
      await player.open('PG')
      const [isLocked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const excluding = world.database.transaction(async (tx) => {
        await tx.query(`update member set excluded_as = 'self-exclusion', version = version + 1 where id = $1`, [
          player.id,
        ])
        isLocked.resolve()
        await mayCommit.promise
      })
      await isLocked.promise
      // It sees him as he was, and waits for his row.
      const answer = waysIn[name]?.(player)
      await until('it waits for the row', async () => {
        const waiting = await world.rows(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.length > 0
      })
      mayCommit.resolve()
      await excluding
      expect(await answer).toMatchObject({ status: 403, body: { message: 'EXCLUDED' } })
      expect(await player.wallet()).toBe(500)
    },
  )
})
