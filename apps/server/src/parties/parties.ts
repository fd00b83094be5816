import * as v from 'valibot'
import { type Config, SettingError } from '../config.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { PartyCheck, PartyWatch } from '../platform/parties/index.ts'
import { openLineProblem } from '../platform/private-lines.ts'
import type { Secrets } from '../platform/secrets.ts'
import {
  type Bank,
  cashierFamilies,
  type Connectors,
  createConnectors,
  createHttpBank,
  createHttpGiftIssuer,
  createNoBank,
  type GiftIssuer,
} from '../modules/cashier/index.ts'
import { createProvider, type GameProvider, providerInFile, readProvider } from '../modules/games/index.ts'
import {
  createNoSms,
  createPlainSms,
  createSmsGateway,
  createSmsSender,
  smsFamilies,
  type SmsGateway,
  type SmsSender,
} from '../modules/members/index.ts'

/** The outside parties that the modules speak to. */
export interface Parties {
  sms: SmsGateway
  /** The provider of a game by its code and by what the file that furnishes it says of it. */
  providerOf(code: string, said: unknown): GameProvider
  /** What the file may say of a provider. */
  provider: v.GenericSchema<unknown>
  bank: Bank
  /** The parties beside the bank that collect, pay out or know slips. */
  connectors: Connectors
  /** What the bank signs its calls with; null: nobody's signature is good. */
  hookSecret: string | null
  /** Null: no gift link is taken. */
  giftIssuer: GiftIssuer | null
  /** Where links of games that are a path alone lead. */
  outsideUrl: string | null
  /** Questions by which an operator finds out whether a party is there and lets us in, by its name. */
  checks: ReadonlyMap<string, () => Promise<PartyCheck>>
}

/**
 * The parties that the settings name. With the sandbox all keys are derived from the one secret; without it those
 * derived keys are good for nothing, and a party that is not set fails every call.
 */
export function createParties({
  config,
  secrets,
  logger,
  watch,
  clock = systemClock,
}: {
  config: Config
  secrets: Secrets
  logger: Logger
  /** What each party is called through. */
  watch: Pick<PartyWatch, 'callerOf'>
  /** What providers compare with their own time: the machine's, also where a test moves the app's. */
  clock?: Clock
}): Parties {
  const { parties } = config
  const ways = { clock, logger, watch }
  const connectors = connectorsOf(config, ways)
  const withChecks = ({ senders, ...rest }: Omit<Parties, 'sms' | 'checks'> & { senders: SmsSender[] }): Parties => ({
    ...rest,
    sms: senders.length === 0 ? createNoSms({ logger }) : createSmsGateway(senders),
    checks: checksOf({ ...rest, senders: [...senders, ...spareSendersOf(config, ways)] }),
  })
  if (parties.kind === 'sandbox') {
    const { url } = parties
    const keyOf = (code: string, family: string) =>
      secrets.derive(family === 'plain-json' ? 'sandbox-game' : `sandbox-game:${code}`)
    return withChecks({
      senders: sendersOf(config, ways, { url, key: secrets.derive('sandbox-sms') }),
      providerOf: providersOf({ base: url, keyOf, isSafe: () => true }, ways),
      provider: providerInFile,
      bank: createHttpBank({ url, key: secrets.derive('sandbox-bank'), send: watch.callerOf('bank') }),
      connectors,
      hookSecret: secrets.derive('bank-hook'),
      giftIssuer: createHttpGiftIssuer({ url: `${url}/gifts`, send: watch.callerOf('gift') }),
      outsideUrl: url,
    })
  }
  const isSafe = (url: string) =>
    config.privateLines === null || !URL.canParse(url) || openLineProblem('games', url, config.privateLines) === null
  return withChecks({
    senders: sendersOf(config, ways, parties.sms),
    providerOf: providersOf({ base: null, keyOf: (code) => parties.gameKeys.get(code), isSafe }, ways),
    provider: v.pipe(
      providerInFile,
      v.check(({ url }) => isSafe(url), 'its address is without TLS, and KRAPAO_PRIVATE_LINES does not name games'),
    ),
    bank: parties.bank
      ? createHttpBank({ url: parties.bank.url, key: parties.bank.key, send: watch.callerOf('bank') })
      : createNoBank(),
    connectors,
    hookSecret: parties.bank?.hookSecret ?? null,
    giftIssuer:
      parties.giftUrl === null ? null : createHttpGiftIssuer({ url: parties.giftUrl, send: watch.callerOf('gift') }),
    outsideUrl: null,
  })
}

