import type { Config } from './config.ts'
import type { Logger } from './platform/logger.ts'
import type { Secrets } from './platform/secrets.ts'
import { type Bank, createHttpBank, createNoBank } from './modules/cashier/index.ts'
import { createJsonProviders, type GameProviders } from './modules/games/index.ts'
import { createHttpSms, createNoSms, type SmsGateway } from './modules/members/index.ts'

/** The outside parties that the modules speak to. */
export interface Parties {
  sms: SmsGateway
  games: GameProviders
  bank: Bank
  /** What the bank signs its calls with; null: nobody's signature is good. */
  hookSecret: string | null
  /** Where relative links of the demo operator's games lead. */
  outsideUrl: string | null
}

/** Time-out towards any party (ruling 1.3). */
const PARTY_TIMEOUT_MS = 10_000

/**
 * The parties that the settings name. With the sandbox all keys are derived from the one secret; without it those
 * derived keys are good for nothing, and a party that is not set fails every call.
 */
export function createParties({
  config,
  secrets,
  logger,
}: {
  config: Config
  secrets: Secrets
  logger: Logger
}): Parties {
  const { parties } = config
  if (parties.kind === 'sandbox') {
    const { url } = parties
    return {
      sms: createHttpSms({ url, key: secrets.derive('sandbox-sms'), logger }),
      games: createJsonProviders({ url, key: secrets.derive('sandbox-game'), timeoutMs: PARTY_TIMEOUT_MS }),
      bank: createHttpBank({ url, key: secrets.derive('sandbox-bank') }),
      hookSecret: secrets.derive('bank-hook'),
      outsideUrl: url,
    }
  }
  return {
    sms: parties.sms ? createHttpSms({ ...parties.sms, logger }) : createNoSms({ logger }),
    games: parties.games
      ? createJsonProviders({ ...parties.games, timeoutMs: PARTY_TIMEOUT_MS })
      : createAbsentProviders(logger),
    bank: parties.bank ? createHttpBank({ url: parties.bank.url, key: parties.bank.key }) : createNoBank(),
    hookSecret: parties.bank?.hookSecret ?? null,
    outsideUrl: null,
  }
}

/** Stands in where no game provider is set: nothing is ever done, which the log says. */
function createAbsentProviders(logger: Logger): GameProviders {
  const tell = () => logger.error('no game provider is set (KRAPAO_GAMES_URL)')
  return () => ({
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
  })
}
