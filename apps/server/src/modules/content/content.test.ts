import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnswerOf, calls, type Code, type ContentPart, desk, type Role } from '@krapao/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type Staff, staffMember, uploadAtDesk } from '../../testing/worlds/desk-world.ts'
import { whitePng } from '../../testing/pictures/slip-drawing.ts'

let app: TestApp
let maker: Staff
let owner: Staff
let payer: Staff
let folder: string

beforeAll(async () => {
  app = await startTestApp({ env: { KRAPAO_DEMO: '1' } })
  folder = mkdtempSync(join(tmpdir(), 'krapao-content-'))
})
// Time passes in these tests, and the second factor of who works here grows old with it.
beforeEach(async () => {
  maker = await staffMember(app, 'Suda', ['MARKETING'])
  owner = await staffMember(app, 'Mali', ['OWNER'])
  payer = await staffMember(app, 'Noi', ['PAYMENTS'])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

type Read = AnswerOf<typeof desk.deskContentPart>
const read = (part: ContentPart, { token } = owner): Promise<Read> =>
  app.desk.ok(desk.deskContentPart, { token, params: { part } })

interface Sent {
  number?: number
  publishAt?: Date
  note?: string
  key?: string
  who?: Staff
}

async function publish(part: ContentPart, document: unknown, sent: Sent = {}) {
  const number = sent.number ?? (await read(part)).number
  return app.desk.call(desk.deskPublishContent, {
    token: (sent.who ?? maker).token,
    key: sent.key ?? crypto.randomUUID(),
    params: { part },
    body: { document, number, publishAt: sent.publishAt?.toISOString() ?? null, note: sent.note ?? null },
  })
}

const texts = (word: string) => ({ th: [`<p>${word} ไทย</p>`], lo: [`<p>${word} ລາວ</p>`], en: [`<p>${word}</p>`] })
const inLanguage = (language: 'th' | 'lo' | 'en') => ({ headers: { 'accept-language': language } })
const noticeNow = async (language: 'th' | 'lo' | 'en' = 'en'): Promise<string> =>
  (await app.ok(calls.lookupNotice, inLanguage(language))).notice
const refused = (status: number, code: Code) => ({ status, body: { message: code } })
const at = (ms: number) => new Date(app.clock.now().getTime() + ms)
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms)
  await app.app().jobs.runAll()
}

function importing(document: object): Promise<string> {
  const file = join(folder, 'operator.json')
  writeFileSync(file, JSON.stringify(document))
  return app.command('import', file)
}

