import { readFileSync } from 'node:fs'
import { type Config, requireSafeLine, SettingError } from './config.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Logger } from './platform/logger.ts'
import type { Secrets } from './platform/secrets.ts'
import {
  type Bank,
  createHttpBank,
  createHttpGiftIssuer,
  createNoBank,
  type GiftIssuer,
} from './modules/cashier/index.ts'
import {
  createProviders,
  type GameProvider,
  type GameProviders,
  readDemoProviders,
  readProviderRows,
} from './modules/games/index.ts'
import { createHttpSms, createNoSms, type SmsGateway } from './modules/members/index.ts'

/** The outside parties that the modules speak to. */
export interface Parties {
  sms: SmsGateway
  games: GameProviders
  bank: Bank
  /** What the bank signs its calls with; null: nobody's signature is good. */
  hookSecret: string | null
  /** Null: no gift link is taken. */
  giftIssuer: GiftIssuer | null
  /** Where relative links of the demo operator's games lead. */
  outsideUrl: string | null
}

/**
 * The parties that the settings name. With the sandbox all keys are derived from the one secret; without it those
 * derived keys are good for nothing, and a party that is not set fails every call.
 */
export function createParties({
  config,
  secrets,
  logger,
  clock = systemClock,
}: {
  config: Config
  secrets: Secrets
  logger: Logger
  /** What providers compare with their own time: the machine's, also where a test moves the app's. */
  clock?: Clock
}): Parties {
  const { parties } = config
  const absent = createAbsentProvider(logger)
  if (parties.kind === 'sandbox') {
    const { url } = parties
    return {
      sms: createHttpSms({ url, key: secrets.derive('sandbox-sms'), logger }),
      games: createProviders({ rows: demoRows(url, secrets), clock, absent }),
      bank: createHttpBank({ url, key: secrets.derive('sandbox-bank') }),
      hookSecret: secrets.derive('bank-hook'),
      giftIssuer: createHttpGiftIssuer({ url: `${url}/gifts` }),
      outsideUrl: url,
    }
  }
  return {
    sms: parties.sms ? createHttpSms({ ...parties.sms, logger }) : createNoSms({ logger }),
    games: createProviders({ rows: readGamesFile(parties.gamesFile, config), clock, absent }),
    bank: parties.bank ? createHttpBank({ url: parties.bank.url, key: parties.bank.key }) : createNoBank(),
    hookSecret: parties.bank?.hookSecret ?? null,
    giftIssuer: parties.giftUrl === null ? null : createHttpGiftIssuer({ url: parties.giftUrl }),
    outsideUrl: null,
  }
}

/** The fifteen of the demo. Those that speak plain JSON share one key, each other one has its own. */
function demoRows(url: string, secrets: Secrets) {
  return readDemoProviders(url, ({ code, family }) =>
    secrets.derive(family === 'plain-json' ? 'sandbox-game' : `sandbox-game:${code}`),
  )
}

/** Throws a SettingError when the file cannot be read or a row of it cannot be used. */
function readGamesFile(file: string | null, { privateLines }: Config) {
  if (file === null) return []
  try {
    const rows = readProviderRows(readFileSync(file, 'utf8'))
    for (const { url } of rows) requireSafeLine('games', url, privateLines)
    return rows
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new SettingError(`KRAPAO_GAMES_FILE cannot be used. ${error instanceof Error ? error.message : ''}`)
  }
}

/** Stands in where a game's provider is not set: nothing is ever done, which the log says. */
function createAbsentProvider(logger: Logger): GameProvider {
  const tell = () => logger.error('this game has no provider (KRAPAO_GAMES_FILE)')
  return {
    async create() {
      tell()
      return 'refused'
    },
    read: async () => null,
    async move() {
      tell()
      return 'refused'
    },
    // A transfer of the time when there was a provider stays open until one can be asked again.
    moveStatus: async () => ({ status: 'unknown', credits: null }),
    setPassword: async () => 'refused',
    launch: async () => null,
  }
}
