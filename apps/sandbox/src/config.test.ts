import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { readKeys } from './secret.ts'

describe('the settings', () => {
  it('work without any', () => {
    expect(readConfig({})).toEqual({
      dataFolder: `${process.cwd()}/data`,
      port: 3001,
      host: '127.0.0.1',
      hookUrl: 'http://127.0.0.1:3000',
      publicUrl: null,
      walletUrl: 'http://127.0.0.1:3000',
      deskUrl: 'http://127.0.0.1:3002',
      isDemo: true,
      secret: null,
      operatorFile: null,
      isAnnounced: true,
    })
  })

  it('follow the server’s port', () => {
    expect(readConfig({ PORT: '4000' })).toMatchObject({ port: 4001, hookUrl: 'http://127.0.0.1:4000' })
    const given = { PORT: '4000', SANDBOX_PORT: '5', KRAPAO_HOOK_URL: 'http://wallet.test/', SANDBOX_HOST: '0.0.0.0' }
    expect(readConfig(given)).toMatchObject({ port: 5, hookUrl: 'http://wallet.test', host: '0.0.0.0' })
  })

  it('show staff where the server has a demo operator', () => {
    const isDemo = (environment: Record<string, string>) => readConfig(environment).isDemo
    expect([isDemo({ KRAPAO_DEMO: '0' }), isDemo({ NODE_ENV: 'production' }), isDemo({ DATABASE_URL: 'x' })]).toEqual([
      false,
      false,
      false,
    ])
    expect(isDemo({ KRAPAO_DEMO: '1', DATABASE_URL: 'x' })).toBe(true)
    expect(readConfig({ DESK_URL: 'https://desk.test/' }).deskUrl).toBe('https://desk.test')
  })

  it.each(['70000', '-1', '3.5', 'http'])('refuse the port %s', (port) => {
    expect(() => readConfig({ SANDBOX_PORT: port })).toThrow('SANDBOX_PORT must be a port')
  })

  it('take the secret from the file that the server takes it from', () => {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-sandbox-secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'secret')
    writeFileSync(file, `${'ab'.repeat(32)}\n${'cd'.repeat(32)}\n`)
    const { secret } = readConfig({ KRAPAO_SECRET_FILE: file })
    expect(secret).toContain('ab'.repeat(32))
    // Of several the first is in force.
    const told = ({ gameOf, gatewayOf, staffOf, ...keys }: ReturnType<typeof readKeys>) => ({
      ...keys,
      game16: gameOf('NEW'),
      gateway: gatewayOf('opn'),
      staff: staffOf('mali'),
    })
    expect(told(readKeys(folder, secret))).toEqual(told(readKeys(folder, 'ab'.repeat(32))))
    expect(() => readConfig({ KRAPAO_SECRET_FILE: join(folder, 'none') })).toThrow(/^KRAPAO_SECRET_FILE names .*none/)
  })
})
