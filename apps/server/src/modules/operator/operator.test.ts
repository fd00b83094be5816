import type { Country } from '@krapao/contract'
import { ledgerMigrations } from '@krapao/ledger'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp, type Http, platformMigrations } from '../../platform/http/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { createFakeClock, type FakeClock } from '../../testing/clock.ts'
import { furnishDemo } from '../../testing/furnish.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { createTestLogger } from '../../testing/logger.ts'
import { deedsMigrations } from '../deeds/index.ts'
import { createOperator, isSlipOpen, type Operator, operatorMigrations } from './index.ts'
import { isSettingName, readSetting, settingDefaults, settingNames, settingsOf } from './operator.settings.ts'

interface Started {
  database: Database
  clock: FakeClock
  operator: Operator
  http: Http
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: object; body: never }>
}

async function start(country?: Country): Promise<Started> {
  const database = await openTestDatabase({
    migrations: [...ledgerMigrations, ...platformMigrations, ...deedsMigrations, ...operatorMigrations],
  })
  const clock = createFakeClock('2026-11-21T05:00:00Z')
  const operator = createOperator({
    database,
    clock,
    outsideUrl: 'http://127.0.0.1:3001',
    ...(country === undefined ? {} : { country }),
  })
  const http = await createHttp({
    routes: operator.routes,
    authenticate: () => Promise.resolve({ ok: false, code: 'invalid-token' }),
    isTerminated: () => operator.isTerminated(),
    database,
    clock,
    logger: createTestLogger().logger,
    checksAnswers: true,
    config: {
      host: '127.0.0.1',
      port: 0,
      limitFactor: 100,
      trustProxy: false,
      publicUrl: 'http://127.0.0.1:3000',
      frameAncestors: [],
      docs: false,
      metricsKey: null,
    },
  })
  return {
    database,
    clock,
    operator,
    http,
    async get(path, headers = {}) {
      const answer = await http.inject({ method: 'GET', url: `/api/lookup/${path}`, headers })
      const body: unknown = answer.body === '' ? null : JSON.parse(answer.body)
      return { status: answer.statusCode, headers: answer.headers, body: body as never }
    },
  }
}

const lookups = [
  'info',
  'active',
  'registerOTP',
  'enableChatWidget',
  'banks',
  'sources',
  'conditions',
  'agreements',
  'notice',
  'contact',
  'deposit',
  'withdraw',
  'slip',
]

let empty: Started
let demo: Started

beforeAll(async () => {
  empty = await start()
  demo = await start()
  await furnishDemo({ ...demo, modules: [demo.operator] })
})
afterAll(async () => {
  for (const started of [empty, demo]) {
    await started.http.close()
    await started.database.close()
  }
})

describe('lookups of an operator that has said nothing yet', () => {
  it.each(lookups)('%s answers all the same', async (path) => {
    expect(await empty.get(path)).toMatchObject({ status: 200 })
  })

  it('are empty lists and defaults', async () => {
    expect((await empty.get('banks')).body).toEqual({ banks: [] })
    expect((await empty.get('sources')).body).toEqual({ sources: [] })
    expect((await empty.get('conditions')).body).toEqual({ conditions: [] })
    expect((await empty.get('deposit')).body).toEqual({ banks: [], wallets: [], isManual: false })
    expect((await empty.get('registerOTP')).body).toEqual({ registerOTP: true })
    expect(await empty.operator.games()).toEqual([])
  })
})

