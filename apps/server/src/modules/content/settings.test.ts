import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnswerOf, type Code, desk, type DeskSetting, type SettingValue } from '@krapao/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { type Staff, staffMember } from '../../testing/worlds/desk-world.ts'
import { settingNames } from '../operator/index.ts'

let app: TestApp
let suda: Staff
let mali: Staff
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  suda = await staffMember(app, 'Suda', ['OWNER'])
  mali = await staffMember(app, 'Mali', ['OWNER', 'RISK'])
  folder = mkdtempSync(join(tmpdir(), 'krapao-settings-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

const read = (name: string, { token } = suda): Promise<AnswerOf<typeof desk.deskSetting>> =>
  app.desk.ok(desk.deskSetting, { token, params: { name } })

interface Asked {
  before?: SettingValue
  reason?: string
  key?: string
  who?: Staff
}

async function change(name: string, value: SettingValue, { before, reason = 'a test', key, who = suda }: Asked = {}) {
  const seen = before === undefined ? (await read(name)).setting.value : before
  return app.desk.call(desk.deskSetSetting, {
    token: who.token,
    key: key ?? crypto.randomUUID(),
    params: { name },
    body: { value, before: seen, reason },
  })
}

const refused = (status: number, code: Code) => ({ status, body: { message: code } })
const confirm = (proposalId: string, { token }: Staff) =>
  app.desk.call(desk.deskConfirmProposal, { token, key: crypto.randomUUID(), params: { proposalId }, body: {} })

function importing(settings: object): Promise<string> {
  const file = join(folder, 'operator.json')
  writeFileSync(file, JSON.stringify({ settings }))
  return app.command('import', file)
}

describe('settings at the desk', () => {
  it('[OFC-049] are all there, each with what it may be, is, and is by default', async () => {
    const { settings } = await app.desk.ok(desk.deskSettings, { token: suda.token })
    expect(settings.map(({ name }) => name).toSorted()).toEqual(
      settingNames.map((name) => name.replace(/Minor$/, '')).toSorted(),
    )
    const named = (name: string): DeskSetting | undefined => settings.find((one) => one.name === name)
    expect(named('withdrawMin')).toMatchObject({ form: 'amount', unit: 'baht', least: 0, value: 100, preset: 100 })
    expect(named('qrMinutes')).toMatchObject({ form: 'whole', least: 1, most: 10_080, mayBeNone: false, takes: 'one' })
    expect(named('realityCheckMinutes')).toMatchObject({ form: 'choice', choices: [15, 30, 60], mayBeNone: true })
    expect(settings.filter(({ takes }) => takes === 'two').map(({ name }) => name)).toEqual([
      'withdrawAutoMax',
      'lakPerBaht',
      'terminated',
    ])
    // What is a number has bounds, and what is one of a few has them all.
    expect(settings.filter(({ form, least, most }) => form === 'whole' && (least === null || most === null))).toEqual(
      [],
    )
    expect(settings.filter(({ form, choices }) => (form === 'choice') === (choices.length === 0))).toEqual([])
  })

  it('[OFC-049] hold within a second, and say ever after who changed them, when, from what to what and why', async () => {
    expect(await change('withdrawMin', 150.5, { reason: 'smaller ones cost more' })).toMatchObject({
      status: 200,
      body: { outcome: 'done' },
    })
    expect((await app.app().operator.settings()).withdrawMinMinor).toBe(150_50)
    await app.command('settings', 'set', 'withdrawMinMinor', '20000')
    await importing({ withdrawMinMinor: 300_00 })
    const { setting, history } = await read('withdrawMin')
    expect(setting).toMatchObject({ value: 300, preset: 100, changedAt: app.clock.now().toISOString() })
    expect(history).toMatchObject([
      { by: 'cli:tester', before: 200, after: 300, reason: null },
      { by: 'cli:tester', before: 150.5, after: 200 },
      { agent: { name: 'Suda' }, proposer: null, before: 100, after: 150.5, reason: 'smaller ones cost more' },
    ])
    const deeds = await app.database.query(
      `select actor, before ->> 'value' as before, after ->> 'value' as after, reason from deed
       where what = 'setting-changed' and subject = 'setting:withdrawMinMinor' order by number`,
    )
    expect(deeds).toEqual([
      { actor: `agent:${suda.agentId}`, before: '10000', after: '15050', reason: 'smaller ones cost more' },
      { actor: 'cli:tester', before: '15050', after: '20000', reason: null },
    ])
  })

  it.each<[string, SettingValue]>([
    ['withdrawMin', -1],
    ['withdrawMin', 1.001],
    ['withdrawMin', 1e12],
    ['withdrawMin', '100'],
    ['qrMinutes', 0],
    ['qrMinutes', 10_081],
    ['qrMinutes', 1.5],
    ['qrMinutes', null],
    ['realityCheckMinutes', 45],
    ['slipClosedFrom', '24:00'],
    ['giftMobile', '12345'],
    ['country', 'VN'],
    ['terminated', 'perhaps'],
    ['lakPerBaht', 0],
    ['websiteName', { th: '', lo: 'x', en: 'x' }],
    ['chatLinkHosts', ['https://not.a/host']],
  ])('[OFC-049] refuse %s = %j, and nothing changes', async (name, value) => {
    const before = await read(name)
    expect(await change(name, value)).toMatchObject(refused(422, 'NO_DATA'))
    expect(await read(name)).toEqual(before)
  })

  it('are changed from what was read: whoever comes second is told, and loses nothing', async () => {
    const at = (await read('qrMinutes')).setting.value
    const both = await Promise.all([change('qrMinutes', 20, { before: at }), change('qrMinutes', 25, { before: at })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [won] = both.filter(({ status }) => status === 200)
    const { setting, history } = await read('qrMinutes')
    expect([20, 25]).toContain(setting.value)
    expect(won).toMatchObject({ body: { outcome: 'done' } })
    expect(history).toHaveLength(1)
  })

  it('are changed once for one key, also when the answer to the first try was lost with all that was kept of it', async () => {
    const key = crypto.randomUUID()
    expect(await change('otpPerHour', 2_000, { before: 3_000, key })).toMatchObject({ status: 200 })
    await app.database.query('delete from idempotency_key')
    expect(await change('otpPerHour', 2_000, { before: 3_000, key })).toMatchObject({ status: 200 })
    expect((await read('otpPerHour')).history).toHaveLength(1)
  })

  it('are for owners to change, by a fresh second factor, and say of secondPerson only what it is', async () => {
    for (const roles of [['PAYMENTS'], ['RISK'], ['AUDITOR']] as const) {
      const who = await staffMember(app, 'Another', roles)
      expect((await read('qrMinutes', who)).setting.name).toBe('qrMinutes')
      expect(await change('qrMinutes', 30, { who })).toMatchObject(refused(403, 'FORBIDDEN'))
    }
    const support = await staffMember(app, 'Support', ['SUPPORT', 'MARKETING'])
    expect(await app.desk.call(desk.deskSettings, { token: support.token })).toMatchObject(refused(403, 'FORBIDDEN'))
    expect((await read('secondPerson')).setting).toMatchObject({ value: 'on', fixed: 'COMMAND' })
    expect(await change('secondPerson', 'off')).toMatchObject(refused(404, 'NO_DATA'))
    expect(await change('nothing', 1, { before: 1 })).toMatchObject(refused(404, 'NO_DATA'))
    const stale = await staffMember(app, 'Stale', ['OWNER'])
    app.clock.advance(11 * 60_000)
    expect(await change('qrMinutes', 30, { who: stale, before: 20 })).toMatchObject(refused(403, 'STEP_UP'))
    ;[suda, mali] = [await staffMember(app, 'Suda', ['OWNER']), await staffMember(app, 'Mali', ['OWNER', 'RISK'])]
  })
})

describe('the three settings that take two', () => {
  it.each<[string, SettingValue]>([
    ['lakPerBaht', 700],
    ['withdrawAutoMax', 5_000],
    ['terminated', false],
  ])('[OFC-049] %s is proposed, and changes when another owner confirms it, once', async (name, value) => {
    if (name === 'terminated') await app.app().operator.setSetting('terminated', true)
    const { setting } = await read(name)
    const { body } = await change(name, value, { reason: 'it is so' })
    const { outcome, proposalId } = body as AnswerOf<typeof desk.deskSetSetting>
    expect(outcome).toBe('proposed')
    expect((await read(name)).setting).toMatchObject({ value: setting.value, proposalId })
    // Of one setting there is one proposal.
    expect(await change(name, value, { who: mali })).toMatchObject(refused(409, 'MOVED_ON'))
    const id = proposalId ?? ''
    expect(await confirm(id, suda)).toMatchObject(refused(403, 'SELF_APPROVAL'))
    const risk = await staffMember(app, 'Risk', ['RISK', 'PAYMENTS'])
    expect(await confirm(id, risk)).toMatchObject(refused(403, 'FORBIDDEN'))
    const ends = await Promise.all([confirm(id, mali), confirm(id, mali)])
    expect(ends.map(({ status }) => status)).toEqual([200, 200])
    const after = await read(name)
    expect(after.setting).toMatchObject({ value, proposalId: null })
    expect(after.history[0]).toMatchObject({
      agent: { name: 'Mali' },
      proposer: { name: 'Suda' },
      before: setting.value,
      after: value,
      reason: 'it is so',
    })
  })

  it('[OFC-049] are proposed by command too, and a file that says otherwise than they stand is refused whole', async () => {
    const stands = (await read('lakPerBaht')).setting.value as number
    const shown = await app.command('settings', 'set', 'lakPerBaht', String(stands + 1))
    expect(shown).toContain('proposals confirm')
    expect((await read('lakPerBaht')).setting.value).toBe(stands)
    await expect(app.command('settings', 'set', 'lakPerBaht', '5')).rejects.toThrow('proposals list')
    await expect(importing({ slipMinutes: 44, lakPerBaht: 5 })).rejects.toThrow('two persons change it')
    expect((await read('slipMinutes')).setting.value).toBe(60)
    expect(await importing({ lakPerBaht: stands })).toBe('Nothing differs.')
    // Moved meanwhile: it is not done on top of something else.
    const [, id = ''] = /confirm (\S+)/.exec(shown) ?? []
    await app.app().operator.setSetting('lakPerBaht', 900)
    expect(await confirm(id, mali)).toMatchObject(refused(409, 'MOVED_ON'))
    expect((await read('lakPerBaht')).setting.value).toBe(900)
  })

  it('are set at once where the operator has no second person, and say so', async () => {
    await app.command('settings', 'set', 'secondPerson', 'off')
    try {
      expect(await app.command('settings', 'set', 'withdrawAutoMaxMinor', '700000')).toBe(
        'withdrawAutoMaxMinor = 700000',
      )
      expect(await change('withdrawAutoMax', 8_000)).toMatchObject({ body: { outcome: 'done', proposalId: null } })
      expect(await importing({ withdrawAutoMaxMinor: 9_000_00 })).toContain('withdrawAutoMaxMinor is 900000')
    } finally {
      await app.command('settings', 'set', 'secondPerson', 'on')
    }
    const [deed] = await app.database.query(
      `select after ->> 'secondPerson' as said from deed where subject = 'setting:withdrawAutoMaxMinor' order by number desc limit 1`,
    )
    expect(deed).toEqual({ said: 'off' })
  })
})

describe('settings at the command line', () => {
  it('are listed, read and set', async () => {
    expect(await app.command('settings', 'set', 'enableChatWidget', 'true')).toBe('enableChatWidget = true')
    expect((await app.app().operator.settings()).enableChatWidget).toBe(true)
    await app.command('settings', 'set', 'websiteName', 'Two', 'words')
    expect(await app.command('settings', 'get', 'websiteName')).toBe('websiteName = "Two words"')
    const list = await app.command('settings', 'list')
    expect(list.split('\n')).toHaveLength(settingNames.length)
    expect(list).toContain('* enableChatWidget = true')
    expect(list).toContain('  registerOTP = true')
    for (const words of [['set', 'terminated', 'perhaps'], ['set', 'nothing', '1'], ['set', 'terminated'], ['get']]) {
      await expect(app.command('settings', ...words)).rejects.toThrow(/terminated|nothing|setting/)
    }
  })
})