describe('what players read', () => {
  it('[OFC-045] is published at the desk in three languages, is another version each time, and goes back as a new one', async () => {
    const before = await read('notice')
    expect(before.versions).toMatchObject([{ number: 1, state: 'PUBLISHED', by: 'system' }])
    expect(await publish('notice', texts('Songkran'), { note: 'for the holidays' })).toMatchObject({
      status: 200,
      body: { outcome: 'done', number: 2, proposalId: null },
    })
    expect(await noticeNow()).toBe('<p>Songkran</p>')
    expect(await noticeNow('lo')).toBe('<p>Songkran ລາວ</p>')
    const old = await app.desk.ok(desk.deskContentVersion, {
      token: maker.token,
      params: { part: 'notice', number: '1' },
    })
    expect(old.document).toEqual(before.document)
    await publish('notice', old.document)
    const after = await read('notice')
    expect(after.document).toEqual(before.document)
    expect(after.versions).toMatchObject([
      { number: 3, state: 'PUBLISHED', agent: { name: 'Suda' } },
      { number: 2, state: 'REPLACED', agent: { name: 'Suda' }, note: 'for the holidays' },
      { number: 1, state: 'REPLACED' },
    ])
    const deeds = await app.database.query(
      `select actor from deed where what = 'content-published' and subject = 'content:notice'`,
    )
    expect(deeds).toEqual([{ actor: `agent:${maker.agentId}` }, { actor: `agent:${maker.agentId}` }])
  })

  it('[OFC-045] stands at the time that was set for it, and not before; what is planned can be taken back', async () => {
    await publish('notice', texts('Now'))
    const { body } = await publish('notice', texts('Later'), { publishAt: at(120_000) })
    expect(body).toMatchObject({ outcome: 'done' })
    await pass(119_000)
    expect(await noticeNow()).toBe('<p>Now</p>')
    await pass(1_000)
    expect(await noticeNow()).toBe('<p>Later</p>')
    expect((await read('notice')).versions[0]).toMatchObject({ state: 'PUBLISHED', agent: { name: 'Suda' } })

    const { body: planned } = await publish('notice', texts('Never'), { publishAt: at(60_000) })
    const { number } = planned as { number: number }
    const withdraw = () =>
      app.desk.call(desk.deskWithdrawContent, {
        token: maker.token,
        key: crypto.randomUUID(),
        params: { part: 'notice' },
        body: { number },
      })
    expect(await withdraw()).toMatchObject({ status: 200 })
    expect(await withdraw()).toMatchObject(refused(409, 'MOVED_ON'))
    await pass(120_000)
    expect(await noticeNow()).toBe('<p>Later</p>')
    // Whoever publishes now takes back what was planned on what stood before.
    await publish('notice', texts('Planned'), { publishAt: at(60_000) })
    await publish('notice', texts('Sooner'))
    await pass(120_000)
    expect(await noticeNow()).toBe('<p>Sooner</p>')
    expect((await read('notice')).versions.slice(0, 2)).toMatchObject([{ state: 'PUBLISHED' }, { state: 'WITHDRAWN' }])
  })

  it('[OFC-045] is missing in no language, and says nothing that cannot be: 422 names the place', async () => {
    const before = await read('notice')
    const { th, en } = texts('Half')
    for (const [document, field] of [
      [{ th, lo: [], en }, 'lo.0'],
      [{ th, lo: ['  '], en }, 'lo.0'],
      [{ th, en }, 'lo'],
      [{ ...texts('x'), fr: [] }, 'fr'],
      [{ th, lo: ['a\u0000b'], en }, 'document'],
      ['words', ''],
    ] as const) {
      const answer = await publish('notice', document)
      expect(answer).toMatchObject(refused(422, 'NO_DATA'))
      expect((answer.body as unknown as { details: { fields: string[] } }).details.fields).toContain(field)
    }
    expect(
      await publish('banners', {
        invite: [{ image: 'javascript:alert(1)', html: { th: '', lo: '', en: '' } }],
        refund: [],
      }),
    ).toMatchObject(refused(422, 'NO_DATA'))
    expect(
      await publish('banners', { invite: [{ image: '/a.png', html: { th: 'ก', lo: '', en: 'a' } }], refund: [] }),
    ).toMatchObject(refused(422, 'NO_DATA'))
    expect(await publish('channels', { lineLink: 'ftp://x', lineName: null, lineQR: null })).toMatchObject(
      refused(422, 'NO_DATA'),
    )
    expect(await publish('notice', texts('x'), { publishAt: at(400 * 86_400_000) })).toMatchObject(
      refused(422, 'NO_DATA'),
    )
    expect(await read('notice')).toEqual(before)
  })

  it('[OFC-045] says by a code and facts why it cannot stand', async () => {
    const games = (await read('games')).document as { code: string }[]
    const accounts = (await read('depositAccounts')).document as {
      id: string
      kind: string
      mode: string
      qr?: object
    }[]
    const [first] = games
    const atBank = accounts.find(({ kind, qr }) => kind === 'bank' && qr !== undefined)
    if (atBank === undefined) throw new Error('the demo has no account with a QR')
    const account = atBank.id
    const changed = (given: object) => accounts.map((one) => (one.id === account ? { ...one, ...given } : one))
    const added = (given: object) => [...accounts, { ...atBank, id: 'one-more', ...given }]
    for (const [part, document, problem] of [
      ['games', [...games, { ...first, code: 'NONE' }], { code: 'NO_GAME', facts: { game: 'NONE' } }],
      ['games', [...games, first], { code: 'GAME_TWICE', facts: { game: first?.code } }],
      ['depositAccounts', changed({ accountNo: '9998887776' }), { code: 'ACCOUNT_KEPT', facts: { account } }],
      [
        'depositAccounts',
        added({ bankCode: 'NONE' }),
        { code: 'NO_BANK', facts: { account: 'one-more', bank: 'NONE' } },
      ],
      ['depositAccounts', added({ mode: 'QR', qr: null }), { code: 'QR_MISSING', facts: { account: 'one-more' } }],
      [
        'depositAccounts',
        added({ mode: 'AUTO', qr: { ...atBank.qr, collector: 'opn' } }),
        { code: 'QR_ALONE', facts: { account: 'one-more' } },
      ],
    ] as const) {
      const answer = await publish(part, document, { who: part === 'games' ? maker : payer })
      expect(answer, problem.code).toMatchObject(refused(422, 'NO_DATA'))
      expect((answer.body as unknown as { details: object }).details).toMatchObject({ problem })
    }
  })

  it('is changed from what was read: of two at once one is told, and a lost answer makes nothing twice', async () => {
    const { number } = await read('notice')
    const both = await Promise.all(['one', 'two'].map((word) => publish('notice', texts(word), { number })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const now = await read('notice')
    expect(now.number).toBe(number + 1)
    const key = crypto.randomUUID()
    const first = await publish('notice', texts('Once'), { number: now.number, key })
    await app.database.query('delete from idempotency_key')
    const again = await publish('notice', texts('Once'), { number: now.number, key })
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await read('notice')).number).toBe(number + 2)
  })

  it('is read and changed by whom it is given to', async () => {
    const may: readonly [Role[], ContentPart, number][] = [
      [['MARKETING'], 'notice', 200],
      [['OWNER'], 'notice', 200],
      [['PAYMENTS'], 'notice', 403],
      [['MARKETING'], 'depositAccounts', 403],
      [['AUDITOR'], 'notice', 403],
      [['SUPPORT', 'RISK'], 'notice', 403],
    ]
    for (const [roles, part, status] of may) {
      const who = await staffMember(app, 'Another', roles)
      const { document, number } = await read(part)
      expect((await publish(part, document, { who, number })).status, `${roles.join()} ${part}`).toBe(status)
    }
    const auditor = await staffMember(app, 'Auditor', ['AUDITOR'])
    const { parts, fillIns } = await app.desk.ok(desk.deskContent, { token: auditor.token })
    expect(fillIns, 'what the rules of the demo say').toEqual({
      invite: { percent: 1, days: null },
      refund: { percent: 5, days: 7 },
    })
    expect(parts.filter(({ mayChange }) => mayChange)).toEqual([])
    expect(
      await app.desk.call(desk.deskContentPart, { token: auditor.token, params: { part: 'nothing' } }),
    ).toMatchObject(refused(404, 'NO_DATA'))
  })

  it('[OFC-045] is one with the file: what a file says is a version, and what the desk says is in the file', async () => {
    await importing({ texts: { notice: texts('File') } })
    expect((await read('notice')).versions[0]).toMatchObject({ state: 'PUBLISHED', by: 'cli:tester' })
    expect(await noticeNow()).toBe('<p>File</p>')
    await publish('notice', texts('Desk'))
    expect(await importing({ texts: { notice: texts('Desk') } })).toBe('Nothing differs.')
    const out = JSON.parse(await app.command('export')) as { texts: { notice: unknown } }
    expect(out.texts.notice).toEqual(texts('Desk'))
    // What was planned on what stood before the file is not published over it.
    await publish('notice', texts('Planned'), { publishAt: at(60_000) })
    await importing({ texts: { notice: texts('File again') } })
    await pass(120_000)
    expect(await noticeNow()).toBe('<p>File again</p>')
  })

  it('is told to open pages once it is committed, also when another process or a command published it', async () => {
    const heard: number[] = []
    const other = await app.beside()
    const stop = other.signals.subscribe((signal) => {
      if (signal.kind === 'content') heard.push(signal.number)
    })
    await other.jobs.runAll()
    heard.length = 0
    await publish('notice', texts('Heard'))
    await other.jobs.runAll()
    await other.jobs.runAll()
    expect(heard).toHaveLength(1)
    stop()
  })
})

