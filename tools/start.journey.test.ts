import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copyCheckout } from './checkout.fixture.ts'
import { freePort, takePort } from './ports.ts'
import { ordinaryUser, Started, type StartTerms } from './started.fixture.ts'

const patience = { timeout: 280_000, interval: 20 }

let checkout: Awaited<ReturnType<typeof copyCheckout>>
let dataFolder: string
const runs: Started[] = []
const folders: string[] = []

beforeAll(async () => {
  checkout = await copyCheckout()
  dataFolder = newFolder()
})
afterEach(async () => {
  for (const run of runs.splice(0)) await run.killAll()
})
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  checkout.remove()
})

/** An empty folder of whoever will use it. */
function newFolder(user: { uid?: number; gid?: number } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-start-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  folders.push(folder)
  return folder
}

/** The three ports that follow from one, each of them said. */
function portsFrom(port: number): Record<'PORT' | 'SANDBOX_PORT' | 'DESK_PORT', string> {
  return { PORT: String(port), SANDBOX_PORT: String(port + 1), DESK_PORT: String(port + 2) }
}

/** Starts the product with these settings; ports and data folder are free ones where none are given. */
async function start(settings: Record<string, string> = {}, terms: Partial<StartTerms> = {}): Promise<Started> {
  const port = await freePort(3)
  const run = new Started({
    command: process.execPath,
    args: ['tools/run.mjs', 'tools/start.ts'],
    folder: checkout.folder,
    ...terms,
    settings: { ...portsFrom(port), KRAPAO_DATA: dataFolder, ...settings },
  })
  runs.push(run)
  return run
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(address, { signal: AbortSignal.timeout(5_000) })).status
}

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** Registers a player by the code that the sandbox's phone received. */
async function register(wallet: string, sandbox: string): Promise<{ username: string; password: string }> {
  const [username, password] = ['0812345678', 'seven quiet lanterns']
  const { otpToken } = (await post(`${wallet}/api/otp/send`, { phoneNumber: username })) as { otpToken: string }
  const inbox = await fetch(`${sandbox}/api/phone/messages?to=${username}`)
  const { messages } = (await inbox.json()) as { messages: { text: string }[] }
  const otpCode = /\d{6}/.exec(messages[0]?.text ?? '')?.[0]
  const headers = { 'x-otp-token': otpToken }
  await post(`${wallet}/api/otp/verify`, { otpToken, otpCode }, headers)
  const bank = { bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: '1234567890' }
  const player = { name: 'Somchai Jaidee', username, password, sourceCode: 'FRIEND', inviteCode: '', ...bank }
  await post(`${wallet}/api/account`, { ...player, currency: 'BAHT' }, headers)
  return { username, password }
}

/** Expects that a run has ended with a fault and has said why, in one line that holds these words. */
async function expectRefusal(run: Started, ...words: string[]): Promise<void> {
  expect(await run.end()).toBe(1)
  expect(run.lines).toHaveLength(1)
  for (const word of words) expect(run.lines[0]).toContain(word)
  expect(run.members()).toEqual([])
}

