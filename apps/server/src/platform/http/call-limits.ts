import type { Call } from '@krapao/contract'
import { AppError } from '../errors.ts'
import type { Limits } from './limits.ts'
import type { Limit, Route } from './route.ts'

/** What all calls share, besides the limits of their own. */
const SHARED_LIMITS = {
  perAddress: { max: 1200, windowS: 60 },
  perMachine: { max: 12_000, windowS: 60 },
  perMember: { max: 300, windowS: 60 },
} as const satisfies Record<string, Limit>

async function take(limits: Limits, key: string, limit: Limit | undefined, amount?: number): Promise<void> {
  if (!limit) return
  const verdict = await limits.take(key, limit, amount)
  if (!verdict.allowed) throw new AppError('REQUEST_LIMIT', { status: 429, retryAfterS: verdict.retryAfterS })
}

/** Counts a call by where it comes from, before anybody knows of whom. */
export async function takeOfAddress(
  limits: Limits,
  call: Call,
  route: Route | undefined,
  address: string,
): Promise<void> {
  const shared = call.caller === 'machine' ? SHARED_LIMITS.perMachine : SHARED_LIMITS.perAddress
  await take(limits, `address ${call.caller === 'machine'} ${address}`, shared)
  await take(limits, `address ${call.name} ${address}`, route?.limit?.perAddress)
}

/** Counts a call by who makes it, a member or one of the staff. */
export async function takeOfCaller(limits: Limits, { call, limit }: Route, id: string): Promise<void> {
  await take(limits, `member ${id}`, SHARED_LIMITS.perMember)
  await take(limits, `member ${call.name} ${id}`, limit?.perMember)
}

/** Counts what somebody without an account does, by his address and later by the id that he says he has. */
export async function takeOfGuests(
  limits: Limits,
  route: Route | undefined,
  by: 'perAddress' | 'each',
  who: string,
): Promise<void> {
  const guests = route?.limit?.guests
  if (guests) await take(limits, `guests ${guests.name} ${by} ${who}`, guests[by])
}

/** Counts what a guest does, by all that is limited of guests. */
export async function takeAsGuest(
  limits: Limits,
  route: Route,
  // Whoever knows a guest's own id is that guest, so it stands nowhere but where it must.
  guest: { id: string; address: string; kilobytes: number },
): Promise<void> {
  await takeOfGuests(limits, route, 'each', guest.id)
  // Files were counted before they were read.
  if (!route.call.upload) await takeOfAllGuests(limits, route)
  const { name, kilobytes } = route.limit?.guests ?? {}
  if (!kilobytes) return
  const key = `guests ${name} kilobytes`
  await take(limits, `${key} each ${guest.id}`, kilobytes.each, guest.kilobytes)
  await take(limits, `${key} perAddress ${guest.address}`, kilobytes.perAddress, guest.kilobytes)
  const ofAll = { max: await kilobytes.ofAll.max(), windowS: kilobytes.ofAll.windowS }
  await take(limits, `${key} all`, ofAll, guest.kilobytes)
}

/** Counts what guests do, all of them together. */
export async function takeOfAllGuests(limits: Limits, route: Route): Promise<void> {
  const ofAll = route.limit?.guests?.ofAll
  if (!ofAll) return
  await take(limits, `guests ${route.limit?.guests?.name} all`, { max: await ofAll.max(), windowS: ofAll.windowS })
}
