import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../testing/played/sandbox.ts'

// Each family as the sandbox plays it, once by what it gave us and once with a key of another; the six families of games
// stand at codes of their own.

const gameFamilies = ['plain-json', 'signed-json', 'signed-form', 'token-form', 'pg-soft', 'joker']
const games = ['AREASLOT', 'SUPERSLOT', 'SLOTXO', 'PGSLOT', 'CIRCUS', 'JOKER']
/** Codes that are sent to another's door of the same family, whose key is another one. */
const gamesNo = ['USUN', 'BETFLIX', 'SLOTRACHA', 'IMI', 'PG', 'JOKER2']
/** Which of a party's terms is its key. */
const keys: Readonly<Record<string, string>> = {
  scb: 'secret',
  opn: 'secretKey',
  xendit: 'secretKey',
  jeepay: 'key',
  thaibulksms: 'secret',
  twilio: 'token',
  slipok: 'key',
  easyslip: 'key',
}
const families = Object.keys(keys)

let sandbox: TestSandbox
let app: TestApp

beforeAll(async () => {
  const operatorFile = join(mkdtempSync(join(tmpdir(), 'krapao-parties-')), 'operator.json')
  writeFileSync(operatorFile, JSON.stringify(furnished()))
  sandbox = await startTestSandbox({ operatorFile })
  const at = (family: string, terms: object) => ({ family, url: `${sandbox.url}/${family}`, ...terms })
  const right: Record<string, Record<string, unknown>> = {
    ...(await sandbox.ask<Record<string, Record<string, unknown>>>('GET', '/api/gateways')),
    thaibulksms: at('thaibulksms', { key: 'sandbox', secret: 'sandbox', sender: 'KRAPAO' }),
    twilio: at('twilio', { account: `AC${'0'.repeat(31)}1`, token: 'sandbox', from: 'KRAPAO' }),
    slipok: at('slipok', { branch: '1', key: 'sandbox' }),
    easyslip: at('easyslip', { key: '00000000-0000-4000-8000-000000000001' }),
  }
  const wrong = Object.fromEntries(
    Object.entries(right).map(([name, terms]) => [`${name}-no`, { ...terms, [keys[name] ?? '']: 'skey_test_another' }]),
  )
  const unfit = { 'xendit-unfit': { ...right['xendit'], channels: { SCB: 'TH_NOBODY' } } }
  app = await startTestApp({
    sandbox,
    env: {
      KRAPAO_PARTIES: JSON.stringify({ ...right, ...wrong, ...unfit }),
      KRAPAO_SMS: 'thaibulksms,twilio,thaibulksms-no,twilio-no,sms',
    },
  })
  await app.command('import', operatorFile)
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})
afterEach(() => sandbox.ask('POST', '/api/faults/release', {}))

/** The demo's operator, with a provider of each family, and one at another's door of the same family. */
function furnished(): object {
  const demo = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../demo/operator.json'), 'utf8')) as {
    games: { code: string; provider: object }[]
  }
  for (const [place, family] of gameFamilies.entries()) {
    const path = family === 'plain-json' ? 'api' : family
    const right = demo.games.find(({ code }) => code === games[place])
    const wrong = demo.games.find(({ code }) => code === gamesNo[place])
    if (right === undefined || wrong === undefined) throw new Error('the demo has other games')
    const launchUrl = 'https://games.example'
    right.provider = { family, url: `/games/${right.code}/${path}`, launchUrl }
    const door = family === 'plain-json' ? 'nowhere' : `${right.code}/${path}`
    wrong.provider = { family, url: `/games/${door}`, launchUrl }
  }
  return demo
}

/** All that the sandbox's parties have been made to do. */
async function doings(): Promise<unknown> {
  const paths = ['scb', 'opn', 'xendit', 'jeepay'].map((name) => `/api/gateways/${name}`)
  return Promise.all([...paths, '/api/phone/messages', '/api/bank/payouts'].map((path) => sandbox.ask('GET', path)))
}
const check = (name: string) => app.command('party', 'check', name)

describe('party check', () => {
  it.each([...families, 'bank', 'gift', 'sms', ...games.map((code) => `game:${code}`)])(
    '[CNX-011] %s answers, and nothing is moved by it',
    async (name) => {
      const before = await doings()
      expect(await check(name)).toContain(`${name}: right: `)
      expect(await doings()).toEqual(before)
    },
  )

  it.each(families)('[CNX-011] %s does not let in who has the key of another', async (name) => {
    await expect(check(`${name}-no`)).rejects.toThrow(`${name}-no: it does not let us in`)
  })

  it.each(gamesNo.map((code, place) => [gameFamilies[place], code]))(
    '[CNX-011] games of the family %s: not right with the key of another',
    async (_, code) => {
      await expect(check(`game:${code}`)).rejects.toThrow(`game:${code}: `)
    },
  )

  it('[CNX-011] a channel of the settings that Xendit does not have is named', async () => {
    await expect(check('xendit-unfit')).rejects.toThrow('has not what the settings name (no channel TH_NOBODY)')
  })

  it.each(families)('[CNX-011] %s that is down is not right', async (name) => {
    await sandbox.fault({ party: name, mode: 'down' })
    await expect(check(name)).rejects.toThrow(`${name}: `)
    await sandbox.fault({ party: name, mode: 'none' })
  })

  it('who is not there is told from who is, by name', async () => {
    await expect(check('nobody')).rejects.toThrow('There are: bank, easyslip, ')
    expect(await app.command('party', 'list')).toContain('To be checked: bank, ')
  })
})