type Way = [ContentPart, unknown, () => Promise<unknown>]

const howto = [
  ['howtoWallet', 'wallet'],
  ['howtoGame', 'game'],
  ['howtoBalance', 'balance'],
  ['howtoBonusReceive', 'bonus-receive'],
  ['howtoBonusEnd', 'bonus-end'],
] as const

describe('each other part', () => {
  it('[OFC-045] conditions, banners, channels, sources: published, seen by players, and back', async () => {
    const ways: Way[] = [
      ['condition', texts('Rule'), async () => (await app.ok(calls.lookupConditions, inLanguage('en'))).conditions],
      ['agreement', texts('Term'), async () => (await app.ok(calls.lookupAgreements, inLanguage('en'))).agreements],
      ['withdraw', texts('Out'), async () => (await app.ok(calls.lookupWithdraw, inLanguage('en'))).info],
      ['slip', texts('Slip'), async () => (await app.ok(calls.lookupSlip, inLanguage('en'))).info],
      ...howto.map(([part, id]): Way => {
        return [part, texts('Step'), async () => (await app.ok(calls.lookupHowto, inLanguage('en'))).steps[id]]
      }),
      ['contact', texts('Call'), async () => (await app.ok(calls.lookupContact, inLanguage('en'))).contactText],
      [
        'channels',
        { lineLink: 'https://line.example/new', lineName: '@new', lineQR: null },
        async () => (await app.ok(calls.lookupContact, {})).lineName,
      ],
      [
        'sources',
        [{ code: 'FRIEND', names: { th: 'เพื่อน', lo: 'ໝູ່', en: 'A friend' } }],
        async () => (await app.ok(calls.lookupSources, inLanguage('en'))).sources,
      ],
    ]
    for (const [part, document, seen] of ways) {
      const [before, was] = [await read(part), await seen()]
      expect((await publish(part, document)).status, part).toBe(200)
      expect(await seen(), part).not.toEqual(was)
      expect((await publish(part, before.document)).status, part).toBe(200)
      expect(await seen(), part).toEqual(was)
    }
  })

  it('[OFC-045] names and order of games: nobody else of a game is changed by it, and none is lost', async () => {
    const before = await read('games')
    const games = before.document as { code: string; names: Record<string, string> }[]
    const providers = () =>
      app.database.query('select code, provider, factor_ten_thousandths from game_setting order by code')
    const kept = await providers()
    const renamed = games
      .toReversed()
      .map((game, index) => (index === 0 ? { ...game, names: { th: 'ใหม่', lo: 'ໃໝ່', en: 'New' } } : game))
    expect((await publish('games', renamed)).status).toBe(200)
    const now = (await app.app().operator.games()).filter(({ isOffered }) => isOffered)
    expect(now.map(({ code }) => code)).toEqual(games.map(({ code }) => code).toReversed())
    expect(now[0]?.names.en).toBe('New')
    expect(await providers()).toEqual(kept)
    expect(await publish('games', [...games, games[0]])).toMatchObject(refused(422, 'NO_DATA'))
    expect(await publish('games', [{ ...games[0], code: 'NONE' }])).toMatchObject(refused(422, 'NO_DATA'))
    expect((await publish('games', games)).status).toBe(200)
  })
})

