import { calls } from '@krapao/contract'
import { bangkokTime } from './bangkok-time.ts'
import { newKey, waitUntil } from './client.ts'
import type { Player, World } from './players.ts'
import type { BankPayer } from './sandbox.ts'

/** Opens the door for slips: it is closed from nine hours after now, for an hour. */
export async function openSlipDoor({ product }: Pick<World, 'product'>): Promise<void> {
  for (const [setting, hours] of [
    ['slipClosedFrom', 9],
    ['slipClosedUntil', 10],
  ] as const) {
    const time = bangkokTime(-hours * 3_600_000).slice(11, 16)
    const { text, exitCode } = await product.operator('settings', 'set', setting, time)
    if (exitCode !== 0) throw new Error(text)
  }
}

/** Opens the door for slips where it would close before the tests of a lane have ended, or is closed: around midnight. */
export async function keepSlipDoorOpen(world: Pick<World, 'product'>): Promise<void> {
  const hour = Number(bangkokTime().slice(11, 13))
  if (hour >= 22 || hour < 1) await openSlipDoor(world)
}

/** A transfer by hand to the operator's account, and the slip of it. */
export async function transferByHand(world: World, payer: BankPayer, amount: number): Promise<Uint8Array> {
  const { banks } = await world.api.ok(calls.lookupDeposit)
  const to = banks.find(({ mode, currency }) => mode === 'AUTO' && currency === 'BAHT')
  if (!to) throw new Error('the operator has no account to transfer to')
  return (await world.sandbox.transfer(payer, { bankCode: to.bankCode, accountNo: to.bankAccountNo }, amount)).slip
}

/** Sends a slip to a server; answers the HTTP status. */
export async function sendSlip(serverUrl: string, { token }: Player, picture: Uint8Array): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'slip.png')
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newKey() }
  const signal = AbortSignal.timeout(120_000)
  const answer = await fetch(`${serverUrl}/api/wallet/slip`, { method: 'POST', headers, body, signal })
  await answer.body?.cancel()
  return answer.status
}

const WAITING = 'IN_PROGRESS'

/** How the slips of a player ended, the newest first, once all were looked at. */
export async function endedSlips({ api }: Pick<World, 'api'>, { token }: Player): Promise<string[]> {
  const look = async () =>
    (await api.ok(calls.slipList, { token, body: {} })).slips.map(({ note, status }) => note ?? status)
  return waitUntil('slips are decided', look, (ends) => ends.length > 0 && !ends.includes(WAITING))
}
