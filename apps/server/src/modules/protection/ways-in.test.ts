import { DAY_MS } from '../../platform/durations.ts'
import { allCalls, type Call, encryptGiftLink } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BonusMember, type BonusWorld, openBonusWorld } from '../../testing/worlds/bonus-world.ts'
import { testEngines } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { type Answer, GIFT_HOST, LINK_SECRET } from '../../testing/worlds/cashier-world.ts'

let world: BonusWorld
beforeAll(async () => {
  world = await openBonusWorld()
  await world.set('withdrawAutoMaxMinor', 0)
})
afterAll(async () => {
  await world.audit()
  await world.close()
})

/** How each way in is tried, by the name of its call: one that is not here fails the test. */
const waysIn: Record<string, (player: BonusMember, at?: BonusWorld) => Promise<Answer>> = {
  qrCreate: (player) => player.call('POST', '/api/qrcode/KBANK', { body: { amount: 100 } }),
  walletTruelink: async (player, at = world) => {
    const link = `https://${GIFT_HOST}/campaign/?v=${at.issuer.make(50_00)}`
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

/** Every other call of a member or of a party about him, by why it is no way in: one that is nowhere fails the test. */
const staysOpen: Record<string, readonly string[]> = {
  'money that was sent is always credited': ['walletAdd', 'walletSlip', 'hookBank', 'hookParty'],
  'the way out': ['walletWithdraw', 'walletWithdrawAll', 'bonusClear', 'qrCancel', 'walletRefreshSlot', 'logout'],
  'a provider asks who plays, and is answered nothing: verify-session.test.ts': ['hookGameSession'],
  'what became of a message of ours': ['hookTwilio'],
  'talking to us': [
    ...['chatConfig', 'chatHistory', 'chatReadCustomer', 'chatSendMessage', 'chatUploadImage', 'chatUploadVideo'],
  ],
  'what he proves by, and where he is logged in': [
    ...['accountAuthenticatorAdd', 'accountAuthenticatorRemove', 'accountAuthenticatorStart', 'accountCodesMake'],
    ...['accountPasskeyAdd', 'accountPasskeyName', 'accountPasskeyRemove', 'accountPasskeyStart', 'accountRemovalStop'],
    ...['accountChangePassword', 'accountConfirmPassword', 'accountStepUp', 'accountStepUpStart', 'accountSecurity'],
    ...['accountEndOtherSessions', 'accountEndSession', 'accountSessions'],
  ],
  'who he is': ['accountProfile', 'accountUpdateBankAccountName', 'accountUpdateProfile'],
  'what protects him': [
    ...['protection', 'protectionAskReturn', 'protectionConfirmLimit', 'protectionConfirmReturn', 'protectionContinue'],
    ...['protectionCoolOff', 'protectionExclude', 'protectionLimit', 'protectionTime', 'protectionUse'],
  ],
  'what is kept of him': ['privacyConsent', 'privacyData', 'privacyErase', 'privacyExport', 'privacyFiles'],
  'what is only looked at': [
    ...['walletAmount', 'walletHome', 'qrCurrent', 'slipImage', 'slipList', 'statementList', 'statementNet'],
    ...['statementReceipt', 'bonusCheckActive', 'bonusCheckMinimum', 'bonusList', 'promotionCurrent', 'promotionFind'],
    ...['inviteBanners', 'inviteList', 'inviteShowBonus', 'refundBanners', 'refundCheck', 'refundList'],
  ],
}

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

/** Each limit that can be used up, how, and the ways in that it closes. */
const limitStates: Record<string, { reach: (player: BonusMember) => Promise<void>; closes: readonly string[] }> = {
  'a deposit limit': {
    reach: async (player) => {
      await player.call('PUT', '/api/protection/limits', { body: { kind: 'deposit', period: 'week', amount: 100 } })
      expect(await player.deposit(100)).toBe(100)
    },
    closes: ['qrCreate', 'walletTruelink'],
  },
  'a loss limit': {
    reach: async (player) => {
      await player.call('PUT', '/api/protection/limits', { body: { kind: 'loss', period: 'month', amount: 100 } })
      await player.transfer('WALLET', 'PG', 100)
      await player.play('PG', -100)
      await player.call('GET', '/api/wallet/refresh/slot')
    },
    closes: ['walletTransfer', 'walletTransferAll'],
  },
  'a limit of time': {
    reach: async (player) => {
      await player.call('PUT', '/api/protection/time', { body: { limitMinutes: 15 } })
      for (let minutes = 0; minutes <= 15; minutes += 1) {
        await player.call('POST', '/api/protection/use')
        world.clock.advance(60_000)
      }
    },
    closes: ['autoLogin', 'walletTransfer', 'walletTransferAll'],
  },
}

const isOfMembers = ({ caller }: Call) => ['member', 'member-or-guest', 'machine'].includes(caller)
const refusingWith = (code: Call['codes'][number]) =>
  allCalls.filter(({ codes }) => codes.includes(code)).map(({ name }) => name)

describe('ways in', () => {
  it('[PPR-011] are all listed: each call of the contract that members or parties make is one of them, or stays open for a reason', () => {
    expect(Object.keys(waysIn).toSorted()).toEqual(refusingWith('EXCLUDED').toSorted())
    const listed = [...Object.keys(waysIn), ...Object.values(staysOpen).flat()]
    expect(listed.toSorted()).toEqual(
      allCalls
        .filter(isOfMembers)
        .map(({ name }) => name)
        .toSorted(),
    )
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

  it.each(Object.keys(limitStates))(
    '[PPR-004] [PPR-007] [PPR-008] are closed by %s where it counts, and nowhere else',
    async (state) => {
      const player = await world.player({ walletMinor: 500_00 })
      await player.open('PG')
      const { reach, closes } = limitStates[state] ?? { reach: async () => undefined, closes: [] }
      await reach(player)
      const closed = []
      for (const [name, enter] of Object.entries(waysIn)) {
        const { status, body } = await enter(player)
        if (body['message'] !== 'LIMIT_REACHED') continue
        expect([name, status, body['details']]).toEqual([name, 409, expect.objectContaining({ remaining: 0 })])
        closed.push(name)
      }
      expect(closed.toSorted()).toEqual(closes.toSorted())
    },
  )

  it('[PPR-004] are all listed by the limits that close them', () => {
    const listed = new Set(Object.values(limitStates).flatMap(({ closes }) => closes))
    expect([...listed].toSorted()).toEqual(refusingWith('LIMIT_REACHED').toSorted())
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

it('[PPR-009] [PPR-011] are closed at one process as soon as another one was told, with nothing between them but the database', async () => {
  const second = await world.beside()
  const player = await world.player({ walletMinor: 500_00 })
  await player.open('PG')
  // What this one knows of him by now must not be what it answers from.
  expect((await player.transfer('WALLET', 'PG', 10)).status).toBe(200)
  const told = await player.call('POST', '/api/protection/cool-off', { body: { hours: 24 }, at: second })
  expect(told.status).toBe(200)
  for (const [name, enter] of Object.entries(waysIn)) {
    expect([name, (await enter(player)).body['message']]).toEqual([name, 'EXCLUDED'])
  }
})

it.each(['walletResetPassword', 'autoLogin'])(
  '[PPR-011] a provider that answers after a break was taken opens nothing: %s',
  async (name) => {
    const player = await world.player({ walletMinor: 500_00 })
    await player.open('PG')
    const provider = world.providerOf('PG')
    const { setPassword, launch } = provider
    const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = async <Answered>(answer: Answered): Promise<Answered> => {
      isAsked.resolve()
      await mayAnswer.promise
      return answer
    }
    provider.setPassword = () => late('done' as const)
    provider.launch = () => late('https://game.example/play')
    const { username } = (await player.call('GET', '/api/wallet/account/PG')).body
    const answer =
      name === 'autoLogin' ? player.call('GET', `/api/autoLogin/pg/${String(username)}`) : waysIn[name]?.(player)
    await isAsked.promise
    await player.call('POST', '/api/protection/cool-off', { body: { hours: 24 } })
    mayAnswer.resolve()
    expect(await answer).toMatchObject({ status: 403, body: { message: 'EXCLUDED' } })
    Object.assign(provider, { setPassword, launch })
  },
)

describe.each(testEngines)('all ways in at once with a break on %s', (engine) => {
  it('[PPR-011] let nothing in after it, and what was let in before comes home', async () => {
    const racing = await openBonusWorld({ engine })
    try {
      const player = await racing.player({ walletMinor: 1_000_00 })
      await player.open('PG')
      const enter = () => Object.values(waysIn).map((way) => way(player, racing))
      const answers = await Promise.all([
        ...enter(),
        ...enter(),
        player.call('POST', '/api/protection/cool-off', { body: { hours: 24 } }),
        ...enter(),
        ...enter(),
      ])
      // The game here has no link, and of several passwords at once it keeps one.
      const ofTheGame = ['LOGIN_FAIL', 'SLOT_RESET_PASSWORD_FAIL']
      const broken = answers.filter(({ status, body }) => status >= 500 && !ofTheGame.includes(String(body['message'])))
      expect(broken.map(({ status, body }) => [status, body['message']])).toEqual([])
      for (const [name, way] of Object.entries(waysIn)) {
        expect([name, (await way(player, racing)).body['message']]).toEqual([name, 'EXCLUDED'])
      }
      for (let minutes = 0; minutes < 5; minutes += 1) {
        await racing.work()
        racing.clock.advance(60_000)
      }
      const live = `select state from qr_code where member_id = $1 and state = 'live'
        union all select state from user_bonus where member_id = $1 and state in ('armed', 'granted', 'ending')`
      expect(await racing.rows(live, [player.id])).toEqual([])
      // Gifts that were taken before it are his; all that went into the game is back.
      const gifts = await racing.rows<{ sum: number }>(
        'select coalesce(sum(amount_minor), 0)::bigint as sum from deposit where member_id = $1',
        [player.id],
      )
      expect(await player.wallet()).toBe(1_000 + (gifts[0]?.sum ?? 0) / 100)
      await racing.audit()
    } finally {
      await racing.close()
    }
  })
})
