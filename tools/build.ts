// `npm run build`: builds the web app into apps/wallet/dist when its sources, its build settings or Node changed.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { takeFileLock } from './file-lock.ts'
import { root, run } from './processes.ts'

const settings = ['KRAPAO_LAOS', 'KRAPAO_IFRAME', 'KRAPAO_PROVIDER_HOST', 'KRAPAO_CHAT_URL', 'KRAPAO_LINK_SECRET']
const sources = [
  'apps/wallet/{package.json,index.html,texts.tsv,vite.config.ts}',
  'apps/wallet/{src,build,public,art}/**/*',
  'packages/{contract,money}/src/**/*',
  'package-lock.json',
]
const built = join(root, 'apps', 'wallet', 'dist')
const pollMs = 200
const stamp = join(root, '.cache', 'wallet-build.key')

/** The build's key: sources, build settings and Node's version. Tests beside the sources do not count. */
function buildKey(environment: NodeJS.ProcessEnv): string {
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

const isBuilt = (key: string): boolean => existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key

/**
 * Builds the web app unless the built one already is of these sources and settings. Another run that is building is
 * waited for. Throws when the build fails, and when `signal` ends it.
 */
export async function buildWhenChanged(environment: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<void> {
  const key = buildKey(environment)
  if (isBuilt(key)) return
  mkdirSync(dirname(stamp), { recursive: true })
  let lock = takeFileLock(join(dirname(stamp), 'wallet-build.lock'))
  if (lock === null) console.log('Another run is building the web app; waiting for it …')
  while (lock === null) {
    await setTimeout(pollMs, undefined, signal ? { signal } : {})
    lock = takeFileLock(join(dirname(stamp), 'wallet-build.lock'))
  }
  try {
    if (isBuilt(key)) return
    console.log('Building the web app …')
    // A build that breaks off leaves something else than what the key of the last one says.
    rmSync(stamp, { force: true })
    const script = join('apps', 'wallet', 'build', 'build.ts')
    const code = await run(process.execPath, [script], { env: environment, ...(signal ? { signal } : {}) })
    if (code !== 0) throw new Error(`the web app could not be built (exit ${code})`)
    writeFileSync(stamp, key)
  } finally {
    lock.release()
  }
}

if (process.argv[1] === import.meta.filename) await buildWhenChanged(process.env)
