// `npm run build`: builds each web app into its dist when its sources, its build settings or Node changed.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { takeFileLock } from './file-lock.ts'
import { root, run } from './processes.ts'
import { writeTextsWhenChanged } from './texts.ts'

interface WebApp {
  name: 'wallet' | 'desk'
  /** What people are told is being built. */
  words: string
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
const webApps: readonly WebApp[] = [
  {
    name: 'wallet',
    words: 'the web app',
    sources: [
      'apps/wallet/{package.json,index.html,preview.html,texts.tsv,vite.config.ts}',
      'apps/wallet/{src,build,public,art}/**/*',
      ...shared,
    ],
    settings: ['KRAPAO_LAOS', 'KRAPAO_IFRAME', 'KRAPAO_PROVIDER_HOST', 'KRAPAO_CHAT_URL', 'KRAPAO_LINK_SECRET'],
  },
  {
    name: 'desk',
    words: 'the support desk',
    sources: ['apps/desk/{package.json,index.html,vite.config.ts}', 'apps/desk/{src,build,public}/**/*', ...shared],
    settings: [],
  },
]
const pollMs = 200

const distOf = ({ name }: WebApp): string => join('apps', name, 'dist')
const stampOf = ({ name }: WebApp): string => join(root, '.cache', `${name}-build.key`)

/** The build's key: sources, build settings and Node's version. Tests beside the sources do not count. */
function buildKey({ sources, settings }: WebApp, environment: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root, withFileTypes: false }).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue
    let content: Buffer
    try {
      content = readFileSync(join(root, file))
    } catch {
      continue // A folder: globs name those too.
    }
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  for (const name of settings) hash.update(`${name}=${environment[name] ?? ''}\0`)
  return hash.update(process.version).digest('hex')
}

function isBuilt(app: WebApp, key: string): boolean {
  const stamp = stampOf(app)
  return existsSync(join(root, distOf(app))) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key
}

/**
 * Builds each web app unless the built one already is of these sources and settings. Another run that is building is
 * waited for. Throws when a build fails, and when `signal` ends it.
 */
export async function buildWhenChanged(environment: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  writeTextsWhenChanged()
  for (const app of webApps) await buildApp(app, environment, signal)
}

async function buildApp(app: WebApp, environment: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  const key = buildKey(app, environment)
  const stamp = stampOf(app)
  if (isBuilt(app, key)) return
  mkdirSync(dirname(stamp), { recursive: true })
  const lockFile = stamp.replace(/key$/, 'lock')
  let lock = takeFileLock(lockFile)
  if (lock === null) console.log(`Another run is building ${app.words}; waiting for it …`)
  while (lock === null) {
    await setTimeout(pollMs, undefined, signal ? { signal } : {})
    lock = takeFileLock(lockFile)
  }
  try {
    if (isBuilt(app, key)) return
    console.log(`Building ${app.words} …`)
    // A build that breaks off leaves something else than what the key of the last one says.
    rmSync(stamp, { force: true })
    const scripts = [[join('apps', app.name, 'build', 'build.ts')], [join('tools', 'compress.ts'), distOf(app)]]
    for (const script of scripts) {
      const code = await run(process.execPath, script, { env: environment, ...(signal ? { signal } : {}) })
      if (code !== 0) throw new Error(`${app.words} could not be built (exit ${code})`)
    }
    writeFileSync(stamp, key)
  } finally {
    lock.release()
  }
}

if (process.argv[1] === import.meta.filename) await buildWhenChanged(process.env)
