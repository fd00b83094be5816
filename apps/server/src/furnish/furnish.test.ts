import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appMigrations } from '../app.ts'
import { migrate } from '../platform/database/index.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { openTestDatabase } from '../testing/database.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../testing/played/sandbox.ts'
import { memberWithMoney, payQr, registeredMember } from '../testing/worlds/stories.ts'
import { until } from '../testing/until.ts'

const root = join(import.meta.dirname, '../../../..')
const demoFile = join(root, 'demo/operator.json')
const exampleFile = join(root, 'deploy/operator.json')

type Row = Record<string, unknown>
/** As much of the file as is changed here. */
interface OperatorFile {
  settings: Row
  banks: Row[]
  depositAccounts: Row[]
  sources: Row[]
  games: Row[]
  texts: Record<string, Record<'th' | 'lo' | 'en', string[]>>
  bonuses: Row[]
  promotions: Row[]
  refunds: Row
  banners: Record<string, Row[]>
}

const readFile = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as OperatorFile
const words = (text: string) => ({ th: text, lo: text, en: text })

let folder: string
let sandbox: TestSandbox
/** The demo with a bank and a provider more, which no line of the product names. */
const grown = readFile(demoFile)
grown.banks.push({
  ...{ code: 'NEWB', digits: '099', alsoNamed: ['NEWA'], names: words('New Bank') },
  ...{ currency: 'BAHT', latinNamesOnly: true },
})
grown.games.push({
  code: 'SIXTEEN',
  names: words('Sixteen'),
  category: 'slot',
  factor: 2.5,
  logo: '/art/game-naka.svg',
  background: '/art/night.svg',
  autoLogin: 'username-and-password',
  provider: { family: 'signed-json', url: '/games/SIXTEEN/signed-json' },
})
grown.depositAccounts.push({
  ...{ id: 'new-qr', kind: 'bank', bankCode: 'NEWB', mode: 'QR', bankType: 'SAVING', currency: 'BAHT' },
  ...{ accountName: 'NEW HOUSE', accountNo: '5556667778', qr: { minimumMinor: 30_00, presetsMinor: [45_00] } },
})
grown.sources.push({ code: 'RADIO', names: words('Radio') })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'krapao-furnish-'))
  sandbox = await startTestSandbox({ operatorFile: write(grown) })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