/** Throws a SettingError for a party of KRAPAO_PARTIES that no family can be made of; nothing secret stands in it. */
function connectorsOf({ namedParties, publicUrl }: Config, { clock, logger, watch }: Ways): Connectors {
  for (const [name, { family }] of namedParties.named) {
    if (![...cashierFamilies, ...smsFamilies].includes(family))
      throw new SettingError(`KRAPAO_PARTIES.${name}: there is no family ${family}.`)
  }
  try {
    return createConnectors(namedParties, { clock, logger, publicUrl, callerOf: watch.callerOf })
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}

/** The senders of SMS in the order of the settings; `own` is the one that has a setting of its own. */
function sendersOf(config: Config, ways: Ways, own: { url: string; key: string } | null): SmsSender[] {
  const { sms, named } = config.namedParties
  const { logger, watch } = ways
  return sms.flatMap((name) => {
    const row = named.get(name)
    if (row !== undefined) return senderOf(name, row, config, ways)
    return own ? createPlainSms({ ...own, name, logger, send: watch.callerOf(name) }) : []
  })
}

/** Senders that nothing is sent by yet: they can be tried before KRAPAO_SMS names them. */
function spareSendersOf(config: Config, ways: Ways): SmsSender[] {
  const { sms, named } = config.namedParties
  const spare = [...named].filter(([name, { family }]) => smsFamilies.includes(family) && !sms.includes(name))
  return spare.map(([name, row]) => senderOf(name, row, config, ways))
}

function senderOf(name: string, row: { family: string }, { publicUrl }: Config, { watch }: Ways): SmsSender {
  try {
    return createSmsSender({ name, row }, { publicUrl, callerOf: watch.callerOf })
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}

/** A code of no gift: who says so knows gifts. */
const NO_GIFT = 'krapaoCheck00'
const NO_PHONE = '0800000000'

/** What each party can be asked without anything being sent, booked or moved. */
function checksOf({
  senders,
  bank,
  giftIssuer,
  connectors,
}: Pick<Parties, 'bank' | 'giftIssuer' | 'connectors'> & { senders: readonly SmsSender[] }): Parties['checks'] {
  const checks = new Map<string, () => Promise<PartyCheck>>([
    [
      'bank',
      async () =>
        (await bank.paymentsAfter(null)) === null
          ? { kind: 'unclear', why: 'no list of payments, or none that can be understood' }
          : { kind: 'right', told: 'it answers with its list of payments' },
    ],
  ])
  if (giftIssuer !== null) {
    checks.set('gift', async () => {
      const answer = await giftIssuer.verify(NO_GIFT, NO_PHONE)
      return answer.kind === 'unknown'
        ? { kind: 'unclear', why: answer.why }
        : { kind: 'right', told: 'it answers about gifts' }
    })
  }
  for (const sender of senders) checks.set(sender.name, () => sender.check())
  for (const [name, { check }] of connectors.named) if (check) checks.set(name, check)
  return checks
}

/** How parties are called, and by which time. */
interface Ways {
  clock: Clock
  logger: Logger
  watch: Pick<PartyWatch, 'callerOf'>
}

/**
 * Finds the provider of a game by how the file that furnished it says that it is reached; an adapter is made anew when
 * that changes. At the sandbox those that speak plain JSON share one key, each other one has its own.
 */
function providersOf(
  place: { base: string | null; keyOf(code: string, family: string): string | undefined; isSafe(url: string): boolean },
  { clock, logger, watch }: { clock: Clock; logger: Logger; watch: Pick<PartyWatch, 'callerOf'> },
): (code: string, said: unknown) => GameProvider {
  const absent = createAbsentProvider(logger)
  const made = new Map<string, { said: string; provider: GameProvider }>()

  function make(code: string, said: unknown): GameProvider {
    const row = readProvider(said)
    if (row === null) return absent
    const key = place.keyOf(code, row.family)
    const isPath = row.url.startsWith('/')
    if (key === undefined || (isPath && place.base === null) || !place.isSafe(row.url)) return absent
    const url = isPath ? `${place.base}${row.url}` : row.url
    return createProvider({ ...row, key, url, send: watch.callerOf(`game:${code}`) }, clock)
  }

  return (code, said) => {
    const text = JSON.stringify(said)
    const known = made.get(code)
    if (known?.said === text) return known.provider
    const provider = make(code, said)
    made.set(code, { said: text, provider })
    return provider
  }
}

/** Stands in where a game's provider is not set: nothing is ever done, which the log says. */
function createAbsentProvider(logger: Logger): GameProvider {
  const tell = () =>
    logger.error(
      'this game has no provider that can be called: `provider` in the file that furnishes it, KRAPAO_GAME_KEYS',
    )
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
    check: async () => ({ kind: 'unreached', why: 'nothing says how it is reached, or with which key' }),
  }
}
