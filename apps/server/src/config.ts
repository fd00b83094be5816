import { resolve } from 'node:path'
import type { Country } from '@krapao/contract'
import { secretSetting } from './platform/secret-setting.ts'
import { isNetwork } from './platform/network.ts'
import { addressesOf, readAddressesOf } from './platform/database/addresses.ts'
import { type Line, lines, openLineProblem } from './platform/private-lines.ts'
import { readSecrets } from './platform/secrets.ts'
import { readGameKeys } from './parties/game-keys.ts'
import { linesOut } from './lines-out.ts'
import { type NamedParties, readNamedParties } from './parties/named-parties.ts'
import { SettingError } from './setting-error.ts'
import { isSecretSetting, type SecretSetting, type Setting, settings } from './settings.ts'

export { SettingError }

type Environment = Readonly<Record<string, string | undefined>>

/** A party of the outside world: where it is and the key it knows us by. */
interface PartyTerms {
  url: string
  key: string
}

/** Who the outside parties are: the sandbox, whose keys are derived from the secret, or real ones as far as they are set. */
type Parties =
  | { kind: 'sandbox'; url: string }
  | {
      kind: 'own'
      sms: PartyTerms | null
      bank: (PartyTerms & { hookSecret: string }) | null
      /** The providers' keys by the codes of their games. */
      gameKeys: ReadonlyMap<string, string>
      giftUrl: string | null
    }

/** Where the support desk listens, and the origin that staff see. */
export interface DeskTerms {
  port: number
  host: string
  publicUrl: string
}

/** The settings of one server process, read once and checked. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  /** Where staff answer customers; null: not by this process. */
  desk: DeskTerms | null
  dataFolder: string
  databaseUrl: string | null
  /** Of servers that may be standbys of it: pages that only show something are read there. */
  readAddresses: readonly string[]
  /** How long a start waits for a database server that is away. */
  databaseWaitMs: number
  auditHeadsUrl: string | null
  redisUrl: string | null
  demo: boolean
  /** What the product is for, by the same switch that its web app is built with. */
  country: Country
  /** Real money is meant: NODE_ENV=production, or a database server. */
  isProduction: boolean
  limitFactor: number
  /** The one in force first; null: those in the data folder. */
  secretsHex: readonly string[] | null
  /** Addresses and networks of the proxies to believe; false: none. */
  trustProxy: false | readonly string[]
  parties: Parties
  namedParties: NamedParties
  /** Lines that may go without TLS; null: all of them, as this is no production. */
  privateLines: readonly Line[] | null
  giftHosts: readonly string[]
  linkSecret: string
  /** Where pages connect to when not to this server; null: to this one alone. */
  chatOrigin: string | null
  frameAncestors: readonly string[]
  /** Where pictures on pages may come from besides this server. */
  pictureOrigins: readonly string[]
  docs: boolean
  metricsKey: string | null
  alertHook: PartyTerms | null
  logLevel: string
}

/** The folder in which somebody typed a command: npm runs it in another, and tells which that was. */
export const folderOfCaller = (): string => process.env['INIT_CWD'] ?? '.'

