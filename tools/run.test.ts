import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './processes.ts'
import { Started } from './started.fixture.ts'

/** An npm that notes its calls, and installs what the lock file says by making the folders. */
const npm = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
if (process.env.NPM_HANGS) setInterval(() => undefined, 1000)
else if (process.env.NPM_FAILS) process.exit(7)
else {
  await new Promise((done) => setTimeout(done, 300))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  rmSync('node_modules', { recursive: true, force: true })
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([path, { os }]) => path !== '' && !os))
  for (const path of Object.keys(packages)) {
    mkdirSync(path, { recursive: true })
    writeFileSync(path + '/package.json', '{}')
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}
`

let checkout: string
const runs: Started[] = []

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'krapao-run-'))
  mkdirSync(join(checkout, 'tools'))
  cpSync(join(root, 'tools', 'run.mjs'), join(checkout, 'tools', 'run.mjs'))
  write('npm.mjs', npm)
  write('.npmrc', 'save-exact=true\n')
  write('tools/hello.ts', "const words: string[] = process.argv.slice(2)\nconsole.log('hello', ...words)\n")
  writeLock('1.0.0')
})
afterEach(async () => {
  for (const run of runs.splice(0)) await run.killAll()
  rmSync(checkout, { recursive: true, force: true })
})

function write(file: string, content: string): void {
  mkdirSync(dirname(join(checkout, file)), { recursive: true })
  writeFileSync(join(checkout, file), content)
}

/** A checkout that needs one package, and one more on a system that nobody has. */
function writeLock(version: string): void {
  const needs = { devDependencies: { thing: version }, optionalDependencies: { 'thing-plan9': version } }
  write('package.json', JSON.stringify({ name: 'checkout', ...needs }))
  const packages = {
    '': { name: 'checkout', ...needs },
    'node_modules/thing': { version, integrity: `sha512-${version}` },
    'node_modules/thing-plan9': { version, integrity: `sha512-${version}`, optional: true, os: ['plan9'] },
  }
  write('package-lock.json', JSON.stringify({ packages }))
}

/** What an `npm ci` of the user's own leaves behind. */
function installByHand(version: string): void {
  write('node_modules/thing/package.json', '{}')
  const packages = { 'node_modules/thing': { version, integrity: `sha512-${version}` } }
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
}

function run(settings: Record<string, string> = {}, args: readonly string[] = []): Started {
  const started = new Started({
    command: process.execPath,
    args: ['tools/run.mjs', 'tools/hello.ts', ...args],
    folder: checkout,
    settings: { npm_execpath: join(checkout, 'npm.mjs'), ...settings },
  })
  runs.push(started)
  return started
}

/** Runs the script to its end, which must be a good one, and answers the last line that it printed. */
async function hello(args: readonly string[] = []): Promise<string | undefined> {
  const started = run({}, args)
  expect(await started.end()).toBe(0)
  return started.lines.at(-1)
}

function npmCalls(): string[] {
  const file = join(checkout, 'npm-calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

describe('the entry of all scripts', () => {
  it('installs on a bare checkout, runs the script with its arguments, and does not install again', async () => {
    expect(await hello(['one', 'two'])).toBe('hello one two')
    expect(npmCalls()).toEqual(['ci --include=dev --include=optional --no-audit --no-fund --loglevel=error'])
    expect(await hello()).toBe('hello')
    expect(npmCalls()).toHaveLength(1)
  })

  it('installs again when the lock file has changed', async () => {
    await hello()
    writeLock('1.0.1')
    expect(await hello()).toBe('hello')
    expect(npmCalls()).toHaveLength(2)
  })

  it('leaves alone what the user installed by npm itself', async () => {
    installByHand('1.0.0')
    expect(await hello()).toBe('hello')
    expect(npmCalls()).toEqual([])
  })

  it('does not trust an installation of another version, or one with a hole, or a lock that lags behind', async () => {
    installByHand('0.9.0')
    await hello()
    expect(npmCalls()).toHaveLength(1)

    rmSync(join(checkout, 'node_modules', '.installed'))
    rmSync(join(checkout, 'node_modules', 'thing', 'package.json'))
    await hello()
    expect(npmCalls()).toHaveLength(2)

    rmSync(join(checkout, 'node_modules', '.installed'))
    write('package.json', JSON.stringify({ name: 'checkout', devDependencies: { thing: '1.0.0', more: '1.0.0' } }))
    await hello()
    expect(npmCalls()).toHaveLength(3)
  })

  it('lets one of two runs install and the other wait', async () => {
    const [one, other] = [run(), run()]
    expect([await one.end(), await other.end()]).toEqual([0, 0])
    expect([one.lines.at(-1), other.lines.at(-1)]).toEqual(['hello', 'hello'])
    expect(npmCalls()).toHaveLength(1)
  })

  it('takes over from a run that was killed while it installed', async () => {
    const killed = run({ NPM_HANGS: '1' })
    await expect.poll(npmCalls, { timeout: 30_000 }).toHaveLength(1)
    await killed.killAll()
    expect(existsSync(join(checkout, '.installing'))).toBe(true)
    expect(await hello()).toBe('hello')
    expect(existsSync(join(checkout, '.installing'))).toBe(false)
  })

  it('ends npm when it is told to end while it installs', async () => {
    const told = run({ NPM_HANGS: '1' })
    await expect.poll(npmCalls, { timeout: 30_000 }).toHaveLength(1)
    expect(await told.stop('SIGTERM')).toBe(0)
    expect(told.lines).toEqual(['Installing dependencies …'])
    expect(await hello()).toBe('hello')
  })

  it('says so when npm fails, ends as npm did, and tries again the next time', async () => {
    const failed = run({ NPM_FAILS: '1' })
    expect(await failed.end()).toBe(7)
    expect(failed.lines.at(-1)).toBe('npm could not install the dependencies (exit 7). See its message above.')
    expect(await hello()).toBe('hello')
  })

  it('ends as the script ends', async () => {
    write('tools/hello.ts', 'process.exit(3)\n')
    expect(await run().end()).toBe(3)
  })
})

describe('on a Node that cannot run the scripts', () => {
  /** Makes the entry believe that the present Node is an old one. */
  const oldNode = (): void =>
    write('old.cjs', "Object.defineProperty(process.versions, 'node', { value: '20.19.0' })\n")

  function runOnOldNode(args: readonly string[] = []): Started {
    const started = new Started({
      command: process.execPath,
      args: ['--require', join(checkout, 'old.cjs'), 'tools/run.mjs', 'tools/hello.ts', ...args],
      folder: checkout,
      settings: { npm_execpath: join(checkout, 'npm.mjs') },
    })
    runs.push(started)
    return started
  }

  it('runs them on the Node that is a dependency, and ends as they end', async () => {
    oldNode()
    installByHand('1.0.0')
    write('node_modules/.bin/node', `#!/bin/sh\necho inner\nexec "${process.execPath}" "$@"\n`)
    chmodSync(join(checkout, 'node_modules', '.bin', 'node'), 0o755)
    const good = runOnOldNode(['one'])
    expect(await good.end()).toBe(0)
    expect(good.lines).toEqual(['inner', 'hello one'])
    write(
      'tools/hello.ts',
      "process.on('SIGTERM', () => process.exit(5))\nsetInterval(() => undefined, 1000)\nconsole.log('up')\n",
    )
    const told = runOnOldNode()
    await expect.poll(() => told.lines, { timeout: 30_000 }).toContain('up')
    expect(await told.stop('SIGTERM')).toBe(5)
  })

  it('says what to install where none is packaged', async () => {
    oldNode()
    installByHand('1.0.0')
    const helpless = runOnOldNode()
    expect(await helpless.end()).toBe(1)
    expect(helpless.lines).toHaveLength(1)
    expect(helpless.lines[0]).toContain('This needs Node 24 or newer')
  })
})