describe('lookups of the demo operator', () => {
  it('[LKP-001] [LKP-011] [LIM-030] lists banks with code and names, all the specification names among them', async () => {
    const { banks } = (await demo.get('banks')).body as { banks: { code: string; nameTH: string }[] }
    const codes = banks.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['SCB', 'KBANK', 'GSB', 'BCEL', 'TW', 'KTB', 'TMB', 'BBL']))
    expect(codes).not.toContain('WW')
    for (const bank of banks) {
      expect(Object.keys(bank).toSorted()).toEqual(['code', 'currency', 'latinNamesOnly', 'nameEN', 'nameLO', 'nameTH'])
      expect(bank.nameTH).toMatch(/[\u0e00-\u0e7f]/)
    }
  })

  it('[LIM-029] wants account names in English at KTB, TMB and BBL and at no other bank that the specification names', async () => {
    const { banks } = (await demo.get('banks')).body as { banks: { code: string; latinNamesOnly: boolean }[] }
    const wants = banks.filter(({ latinNamesOnly }) => latinNamesOnly).map(({ code }) => code)
    expect(wants.toSorted()).toEqual(['BBL', 'KTB', 'TMB'])
  })

  it('[LKP-002] [LKP-013] lists sources with code and description, in the language asked for', async () => {
    const thai = (await demo.get('sources')).body as { sources: { code: string; description: string }[] }
    const english = (await demo.get('sources', { 'accept-language': 'en' })).body as typeof thai
    expect(thai.sources.map(({ code }) => code)).toEqual(english.sources.map(({ code }) => code))
    expect(thai.sources[0]).toEqual({ code: 'FRIEND', description: 'เพื่อนแนะนำ' })
    expect(english.sources[0]).toEqual({ code: 'FRIEND', description: 'A friend' })
  })

  it('[LKP-003] tells where to deposit: an account, both QR providers, and both kinds of wallet', async () => {
    const deposit = (await demo.get('deposit')).body as {
      banks: { bankCode: string; mode: string; bankType: string }[]
      wallets: { mode: string }[]
      isManual: boolean
    }
    expect(deposit.isManual).toBe(true)
    expect(deposit.banks).toContainEqual(expect.objectContaining({ bankCode: 'SCB', mode: 'AUTO', currency: 'BAHT' }))
    expect(deposit.banks).toContainEqual(expect.objectContaining({ bankCode: 'KBANK', mode: 'QR' }))
    expect(deposit.banks).toContainEqual(expect.objectContaining({ bankCode: 'WW', bankType: 'PAYMENT' }))
    expect(deposit.wallets.map(({ mode }) => mode)).toEqual(['AUTO', 'LINK'])
  })

  it.each([
    ['[LKP-004]', 'conditions'],
    ['[LKP-005]', 'agreements'],
  ])('%s gives %s as HTML in three languages', async (_, path) => {
    const languages = ['th', 'lo', 'en']
    const answers = await Promise.all(languages.map((language) => demo.get(path, { 'accept-language': language })))
    const texts = answers.map(({ body }) => (body as Record<string, string[]>)[path] ?? [])
    expect(new Set(texts.map(({ length }) => length)).size).toBe(1)
    expect(texts[0]?.join('')).toMatch(/<p>.*[\u0e00-\u0e7f]/)
    expect(texts[1]?.join('')).toMatch(/<p>.*[\u0e80-\u0eff]/)
    expect(texts[2]?.join('')).toMatch(/<p>.*[a-z]/)
  })

  it('[LKP-006] leaves the percentage open in the notice of every language', async () => {
    for (const language of ['th', 'lo', 'en']) {
      const { notice } = (await demo.get('notice', { 'accept-language': language })).body as { notice: string }
      expect(notice.split('%percentFail%')).toHaveLength(2)
    }
  })

  it('[LKP-007] [CON-008] gives four contact keys', async () => {
    const { body } = await demo.get('contact')
    expect(Object.keys(body).toSorted()).toEqual(['contactText', 'lineLink', 'lineName', 'lineQR'])
    expect(body).toMatchObject({ lineLink: 'https://line.example/krapao', lineName: '@krapao', lineQR: null })
  })

  it('make the texts of the operator safe, wherever they stand', async () => {
    const kinds = ['condition', 'agreement', 'notice', 'contact', 'withdraw', 'slip']
    const evil = `<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a></p>`
    for (const kind of kinds) {
      await demo.database.query(
        `insert into operator_text (kind, language, position, html) values ($1, 'lo', 90, $2)`,
        [kind, evil],
      )
    }
    for (const path of ['conditions', 'agreements', 'notice', 'contact', 'withdraw', 'slip']) {
      const told = JSON.stringify((await demo.get(path, { 'accept-language': 'lo' })).body)
      expect(told).toContain('<p>a<a>b</a></p>')
      expect(told).not.toMatch(/script|onclick/)
    }
    await demo.database.query('delete from operator_text where position = 90')
  })

  it('[LKP-008] gives the limits of withdrawals in baht', async () => {
    expect((await demo.get('withdraw')).body).toMatchObject({ withdrawMin: 100, withdrawMax: 50_000 })
  })

  it('[LKP-009] tells whether slips are taken now', async () => {
    expect((await demo.get('slip')).body).toMatchObject({ isOpen: true, closedFrom: '23:50', closedUntil: '00:10' })
    demo.clock.set('2026-11-21T16:50:00Z')
    expect((await demo.get('slip')).body).toMatchObject({ isOpen: false })
    demo.clock.set('2026-11-21T17:10:00Z')
    expect((await demo.get('slip')).body).toMatchObject({ isOpen: true })
  })

  it('[LKP-012] names the website, in the language of the reader where it has a name there', async () => {
    const named = async (language: string) => (await demo.get('info', { 'accept-language': language })).body
    expect(await named('lo')).toEqual({ name: 'ກະເປົາ', website: 'https://krapao.example' })
    expect(await named('en')).toMatchObject({ name: 'Krapao' })
    await demo.operator.setSetting('websiteName', 'Krapao of Isaan')
    expect((await demo.get('info')).body).toEqual({ name: 'Krapao of Isaan', website: 'https://krapao.example' })
  })

  it.each([
    ['[LKP-010]', 'enableChatWidget'],
    ['[LKP-015]', 'registerOTP'],
  ] as const)('%s follows the setting %s', async (_, name) => {
    for (const value of [false, true]) {
      await demo.operator.setSetting(name, value)
      expect((await demo.get(name)).body).toEqual({ [name]: value })
    }
  })

  it('[LKP-014] says when the service has ended, while everything else answers gone', async () => {
    expect((await demo.get('active')).body).toEqual({ terminated: false })
    await demo.operator.setSetting('terminated', true)
    expect((await demo.get('active')).body).toEqual({ terminated: true })
    expect(await demo.get('info')).toMatchObject({ status: 410, body: { message: 'gone' } })
    await demo.operator.setSetting('terminated', false)
    expect(await demo.get('info')).toMatchObject({ status: 200 })
  })

  it.each(lookups)('%s carries an ETag, and is sent again only to who does not have it', async (path) => {
    const first = await demo.get(path)
    const { etag } = first.headers as { etag: string }
    expect(first.headers).toMatchObject({ vary: 'accept-language', 'cache-control': 'no-cache' })
    expect(etag).toMatch(/^".+"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(await demo.get(path, { 'if-none-match': known })).toMatchObject({
        status: 304,
        body: null,
        headers: { etag },
      })
    }
    expect(await demo.get(path, { 'if-none-match': '"other"' })).toMatchObject({ status: 200, body: first.body })
  })

  it.each(['sources', 'conditions', 'agreements', 'notice', 'contact', 'withdraw', 'slip'])(
    '%s is told in the language asked for, Thai unless it is one of three, each with an ETag of its own',
    async (path) => {
      const of = async (language: string) => {
        const { body, headers } = await demo.get(path, { 'accept-language': language })
        return { text: JSON.stringify(body), etag: (headers as { etag: string }).etag }
      }
      const [thai, lao, english] = [await of('th'), await of('lo'), await of('en')]
      expect(new Set([thai.text, lao.text, english.text]).size).toBe(3)
      expect(new Set([thai.etag, lao.etag, english.etag]).size).toBe(3)
      expect(lao.text).toMatch(/[\u0e80-\u0eff]/)
      expect(english.text).not.toMatch(/[\u0e00-\u0eff]/)
      for (const other of ['', 'de', 'th-TH', 'de, th;q=0.5', 'xx;q=nonsense']) expect(await of(other)).toEqual(thai)
      expect(await of('en-US,en;q=0.9,th;q=0.8')).toEqual(english)
      expect(await of('en;q=0.2, lo;q=0.7')).toEqual(lao)
      const known = { 'if-none-match': thai.etag, 'accept-language': 'en' }
      expect(await demo.get(path, known)).toMatchObject({ status: 200 })
    },
  )

  it('has another ETag after a change', async () => {
    const before = (await demo.get('withdraw')).headers as { etag: string }
    await demo.operator.setSetting('withdrawMinMinor', 120_00)
    const after = await demo.get('withdraw', { 'if-none-match': before.etag })
    expect(after).toMatchObject({ status: 200, body: { withdrawMin: 120 } })
    await demo.operator.setSetting('withdrawMinMinor', 100_00)
  })
})

