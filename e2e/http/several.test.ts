import { calls } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createClient, newKey, waitUntil } from '../stage/client.ts'
import { type LivePage, openLivePage } from '../stage/live-page.ts'
import {
  drawnQr,
  logIn,
  newPhone,
  newPlayer,
  ownAccountOf,
  payer,
  payIn,
  type Player,
  walletOf,
  type World,
} from '../stage/players.ts'
import { createSandbox, type Receipt } from '../stage/sandbox.ts'
import { type SeveralServers, startSeveral } from '../stage/several.ts'
import { endedSlips, openSlipDoor, sendSlip, transferByHand } from '../stage/slips.ts'
import {
  allowWithdrawals,
  checkLedger,
  checkSums,
  setSetting,
  showLogOnFailure,
  tellPayment,
  transfer,
  withdraw,
  withFault,
} from '../stage/stories.ts'

// Two servers behind one address. Calls go to them in turns; what one does the pages of the other must hear.

let several: SeveralServers | null = null
const pages: LivePage[] = []
beforeAll(async () => {
  several = await startSeveral(2)
})
afterAll(() => several?.close())
afterEach(() => {
  for (const page of pages.splice(0)) page.close()
})

/** The running product; a test is passed over where there is none. */
function started({ skip, onTestFailed }: Pick<TestContext, 'skip' | 'onTestFailed'>): World & {
  product: SeveralServers
} {
  if (several === null) return skip('needs PostgreSQL and Redis, of which one could not be had')
  const product = several
  const world = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
  showLogOnFailure(world, { onTestFailed })
  return world
}

async function listen(url: string, auth: Parameters<typeof openLivePage>[1]): Promise<LivePage> {
  const page = await openLivePage(url, auth)
  pages.push(page)
  return page
}

/** A page of the same player at each server, and one that came by the common address. */
function listenEverywhere({ product }: { product: SeveralServers }, { token }: Player): Promise<LivePage[]> {
  return Promise.all([...product.serverUrls, product.walletUrl].map((url) => listen(url, { token })))
}

const closedOf = (open: readonly LivePage[]) => () => Promise.resolve(open.map((page) => page.closed() !== null))
const all = (seen: readonly boolean[]): boolean => seen.every(Boolean)

