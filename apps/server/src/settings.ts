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
  DATABASE_URL: ['none', 'a PostgreSQL server in place of the embedded database, or several: of HOST,HOST the primary'],
  KRAPAO_READS_URL: [
    'the others of DATABASE_URL',
    'standbys of the PostgreSQL server, one or several: history and reports are read there, as far as they have come',
  ],
  KRAPAO_DATABASE_WAIT: ['60', 'seconds for which a start waits for a PostgreSQL that is away or takes no writes'],
  REDIS_URL: ['none', 'shared sockets and limits for several server processes; of several hosts the master is found'],
  KRAPAO_AUDIT_HEADS: ['none', 'an address that heads of audits are kept at too: PUT keeps them, GET answers the last'],
  KRAPAO_DEMO: [
    '1; 0 with DATABASE_URL or NODE_ENV=production',
    'seeds the demo operator into an empty database; 0 starts empty',
  ],
  KRAPAO_LIMIT_FACTOR: ['1', 'multiplies the request limits per address and per member'],
  KRAPAO_SECRET: [
    'made in the data folder',
    '64 hexadecimal digits from which all keys are derived; must be set with DATABASE_URL; while it is being replaced several, the one in force first, by commas',
  ],
  KRAPAO_SECRET_FILE: ['none', 'a file that holds KRAPAO_SECRET; the same can be done for each secret below'],
  DATABASE_URL_FILE: ['none', 'a file that holds DATABASE_URL'],
  KRAPAO_READS_URL_FILE: ['none', 'a file that holds KRAPAO_READS_URL'],
  REDIS_URL_FILE: ['none', 'a file that holds REDIS_URL'],
  KRAPAO_PRIVATE_LINES: [
    'none',
    'lines that may go without TLS in production, as nobody else is on them: of database, redis, sms, bank, parties, games, gifts',
  ],
  KRAPAO_TRUST_PROXY: ['none', 'addresses and networks of proxies to believe about clients, by commas, or loopback'],
  KRAPAO_SANDBOX: ['1; 0 with DATABASE_URL or NODE_ENV=production', 'whether the sandbox plays the outside parties'],
  SANDBOX_PORT: ['PORT + 1', 'the port of the sandbox'],
  SANDBOX_URL: ['http://127.0.0.1:SANDBOX_PORT', 'where the server reaches the sandbox'],
  KRAPAO_SMS_URL: ['none', 'the SMS gateway, when there is no sandbox'],
  KRAPAO_SMS_KEY_FILE: ['none', 'a file that holds KRAPAO_SMS_KEY'],
  KRAPAO_SMS_KEY: ['none', 'the bearer key of the SMS gateway'],
  KRAPAO_BANK_URL: ['none', 'the bank, when there is no sandbox'],
  KRAPAO_BANK_KEY_FILE: ['none', 'a file that holds KRAPAO_BANK_KEY'],
  KRAPAO_BANK_KEY: ['none', 'the bearer key of the bank'],
  KRAPAO_BANK_HOOK_SECRET_FILE: ['none', 'a file that holds KRAPAO_BANK_HOOK_SECRET'],
  KRAPAO_BANK_HOOK_SECRET: ['none', 'what the bank signs its calls to /api/hooks/bank with'],
  KRAPAO_ALERT_URL: ['none', 'where alerts are told too, signed, each 30 minutes until somebody takes note'],
  KRAPAO_ALERT_KEY_FILE: ['none', 'a file that holds KRAPAO_ALERT_KEY'],
  KRAPAO_ALERT_KEY: ['none', 'what alerts are signed with, as KRAPAO_BANK_HOOK_SECRET signs what the bank tells'],
  KRAPAO_PARTIES_FILE: ['none', 'a file that holds KRAPAO_PARTIES'],
  KRAPAO_PARTIES: ['none', 'further parties: JSON, {"NAME": {"family": "scb", ...}} as docs/connectors.md says'],
  KRAPAO_PAYOUTS: [
    'bank',
    'who pays out: the bank or names of KRAPAO_PARTIES by commas, the first that pays in the currency',
  ],
  KRAPAO_SLIPS: [
    'bank',
    'who is asked about slips: the bank or names of KRAPAO_PARTIES by commas, each until one knows the transfer',
  ],
  KRAPAO_SMS: [
    'sms',
    'who sends codes: sms, which is KRAPAO_SMS_URL, or names of KRAPAO_PARTIES by commas; the next where one refused',
  ],
  KRAPAO_GAME_KEYS_FILE: ['none', 'a file that holds KRAPAO_GAME_KEYS'],
  KRAPAO_GAME_KEYS: [
    'none',
    'the keys of the game providers, when there is no sandbox: JSON, {"CODE": "key"}, by the codes of their games',
  ],
  KRAPAO_GIFT_URL: ['none', 'the issuer of gift links, when there is no sandbox'],
  KRAPAO_GIFT_HOSTS: ["the sandbox's", 'hosts of gift links, separated by commas'],
  KRAPAO_LINK_SECRET: [LINK_SECRET_DEFAULT, 'shared with the web app, which hides gift links with it'],
  KRAPAO_CHAT_URL: ['none', 'as the web app was built: another address that its pages are told of chat and money by'],
  KRAPAO_LAOS: [
    '0',
    'as the web app was built: 1 makes the product one for Laos, where the operator does not say otherwise',
  ],
  KRAPAO_FRAME_ANCESTORS: ['none', 'origins that may show the web app in a frame, separated by commas'],
  KRAPAO_PICTURE_ORIGINS: ['none', 'other origins that pictures of banners and games may come from, by commas'],
  KRAPAO_DOCS: [
    '1; 0 with DATABASE_URL or NODE_ENV=production',
    'whether the API is described: /api/openapi.json and /api/docs',
  ],
  KRAPAO_METRICS_KEY_FILE: ['none', 'a file that holds KRAPAO_METRICS_KEY'],
  KRAPAO_METRICS_KEY: ['none', 'the bearer key with which /metrics answers from elsewhere than this machine'],
  KRAPAO_LOG: ['info', 'the least grave log lines: trace, debug, info, warn, error, fatal or silent'],
  NODE_ENV: ['none', '"production" leaves the sandbox and the demo operator out'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type Setting = keyof typeof settings
/** Those that can be read from a file instead, so that they stand in no environment. */
export type SecretSetting = { [Name in Setting]: `${Name}_FILE` extends Setting ? Name : never }[Setting]

export const isSecretSetting = (name: Setting): name is SecretSetting => Object.hasOwn(settings, `${name}_FILE`)