describe('pictures', () => {
  const png = whitePng(8, 8, true)
  it('[OFC-048] are kept by their bytes, made anew, and shown to everybody', async () => {
    const { status, body } = await uploadAtDesk(app, maker, png, 'content')
    expect({ status, body }).toMatchObject({ status: 200, body: { width: 8, height: 8 } })
    const { path } = body as unknown as { path: string }
    const shown = await app.app().http.inject({ url: path })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.headers['x-content-type-options']).toBe('nosniff')
    expect((await app.app().http.inject({ url: `/api/content/pictures/${'0'.repeat(26)}` })).statusCode).toBe(404)
  })

  it.each<[string, Buffer, number]>([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
    ['a picture that is an archive too', Buffer.concat([png, zipEnd()]), 415],
    ['a picture that is a page too', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), 415],
    ['half a picture', png.subarray(0, 20), 415],
    ['2 MB and a byte', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 + 1 - png.length)]), 413],
  ])('[OFC-048] are not %s', async (_what, bytes, status) => {
    expect((await uploadAtDesk(app, maker, bytes, 'content')).status).toBe(status)
  })

  function zipEnd(): Buffer {
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    return end
  }
})

describe('accounts for deposits', () => {
  interface Account {
    id: string
    accountName: string
  }
  const accounts = async (): Promise<Account[]> => (await read('depositAccounts')).document as Account[]
  const shown = async () => (await app.ok(calls.lookupDeposit, {})).banks.map(({ bankAccountName }) => bankAccountName)
  const renamed = (list: Account[], accountName: string) =>
    list.map((one, index) => (index === 0 ? { ...one, accountName } : one))
  const confirm = (proposalId: string, { token }: Staff) =>
    app.desk.call(desk.deskConfirmProposal, { token, key: crypto.randomUUID(), params: { proposalId }, body: {} })
  const propose = async (who: Staff, accountName: string): Promise<string> => {
    const { body } = await publish('depositAccounts', renamed(await accounts(), accountName), { who })
    expect(body).toMatchObject({ outcome: 'proposed' })
    return (body as { proposalId: string }).proposalId
  }

  it('[OFC-047] change when an owner and one who pays agree, and hold ten minutes later', async () => {
    const was = await shown()
    const id = await propose(payer, 'Another Name')
    expect(await confirm(id, payer)).toMatchObject(refused(403, 'SELF_APPROVAL'))
    const colleague = await staffMember(app, 'Colleague', ['PAYMENTS'])
    expect(await confirm(id, colleague)).toMatchObject(refused(403, 'FORBIDDEN'))
    expect((await Promise.all([confirm(id, owner), confirm(id, owner)])).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    await pass(599_000)
    expect(await shown()).toEqual(was)
    expect((await read('depositAccounts')).versions[0]).toMatchObject({
      state: 'SCHEDULED',
      agent: { name: 'Noi' },
      confirmer: { name: 'Mali' },
    })
    await pass(1_000)
    expect(await shown()).toContain('Another Name')
  })

  it('[OFC-047] by an owner are confirmed by one who pays; an owner stops them within the ten minutes', async () => {
    const id = await propose(owner, 'Stopped')
    const otherOwner = await staffMember(app, 'Owner', ['OWNER'])
    expect(await confirm(id, otherOwner)).toMatchObject(refused(403, 'FORBIDDEN'))
    expect(await confirm(id, payer)).toMatchObject({ status: 200 })
    const [planned] = (await read('depositAccounts')).versions
    const body = { number: planned?.number ?? 0 }
    const params = { part: 'depositAccounts' }
    const key = crypto.randomUUID()
    expect(await app.desk.call(desk.deskWithdrawContent, { token: otherOwner.token, key, params, body })).toMatchObject(
      { status: 200 },
    )
    await pass(700_000)
    expect(await shown()).not.toContain('Stopped')
  })

  it('that cannot be are refused before anybody is asked, and no file changes them for one person', async () => {
    const list = await accounts()
    const wrong = list.map((one, index) => (index === 0 ? { ...one, accountNo: '9999999999' } : one))
    expect(await publish('depositAccounts', wrong, { who: owner })).toMatchObject(refused(422, 'NO_DATA'))
    await expect(importing({ depositAccounts: renamed(list, 'By file') })).rejects.toThrow('two persons')
    expect(await importing({ depositAccounts: list })).toBe('Nothing differs.')
    await app.command('settings', 'set', 'secondPerson', 'off')
    try {
      expect(await importing({ depositAccounts: renamed(list, 'By file') })).toContain('depositAccounts')
      expect(await shown()).toContain('By file')
    } finally {
      await app.command('settings', 'set', 'secondPerson', 'on')
    }
  })
})