describe('two servers behind one address', { retry: 0 }, () => {
  it('tell the pages of each once when money moved', async (context) => {
    const world = started(context)
    const player = await newPlayer(world)
    const open = await listenEverywhere(world, player)
    for (const amount of [40, 50, 60]) {
      await payIn(world, player, amount)
      const told = () => Promise.resolve(open.map(({ hints }) => hints.length))
      await waitUntil('each heard of it', told, (counts) => counts.every((count) => count === amount / 10 - 3))
    }
    // What comes after the third hint would have come by now: the transfer's hint takes the same ways.
    await world.api.ok(calls.walletActivate, { token: player.token, params: { slotCode: 'PG' } })
    await transfer(world, player, 'WALLET', 'PG', 50)
    const reasons = () => Promise.resolve(open.map(({ hints }) => hints.map(({ reason }) => reason)))
    const heard = await waitUntil('the transfer', reasons, (lists) => lists.every((list) => list.includes('transfer')))
    for (const list of heard) expect(list.filter((reason) => reason === 'deposit')).toHaveLength(3)
  })

  it('close the pages of an ended session at each, and no others', async (context) => {
    const world = started(context)
    const player = await newPlayer(world)
    const other = await logIn(world, player.phone)
    const ended = await listenEverywhere(world, player)
    const left = await listenEverywhere(world, { ...player, token: other })
    await world.api.ok(calls.logout, { token: player.token })
    await waitUntil('they are closed', closedOf(ended), all)
    expect(await closedOf(left)()).toEqual([false, false, false])
  })

  it('tell chat messages that came by one or the other to the pages of both, each once', async (context) => {
    const world = started(context)
    const player = await newPlayer(world)
    const open = await listenEverywhere(world, player)
    const texts = Array.from({ length: 10 }, (_, place) => `message ${place}`)
    for (const [place, text] of texts.entries()) {
      const api = createClient(world.product.serverUrls[place % 2] ?? '')
      await api.ok(calls.chatSendMessage, {
        token: player.token,
        key: newKey(),
        body: { message: { message_type: 'text', payload: { message: text } } },
      })
    }
    const textsOf = ({ messages }: LivePage): string[] =>
      messages
        .toSorted((one, other) => one.seq - other.seq)
        .flatMap(({ sender, message }) => (sender === 'customer' ? (message.payload?.message ?? '') : []))
    const heard = () => Promise.resolve(open.map(textsOf))
    const lists = await waitUntil('all is heard', heard, (found) => found.every((list) => list.length >= texts.length))
    expect(lists).toEqual(open.map(() => texts))
  })

  it('count the calls of an address together', async (context) => {
    const { product } = started(context)
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const body = { otpToken: 'x'.repeat(43), otpCode: '000000' }
    const apis = product.serverUrls.map((url) => createClient(url))
    const answers = await Promise.all(
      apis.flatMap((api) => Array.from({ length: 80 }, () => api.call(calls.otpVerify, { headers, body }))),
    )
    const asked = answers.filter(({ status, refusal }) => status === 428 && refusal === 'PROOF_NEEDED')
    expect(asked).toHaveLength(160 - 120)
  })

  it('do each thing once though both work at it, and one of them is killed', async (context) => {
    const world = started(context)
    await allowWithdrawals(world, 1_000)
    const players: Player[] = []
    for (let made = 0; made < 6; made += 1) players.push(await newPlayer(world, { amount: 300, games: ['PG'] }))
    const moved = await Promise.all(
      players.map(async (player) => {
        const qr = await drawnQr(world, player, 100)
        const [out, into] = await Promise.all([
          withdraw(world, player, 150),
          transfer(world, player, 'WALLET', 'PG', 50),
          world.sandbox.pay(qr, payer),
        ])
        return [out.status, into.status]
      }),
    )
    expect(moved).toEqual(players.map(() => [200, 200]))
    // Withdrawals are under way; the callers whose calls are cut off insist under the same key.
    const [, second] = world.product.servers
    const keys = players.map(() => newKey())
    const sent = players.map((player, place) =>
      waitUntil(
        'the withdrawal is answered',
        () =>
          world.api.attempt(calls.walletWithdraw, {
            token: player.token,
            key: keys[place] ?? '',
            body: { amount: 100 },
          }),
        (answered) => answered !== null && answered.refusal === null,
      ),
    )
    await second?.stop('SIGKILL')
    await Promise.all(sent)
    for (const player of players) await checkSums(world, player, { deposited: 400, withdrawn: 250 }, 120_000)
    await second?.start()
  })

  it('open one game account, credit one transfer and pay one withdrawal once, whatever both are told of it', async (context) => {
    const world = started(context)
    await openSlipDoor(world)
    const { serverUrls } = world.product
    const apis = serverUrls.map((url) => createClient(url))
    const player = await newPlayer(world)
    const { token } = player

    // An activation asked for at both at once, more than once.
    const params = { slotCode: 'JOKER' }
    const opened = await Promise.all([...apis, ...apis].map((api) => api.call(calls.walletActivate, { token, params })))
    for (const { refusal } of opened)
      expect([null, 'SLOT_ALREADY_ACTIVE', 'REQUEST_IN_PROGRESS', 'SLOT_ACTIVATE_FAIL']).toContain(refusal)
    expect(opened.filter(({ refusal }) => refusal === null)).not.toHaveLength(0)
    const names = await Promise.all(apis.map((api) => api.ok(calls.walletAccount, { token, params })))
    expect(new Set(names.map(({ username }) => username)).size).toBe(1)

    // Both are told at once, more than once, of two payments that prove his account, and the bank keeps silent of them.
    const from = ownAccountOf(player)
    await withFault(world, 'bank', 'drop-callback', { times: 2 }, async () => {
      const paid: [Receipt, number][] = []
      for (const amount of [80, 10])
        paid.push([await world.sandbox.pay(await drawnQr(world, player, amount), from), amount])
      const told = [...serverUrls, ...serverUrls].flatMap((walletUrl) =>
        paid.map(([receipt, amount]) =>
          tellPayment({ ...world, product: { ...world.product, walletUrl } }, receipt, amount, { from }),
        ),
      )
      expect(await Promise.all(told)).toEqual(told.map(() => 200))
    })
    await waitUntil(
      'both are credited',
      () => walletOf(world, player),
      (amount) => amount === 90,
    )
    expect(await world.product.operator('cases', 'list')).not.toMatchObject({
      text: expect.stringContaining(player.memberId),
    })
    // From here on only who has proven his account is paid without a person.
    await setSetting(world, 'withdrawUnprovenMaxMinor', 0)

    // One slip at both at once.
    const slip = await transferByHand(world, ownAccountOf(player), 45)
    expect(await Promise.all(serverUrls.map((url) => sendSlip(url, player, slip)))).toEqual([200, 200])
    const slipsEnded = await waitUntil(
      'both',
      () => endedSlips(world, player),
      (ends) => ends.length === 2,
    )
    expect(slipsEnded.toSorted()).toEqual(['SLIP_REFNO_DUPLICATED', 'SUCCESS'])
    expect(await walletOf(world, player)).toBe(135)

    // A withdrawal asked for at both under one key, of which the bank's answer is lost.
    const key = newKey()
    await withFault(world, 'bank', 'cut-after', { times: 1 }, async () => {
      const asked = apis.map((api) => api.call(calls.walletWithdraw, { token, key, body: { amount: 100 } }))
      for (const { refusal } of await Promise.all(asked)) expect([null, 'REQUEST_IN_PROGRESS']).toContain(refusal)
      await waitUntil(
        'it is sent',
        () => world.sandbox.fired('bank'),
        (fired) => fired === 1,
      )
    })
    expect((await transfer(world, player, 'WALLET', 'JOKER', 20)).status).toBe(200)
    const sums = await checkSums(world, player, { deposited: 135, withdrawn: 100 })
    expect(sums).toEqual({ wallet: 15, games: { JOKER: 20 } })
    expect(await world.sandbox.payoutsTo(player.bank.bankAccountNo)).toHaveLength(1)
  })

  it('[PPR-009] refuse every way in at one as soon as the other was told of a break', async (context) => {
    const world = started(context)
    const [first, second] = world.product.serverUrls.map((url) => createClient(url))
    if (first === undefined || second === undefined) throw new Error('there are not two servers')
    for (const [told, asked] of [
      [first, second],
      [second, first],
    ] as const) {
      const player = await newPlayer(world, { amount: 100, games: ['PG'] })
      const { token } = player
      const at = { ...world, api: asked }
      const waysIn = [
        () => asked.call(calls.qrCreate, { token, key: newKey(), params: { bankCode: 'KBANK' }, body: { amount: 50 } }),
        () => transfer(at, player, 'WALLET', 'PG', 10),
        () => asked.call(calls.walletActivate, { token, params: { slotCode: 'JOKER' } }),
        () => asked.call(calls.walletAccount, { token, params: { slotCode: 'PG' } }),
        () => asked.call(calls.bonusActivate, { token, key: newKey(), params: { code: 'FIRST20' } }),
      ]
      // What it knows of him by now must not be what it answers from.
      expect((await transfer(at, player, 'WALLET', 'PG', 10)).refusal).toBeNull()
      const { exclusion } = await told.ok(calls.protectionCoolOff, { token, key: newKey(), body: { hours: 24 } })
      expect(exclusion?.kind).toBe('cool-off')
      const answers = await Promise.all(waysIn.map((way) => way()))
      expect(answers.map(({ status, refusal }) => [status, refusal])).toEqual(waysIn.map(() => [403, 'EXCLUDED']))
      expect((await asked.ok(calls.protection, { token })).exclusion).toEqual(exclusion)
    }
  })

  it('do what two people decide about one case at the same moment once', async (context) => {
    const world = started(context)
    const players = await Promise.all([newPlayer(world), newPlayer(world)])
    const receipt = { transRef: `NOBODY${newPhone()}`, sendingBank: '014', reference: `NOQR${newPhone()}` }
    expect(await tellPayment(world, receipt, 33)).toBe(200)
    const { text } = await world.product.operator('cases', 'list')
    const id =
      text
        .split('\n')
        .find((line) => line.includes(receipt.reference))
        ?.split(' ')[0] ?? ''
    expect((await world.product.operator('settings', 'set', 'secondPerson', 'off')).exitCode).toBe(0)
    const answers = await Promise.all([
      ...players.map(({ phone }) => world.product.operator('cases', 'credit', id, phone)),
      world.product.operator('cases', 'return', id, 'sent back'),
    ])
    expect(answers.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1)
    const wallets = await Promise.all(players.map((player) => walletOf(world, player)))
    expect(wallets).toEqual([0, 1].map((place) => (answers[place]?.exitCode === 0 ? 33 : 0)))
    await checkLedger(world)
  })

  it('are up to date and ready, and say that Redis is there', async (context) => {
    const { product } = started(context)
    for (const url of product.serverUrls) {
      const response = await fetch(`${url}/ready`)
      expect(await response.json()).toMatchObject({ status: 'ready', checks: { database: true, redis: true } })
    }
  })
})