describe('npm start', () => {
  it('says where wallet, sandbox and desk are when all answer, in one line, and ends by SIGTERM', async () => {
    const run = await start()
    const { wallet, sandbox, desk } = await run.ready()
    expect(await statusOf(`${wallet}/ready`)).toBe(200)
    expect(await statusOf(`${sandbox}/health`)).toBe(200)
    expect(await statusOf(`${desk}/ready`)).toBe(200)
    expect(await statusOf(`${desk}/api/desk/me`)).toBe(401)
    expect(await statusOf(`${desk}/api/lookup/active`)).toBe(404)
    expect(await statusOf(`${wallet}/api/desk/me`)).toBe(404)
    const deskPage = await fetch(`${desk}/`)
    expect(deskPage.headers.get('content-type')).toContain('text/html')
    expect(deskPage.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await deskPage.text()).not.toBe(await (await fetch(`${wallet}/`)).text())
    const page = await fetch(`${wallet}/`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(
      run.lines.filter((line) => [wallet, sandbox, String(desk)].every((address) => line.includes(address))),
    ).toHaveLength(1)
    // The second one changes nothing.
    expect(await run.stop('SIGTERM', 'SIGTERM')).toBe(0)
  })

  it('has lost nothing after a power cut, and ends by SIGINT', async () => {
    const first = await start()
    const { wallet, sandbox } = await first.ready()
    const player = await register(wallet, sandbox)
    await first.killAll()
    const second = await start()
    const again = await second.ready()
    const { token } = (await post(`${again.wallet}/api/login`, player)) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${again.wallet}/api/wallet`, { headers })
    expect(await answer.json()).toEqual({ amount: 0 })
    const inbox = await fetch(`${again.sandbox}/api/phone/messages?to=${player.username}`)
    expect(await inbox.json()).toMatchObject({ messages: [{ to: player.username }] })
    expect(await second.stop('SIGINT', 'SIGTERM', 'SIGINT')).toBe(0)
  })

  it('starts at once after it was killed in the middle of a start', async () => {
    dataFolder = newFolder()
    for (const word of ['apps/sandbox/dist/main.js', 'apps/server/dist/main.js']) {
      const run = await start()
      await expect.poll(() => run.members().some(({ command }) => command.includes(word)), patience).toBe(true)
      await run.killAll()
    }
    const run = await start()
    const { wallet } = await run.ready()
    expect(await statusOf(`${wallet}/ready`)).toBe(200)
  })

  it('is not ready before the sandbox is', async () => {
    const port = await freePort(3)
    const settings = { ...portsFrom(port), KRAPAO_DATA: dataFolder }
    const program = (name: string): Started => {
      const args = [`apps/${name}/dist/main.js`]
      const run = new Started({ command: process.execPath, args, folder: checkout.folder, settings })
      runs.push(run)
      return run
    }
    program('server')
    const ready = `http://127.0.0.1:${port}/ready`
    await expect.poll(() => statusOf(ready).catch(() => 0), patience).toBe(503)
    program('sandbox')
    await expect.poll(() => statusOf(ready), patience).toBe(200)
  })

  it.each([
    ['apps/sandbox/dist/main.js', 'The sandbox was ended by SIGKILL'],
    ['apps/server/dist/main.js', 'The server was ended by SIGKILL'],
  ])('ends everything when %s is killed, and says so', async (program, says) => {
    const run = await start()
    await run.ready()
    process.kill(run.member(program), 'SIGKILL')
    expect(await run.stop()).toBe(1)
    expect(run.lines.at(-1)).toContain(says)
  })
})

it('npm start builds what was changed since, whatever the times of its content say, and else nothing', async () => {
  const source = join(checkout.folder, 'apps/sandbox/src/clock.ts')
  const builds: boolean[] = []
  for (const isChanged of [false, false, true]) {
    const { atime, mtime } = statSync(source)
    if (isChanged) appendFileSync(source, '// Nobody reads this.\n')
    utimesSync(source, atime, mtime)
    const run = await start()
    await run.ready()
    builds.push(run.lines.some((line) => line.startsWith('Building server and sandbox')))
    expect(await run.stop('SIGTERM')).toBe(0)
  }
  expect(builds).toEqual([false, false, true])
})

describe('npm start, when something is wrong', () => {
  it.each(['PORT', 'SANDBOX_PORT', 'DESK_PORT'])('names the port of %s when it is taken', async (name) => {
    const taken = await takePort()
    const run = await start({ [name]: String(taken.port) })
    await expectRefusal(run, `Port ${taken.port} `, name)
    await taken.free()
  })

  it('names the ports of another run, and leaves that alone, which leaves no program behind when it is killed', async () => {
    const first = await start()
    const { wallet, sandbox } = await first.ready()
    const ports = { PORT: new URL(wallet).port, SANDBOX_PORT: new URL(sandbox).port }
    await expectRefusal(await start({ ...ports, KRAPAO_DATA: newFolder() }), `Port ${ports.PORT} `)
    await expectRefusal(await start(), `The data folder ${dataFolder} is in use`, 'KRAPAO_DATA')
    expect(await statusOf(`${wallet}/ready`)).toBe(200)
    await first.stop('SIGKILL')
  })

  it('names a data folder that cannot be made', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    await expectRefusal(await start({ KRAPAO_DATA: join(file, 'data') }), join(file, 'data'), 'cannot be made')
  })

  it('names a data folder that may not be written', async () => {
    const folder = newFolder(ordinaryUser)
    const closed = join(folder, 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o555)
    const inside = await start({ KRAPAO_DATA: join(closed, 'data') }, { user: ordinaryUser })
    await expectRefusal(inside, join(closed, 'data'), 'cannot be made')
    const itself = await start({ KRAPAO_DATA: closed }, { user: ordinaryUser })
    await expectRefusal(itself, closed, 'cannot be used')
  })

  it.each([
    ['SANDBOX_PORT', '65536'],
    // What a program reads for itself it says itself.
    ['KRAPAO_LIMIT_FACTOR', 'many'],
  ])('names the setting %s when it is "%s"', async (name, value) => {
    await expectRefusal(await start({ [name]: value }), name)
  })

  it('names the port that the desk would have when that is taken, and starts without a desk where none is wanted', async () => {
    const port = await freePort(3)
    const taken = await takePort(port + 2)
    const ports = { PORT: String(port), SANDBOX_PORT: '', DESK_PORT: '' }
    await expectRefusal(await start(ports), `Port ${port + 2} `, 'DESK_PORT')
    const run = await start({ ...ports, DESK_PORT: '0' })
    const { wallet, desk } = await run.ready()
    expect([desk, await statusOf(`${wallet}/ready`)]).toEqual([null, 200])
    await taken.free()
    expect(await run.stop('SIGTERM')).toBe(0)
  })
})

describe('npm start, as users type it', () => {
  it('works as an ordinary user, from another folder, on the ports that follow from one', async () => {
    // What is there is his from now on: a new database takes a quarter of a minute's work.
    execFileSync('chown', ['-R', `${ordinaryUser.uid ?? ''}:${ordinaryUser.gid ?? ''}`, dataFolder])
    const port = await freePort(3)
    const run = await start(
      { PORT: String(port), SANDBOX_PORT: '', DESK_PORT: '' },
      { command: 'npm', args: ['--prefix', checkout.folder, 'start'], folder: dataFolder, user: ordinaryUser },
    )
    const { wallet, sandbox, desk } = await run.ready()
    expect([wallet, sandbox, desk]).toEqual([port, port + 1, port + 2].map((each) => `http://127.0.0.1:${each}`))
    expect(await statusOf(`${wallet}/ready`)).toBe(200)
    await run.stop('SIGTERM')
  })

  it('leaves nothing behind when npm is killed, and can be started again at once', async () => {
    const port = String(await freePort(3))
    const npm = { command: 'npm', args: ['start'] }
    const first = await start({ PORT: port, SANDBOX_PORT: '', DESK_PORT: '' }, npm)
    await first.ready()
    first.child.kill('SIGKILL')
    const second = await start({ PORT: port, SANDBOX_PORT: '', DESK_PORT: '' }, npm)
    const { wallet } = await second.ready()
    expect(await statusOf(`${wallet}/ready`)).toBe(200)
    await first.stop()
    await second.stop('SIGINT')
  })
})
