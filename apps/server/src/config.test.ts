import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, SettingError, settings } from './config.ts'

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
      limitFactor: 1,
      secretHex: null,
      trustProxy: false,
      parties: { kind: 'sandbox', url: 'http://127.0.0.1:3001' },
      giftHosts: ['127.0.0.1:3001', 'localhost:3001'],
      docs: true,
    })
    expect(readConfig({}).dataFolder).toBe(join(process.cwd(), 'data'))
    expect(readConfig({ PORT: ' ', KRAPAO_DEMO: '' })).toEqual(readConfig({}))
  })

  it('follow each other: the port, the database, production', () => {
    expect(readConfig({ PORT: '4000' })).toMatchObject({
      publicUrl: 'http://127.0.0.1:4000',
      parties: { url: 'http://127.0.0.1:4001' },
      desk: { port: 4002, publicUrl: 'http://127.0.0.1:4002' },
    })
    expect(readConfig({ PORT: '65535' }).desk).toMatchObject({ port: 65_533 })
    const own = { kind: 'own', sms: null, bank: null, gamesFile: null }
    const production = { DATABASE_URL: 'postgres://u:p@db/krapao', KRAPAO_SECRET: secret.toUpperCase() }
    expect(readConfig(production)).toMatchObject({ parties: own, docs: false, secretHex: secret })
    expect(readConfig({ ...production, KRAPAO_SANDBOX: '1', KRAPAO_DOCS: '1' })).toMatchObject({
      parties: { kind: 'sandbox' },
      docs: true,
    })
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ parties: own })
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
      KRAPAO_GAMES_FILE: '/etc/krapao/providers.json',
      KRAPAO_GIFT_URL: 'https://gift.example/',
    })
    expect(parties).toEqual({
      kind: 'own',
      sms: { url: 'https://sms.example', key: 'k1' },
      bank: { url: 'https://bank.example', key: 'k2', hookSecret: 'k3' },
      gamesFile: '/etc/krapao/providers.json',
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
    [{ KRAPAO_LIMIT_FACTOR: '0' }, 'KRAPAO_LIMIT_FACTOR must be'],
    [{ KRAPAO_LIMIT_FACTOR: 'many' }, 'KRAPAO_LIMIT_FACTOR must be'],
    [{ KRAPAO_SECRET: 'short' }, 'KRAPAO_SECRET must be 64 hexadecimal digits.'],
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
    for (const name of Object.keys(settings)) expect(source).toContain(`'${name}'`)
  })
})