/** Reads the settings; nothing else in the server reads the environment. Throws a SettingError at the first wrong one. */
export function readConfig(environment: Environment = process.env): Config {
  const read = reader(environment)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const readAddresses = readAddressesOf(read.url('KRAPAO_READS_URL', ['postgres:', 'postgresql:']), databaseUrl)
  const port = read.port('PORT', Number(settings.PORT[0]))
  const isProduction = databaseUrl !== null || read.text('NODE_ENV') === 'production'
  const sandboxPort = read.port('SANDBOX_PORT', port < 65_535 ? port + 1 : 65_534)
  const sandboxUrl = read.url('SANDBOX_URL', web) ?? `http://127.0.0.1:${sandboxPort}`
  const hasSandbox = read.flag('KRAPAO_SANDBOX', !isProduction)
  const secretsHex = readSecret(read)
  if (databaseUrl !== null && secretsHex === null) {
    throw new SettingError('KRAPAO_SECRET must be set together with DATABASE_URL (64 hexadecimal digits).')
  }
  const privateLines = isProduction ? readPrivateLines(read) : null
  const redisUrl = read.url('REDIS_URL', ['redis:', 'rediss:'])
  const parties = hasSandbox ? sandboxParties(sandboxUrl) : readOwnParties(read)
  const namedParties = readNamedParties({
    parties: read.secret('KRAPAO_PARTIES'),
    payouts: read.list('KRAPAO_PAYOUTS'),
    slips: read.list('KRAPAO_SLIPS'),
    sms: read.list('KRAPAO_SMS'),
  })
  const databases = [...(databaseUrl === null ? [] : addressesOf(databaseUrl)), ...readAddresses]
  const own = parties.kind === 'own' ? parties : null
  for (const [line, url] of linesOut({
    databases,
    redises: redisUrl === null ? [] : addressesOf(redisUrl),
    parties: own,
    namedParties,
  }))
    requireSafeLine(line, url, privateLines)
  return {
    port,
    host: read.known('HOST'),
    publicUrl: trimSlash(read.url('PUBLIC_URL', web) ?? `http://127.0.0.1:${port}`),
    desk: readDesk(read, port),
    dataFolder: resolve(read.known('KRAPAO_DATA')),
    databaseUrl,
    readAddresses,
    databaseWaitMs: readDatabaseWait(read),
    auditHeadsUrl: read.url('KRAPAO_AUDIT_HEADS', web),
    redisUrl,
    isProduction,
    demo: read.flag('KRAPAO_DEMO', !isProduction),
    country: read.flag('KRAPAO_LAOS', false) ? 'LA' : 'TH',
    limitFactor: readLimitFactor(read),
    secretsHex,
    trustProxy: readTrustProxy(read),
    parties,
    namedParties,
    privateLines,
    giftHosts: read.list('KRAPAO_GIFT_HOSTS') ?? (hasSandbox ? hostsOf(new URL(sandboxUrl)) : []),
    linkSecret: read.known('KRAPAO_LINK_SECRET'),
    chatOrigin: readChatOrigin(read),
    frameAncestors: read.list('KRAPAO_FRAME_ANCESTORS') ?? [],
    pictureOrigins: read.list('KRAPAO_PICTURE_ORIGINS') ?? [],
    docs: read.flag('KRAPAO_DOCS', !isProduction),
    metricsKey: read.secret('KRAPAO_METRICS_KEY'),
    logLevel: readLogLevel(read),
    alertHook: readParty(read, 'KRAPAO_ALERT_URL', 'KRAPAO_ALERT_KEY'),
  }
}

const web = ['http:', 'https:'] as const

type Reader = ReturnType<typeof reader>