describe('games of the demo operator', () => {
  it('[LIM-034] are those of the specification, at least six slots among them, with exact factors and absolute links', async () => {
    const games = await demo.operator.games()
    expect(games.map(({ code }) => code).toSorted()).toEqual(
      'AREASLOT ASKMEBET BETFLIX CIRCUS IMI JOKER JOKER2 PG PGSLOT SEXYGAME SLOTRACHA SLOTXO SUPERSLOT UFABET USUN'.split(
        ' ',
      ),
    )
    const entered = (by: string | null) =>
      games
        .filter(({ autoLogin }) => autoLogin === by)
        .map(({ code }) => code)
        .toSorted()
    expect(entered('username-and-password')).toEqual(['ASKMEBET', 'CIRCUS', 'IMI', 'PGSLOT', 'SLOTRACHA', 'USUN'])
    expect(entered('username')).toEqual(['AREASLOT', 'BETFLIX', 'JOKER2', 'PG'])
    expect(games.filter(({ category }) => category === 'slot').length).toBeGreaterThanOrEqual(6)
    const factors = new Map(games.map(({ code, factorTenThousandths }) => [code, factorTenThousandths]))
    expect([factors.get('PG'), factors.get('SLOTXO'), factors.get('IMI')]).toEqual([10_000, 100_000, 1_000])
    expect(games.find(({ code }) => code === 'PG')?.names).toEqual({
      th: 'ดอกบัวทอง',
      lo: 'ດອກບົວຄຳ',
      en: 'Golden Lotus',
    })
    for (const { web } of games) if (web !== null) expect(web).toMatch(/^http:\/\/127\.0\.0\.1:3001\/games\//)
    expect(games.find(({ code }) => code === 'UFABET')?.web).not.toBeNull()
  })
})

describe('a product for Laos', () => {
  let lao: Started
  beforeAll(async () => {
    lao = await start('LA')
    await furnishDemo({ ...lao, modules: [lao.operator], country: 'LA' })
  })
  afterAll(async () => {
    await lao.http.close()
    await lao.database.close()
  })

  it('works in Laos until the operator says otherwise, and names its own banks and accounts first', async () => {
    expect((await lao.operator.settings()).country).toBe('LA')
    const codes = (await lao.operator.banks()).map(({ code }) => code)
    expect(codes.slice(0, 2)).toEqual(['BCEL', 'LDB'])
    expect(codes.toSorted()).toEqual((await demo.operator.banks()).map(({ code }) => code).toSorted())
    const firstOf = async ({ operator }: Started) => (await operator.depositAccounts()).banks[0]
    expect([await firstOf(lao), await firstOf(demo)]).toMatchObject([{ bankCode: 'BCEL' }, { bankCode: 'SCB' }])
    await lao.operator.setSetting('country', 'TH')
    expect((await lao.operator.settings()).country).toBe('TH')
  })

  it.each(['th', 'lo', 'en'] as const)(
    'asks for the age of its country, in %s too, and says what a baht is in kip',
    async (language) => {
      const agesOf = async ({ operator }: Started) =>
        (await operator.texts('agreement', language))[0]?.match(/\b\d\d\b/g)
      expect([await agesOf(lao), await agesOf(demo)]).toEqual([['18'], ['20']])
      const [terms = ''] = await lao.operator.texts('condition', language)
      expect(terms).toContain('32,000,000')
      expect((await demo.operator.texts('condition', language)).join()).not.toContain('32,000,000')
    },
  )
})

describe('settings', () => {
  it('hold within a second when another process changes them', async () => {
    const { database, clock, operator } = empty
    expect((await operator.settings()).qrMinutes).toBe(15)
    await database.query(`insert into operator_setting (key, value, updated_at) values ('qrMinutes', '20', $1)`, [
      clock.now(),
    ])
    clock.advance(1_000)
    expect((await operator.settings()).qrMinutes).toBe(20)
  })

  it('fall back to their default where a row does not fit, and know no other names', () => {
    const rows = settingNames.map((key) => ({ key, value: { no: 'such value' } }))
    expect(settingsOf([...rows, { key: 'toString', value: 1 }])).toEqual(settingDefaults)
    fc.assert(fc.property(fc.string(), (name) => isSettingName(name) === (settingNames as string[]).includes(name)))
  })

  it('take back every default, and no value of another kind', () => {
    for (const name of settingNames) expect(readSetting(name, settingDefaults[name])).toMatchObject({ ok: true })
    fc.assert(
      fc.property(fc.constantFrom(...settingNames), fc.anything(), (name, value) => {
        const read = readSetting(name, value)
        if (read.ok) expect(readSetting(name, read.value)).toEqual(read)
        else expect(read.problem).not.toBe('')
      }),
    )
  })
})

describe('the closing window of slips', () => {
  it('closes from the first time up to the second, over midnight too, by the clock of Bangkok', () => {
    const at = (time: string) => new Date(`2026-11-21T${time}+07:00`)
    const isOpen = (time: string) => isSlipOpen(at(time), '23:50', '00:10')
    expect(['23:49:59', '23:50:00', '23:59:59', '00:00:00', '00:09:59', '00:10:00', '12:00:00'].map(isOpen)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
      true,
    ])
    expect(isSlipOpen(at('03:30:00'), '03:00', '04:00')).toBe(false)
    expect(isSlipOpen(at('04:00:00'), '03:00', '04:00')).toBe(true)
    expect(isSlipOpen(at('23:55:00'), null, '00:10')).toBe(true)
  })

  it('is as long every day as it says', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    const day = fc.integer({ min: 0, max: 20_000 })
    const text = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    fc.assert(
      fc.property(minute, minute, day, (from, until, date) => {
        const times = Array.from({ length: 1440 }, (_, index) => new Date((date * 1440 + index) * 60_000))
        const closed = times.filter((time) => !isSlipOpen(time, text(from), text(until))).length
        expect(closed).toBe((until - from + 1440) % 1440)
      }),
      { numRuns: 20 },
    )
  })
})
