// Planted bugs: each mutant is applied alone to a copy of the ledger, and its tests must fail. `npm run mutants` runs all
// of them, with `--sample` every third, with `--part 2/3` the second of three such parts, with `--only WORD` those with that
// word in their name.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { codeMutants } from './code-mutants.ts'
import { groupMutants } from './group-mutants.ts'
import type { Mutant } from './mutant.ts'
import { ruleMutants } from './rule-mutants.ts'
import { schemaMutants } from './schema-mutants.ts'

const SAMPLE = '1/3'
/** How many copies are tested at the same time. */
const COPIES = 2

const { values } = parseArgs({
  options: {
    sample: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    only: { type: 'string', default: '' },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)

if (process.env['TEST_DATABASE_URL'] === undefined) {
  throw new Error('TEST_DATABASE_URL names no PostgreSQL: start this with npm run mutants')
}

const source = resolve(import.meta.dirname, '..')
const checkout = resolve(source, '../../..')

/** A copy of the package that its tests can run in, out of the way of everything that reads the checkout. */
function makeCopy(): string {
  mkdirSync(join(checkout, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(checkout, '.cache', 'mutant-'))
  cpSync(source, join(folder, 'src'), { recursive: true })
  cpSync(join(source, '..', 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  const settings = { include: ['src/**/*.test.ts'], pool: 'forks', maxWorkers: 1, testTimeout: 60_000 }
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
async function runTests(folder: string, tests: readonly string[]): Promise<Verdict> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const files = tests.map((name) => `src/${name}.test.ts`)
  const options = ['run', '--root', folder, '--bail=1', '--reporter=json', `--outputFile=${report}`]
  const output = await new Promise<string>((done, fail) => {
    const child = spawn('vitest', [...options, ...files], {
      cwd: folder,
      env: { KRAPAO_TEST_SEED: '1', ...process.env, TEST_DATABASE_ALONE: '1' },
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

const problems: string[] = []

async function plant(folder: string, mutant: Mutant): Promise<void> {
  const path = join(folder, 'src', mutant.file)
  const text = readFileSync(path, 'utf8')
  const found = text.split(mutant.find).length - 1
  if (found !== 1) {
    problems.push(`${mutant.name}: what it changes stands ${found} times in ${mutant.file}`)
    say(`DRIFTED   ${mutant.name}`)
    return
  }
  writeFileSync(
    path,
    text.replace(mutant.find, () => mutant.replace),
  )
  const verdict = await runTests(folder, mutant.tests)
  writeFileSync(path, text)
  const [test] = verdict.failed
  const byAudit = verdict.brokenFiles > 0 && verdict.passed > 0
  if (test !== undefined || byAudit) {
    say(`caught    ${mutant.name}  by: ${test ?? 'the audit after the tests'}`)
    return
  }
  const survived = verdict.brokenFiles === 0
  problems.push(survived ? `${mutant.name}: survived` : `${mutant.name}: does not even start\n${verdict.output}`)
  say(`${survived ? 'SURVIVED ' : 'BROKEN   '} ${mutant.name}`)
}

const [part = 1, parts = 1] = (values.sample ? SAMPLE : values.part).split('/').map(Number)
const all = [...schemaMutants, ...ruleMutants, ...groupMutants, ...codeMutants]
const chosen = all.filter(({ name }) => name.includes(values.only)).filter((_, place) => place % parts === part - 1)

const startedAt = performance.now()
const folders = Array.from({ length: COPIES }, makeCopy)
try {
  const [first = ''] = folders
  const needed = [...new Set(chosen.flatMap(({ tests }) => tests))]
  say(`Planting ${chosen.length} of ${all.length} bugs into a copy of the ledger, one at a time.`)
  const sound = await runTests(first, needed)
  if (sound.failed.length > 0 || sound.brokenFiles > 0 || sound.passed === 0) {
    problems.push(`the tests fail without a bug: ${sound.failed.join(', ')}\n${sound.output}`)
  } else {
    let next = 0
    await Promise.all(
      folders.map(async (folder) => {
        for (let mutant = chosen[next++]; mutant !== undefined; mutant = chosen[next++]) await plant(folder, mutant)
      }),
    )
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) say(`\n${problem}`)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
say(`\n${chosen.length - problems.length} of ${chosen.length} planted bugs were caught, in ${seconds} s.`)
process.exitCode = problems.length === 0 && chosen.length > 0 ? 0 : 1
