// `npm run build`: builds the programs and each web app into a dist when their sources, build settings or Node changed.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { contentKey } from './checkout-files.ts'
import { takeFileLock } from './file-lock.ts'
import { root, run } from './processes.ts'
import { writeTextsWhenChanged } from './texts.ts'

interface Part {
  name: 'programs' | 'wallet' | 'desk'
  /** What people are told is being built. */
  words: string
  /** The folders that it is built into. */
  dists: readonly string[]
  /** What builds it, with the words that each is given. */
  scripts: readonly (readonly string[])[]
  /** What it is made of: a change of it is another build. */
  sources: readonly string[]
  /** The settings of the environment that are fixed into it. */
  settings: readonly string[]
}

const shared = [
  'packages/{contract,money}/src/**/*',
  'packages/web/{src,build}/**/*',
  'package-lock.json',
  'tools/compress.ts',
]
/** Server and sandbox: what runs. */
const programs: Part = {
  name: 'programs',
  words: 'server and sandbox',
  dists: ['apps/server/dist', 'apps/sandbox/dist'],
  scripts: [['tools/bundle.ts'], ['apps/server/src/make-new-database.ts']],
  sources: [
    '{apps/{server,sandbox},packages/{contract,ledger,money,payment-codes}}/{package.json,src/**/*.{ts,json}}',
    'package-lock.json',
    'tools/bundle.ts',
  ],
  settings: [],
}
const webApps: readonly Part[] = [
  {
    ...webApp('wallet'),
    words: 'the web app',
    sources: [
      'apps/wallet/{package.json,index.html,preview.html,texts.tsv,vite.config.ts}',
      'apps/wallet/{src,build,public,art}/**/*',
      ...shared,
    ],
    settings: ['KRAPAO_LAOS', 'KRAPAO_IFRAME', 'KRAPAO_PROVIDER_HOST', 'KRAPAO_CHAT_URL', 'KRAPAO_LINK_SECRET'],
  },
  {
    ...webApp('desk'),
    words: 'the support desk',
    sources: ['apps/desk/{package.json,index.html,vite.config.ts}', 'apps/desk/{src,build,public}/**/*', ...shared],
    settings: [],
  },
]
const pollMs = 200

/** All that the parts are made of, and what is none of it. */
const lookedAt = ['apps', 'packages', 'tools', 'package-lock.json'].map((path) => join(root, path))
const passedOver = ['node_modules', 'dist']
const seenFile = join(root, '.cache', 'built.seen')
/** A file system may tell the time of a change by a slower clock than ours. */
const CLOCK_COARSE_MS = 1_000

function webApp(name: 'wallet' | 'desk'): Pick<Part, 'name' | 'dists' | 'scripts'> {
  const dist = `apps/${name}/dist`
  return { name, dists: [dist], scripts: [[`apps/${name}/build/build.ts`], ['tools/compress.ts', dist]] }
}

const stampOf = ({ name }: Part): string => join(root, '.cache', `${name}-build.key`)

/** The build's key: sources, build settings and Node's version. Tests beside the sources do not count. */
function buildKey({ sources, settings }: Part, environment: NodeJS.ProcessEnv): string {
  const chosen = settings.map((name) => `${name}=${environment[name] ?? ''}`)
  return contentKey(sources, /\.test\.tsx?$/, [...chosen, process.version])
}

function isBuilt(part: Part, key: string): boolean {
  const stamp = stampOf(part)
  const isThere = part.dists.every((dist) => existsSync(join(root, dist)))
  return isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === key
}

/**
 * Builds all parts unless the built ones already are of these sources and settings. Another run that is building is
 * waited for. Throws when a build fails, and when `signal` ends it.
 */
export async function buildWhenChanged(environment: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  if (isUntouched(environment)) return
  const sinceMs = Date.now() - CLOCK_COARSE_MS
  await buildPrograms(environment, signal)
  writeTextsWhenChanged()
  for (const app of webApps) await build(app, environment, signal)
  noteUntouched(sinceMs, environment)
}

/** Server and sandbox alone, as `buildWhenChanged`. */
export async function buildPrograms(environment: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  await build(programs, environment, signal)
}

const settingsOf = (environment: NodeJS.ProcessEnv): string =>
  JSON.stringify([
    process.version,
    ...webApps.flatMap(({ settings }) => settings).map((name) => environment[name] ?? ''),
  ])

/**
 * Whether nothing of what is built, and of what it is built of, was touched since all of it was found to be right: a
 * look at two thousand files, where reading them takes a quarter of a second.
 */
function isUntouched(environment: NodeJS.ProcessEnv): boolean {
  if (!existsSync(seenFile)) return false
  const [sinceMs, settings] = readFileSync(seenFile, 'utf8').split('\n')
  const isThere = [programs, ...webApps].every(({ dists }) => dists.every((dist) => existsSync(join(root, dist))))
  return (
    isThere && settings === settingsOf(environment) && !lookedAt.some((path) => isTouchedSince(Number(sinceMs), path))
  )
}

function noteUntouched(sinceMs: number, environment: NodeJS.ProcessEnv): void {
  try {
    writeFileSync(seenFile, `${sinceMs}\n${settingsOf(environment)}`)
  } catch {
    // Without the right to write, the next run reads all of it again.
  }
}

/** Whether a file was written, added or taken away: by the time of its change, which nobody can set, as that of its content. */
function isTouchedSince(sinceMs: number, path: string): boolean {
  const found = lstatSync(path)
  if (found.ctimeMs >= sinceMs) return true
  if (!found.isDirectory()) return false
  return readdirSync(path).some((name) => !passedOver.includes(name) && isTouchedSince(sinceMs, join(path, name)))
}

async function build(part: Part, environment: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  const key = buildKey(part, environment)
  const stamp = stampOf(part)
  if (isBuilt(part, key)) return
  mkdirSync(dirname(stamp), { recursive: true })
  const lockFile = stamp.replace(/key$/, 'lock')
  let lock = takeFileLock(lockFile)
  if (lock === null) console.log(`Another run is building ${part.words}; waiting for it …`)
  while (lock === null) {
    await setTimeout(pollMs, undefined, signal ? { signal } : {})
    lock = takeFileLock(lockFile)
  }
  try {
    if (isBuilt(part, key)) return
    console.log(`Building ${part.words} …`)
    // A build that breaks off leaves something else than what the key of the last one says.
    rmSync(stamp, { force: true })
    for (const script of part.scripts) {
      const code = await run(process.execPath, script, { env: environment, ...(signal ? { signal } : {}) })
      if (code !== 0) throw new Error(`${part.words} could not be built (exit ${code})`)
    }
    writeFileSync(stamp, key)
  } finally {
    lock.release()
  }
}

if (process.argv[1] === import.meta.filename) await buildWhenChanged(process.env)
