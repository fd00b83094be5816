import { calls } from '@krapao/contract'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { startTestSandbox, TEST_SECRET_HEX, type TestSandbox } from '../../../testing/played/sandbox.ts'
import { registeredMember } from '../../../testing/worlds/stories.ts'

/** The demo's operator, of whose games PG and PGSLOT are at PG Soft as it speaks. */
let folder: string
let sandbox: TestSandbox
let app: TestApp

type OperatorFile = { games: { code: string; autoLogin?: string; provider?: object }[] }
const demo = readFileSync(join(import.meta.dirname, '../../../../../../demo/operator.json'), 'utf8')

/** Writes the operator's file, with launch links that lead to the sandbox once that is up. */
function writeOperator(name: string, base?: string): string {
  const operator = JSON.parse(demo) as OperatorFile
  for (const game of operator.games) {
    if (game.code !== 'PG' && game.code !== 'PGSLOT') continue
    const url = `/games/${game.code}/pg-soft`
    game.autoLogin = 'username'
    game.provider = { family: 'pg-soft', url, ...(base === undefined ? {} : { launchUrl: `${base}${url}/` }) }
  }
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(operator))
  return file
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'krapao-operator-'))
  sandbox = await startTestSandbox({ operatorFile: writeOperator('sandbox.json') })
  app = await startTestApp({ sandbox })
  await app.command('import', writeOperator('operator.json', sandbox.url))
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const keyOf = (code: string) => createSecrets([TEST_SECRET_HEX]).derive(`sandbox-game:${code}`)
const refused = { data: null, error: { code: '1034', message: 'Invalid request' } }

async function newPlayer(slotCode = 'PG') {
  const { memberId, token } = await registeredMember(app)
  await app.ok(calls.walletActivate, { token, params: { slotCode } })
  const { username } = await app.ok(calls.walletAccount, { token, params: { slotCode } })
  const launch = () => app.call(calls.autoLogin, { token, params: { provider: slotCode.toLowerCase(), username } })
  const newLink = async () => {
    const { body } = await launch()
    return String((body as { link?: unknown }).link)
  }
  const newSession = async () => new URL(await newLink()).searchParams.get('ops') ?? ''
  return { memberId, token, username, launch, newLink, newSession }
}

async function verify(session: string, other: Record<string, string> = {}, code = 'PG', type?: string) {
  const form = { operator_token: 'krapao', secret_key: keyOf(code), operator_player_session: session, ...other }
  const answer = await app.app().http.inject({
    method: 'POST',
    url: `/api/hooks/games/${code}/VerifySession?trace_id=1`,
    headers: { 'content-type': type ?? 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

const told = (username: string) => ({
  status: 200,
  body: { data: { player_name: username, nickname: username, currency: 'THB' }, error: null },
})
const isRefused = { status: 200, body: refused }

describe('[GAM-018] a launch at PG Soft, which asks us back who plays', () => {
  it('names a session that tells nothing by itself, and is no way into the wallet', async () => {
    const player = await newPlayer()
    const link = new URL(await player.newLink())
    expect(`${link.origin}${link.pathname}`).toBe(`${sandbox.url}/games/PG/pg-soft/index.html`)
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ btt: '1', ot: 'krapao', l: 'th' })
    const session = link.searchParams.get('ops') ?? ''
    expect(session.length).toBeLessThanOrEqual(200)
    for (const known of [player.username, player.memberId, player.token]) expect(session).not.toContain(known)
    expect((await app.call(calls.walletAmount, { token: session })).status).toBe(401)
    expect((await verify(player.token)).body).toEqual(refused)
  })

  it('is answered with its own player, each time it is asked, of each session with who it was made for', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()]
    const [first, second, other] = [await one.newSession(), await one.newSession(), await two.newSession()]
    expect(first).not.toBe(second)
    for (const session of [first, second, first]) expect(await verify(session)).toEqual(told(one.username))
    expect(await verify(other)).toEqual(told(two.username))
  })

  it('is refused for what was forged, cut, put together of two sessions, or is another secret of ours', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()]
    const [session, other] = [await one.newSession(), await two.newSession()]
    const middle = Math.floor(session.length / 2)
    const changed = `${session.slice(0, middle)}${session[middle] === 'A' ? 'B' : 'A'}${session.slice(middle + 1)}`
    const mixed = `${session.slice(0, middle)}${other.slice(middle)}`
    const [row] = await app.database.query<{ sealed: string }>(
      'select password_sealed as sealed from game_account where member_id = $1',
      [one.memberId],
    )
    const forged = [changed, mixed, session.slice(0, -1), session.slice(9), one.username, row?.sealed ?? '', '', '.']
    for (const text of [...forged, 'x'.repeat(5_000), `${session}${session}`])
      expect(await verify(text)).toEqual(isRefused)
  })

  it('is refused with wrong secrets or none, at another game, and where nobody asks back, without a hint which', async () => {
    const session = await (await newPlayer()).newSession()
    const wrong = [
      { secret_key: 'x' },
      { secret_key: '' },
      { secret_key: `${keyOf('PG')}x` },
      { secret_key: keyOf('PGSLOT') },
      { operator_token: 'somebody' },
    ]
    for (const other of wrong) expect(await verify(session, other)).toEqual(isRefused)
    for (const code of ['PGSLOT', 'IMI', 'NOBODY', 'pg']) expect(await verify(session, {}, code)).toEqual(isRefused)
    expect((await verify(session, {}, 'PG', 'text/html')).status).toBe(415)
    expect((await verify(session, { more: 'x'.repeat(1_000_000) })).status).toBe(413)
  })

  it('is refused ten minutes after the link was made', async () => {
    const player = await newPlayer()
    const session = await player.newSession()
    app.clock.advance(10 * 60_000 - 1)
    expect(await verify(session)).toEqual(told(player.username))
    app.clock.advance(1)
    expect(await verify(session)).toEqual(isRefused)
  })

  it('[PPR-011] is refused for who excluded himself or was locked meanwhile, and no new link is made', async () => {
    const [excluded, locked] = [await newPlayer(), await newPlayer()]
    const sessions = [await excluded.newSession(), await locked.newSession()]
    await app.database.query(`update member set excluded_as = 'self-exclusion' where id = $1`, [excluded.memberId])
    await app.command('members', 'lock', locked.memberId, '--reason', 'a trial')
    for (const session of sessions) expect(await verify(session)).toEqual(isRefused)
    expect(await excluded.launch()).toMatchObject({ status: 403, body: { message: 'EXCLUDED' } })
    await app.command('members', 'unlock', locked.memberId, '--reason', 'a trial')
    expect(await verify(sessions[1] ?? '')).toEqual(told(locked.username))
  })

  it('opens the game at the sandbox, which lets in who we name and nobody else', async () => {
    const player = await newPlayer()
    const link = await player.newLink()
    const page = await fetch(link)
    expect(page.status).toBe(200)
    expect(page.url).toMatch(/\/games\/PG\?session=.+/)
    expect(await page.text()).toContain(player.username)
    const forged = new URL(link)
    forged.searchParams.set('ops', 'nobody')
    expect(await (await fetch(forged)).text()).toContain('This link has ended')
  })
})