let written = 0
function write(content: unknown): string {
  const file = join(folder, `${written++}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const isFurnished = (app: TestApp) => app.app().operator.isFurnished(app.database)
const slotOf = async (app: TestApp, token: string, code: string) =>
  (await app.ok(calls.walletHome, { token })).slots.find((slot) => slot.code === code)

describe('a new installation for real money', () => {
  let app: TestApp
  beforeAll(async () => {
    const env = { NODE_ENV: 'production', KRAPAO_SANDBOX: '1', KRAPAO_SECRET: TEST_SECRET_HEX }
    app = await startTestApp({ sandbox, env })
  })
  afterAll(() => app.close())

  it('has nothing until the example of a file is read in, and then players register and deposit', async () => {
    expect(await isFurnished(app)).toBe(false)
    expect(await app.ok(calls.lookupBanks)).toEqual({ banks: [] })
    expect(await app.command('import', exampleFile)).toContain('banks: KBANK is added')
    expect(await isFurnished(app)).toBe(true)
    await memberWithMoney(app, 150, { bankCode: 'GSB' })
    expect((await app.ok(calls.lookupInfo, { headers: { 'accept-language': 'en' } })).name).toBe('Example')
  })

  it('is what it was when the same file is read in again', async () => {
    const tables = [
      'bank',
      'deposit_account',
      'member_source',
      'game_setting',
      'bonus_rule',
      'refund_rule',
      'operator_text',
    ]
    const all = () => Promise.all(tables.map((table) => app.database.query(`select * from ${table} order by 1, 2`)))
    const before = await all()
    app.clock.advance(60_000)
    expect(await app.command('import', exampleFile)).toBe('Nothing differs.')
    expect(await all()).toEqual(before)
  })
})

describe('a bank and a provider that stand in the file alone', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ sandbox, env: { KRAPAO_DEMO: '0' } })
    await app.command('import', write(grown))
  })
  afterAll(() => app.close())

  it('are registered with, deposited from, played at and paid out to', async () => {
    const refused = await app.call(calls.accountValidate, {
      body: {
        ...{ name: 'Som', username: '0811111111', password: 'seven quiet lanterns', sourceCode: 'RADIO' },
        ...{
          inviteCode: '',
          currency: 'BAHT',
          bankCode: 'NEWB',
          bankAccountName: 'สมชาย',
          bankAccountNo: '0811111111',
        },
      },
    })
    expect(refused.body).toMatchObject({ message: 'BANK_ACCOUNT_NAME_ENG' })
    const member = await memberWithMoney(app, 500, { bankCode: 'NEWB' })
    const { token } = member
    await app.ok(calls.walletActivate, { token, params: { slotCode: 'SIXTEEN' } })
    const key = () => crypto.randomUUID()
    const { banks } = await app.ok(calls.lookupDeposit)
    expect(banks.find(({ bankCode }) => bankCode === 'NEWB')?.qr).toEqual({ minimum: 30, presets: [45] })
    const qrOf = (amount: number) =>
      app.call(calls.qrCreate, { token, key: key(), params: { bankCode: 'NEWB' }, body: { amount } })
    expect((await qrOf(29)).body).toMatchObject({ message: 'DEPOSIT_MINIMUM', details: { min: 30 } })
    expect((await qrOf(30)).body).toMatchObject({ hasQrcode: true, amount: 30 })
    await app.ok(calls.walletTransfer, { token, key: key(), body: { from: 'WALLET', to: 'SIXTEEN', amount: 200 } })
    const { username, password } = await app.ok(calls.walletAccount, { token, params: { slotCode: 'SIXTEEN' } })
    const { link } = await app.ok(calls.autoLogin, { token, params: { provider: 'sixteen', username, password } })
    expect(await (await fetch(link)).text()).toContain(username)
    // Two and a half credits a baht.
    await sandbox.ask('POST', '/api/games/SIXTEEN/play', { username, change: 25 })
    await app.ok(calls.walletTransferAll, { token, key: key(), body: { to: 'WALLET' } })
    expect(await app.ok(calls.walletAmount, { token })).toEqual({ amount: 510 })
  })

  it('is the same sender by its letters and by its digits: a transfer is credited once', async () => {
    await app.app().operator.setSetting('slipClosedFrom', null)
    const member = await registeredMember(app, { bankCode: 'NEWB' })
    const { token, bank } = member
    const from = { bankCode: 'NEWB', accountNo: bank.bankAccountNo, name: bank.bankAccountName }
    const to = { bankCode: 'SCB', accountNo: '1112223334' }
    const paid = await sandbox.ask<{ slip: string; transRef: string }>('POST', '/api/bank/transfer', {
      ...{ from, to, amount: 75, at: app.clock.now().toISOString() },
    })
    const image = await fetch(`${sandbox.url}${paid.slip}`)
    const form = { bytes: Buffer.from(await image.arrayBuffer()) }
    await app.ok(calls.walletSlip, { token, key: crypto.randomUUID(), form })
    await app.settle()
    expect(await app.ok(calls.walletAmount, { token })).toEqual({ amount: 75 })
    const claims = await app.database.query<{ key: string }>('select key from ledger_claim where key like $1', [
      `%:${paid.transRef.toUpperCase()}`,
    ])
    expect(claims).toEqual([{ key: `099:${paid.transRef.toUpperCase()}` }])
  })

  it('stay known when the file names them no more: nobody begins there, and money comes out', async () => {
    const member = await memberWithMoney(app, 300, { bankCode: 'NEWB' })
    const { token } = member
    const leaving = await memberWithMoney(app, 100, { bankCode: 'NEWB' })
    await app.app().operator.setSetting('withdrawAutoMaxMinor', 50_00)
    const { _id: waiting } = await app.ok(calls.walletWithdraw, {
      token: leaving.token,
      key: crypto.randomUUID(),
      body: { amount: 100 },
    })
    const scanned = await app.ok(calls.qrCreate, {
      token: leaving.token,
      key: crypto.randomUUID(),
      params: { bankCode: 'NEWB' },
      body: { amount: 45 },
    })
    await app.ok(calls.walletActivate, { token, params: { slotCode: 'SIXTEEN' } })
    const body = { from: 'WALLET', to: 'SIXTEEN', amount: 100 }
    await app.ok(calls.walletTransfer, { token, key: crypto.randomUUID(), body })
    // One person alone: accounts for deposits are otherwise changed by two.
    await app.command('settings', 'set', 'secondPerson', 'off')
    expect((await app.command('import', demoFile)).split('\n').toSorted()).toEqual([
      'banks: NEWB is switched off',
      'depositAccounts: new-qr is switched off',
      'games: SIXTEEN is switched off',
      'sources: RADIO is switched off',
    ])
    // A QR of an account that is gone is credited when it is paid, and a withdrawal that waits goes to a bank that is gone.
    await payQr(app, leaving, scanned.payload ?? '')
    await until(
      'it is credited',
      async () => (await app.ok(calls.walletAmount, { token: leaving.token })).amount === 45,
    )
    expect(await app.command('withdrawals', 'pay', waiting)).toContain(': done')
    await until('it is paid', async () => {
      await app.settle(60_000, 10_000)
      const { statements } = await app.ok(calls.statementList, { token: leaving.token, body: { page: 1, limit: 10 } })
      return statements.find(({ statementType }) => statementType === 'withdraw')?.status === 'SUCCESS'
    })
    const other = await registeredMember(app)
    expect(await slotOf(app, other.token, 'SIXTEEN')).toBeUndefined()
    expect((await app.ok(calls.lookupBanks)).banks.map(({ code }) => code)).not.toContain('NEWB')
    const opened = await app.call(calls.walletActivate, { token: other.token, params: { slotCode: 'SIXTEEN' } })
    expect(opened.body).toMatchObject({ message: 'NO_GAME' })
    const more = await app.call(calls.walletTransfer, { token, key: crypto.randomUUID(), body })
    expect(more.body).toMatchObject({ message: 'NO_GAME' })
    expect(await slotOf(app, token, 'SIXTEEN')).toMatchObject({ isActive: true, amount: 100 })
    await app.ok(calls.walletTransferAll, { token, key: crypto.randomUUID(), body: { to: 'WALLET' } })
    expect(await app.ok(calls.walletAmount, { token })).toEqual({ amount: 300 })
    // His account stays where it is, also when he is called otherwise.
    const { bankAccountName, bankAccountNo } = member.bank
    const renamed = { name: 'Chai', bankCode: 'NEWB', bankAccountName, bankAccountNo, password: member.password }
    expect((await app.call(calls.accountUpdateProfile, { token, body: renamed })).status).toBe(200)
    expect(await app.command('import', write(grown))).toContain('games: SIXTEEN is offered again')
  })

  it('keep what money is counted by', async () => {
    const withRow = (part: 'banks' | 'games', code: string, change: Row) => ({
      [part]: grown[part].map((row) => (row['code'] === code ? { ...row, ...change } : row)),
    })
    const importing = (content: unknown) => app.command('import', write(content))
    await expect(importing(withRow('banks', 'NEWB', { digits: '098' }))).rejects.toThrow(
      `banks[${grown.banks.length - 1}].digits: NEWB has 099`,
    )
    await expect(importing(withRow('games', 'SIXTEEN', { factor: 2 }))).rejects.toThrow(
      `games[${grown.games.length - 1}].factor: SIXTEEN has 2.5`,
    )
    // Another one would know none of the accounts, and of a transfer under way that it never was.
    const { provider } = grown.games.find(({ code }) => code === 'SIXTEEN') as { provider: Row }
    for (const other of [null, { ...provider, family: 'plain-json' }]) {
      await expect(importing(withRow('games', 'SIXTEEN', { provider: other }))).rejects.toThrow(
        `games[${grown.games.length - 1}].provider.family: SIXTEEN has signed-json`,
      )
    }
    await expect(importing(withRow('banks', 'NEWB', { alsoNamed: [] }))).rejects.toThrow(
      `banks[${grown.banks.length - 1}].alsoNamed: NEWB has NEWA`,
    )
    // Letters that nobody had said a bank of, when a transfer came under them.
    await app.database.query(
      `insert into bank_payment (sending_bank, trans_ref, reference, amount_minor, currency, occurred_at, sender, outcome, recorded_at)
       values ('FARB', 'r', 'r', 100, 'BAHT', now(), '{}', 'had', now())`,
    )
    const far = { code: 'FARB', names: words('Far'), currency: 'BAHT' }
    await expect(importing({ banks: [...grown.banks, { ...far, digits: '097' }] })).rejects.toThrow(
      `banks[${grown.banks.length}].digits: transfers of FARB`,
    )
    await expect(importing(withRow('banks', 'NEWB', { alsoNamed: ['NEWA', 'FARB'] }))).rejects.toThrow(
      `banks[${grown.banks.length - 1}].alsoNamed: transfers of FARB`,
    )
    expect(await importing({ banks: [...grown.banks, far] })).toBe('banks: FARB is added')
    // A payer of this minute would have paid into an account of nobody.
    const moved = grown.depositAccounts.map((row) =>
      row['id'] === 'new-qr' ? { ...row, accountNo: '5556667779' } : row,
    )
    await expect(importing({ depositAccounts: moved })).rejects.toThrow(
      `depositAccounts[${moved.length - 1}].accountNo: new-qr has 5556667778`,
    )
    // Nobody plays there yet.
    expect(await importing(withRow('games', 'CIRCUS', { factor: 2 }))).toBe('games: CIRCUS is changed')
    expect(await importing({ games: grown.games })).toBe('games: CIRCUS is changed')
  })
})

describe('the file', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ sandbox })
  })
  afterAll(() => app.close())
  const importing = (content: unknown) => app.command('import', write(content))
  /** Where the operator has no second person. */
  async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    await app.app().operator.setSetting('secondPerson', 'off')
    try {
      return await work()
    } finally {
      await app.app().operator.setSetting('secondPerson', 'on')
    }
  }
  const demo = readFile(demoFile)
  const [first, second, ...others] = demo.games
  const qrAccount = demo.depositAccounts.find(({ mode }) => mode === 'QR')

  const refused: [content: unknown, message: string][] = [
    [{ games: [first, { ...second, factor: -1 }] }, 'games[1].factor: a factor above 0'],
    [{ games: [first, { ...second, factor: 0.00001 }] }, 'games[1].factor: '],
    [{ games: [{ ...first, provider: { family: 'telepathy', url: '/x' } }] }, 'games[0].provider.family: '],
    [
      { games: [{ ...first, provider: { family: 'plain-json', url: '/x', key: 'k' } }] },
      'games[0].provider.key: there is nothing of this name',
    ],
    [{ games: [first, second, first] }, 'games[2]: PG stands twice'],
    ...['WALLET', 'BANK', 'GIFT', 'HOUSE'].map((code): [unknown, string] => [
      { games: [{ ...first, code }] },
      'games[0].code: WALLET, BANK, GIFT, HOUSE are no codes of games',
    ]),
    [{ sources: [{ code: 'RADIO', names: words('a\0b') }] }, 'sources[0].names.th: a character that is none'],
    [{ texts: { notice: { ...words('a'), lo: ['a', '\uD800'] } } }, 'texts.notice.lo[1]: a character that is none'],
    [{ banks: [{ ...demo.banks[0], names: { th: 'ก', lo: 'ກ' } }] }, 'banks[0].names.en: '],
    [{ banks: [{ ...demo.banks[0], digits: '4' }] }, 'banks[0].digits: 3 digits'],
    [
      { banks: [...demo.banks, { ...demo.banks[0], code: 'TWIN' }] },
      `banks[${demo.banks.length}].digits: 004 is KBANK`,
    ],
    [
      { banks: [...demo.banks, { ...demo.banks[0], code: 'TWIN', digits: '090', alsoNamed: ['TTB'] }] },
      `banks[${demo.banks.length}].alsoNamed: TTB is TMB`,
    ],
    [{ depositAccounts: [{ ...qrAccount, qr: null }] }, 'depositAccounts[0].qr: mode QR needs it'],
    [
      { depositAccounts: [{ ...qrAccount, qr: { minimumMinor: 2000, presetsMinor: [1000] } }] },
      'depositAccounts[0].qr: an amount that is offered is under the least',
    ],
    [
      { depositAccounts: [{ ...demo.depositAccounts[0], id: 'elsewhere', bankCode: 'NONE' }] },
      'depositAccounts[0].bankCode: there is no bank NONE',
    ],
    [{ depositAccounts: [{ ...demo.depositAccounts[0], mode: 'LINK' }] }, 'depositAccounts[0].mode: '],
    [{ settings: { withdrawPerDay: 0 } }, 'settings.withdrawPerDay: '],
    [{ settings: { nothing: 1 } }, 'settings.nothing: there is nothing of this name'],
    [{ texts: { notice: { th: ['a'], lo: ['b'] } } }, 'texts.notice.en: '],
    [{ bonuses: [{ ...demo.bonuses[0], fixedMinor: 100 }] }, 'bonuses[0]: say percentHundredths or fixedMinor'],
    [{ bonuses: [{ ...demo.bonuses[0], seats: 3 }] }, 'bonuses[0]: only promotions have seats'],
    [{ promotions: [{ ...demo.promotions[0], percentSuccess: 100 }] }, 'promotions[0].percentSuccess: '],
    [{ refunds: { ...demo.refunds, percentSuccess: 50 } }, 'refunds.percentSuccess: over 100'],
    [{ banners: { invite: [{ image: 'javascript:1', html: words('x') }] } }, 'banners.invite[0].image: a path'],
    [{ home: [] }, 'home: there is nothing of this name'],
    [[], 'the file: '],
    ['{', 'is no JSON'],
  ]
  it.each(refused.map(([content, message]) => [message, content] as const))(
    'is refused whole with %s',
    async (message, content) => {
      const before = await app.command('export')
      const whole =
        typeof content === 'string' || Array.isArray(content) ? content : { sources: [], ...(content as object) }
      await expect(importing(whole)).rejects.toThrow(message)
      expect(await app.command('export')).toBe(before)
    },
  )

  it('names every mistake at once', async () => {
    const bad = { settings: { qrMinutes: 'x' }, games: [{ ...first, category: 'card' }] }
    await expect(importing(bad)).rejects.toThrow(
      /Nothing was changed\.\nsettings\.qrMinutes: .*\ngames\[0\]\.category: /,
    )
  })

  it('changes what differs and says it; parts and settings that it does not name stay', async () => {
    const said = await importing({
      settings: { qrMinutes: 20, registerOTP: demo.settings['registerOTP'] },
      games: [{ ...first, names: words('Lotus') }, others[0], second, ...others.slice(1)],
      texts: { contact: { th: ['ก'], lo: ['ກ'], en: ['a'] } },
      banners: { invite: [] },
    })
    expect(said.split('\n')).toEqual([
      'settings: qrMinutes is 20, and was 15',
      'games: PG is changed',
      'games: the order is another one',
      'texts: contact is another text',
      'banners: 0 before invite',
    ])
    expect((await app.app().operator.settings()).qrMinutes).toBe(20)
    expect((await app.app().operator.games()).slice(0, 3).map(({ code }) => code)).toEqual(['PG', 'SLOTXO', 'JOKER'])
    expect((await app.ok(calls.lookupBanks)).banks.length).toBeGreaterThan(20)
    const whole = { ...demo, settings: { ...demo.settings, qrMinutes: 15 } }
    // As an editor of Windows writes it.
    expect(await importing(`\uFEFF${JSON.stringify(whole)}`)).toContain('texts: contact')
  })

  it('[OFC-044] puts no bonus in force in a house that is running, where more than one person does: it may end one', async () => {
    const [first, daily, weekly] = demo.bonuses
    const words = /^Nothing was changed.\nbonuses\[\d\]: \w+ is tried and published at the desk \(Bonuses\)/
    for (const bonuses of [
      [...demo.bonuses, { ...first, code: 'NEW10' }],
      [{ ...first, percentHundredths: 9_000 }, daily, weekly],
    ])
      await expect(importing({ bonuses })).rejects.toThrow(words)
    const promotions = [{ ...first, code: 'NEW10', fixedMinor: 100_00, percentHundredths: null }]
    await expect(importing({ promotions })).rejects.toThrow('promotions[0]: NEW10 is tried and published')
    app.clock.advance(1_000)
    expect(await importing({ bonuses: [daily, weekly] })).toContain('bonuses: FIRST20 is ended')
    await expect(importing({ bonuses: demo.bonuses })).rejects.toThrow(words)
    await alone(() => importing({ bonuses: demo.bonuses }))
  })

  it('[OFC-049] says by one person what takes two of the settings in a new house alone, be it that nobody ever said it', async () => {
    for (const settings of [{ terminated: true }, { slipMinutes: 33, lakPerBaht: 700 }]) {
      await app.database.query('delete from operator_setting where key = any ($1::text[])', [Object.keys(settings)])
      app.clock.advance(2_000)
      await expect(importing({ settings })).rejects.toThrow('two persons change it: settings set')
    }
    expect((await app.app().operator.settings()).terminated).toBe(false)
    const [{ lakPerBaht, slipMinutes }, other] = [
      demo.settings as Record<string, unknown>,
      await startTestApp({ env: { KRAPAO_DEMO: '0' } }),
    ]
    try {
      const whole = write({ ...demo, settings: { ...demo.settings, lakPerBaht: 700 } })
      expect(await other.command('import', whole)).toContain('lakPerBaht is 700')
    } finally {
      await other.close()
    }
    await alone(() => importing({ settings: { lakPerBaht, slipMinutes } }))
  })

  it('changes bonuses from now on: what a member holds stays, and what is gone ends', async () => {
    const member = await registeredMember(app)
    const { token } = member
    const bonuses = async () => (await app.ok(calls.bonusList, { token })).bonuses.map(({ name }) => name)
    const [, daily, weekly] = demo.bonuses
    const shown = await bonuses()
    app.clock.advance(1_000)
    expect(await alone(() => importing({ bonuses: [{ ...daily, percentHundredths: 1_500 }, weekly] }))).toBe(
      'bonuses: DAILY10 is changed\nbonuses: WEEKEND5 is changed\nbonuses: FIRST20 is ended',
    )
    expect(await bonuses()).toHaveLength(shown.length - 1)
    app.clock.advance(1_000)
    expect((await alone(() => importing({ bonuses: demo.bonuses }))).split('\n')).toHaveLength(3)
    expect(await bonuses()).toEqual(shown)
  })

  it('can be planned ahead, and planned otherwise before it begins', async () => {
    const at = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()
    const [rain] = [{ ...demo.bonuses[0], code: 'RAIN30', validFrom: at(2), validUntil: at(9) }]
    const rules = () => app.command('bonuses', 'rules')
    expect(await alone(() => importing({ bonuses: [...demo.bonuses, rain] }))).toBe('bonuses: RAIN30 is added')
    expect(await importing({ bonuses: [...demo.bonuses, rain] })).toBe('Nothing differs.')
    expect(await rules()).not.toContain('RAIN30')
    const later = () => importing({ bonuses: [...demo.bonuses, { ...rain, validFrom: at(4) }] })
    expect(await alone(later)).toBe('bonuses: RAIN30 is changed')
    app.clock.advance(3 * 86_400_000)
    expect(await rules()).not.toContain('RAIN30')
    app.clock.advance(2 * 86_400_000)
    expect(await rules()).toContain('RAIN30')
  })

  it('makes another installation like this one', async () => {
    const file = join(folder, 'exported.json')
    expect(await app.command('export', file)).toBe(`Written to ${file}.`)
    await expect(app.command('export', file)).rejects.toThrow('cannot be written')
    const other = await startTestApp({ clock: app.clock, env: { KRAPAO_DEMO: '0' } })
    try {
      await other.command('import', file)
      expect(JSON.parse(await other.command('export'))).toEqual(JSON.parse(await app.command('export')))
      expect(await other.command('import', file)).toBe('Nothing differs.')
    } finally {
      await other.close()
    }
  })

  it('furnishes the demo once: what the operator changed stays over the next start', async () => {
    await app.command('settings', 'set', 'enableChatWidget', 'false')
    await importing({ sources: demo.sources.slice(1) })
    await app.restart()
    expect((await app.app().operator.settings()).enableChatWidget).toBe(false)
    expect((await app.ok(calls.lookupSources)).sources).toHaveLength(demo.sources.length - 1)
  })
})

describe('an installation of before', () => {
  it('has in its rows what the program knew, and one name for each sending bank', async () => {
    const isNew = ({ name }: { name: string }) => name >= '2026-11-23-30-furnished-by-file'
    const database = await openTestDatabase({ migrations: appMigrations.filter((one) => !isNew(one)) })
    try {
      await database.query(
        `insert into bank (code, name_th, name_en, name_lo, holds_accounts, sort)
         select code, code, code, code, true, 1 from unnest($1::text[]) as code`,
        [['TMB', 'SCB', 'BCEL', 'OWNB', 'WW']],
      )
      await database.query(
        `insert into deposit_account (id, kind, bank_code, mode, bank_type, account_name, account_no, currency, sort)
         values ('a', 'bank', 'SCB', 'AUTO', 'SAVING', 'a', '1', 'BAHT', 1), ('q', 'bank', 'WW', 'QR', 'PAYMENT', 'q', '2', 'BAHT', 2)`,
      )
      await database.query(
        `insert into operator_setting (key, value, updated_at) values ('qrMinimumMinor', '{"KBANK": 100, "WW": 3000}', now())`,
      )
      await database.query(
        `insert into game_setting (code, name_th, name_lo, name_en, category, factor_ten_thousandths, logo, background, sort)
         select code, code, code, code, 'slot', 10000, '/l', '/b', 1 from unnest($1::text[]) as code`,
        [['IMI', 'USUN', 'OWNGAME']],
      )
      await database.query(
        `insert into cashier_case (id, kind, state, sending_bank, trans_ref, reference, occurred_at, detail, opened_at)
         select bank, 'PAYMENT_DIFFERS', 'open', bank, 'r', 'r', now(), '', now() from unnest($1::text[]) as bank`,
        [['TTB', ' scb ', '014', 'BCEL', 'FAR']],
      )
      await migrate(database, appMigrations)
      const banks = await database.query(
        'select code, digits, latin_names_only as latin, currency, qr_institution as qr, is_offered as on from bank order by code',
      )
      expect(banks).toEqual([
        { code: 'BCEL', digits: null, latin: false, currency: 'LAK', qr: '27710418', on: true },
        { code: 'EXIM', digits: '035', latin: false, currency: 'BAHT', qr: null, on: true },
        { code: 'OWNB', digits: null, latin: false, currency: 'BAHT', qr: null, on: true },
        { code: 'SCB', digits: '014', latin: false, currency: 'BAHT', qr: null, on: true },
        { code: 'SME', digits: '098', latin: false, currency: 'BAHT', qr: null, on: true },
        { code: 'TMB', digits: '011', latin: true, currency: 'BAHT', qr: null, on: true },
        { code: 'WW', digits: null, latin: false, currency: 'BAHT', qr: null, on: true },
      ])
      expect(await database.query('select id, qr from deposit_account order by id')).toEqual([
        { id: 'a', qr: null },
        { id: 'q', qr: { minimumMinor: 30_00, presetsMinor: [50_00, 100_00, 500_00, 1000_00] } },
      ])
      expect(await database.query('select from operator_setting')).toEqual([])
      expect(
        await database.query('select code, auto_login as "autoLogin", provider from game_setting order by code'),
      ).toEqual([
        {
          code: 'IMI',
          autoLogin: 'username-and-password',
          provider: { family: 'token-form', url: '/games/IMI/token-form' },
        },
        { code: 'OWNGAME', autoLogin: null, provider: null },
        {
          code: 'USUN',
          autoLogin: 'username-and-password',
          provider: { family: 'plain-json', url: '/games/USUN/api' },
        },
      ])
      const named = await database.query<{ id: string; bank: string }>(
        'select id, sending_bank as bank from cashier_case order by id',
      )
      expect(Object.fromEntries(named.map(({ id, bank }) => [id, bank]))).toEqual({
        ...{ TTB: '011', ' scb ': '014', '014': '014', BCEL: 'BCEL', FAR: 'FAR' },
      })
    } finally {
      await database.close()
    }
  })
})
