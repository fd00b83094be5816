import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { calls, encryptGiftLink, LINK_SECRET_DEFAULT, type Role } from '@krapao/contract'
import { createClient, newKey, waitUntil } from '../stage/client.ts'
import { type Agent, askDesk } from '../stage/desk-stage.ts'
import { newPlayer, ownAccountOf, type Player, usernameAt, type World } from '../stage/players.ts'
import { startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'
import { openSlipDoor, sendSlip, transferByHand } from '../stage/slips.ts'
import { addStaff, deskToken } from '../stage/staff.ts'

/** What waits for staff at the beginning of a shift, and whose it is. */
export interface Waiting {
  /** Each with three withdrawals above what is paid by itself. */
  readonly withdrawers: readonly Player[]
  /** His two payouts failed after they had been paid. */
  readonly failed: Player
  readonly slips: Player
  /** His three notices, and by which transfers the money of each came. */
  readonly notices: Player
  readonly transfers: readonly string[]
  readonly gifts: Player
  /** Each with a transfer to JOKER that never ends, and credits at PG that nobody believes. */
  readonly players: readonly Player[]
  readonly arrivalsOf: Player
}

/** How many of each kind wait before anybody decides; what takes two becomes proposals besides. */
export const counts = {
  withdrawal: 6,
  slip: 2,
  notice: 3,
  transfer: 2,
  gift: 2,
  reading: 2,
  case: 2,
  arrival: 2,
  proposal: 1,
} as const

/** Longer than an hour, after which what is unknown is shown to a person. */
const LATER_MS = 2 * 3_600_000
const TOTP_STEP_MS = 30_000
const UNENDING_MS = 24 * 3_600_000

export const withdrawn = [20_101, 20_102, 20_103] as const
export const slipAmounts = [151, 152] as const
export const noticeAmounts = [111, 112, 113] as const
export const giftAmounts = [121, 122] as const
export const believed = 200_000_000
/** 100 baht to an account of the operator's, by a reference that is none of his. */
const strangeQr =
  '00020101021230650016A00000067701011201150994000165501000212123456789012030667043053037645802TH5406100.0062110707SCB000163043BFA'

/** A product in which what waits for persons can be made to have waited. */
export async function startShift(): Promise<World> {
  const loaded = pathToFileURL(join(import.meta.dirname, 'later-clock.ts')).href
  const product = await startProduct({ NODE_OPTIONS: `--import=${loaded}` })
  await openSlipDoor({ product })
  return { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
}

/** Makes what waits: by players and what parties do wrong, as it comes about of itself. */
export async function makeWaiting(world: World): Promise<Waiting> {
  const { api, sandbox } = world
  await Promise.all([
    sandbox.fault('game:JOKER', 'in-progress', { ms: UNENDING_MS }),
    sandbox.fault('gift', 'in-progress', { ms: UNENDING_MS }),
  ])
  const [withdrawers, failed, slips, notices, gifts, players] = await Promise.all([
    Promise.all(Array.from({ length: counts.withdrawal / withdrawn.length }, () => withdrawer(world))),
    payeeOfFailed(world),
    newPlayer(world),
    newPlayer(world),
    newPlayer(world),
    Promise.all(Array.from({ length: counts.transfer }, () => playerOfSilence(world))),
  ])
  const other = { ...ownAccountOf(slips), name: 'MANA DEEMAK' }
  for (const amount of slipAmounts) {
    const status = await sendSlip(world.product.walletUrl, slips, await transferByHand(world, other, amount))
    if (status !== 200) throw new Error(`the slip was answered with ${status}`)
  }
  const { banks } = await api.ok(calls.lookupDeposit)
  const to = banks.find(({ mode, currency }) => mode === 'AUTO' && currency === 'BAHT')
  if (to === undefined) throw new Error('the operator has no account to transfer to')
  const transfers: string[] = []
  for (const amount of noticeAmounts) {
    await api.ok(calls.walletAdd, { token: notices.token, key: newKey(), body: { amount } })
    const account = { bankCode: to.bankCode, accountNo: to.bankAccountNo }
    const { sendingBank, transRef } = await sandbox.transfer(ownAccountOf(notices), account, amount)
    transfers.push(`${sendingBank}:${transRef}`)
  }
  for (const amount of giftAmounts) {
    const link = await encryptGiftLink(await sandbox.giftLink(amount), LINK_SECRET_DEFAULT)
    await api.ok(calls.walletTruelink, { token: gifts.token, key: newKey(), body: { link } })
  }
  // Nothing more is heard of what is on its way.
  await Promise.all(['game:JOKER', 'gift'].map((party) => sandbox.fault(party, 'down')))
  const arrivalsOf = withdrawers[0] ?? failed
  for (let one = 0; one < counts.arrival; one += 1) await sandbox.pay(strangeQr, ownAccountOf(arrivalsOf))
  return { withdrawers, failed, slips, notices, transfers, gifts, players, arrivalsOf }
}

const withdraw = ({ api }: World, { token }: Player, amount: number) =>
  api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount } })

async function withdrawer(world: World): Promise<Player> {
  const player = await newPlayer(world, { amount: 61_000 })
  for (const amount of withdrawn) await withdraw(world, player, amount)
  return player
}

async function payeeOfFailed(world: World): Promise<Player> {
  const player = await newPlayer(world, { amount: 1_000 })
  for (const amount of [301, 302]) await withdraw(world, player, amount)
  const paid = await waitUntil(
    'two payouts',
    async () => (await world.sandbox.payoutsTo(player.bank.bankAccountNo)).filter(({ state }) => state === 'PAID'),
    ({ length }) => length === counts.case,
  )
  await waitUntil(
    'the bank’s word of them',
    () => world.api.ok(calls.statementList, { token: player.token, body: { page: 1, limit: 10 } }),
    ({ statements }) =>
      statements.filter((row) => row.statementType === 'withdraw' && row.status === 'SUCCESS').length === counts.case,
  )
  for (const { reference } of paid) await world.sandbox.endPayout(reference, 'FAILED')
  return player
}

async function playerOfSilence(world: World): Promise<Player> {
  const { api, sandbox } = world
  const player = await newPlayer(world, { amount: 500, games: ['PG', 'JOKER'] })
  const { token } = player
  await api.ok(calls.walletTransfer, { token, key: newKey(), body: { from: 'WALLET', to: 'JOKER', amount: 40 } })
  await sandbox.play('PG', await usernameAt(world, player, 'PG'), believed)
  await api.ok(calls.walletRefreshSlot, { token })
  return player
}

/** Makes staff, lets two hours pass and has them log in: answers them in the order of their names. */
export async function beginShift(
  { product }: World,
  staff: readonly (readonly [name: string, roles: readonly Role[]])[],
): Promise<Agent[]> {
  const accounts = await Promise.all(
    staff.map(([name, roles]) =>
      addStaff(product, `${name.toLowerCase()}.of-shift`, name, roles.join(',').toLowerCase()),
    ),
  )
  await Promise.all([product.server.stop(), product.sandbox.stop()])
  writeFileSync(join(product.dataFolder, 'later-ms'), String(LATER_MS))
  await product.sandbox.start()
  await product.server.start()
  return Promise.all(
    staff.map(async ([name, roles], index) => {
      const account = accounts[index]
      if (account === undefined) throw new Error(`no account was made for ${name}`)
      const token = await deskToken(product, account, LATER_MS / TOTP_STEP_MS)
      const { agent } = await askDesk<{ agent: { _id: string } }>({ product }, token, 'GET', '/api/desk/me')
      return { account, token, _id: agent._id, name, roles }
    }),
  )
}
