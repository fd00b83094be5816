// Plants bugs into copies of the sources, and says which the tests caught.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../processes.ts'

/** A bug, its file and its tests named from the checkout's root. */
export interface Planting {
  name: string
  file: string
  find: string
  replace: string
  tests: readonly string[]
}

/** How many copies are tested at the same time. */
const COPIES = 2

/** What tests of the server and the ledger read. */
const copied = ['packages', 'apps/server', 'apps/sandbox', 'demo', 'package.json', 'tsconfig.base.json']

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** A copy that tests can run in, out of the way of everything that reads the checkout. */
function makeCopy(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'mutant-'))
  const isSource = (path: string): boolean => !['node_modules', 'dist'].includes(basename(path))
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true, filter: isSource })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const settings = {
    include: ['**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // As `npm test` runs them: a bug is caught sooner than Vite has read the server anew.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: false,
  }
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: ${JSON.stringify(settings)} }\n`)
  return folder
}

interface Verdict {
  passed: number
  failed: readonly string[]
  /** A file failed as a whole: before its first test, or after its last. */
  brokenFiles: number
  output: string
}

interface Report {
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs test files in a copy until the first failure, on PostgreSQL alone, where what races really races. */
async function runTests(folder: string, files: readonly string[], databaseUrl: string): Promise<Verdict> {
  // Without words vitest would run all that there is.
  if (files.length === 0) return { passed: 0, failed: [], brokenFiles: 0, output: '' }
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const options = ['run', '--root', folder, '--bail=1', '--reporter=json', `--outputFile=${report}`]
  const output = await new Promise<string>((done, fail) => {
    const child = spawn('vitest', [...options, ...files], {
      cwd: folder,
      env: {
        KRAPAO_TEST_SEED: '1',
        // What was compiled for one bug need not be for the next, but for the file that it is planted into.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        ...process.env,
        TEST_DATABASE_URL: databaseUrl,
        KRAPAO_TEST_PLANTED: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (text = `${text}${chunk.toString()}`.slice(-4_000)))
    }
    child.on('error', fail)
    child.on('exit', () => done(text))
  })
  let results: Report['testResults']
  try {
    results = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults
  } catch {
    return { passed: 0, failed: [], brokenFiles: files.length, output }
  }
  const assertions = results.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: assertions.filter(({ status }) => status === 'passed').length,
    failed: assertions.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    brokenFiles: results.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
    ).length,
    output,
  }
}

/** Plants one bug, and answers what is wrong with that; null when a test caught it. */
async function plant(folder: string, bug: Planting, databaseUrl: string): Promise<string | null> {
  const path = join(folder, bug.file)
  const text = readFileSync(path, 'utf8')
  const found = text.split(bug.find).length - 1
  if (found !== 1) {
    say(`DRIFTED   ${bug.name}`)
    return `${bug.name}: what it changes stands ${found} times in ${bug.file}`
  }
  writeFileSync(
    path,
    text.replace(bug.find, () => bug.replace),
  )
  const verdict = await runTests(folder, bug.tests, databaseUrl)
  writeFileSync(path, text)
  const [test] = verdict.failed
  const byAudit = verdict.brokenFiles > 0 && verdict.passed > 0
  if (test !== undefined || byAudit) {
    say(`caught    ${bug.name}  by: ${test ?? 'the audit after the tests'}`)
    return null
  }
  const survived = verdict.brokenFiles === 0
  say(`${survived ? 'SURVIVED ' : 'BROKEN   '} ${bug.name}`)
  return survived ? `${bug.name}: survived` : `${bug.name}: does not even start\n${verdict.output}`
}

/**
 * Plants each bug alone and runs its tests on it, after these tests have passed without any.
 *
 * @param databaseUrl a PostgreSQL server that the tests may make databases at
 * @returns whether every bug was caught; what was not is said on standard output
 */
export async function plantAll(bugs: readonly Planting[], databaseUrl: string): Promise<boolean> {
  const startedAt = performance.now()
  const folders = Array.from({ length: COPIES }, makeCopy)
  const problems: string[] = []
  try {
    const needed = [...new Set(bugs.flatMap(({ tests }) => tests))]
    const halves = folders.map((_, copy) => needed.filter((__, place) => place % folders.length === copy))
    const sound = await Promise.all(folders.map((folder, copy) => runTests(folder, halves[copy] ?? [], databaseUrl)))
    for (const { failed, brokenFiles, output } of sound.filter((half) => half.failed.length + half.brokenFiles > 0)) {
      problems.push(`the tests fail without a bug (${brokenFiles} files): ${failed.join(', ')}\n${output}`)
    }
    if (problems.length === 0) {
      let next = 0
      await Promise.all(
        folders.map(async (folder) => {
          for (let bug = bugs[next++]; bug !== undefined; bug = bugs[next++]) {
            const problem = await plant(folder, bug, databaseUrl)
            if (problem !== null) problems.push(problem)
          }
        }),
      )
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  for (const problem of problems) say(`\n${problem}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  say(`\n${bugs.length - problems.length} of ${bugs.length} planted bugs were caught, in ${seconds} s.`)
  return problems.length === 0
}