function reader(environment: Environment) {
  function text(name: Setting): string | null {
    const value = environment[name]?.trim()
    return value === undefined || value === '' ? null : value
  }
  /** A secret as it is set, or what stands in the file that its other setting names. */
  function secret(name: SecretSetting): string | null {
    try {
      return secretSetting(name, text(name), text(`${name}_FILE`))
    } catch (error) {
      throw new SettingError(error instanceof Error ? error.message : String(error))
    }
  }
  return {
    text,
    secret,
    /** As it is set, or what the table says that it is then. */
    known: (name: Setting): string => text(name) ?? settings[name][0],
    port(name: Setting, fallback: number): number {
      const given = text(name)
      if (given === null) return fallback
      const port = Number(given)
      if (/^\d{1,5}$/.test(given) && port > 0 && port < 65_536) return port
      throw new SettingError(`${name} must be a port number from 1 to 65535, and is "${given}".`)
    },
    flag(name: Setting, fallback: boolean): boolean {
      const given = text(name)
      if (given === null) return fallback
      if (given === '0' || given === '1') return given === '1'
      throw new SettingError(`${name} must be 0 or 1, and is "${given}".`)
    },
    url(name: Setting, protocols: readonly string[]): string | null {
      const given = isSecretSetting(name) ? secret(name) : text(name)
      if (given === null) return null
      // The value is not repeated: it may hold a password.
      const isOfThem = (one: string) => URL.canParse(one) && protocols.includes(new URL(one).protocol)
      if (addressesOf(given).every(isOfThem)) return given
      throw new SettingError(
        `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      )
    },
    list: (name: Setting): string[] | null =>
      text(name)
        ?.split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '') ?? null,
  }
}

function readDesk(read: Reader, serverPort: number): DeskTerms | null {
  if (read.text('DESK_PORT') === '0') return null
  const port = read.port('DESK_PORT', serverPort < 65_534 ? serverPort + 2 : serverPort - 2)
  if (port === serverPort) {
    throw new SettingError(`PORT and DESK_PORT are both ${port}; the wallet and the desk need one each.`)
  }
  return {
    port,
    host: read.known('DESK_HOST'),
    publicUrl: trimSlash(read.url('DESK_URL', web) ?? `http://127.0.0.1:${port}`),
  }
}

const trimSlash = (address: string): string => address.replace(/\/+$/, '')

function readSecret(read: Reader): string[] | null {
  const given = read.secret('KRAPAO_SECRET')
  if (given === null) return null
  const secrets = readSecrets(given)
  if (secrets !== null) return secrets
  throw new SettingError('KRAPAO_SECRET must be 64 hexadecimal digits, or several such, the one in force first.')
}

function readDatabaseWait(read: Reader): number {
  const given = read.known('KRAPAO_DATABASE_WAIT')
  const seconds = Number(given)
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 3_600) return seconds * 1_000
  throw new SettingError(`KRAPAO_DATABASE_WAIT must be whole seconds up to 3600, and is "${given}".`)
}

function readLimitFactor(read: Reader): number {
  const given = read.known('KRAPAO_LIMIT_FACTOR')
  const factor = Number(given)
  if (Number.isFinite(factor) && factor > 0 && factor <= 1_000_000) return factor
  throw new SettingError(`KRAPAO_LIMIT_FACTOR must be a number above 0 and at most 1000000, and is "${given}".`)
}

/** A number of hops is not taken: whoever reaches the server past its proxies could then claim any address. */
function readTrustProxy(read: Reader): false | readonly string[] {
  const given = read.text('KRAPAO_TRUST_PROXY')
  if (given === null || given === 'none' || given === '0') return false
  const proxies = read.list('KRAPAO_TRUST_PROXY') ?? []
  if (proxies.every(isNetwork)) return proxies
  throw new SettingError(`KRAPAO_TRUST_PROXY must be a list of addresses and networks, and is "${given}".`)
}

/** "off" builds a web app without chat, whose pages are told of money by this server. */
function readChatOrigin(read: Reader): string | null {
  if (read.text('KRAPAO_CHAT_URL') === 'off') return null
  const url = read.url('KRAPAO_CHAT_URL', web)
  return url === null ? null : new URL(url).origin
}

function readLogLevel(read: Reader): string {
  const given = read.known('KRAPAO_LOG')
  if (['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].includes(given)) return given
  throw new SettingError(`KRAPAO_LOG must be a log level such as info or warn, and is "${given}".`)
}

function readPrivateLines(read: Reader): Line[] {
  return (read.list('KRAPAO_PRIVATE_LINES') ?? []).map((name) => {
    const line = lines.find((candidate) => candidate === name)
    if (line !== undefined) return line
    throw new SettingError(`KRAPAO_PRIVATE_LINES names lines among ${lines.join(', ')}, and "${name}" is none.`)
  })
}

/** Throws a SettingError when a line leaves this machine in production without TLS and is not said to be private. */
function requireSafeLine(line: Line, url: string, privateLines: readonly Line[] | null): void {
  const problem = privateLines === null ? null : openLineProblem(line, url, privateLines)
  if (problem !== null) throw new SettingError(problem)
}

const sandboxParties = (url: string): Parties => ({ kind: 'sandbox', url: trimSlash(url) })

/** A sandbox on this machine is reached by either of its names. */
function hostsOf({ host, hostname, port }: URL): string[] {
  const own = ['127.0.0.1', 'localhost']
  return own.includes(hostname) ? own.map((name) => (port === '' ? name : `${name}:${port}`)) : [host]
}

function readParty(read: Reader, url: Setting, key: SecretSetting): PartyTerms | null {
  const address = read.url(url, web)
  if (address === null) return null
  const secret = read.secret(key)
  if (secret === null) throw new SettingError(`${key} must be set together with ${url}.`)
  return { url: trimSlash(address), key: secret }
}

function readOwnParties(read: Reader): Parties {
  const bank = readParty(read, 'KRAPAO_BANK_URL', 'KRAPAO_BANK_KEY')
  const hookSecret = read.secret('KRAPAO_BANK_HOOK_SECRET')
  if (bank && hookSecret === null) {
    throw new SettingError('KRAPAO_BANK_HOOK_SECRET must be set together with KRAPAO_BANK_URL.')
  }
  const giftUrl = read.url('KRAPAO_GIFT_URL', web)
  return {
    kind: 'own',
    sms: readParty(read, 'KRAPAO_SMS_URL', 'KRAPAO_SMS_KEY'),
    bank: bank && hookSecret !== null ? { ...bank, hookSecret } : null,
    gameKeys: readGameKeys(read.secret('KRAPAO_GAME_KEYS')),
    giftUrl: giftUrl === null ? null : trimSlash(giftUrl),
  }
}
