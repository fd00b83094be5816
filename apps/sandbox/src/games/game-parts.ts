import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Door } from '../faults/door.ts'
import type { Keys } from '../secret.ts'
import type { GameTransfers } from './game-transfers.ts'
import type { Games } from './games.ts'
import type { Providers } from './providers.ts'
import type { Sessions } from './sessions.ts'

/** What the doors of all families work with: one set of books, one set of switches. */
export interface GameParts {
  readonly providers: Providers
  readonly games: Games
  readonly transfers: GameTransfers
  readonly sessions: Sessions
  readonly door: Door
  readonly clock: Clock
}

/** What the doors of all families are told. */
export interface GameSettings {
  readonly keys: Keys
  /** What launch links begin with; null takes the address a request came by. */
  readonly publicUrl: string | null
  /** Where the wallet's server is, for providers that ask it who plays. */
  readonly hookUrl: string
}

export type OfProvider = { Params: { provider: string } }

/** The name by which every provider knows the wallet; the key is what proves it. */
export const operatorName = 'krapao'

export const usernameShape = /^[\w.-]{3,64}$/
export const passwordLength = 200
export const transferIdShape = /^[\w-]{1,64}$/

/** How far a signed call's time may lie from ours, to either side: an older one is a replay. */
const signatureWindowMs = 5 * 60_000

/** Whether a signed call's time, in seconds since 1970, lies within the window. */
export function isFresh(clock: Clock, timestampS: string): boolean {
  if (!/^\d{1,12}$/.test(timestampS)) return false
  return Math.abs(clock.now().getTime() - Number(timestampS) * 1000) <= signatureWindowMs
}

/** Where a player's way in leads: the provider's own page. */
export function sessionLink(
  request: FastifyRequest,
  provider: string,
  token: string,
  publicUrl: string | null,
): string {
  return `${publicUrl ?? `http://${request.host}`}/games/${provider}?session=${token}`
}

/** What stands before a provider answers in its place when it is broken: a page, in no language of ours. */
export function gatewayPage(status: number): string {
  return `<!doctype html><title>${status}</title><h1>The server could not handle the request</h1>`
}
