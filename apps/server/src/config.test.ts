import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, SettingError } from './config.ts'
import { settings } from './settings.ts'

const secret = 'a1'.repeat(32)

describe('the settings', () => {
  it('all have a default that works', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      desk: { port: 3002, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3002' },
      databaseUrl: null,
      demo: true,
      country: 'TH',
      limitFactor: 1,
      secretsHex: null,
      trustProxy: false,
      parties: { kind: 'sandbox', url: 'http://127.0.0.1:3001' },
      giftHosts: ['127.0.0.1:3001', 'localhost:3001'],
      docs: true,
    })
    expect(readConfig({}).dataFolder).toBe(join(process.cwd(), 'data'))
    expect(readConfig({ PORT: ' ', KRAPAO_DEMO: '' })).toEqual(readConfig({}))
    expect(readConfig({ KRAPAO_LAOS: '1' }).country).toBe('LA')
  })

  it('leave the demo operator out where real money is meant, unless it is asked for', () => {
    const secret = 'ab'.repeat(32)
    const database = { DATABASE_URL: 'postgres://db/krapao?sslmode=verify-full', KRAPAO_SECRET: secret }
    expect(readConfig({})).toMatchObject({ demo: true, isProduction: false })
    for (const environment of [{ NODE_ENV: 'production' }, database]) {
      expect(readConfig(environment)).toMatchObject({ demo: false, isProduction: true })
      expect(readConfig({ ...environment, KRAPAO_DEMO: '1' })).toMatchObject({ demo: true })
    }
  })

  it('follow each other: the port, the database, production', () => {
    expect(readConfig({ PORT: '4000' })).toMatchObject({
      publicUrl: 'http://127.0.0.1:4000',
      parties: { url: 'http://127.0.0.1:4001' },
      desk: { port: 4002, publicUrl: 'http://127.0.0.1:4002' },
    })
    expect(readConfig({ PORT: '65535' }).desk).toMatchObject({ port: 65_533 })
    const own = { kind: 'own', sms: null, bank: null, gameKeys: new Map() }
    const production = {
      DATABASE_URL: 'postgres://u:p@db/krapao?sslmode=verify-full',
      KRAPAO_SECRET: secret.toUpperCase(),
    }
    expect(readConfig(production)).toMatchObject({ parties: own, docs: false, secretsHex: [secret] })
    expect(readConfig({ ...production, KRAPAO_SANDBOX: '1', KRAPAO_DOCS: '1' })).toMatchObject({
      parties: { kind: 'sandbox' },
      docs: true,
    })
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ parties: own, docs: false })
    expect(readConfig({ KRAPAO_SANDBOX: '0' })).toMatchObject({ parties: own, giftHosts: [] })
  })

  it('name the outside parties when there is no sandbox', () => {
    const { parties } = readConfig({
      KRAPAO_SANDBOX: '0',
      KRAPAO_SMS_URL: 'https://sms.example/',
      KRAPAO_SMS_KEY: 'k1',
      KRAPAO_BANK_URL: 'https://bank.example',
      KRAPAO_BANK_KEY: 'k2',
      KRAPAO_BANK_HOOK_SECRET: 'k3',
      KRAPAO_GAME_KEYS: '{"PG": "k4"}',
      KRAPAO_GIFT_URL: 'https://gift.example/',
    })
    expect(parties).toEqual({
      kind: 'own',
      sms: { url: 'https://sms.example', key: 'k1' },
      bank: { url: 'https://bank.example', key: 'k2', hookSecret: 'k3' },
      gameKeys: new Map([['PG', 'k4']]),
      giftUrl: 'https://gift.example',
    })
  })

  it('give the support desk a place of its own, or none', () => {
    const given = { DESK_PORT: '9000', DESK_HOST: '10.0.0.5', DESK_URL: 'https://desk.example/' }
    expect(readConfig(given).desk).toEqual({ port: 9000, host: '10.0.0.5', publicUrl: 'https://desk.example' })
    expect(readConfig({ DESK_PORT: '0' }).desk).toBeNull()
    expect(readConfig({ HOST: '0.0.0.0' }).desk).toMatchObject({ host: '127.0.0.1' })
  })

  it.each([
    [{ DESK_PORT: '70000' }, 'DESK_PORT must be a port number'],
    [{ DESK_PORT: '3000' }, 'PORT and DESK_PORT are both 3000'],
    [{ DESK_URL: 'desk.example' }, 'DESK_URL must be an address'],
    [{ PORT: '0' }, 'PORT must be a port number from 1 to 65535, and is "0".'],
    [{ PORT: '3e3' }, 'PORT must be'],
    [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT must be'],
    [{ KRAPAO_DEMO: 'yes' }, 'KRAPAO_DEMO must be 0 or 1, and is "yes".'],
    [{ KRAPAO_SANDBOX: '0', KRAPAO_GAME_KEYS: '{"pg": "k"}' }, 'KRAPAO_GAME_KEYS must be JSON'],
    [{ KRAPAO_SANDBOX: '0', KRAPAO_GAME_KEYS: 'PG=k' }, 'KRAPAO_GAME_KEYS must be JSON'],
    [{ KRAPAO_LIMIT_FACTOR: '0' }, 'KRAPAO_LIMIT_FACTOR must be'],
    [{ KRAPAO_LIMIT_FACTOR: 'many' }, 'KRAPAO_LIMIT_FACTOR must be'],
    [{ KRAPAO_SECRET: 'short' }, 'KRAPAO_SECRET must be 64 hexadecimal digits'],
    [{ KRAPAO_SECRET: `${secret},short` }, 'KRAPAO_SECRET must be 64 hexadecimal digits'],
    [
      { KRAPAO_SECRET_FILE: '/nowhere/secret' },
      'KRAPAO_SECRET_FILE names /nowhere/secret, which cannot be read: ENOENT.',
    ],
    [
      { KRAPAO_SMS_KEY: 'hush', KRAPAO_SMS_KEY_FILE: '/x', KRAPAO_SMS_URL: 'https://s.example', KRAPAO_SANDBOX: '0' },
      'both set',
    ],
    [{ NODE_ENV: 'production', KRAPAO_PRIVATE_LINES: 'mail' }, 'and "mail" is none'],
    [{ DATABASE_URL: 'postgres://db/krapao' }, 'KRAPAO_SECRET must be set together with DATABASE_URL'],
    [{ DATABASE_URL: 'mysql://u:hush@db/krapao', KRAPAO_SECRET: secret }, 'DATABASE_URL must be an address'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL must be an address'],
    [{ PUBLIC_URL: 'wallet.example' }, 'PUBLIC_URL must be an address'],
    [{ KRAPAO_CHAT_URL: 'chat.example' }, 'KRAPAO_CHAT_URL must be an address'],
    [{ KRAPAO_TRUST_PROXY: '1' }, 'KRAPAO_TRUST_PROXY must be a list of addresses'],
    [{ KRAPAO_TRUST_PROXY: '10.0.0.0/33' }, 'KRAPAO_TRUST_PROXY must be a list of addresses'],
    [{ KRAPAO_LOG: 'loud' }, 'KRAPAO_LOG must be a log level'],
    [{ KRAPAO_SANDBOX: '0', KRAPAO_SMS_URL: 'https://sms.example' }, 'KRAPAO_SMS_KEY must be set together'],
    [
      { KRAPAO_SANDBOX: '0', KRAPAO_BANK_URL: 'https://b.example', KRAPAO_BANK_KEY: 'k' },
      'KRAPAO_BANK_HOOK_SECRET must be set together with KRAPAO_BANK_URL.',
    ],
  ])('are refused in one sentence: %o', (environment, sentence) => {
    const read = () => readConfig(environment)
    expect(read).toThrow(SettingError)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(/hush/)
  })

  it('take several secrets while one replaces another, and each secret from a file', () => {
    const other = 'b2'.repeat(32)
    expect(readConfig({ KRAPAO_SECRET: `${other}, ${secret}` }).secretsHex).toEqual([other, secret])
    const folder = mkdtempSync(join(tmpdir(), 'krapao-config-'))
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), `${text}\n`)
      return join(folder, name)
    }
    const read = readConfig({
      KRAPAO_SANDBOX: '0',
      KRAPAO_SECRET_FILE: file('secret', `${other}\n${secret}`),
      DATABASE_URL_FILE: file('database', 'postgres://u:p@127.0.0.1/krapao'),
      REDIS_URL_FILE: file('redis', 'redis://:p@127.0.0.1'),
      KRAPAO_SMS_URL: 'https://sms.example',
      KRAPAO_SMS_KEY_FILE: file('sms', 'k1'),
      KRAPAO_BANK_URL: 'https://bank.example',
      KRAPAO_BANK_KEY_FILE: file('bank', 'k2'),
      KRAPAO_BANK_HOOK_SECRET_FILE: file('hook', 'k3'),
      KRAPAO_METRICS_KEY_FILE: file('metrics', 'k4'),
    })
    rmSync(folder, { recursive: true })
    expect(read).toMatchObject({
      secretsHex: [other, secret],
      databaseUrl: 'postgres://u:p@127.0.0.1/krapao',
      redisUrl: 'redis://:p@127.0.0.1',
      parties: { sms: { key: 'k1' }, bank: { key: 'k2', hookSecret: 'k3' } },
      metricsKey: 'k4',
    })
  })

  it.each([
    [
      'database',
      { DATABASE_URL: 'postgres://u:p@db/krapao' },
      { DATABASE_URL: 'postgres://u:p@db/krapao?sslmode=require' },
    ],
    ['redis', { REDIS_URL: 'redis://:p@redis' }, { REDIS_URL: 'rediss://:p@redis' }],
    ['sms', { KRAPAO_SMS_URL: 'http://sms.example' }, { KRAPAO_SMS_URL: 'https://sms.example' }],
    ['bank', { KRAPAO_BANK_URL: 'http://bank.example' }, { KRAPAO_BANK_URL: 'https://bank.example' }],
    ['gifts', { KRAPAO_GIFT_URL: 'http://gift.example' }, { KRAPAO_GIFT_URL: 'https://gift.example' }],
  ])('want TLS on the line to %s in production, unless it is said to be private', (line, open, encrypted) => {
    const keys = { KRAPAO_SMS_KEY: 'k', KRAPAO_BANK_KEY: 'k', KRAPAO_BANK_HOOK_SECRET: 'k', KRAPAO_SECRET: secret }
    const production = { NODE_ENV: 'production', ...keys }
    expect(() => readConfig({ ...production, ...open })).toThrow(`The line to ${line} leaves this machine without TLS`)
    expect(() => readConfig({ ...production, ...open, KRAPAO_PRIVATE_LINES: 'games' })).toThrow(`The line to ${line}`)
    expect(() => readConfig({ ...production, ...open, KRAPAO_PRIVATE_LINES: `games, ${line}` })).not.toThrow()
    expect(() => readConfig({ ...production, ...encrypted })).not.toThrow()
    const here = Object.fromEntries(
      Object.entries(open).map(([name, url]) => [
        name,
        url.replace(/(db|redis|\w+\.example)(?=\/krapao|$)/, '127.0.0.1'),
      ]),
    )
    expect(() => readConfig({ ...production, ...here })).not.toThrow()
  })

  it.each([
    ['sslmode=verify-full&sslmode=disable', false],
    ['sslmode=disable&sslmode=verify-full', true],
    ['sslmode=require&uselibpqcompat=true', false],
    ['sslmode=verify-full&uselibpqcompat=true', true],
  ])('read the words of a database address as its driver does: %s', (words, isEncrypted) => {
    const read = () => readConfig({ KRAPAO_SECRET: secret, DATABASE_URL: `postgres://u:p@db/krapao?${words}` })
    if (isEncrypted) expect(read).not.toThrow()
    else expect(read).toThrow('The line to database leaves this machine')
  })

  it('take several hosts of a database, each of which has to be a good one', () => {
    const read = (hosts: string, more: object = {}) =>
      readConfig({ KRAPAO_SECRET: secret, DATABASE_URL: `postgres://u:p@${hosts}`, ...more })
    const several = 'one:5432,two:5433,[::1]/krapao?sslmode=verify-full'
    expect(read(several)).toMatchObject({ databaseUrl: `postgres://u:p@${several}`, databaseWaitMs: 60_000 })
    expect(read('127.0.0.1,localhost:5433/krapao', { KRAPAO_DATABASE_WAIT: '0' }).databaseWaitMs).toBe(0)
    expect(() => read('127.0.0.1,db.example/krapao')).toThrow('The line to database leaves this machine')
    const redis = (REDIS_URL: string) => () => readConfig({ KRAPAO_SECRET: secret, NODE_ENV: 'production', REDIS_URL })
    expect(redis('redis://127.0.0.1:1,localhost:2')().redisUrl).toBe('redis://127.0.0.1:1,localhost:2')
    expect(redis('redis://127.0.0.1:1,redis.example')).toThrow('The line to redis leaves this machine')
    for (const hosts of ['one:many,two/krapao?sslmode=verify-full', 'one:5432:5433,two/krapao?sslmode=verify-full']) {
      expect(() => read(hosts), hosts).toThrow(/^DATABASE_URL must be an address that starts with postgres:/)
    }
    for (const KRAPAO_DATABASE_WAIT of ['-1', '1.5', 'long', '3601']) {
      expect(() => read(several, { KRAPAO_DATABASE_WAIT })).toThrow('KRAPAO_DATABASE_WAIT must be whole seconds')
    }
  })

  it('read pages at the other hosts of a database, or at those that are named for it, and never at a single one', () => {
    const read = (hosts: string, more: object = {}) =>
      readConfig({ KRAPAO_SECRET: secret, DATABASE_URL: `postgres://u:p@${hosts}/db?sslmode=verify-full`, ...more })
    const address = (host: string) => `postgres://u:p@${host}/db?sslmode=verify-full`
    expect(read('one').readAddresses).toEqual([])
    expect(read('one,two:5433').readAddresses).toEqual([address('one'), address('two:5433')])
    const KRAPAO_READS_URL = address('three,four')
    for (const hosts of ['one', 'one,two']) {
      expect(read(hosts, { KRAPAO_READS_URL }).readAddresses).toEqual([address('three'), address('four')])
    }
    expect(() => read('one', { KRAPAO_READS_URL: 'postgres://u:p@three/db' })).toThrow('The line to database leaves')
  })

  it('know a socket of this machine from a host that stands beside one', () => {
    const read = (url: string) => readConfig({ KRAPAO_SECRET: secret, DATABASE_URL: url })
    for (const url of ['postgres:///db', 'postgres://%2Frun%2Fpg/db', 'postgres:///db?host=/run/pg']) {
      expect(() => read(url), url).not.toThrow()
    }
    for (const url of ['postgres:///db?host=db.example', 'postgres://localhost/db?host=/run&host=db.example']) {
      expect(() => read(url), url).toThrow('The line to database leaves this machine')
    }
  })

  it('take proxies as addresses and networks', () => {
    const proxies = '10.0.0.0/8, ::1, loopback'
    expect(readConfig({ KRAPAO_TRUST_PROXY: proxies }).trustProxy).toEqual(['10.0.0.0/8', '::1', 'loopback'])
    expect(readConfig({ KRAPAO_TRUST_PROXY: 'none' }).trustProxy).toBe(false)
  })

  it('take the chat of another address by its origin', () => {
    expect(readConfig({}).chatOrigin).toBeNull()
    expect(readConfig({ KRAPAO_CHAT_URL: 'off' }).chatOrigin).toBeNull()
    expect(readConfig({ KRAPAO_CHAT_URL: 'https://chat.example/live/' }).chatOrigin).toBe('https://chat.example')
  })

  it('that are described are those that are read', () => {
    const source = readFileSync(join(import.meta.dirname, 'config.ts'), 'utf8').split('type Setting')[1] ?? ''
    const isOfSecret = (name: string) => Object.hasOwn(settings, name.replace(/_FILE$/, '')) && name.endsWith('_FILE')
    const read = Object.keys(settings).filter((name) => !isOfSecret(name))
    expect(read.length).toBeGreaterThan(25)
    for (const name of read) expect(source).toContain(`'${name}'`)
  })
})
