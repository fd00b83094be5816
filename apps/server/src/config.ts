import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { LINK_SECRET_DEFAULT } from '@krapao/contract'

/** Every setting of the server: what it is when it is not set, in words, and what it means. */
export const settings = {
  PORT: ['3000', 'the port of the web app, the API and the sockets: one origin'],
  HOST: ['127.0.0.1', 'the address to listen on; 0.0.0.0 for all'],
  PUBLIC_URL: ['http://127.0.0.1:PORT', 'the origin that players see, for links and for telling foreign origins apart'],
  DESK_PORT: ['PORT + 2', 'the port of the support desk, an origin of its own, for staff alone; 0 for none'],
  DESK_HOST: ['127.0.0.1', 'the address that the support desk listens on'],
  DESK_URL: ['http://127.0.0.1:DESK_PORT', 'the origin that staff see'],
  KRAPAO_DATA: ['./data', 'folder of the embedded database, files and secret; made when absent, locked while in use'],
  DATABASE_URL: ['none', 'a PostgreSQL server in place of the embedded database'],
  REDIS_URL: ['none', 'shared sockets and limits for several server processes'],
  KRAPAO_DEMO: ['1', 'seeds the demo operator into an empty database; 0 starts empty'],
  KRAPAO_LIMIT_FACTOR: ['1', 'multiplies the request limits per address and per member'],
  KRAPAO_SECRET: [
    'made in the data folder',
    '64 hexadecimal digits from which all keys are derived; must be set with DATABASE_URL',
  ],
  KRAPAO_TRUST_PROXY: [
    'none',
    'addresses and networks of the proxies to believe about client addresses, separated by commas, or loopback',
  ],
  KRAPAO_SANDBOX: ['1; 0 with DATABASE_URL or NODE_ENV=production', 'whether the sandbox plays the outside parties'],
  SANDBOX_PORT: ['PORT + 1', 'the port of the sandbox'],
  SANDBOX_URL: ['http://127.0.0.1:SANDBOX_PORT', 'where the server reaches the sandbox'],
  KRAPAO_SMS_URL: ['none', 'the SMS gateway, when there is no sandbox'],
  KRAPAO_SMS_KEY: ['none', 'the bearer key of the SMS gateway'],
  KRAPAO_BANK_URL: ['none', 'the bank, when there is no sandbox'],
  KRAPAO_BANK_KEY: ['none', 'the bearer key of the bank'],
  KRAPAO_BANK_HOOK_SECRET: ['none', 'what the bank signs its calls to /api/hooks/bank with'],
  KRAPAO_GAMES_FILE: ['none', 'the game providers, when there is no sandbox: a JSON file of one row each'],
  KRAPAO_GIFT_URL: ['none', 'the issuer of gift links, when there is no sandbox'],
  KRAPAO_GIFT_HOSTS: ["the sandbox's", 'hosts of gift links, separated by commas'],
  KRAPAO_LINK_SECRET: [LINK_SECRET_DEFAULT, 'shared with the web app, which hides gift links with it'],
  KRAPAO_CHAT_URL: ['none', 'as the web app was built: another address that its pages are told of chat and money by'],
  KRAPAO_FRAME_ANCESTORS: ['none', 'origins that may show the web app in a frame, separated by commas'],
  KRAPAO_DOCS: ['1; 0 with DATABASE_URL', 'whether the API is described: /api/openapi.json and /api/docs'],
  KRAPAO_METRICS_KEY: ['none', 'the bearer key with which /metrics answers from elsewhere than this machine'],
  KRAPAO_LOG: ['info', 'the least grave log lines: trace, debug, info, warn, error, fatal or silent'],
  NODE_ENV: ['none', '"production" leaves the sandbox out'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Setting = keyof typeof settings
type Environment = Readonly<Record<string, string | undefined>>

/** A party of the outside world: where it is and the key it knows us by. */
export interface PartyTerms {
  url: string
  key: string
}

/** Who the outside parties are: the sandbox, whose keys are derived from the secret, or real ones as far as they are set. */
export type Parties =
  | { kind: 'sandbox'; url: string }
  | {
      kind: 'own'
      sms: PartyTerms | null
      bank: (PartyTerms & { hookSecret: string }) | null
      /** The file of the providers' rows. */
      gamesFile: string | null
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
  redisUrl: string | null
  demo: boolean
  limitFactor: number
  /** Null: the one in the data folder. */
  secretHex: string | null
  /** Addresses and networks of the proxies to believe; false: none. */
  trustProxy: false | readonly string[]
  parties: Parties
  giftHosts: readonly string[]
  linkSecret: string
  /** Where pages connect to when not to this server; null: to this one alone. */
  chatOrigin: string | null
  frameAncestors: readonly string[]
  docs: boolean
  metricsKey: string | null
  logLevel: string
}

/** A setting that cannot be used; the message is one sentence for whoever starts the server. */
export class SettingError extends Error {}

/** Reads the settings; nothing else in the server reads the environment. Throws a SettingError at the first wrong one. */
export function readConfig(environment: Environment = process.env): Config {
  const read = reader(environment)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const port = read.port('PORT', 3000)
  const isProduction = databaseUrl !== null || read.text('NODE_ENV') === 'production'
  const sandboxPort = read.port('SANDBOX_PORT', port < 65_535 ? port + 1 : 65_534)
  const sandboxUrl = read.url('SANDBOX_URL', web) ?? `http://127.0.0.1:${sandboxPort}`
  const hasSandbox = read.flag('KRAPAO_SANDBOX', !isProduction)
  const secretHex = readSecret(read)
  if (databaseUrl !== null && secretHex === null) {
    throw new SettingError('KRAPAO_SECRET must be set together with DATABASE_URL (64 hexadecimal digits).')
  }
  return {
    port,
    host: read.text('HOST') ?? '127.0.0.1',
    publicUrl: trimSlash(read.url('PUBLIC_URL', web) ?? `http://127.0.0.1:${port}`),
    desk: readDesk(read, port),
    dataFolder: resolve(read.text('KRAPAO_DATA') ?? 'data'),
    databaseUrl,
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    demo: read.flag('KRAPAO_DEMO', true),
    limitFactor: readLimitFactor(read),
    secretHex,
    trustProxy: readTrustProxy(read),
    parties: hasSandbox ? { kind: 'sandbox', url: trimSlash(sandboxUrl) } : readOwnParties(read),
    giftHosts: read.list('KRAPAO_GIFT_HOSTS') ?? (hasSandbox ? hostsOf(new URL(sandboxUrl)) : []),
    linkSecret: read.text('KRAPAO_LINK_SECRET') ?? settings.KRAPAO_LINK_SECRET[0],
    chatOrigin: readChatOrigin(read),
    frameAncestors: read.list('KRAPAO_FRAME_ANCESTORS') ?? [],
    docs: read.flag('KRAPAO_DOCS', databaseUrl === null),
    metricsKey: read.text('KRAPAO_METRICS_KEY'),
    logLevel: readLogLevel(read),
  }
}

const web = ['http:', 'https:'] as const

type Reader = ReturnType<typeof reader>

function reader(environment: Environment) {
  function text(name: Setting): string | null {
    const value = environment[name]?.trim()
    return value === undefined || value === '' ? null : value
  }
  return {
    text,
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
      const given = text(name)
      if (given === null) return null
      // The value is not repeated: it may hold a password.
      if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given
      throw new SettingError(
        `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      )
    },
    list(name: Setting): string[] | null {
      const given = text(name)
      return given === null
        ? null
        : given
            .split(',')
            .map((item) => item.trim())
            .filter((item) => item !== '')
    },
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
    host: read.text('DESK_HOST') ?? '127.0.0.1',
    publicUrl: trimSlash(read.url('DESK_URL', web) ?? `http://127.0.0.1:${port}`),
  }
}

function trimSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

function readSecret(read: Reader): string | null {
  const given = read.text('KRAPAO_SECRET')
  if (given === null || /^[0-9a-f]{64}$/i.test(given)) return given?.toLowerCase() ?? null
  throw new SettingError('KRAPAO_SECRET must be 64 hexadecimal digits.')
}

function readLimitFactor(read: Reader): number {
  const given = read.text('KRAPAO_LIMIT_FACTOR') ?? '1'
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

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** "off" builds a web app without chat, whose pages are told of money by this server. */
function readChatOrigin(read: Reader): string | null {
  if (read.text('KRAPAO_CHAT_URL') === 'off') return null
  const url = read.url('KRAPAO_CHAT_URL', web)
  return url === null ? null : new URL(url).origin
}

function readLogLevel(read: Reader): string {
  const given = read.text('KRAPAO_LOG') ?? 'info'
  if (['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].includes(given)) return given
  throw new SettingError(`KRAPAO_LOG must be a log level such as info or warn, and is "${given}".`)
}

/** A sandbox on this machine is reached by either of its names. */
function hostsOf({ host, hostname, port }: URL): string[] {
  const own = ['127.0.0.1', 'localhost']
  return own.includes(hostname) ? own.map((name) => (port === '' ? name : `${name}:${port}`)) : [host]
}

function readOwnParties(read: Reader): Parties {
  const party = (url: Setting, key: Setting): PartyTerms | null => {
    const address = read.url(url, web)
    if (address === null) return null
    const secret = read.text(key)
    if (secret === null) throw new SettingError(`${key} must be set together with ${url}.`)
    return { url: trimSlash(address), key: secret }
  }
  const bank = party('KRAPAO_BANK_URL', 'KRAPAO_BANK_KEY')
  const hookSecret = read.text('KRAPAO_BANK_HOOK_SECRET')
  if (bank && hookSecret === null) {
    throw new SettingError('KRAPAO_BANK_HOOK_SECRET must be set together with KRAPAO_BANK_URL.')
  }
  const gamesFile = read.text('KRAPAO_GAMES_FILE')
  const giftUrl = read.url('KRAPAO_GIFT_URL', web)
  return {
    kind: 'own',
    sms: party('KRAPAO_SMS_URL', 'KRAPAO_SMS_KEY'),
    bank: bank && hookSecret !== null ? { ...bank, hookSecret } : null,
    gamesFile: gamesFile === null ? null : resolve(gamesFile),
    giftUrl: giftUrl === null ? null : trimSlash(giftUrl),
  }
}
