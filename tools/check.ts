// `npm run check`: types, lint with boundaries and cycles, format, dead code, the lock file, house rules, sizes of the build.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rooms, writeLintConfig } from './boundaries.ts'
import { buildWhenChanged } from './build.ts'
import { problemsOfLock, readLock } from './lock.ts'
import { capture, root } from './processes.ts'
import { findTableProblems } from './tables.ts'
import { writeTextsWhenChanged } from './texts.ts'
import { tidyProblems } from './tidy.ts'

interface Step {
  name: string
  /** Null when all is well, else what is wrong. */
  run: () => string | null | Promise<string | null>
}

async function command(name: string, args: readonly string[]): Promise<string | null> {
  const { code, output } = await capture(name, args)
  return code === 0 ? null : output
}

/** Every project that should be compiled is one of the references: a forgotten one would pass by not being read. */
function missingReferences(): string | null {
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[]
  }
  const named = new Set(references.map((reference) => reference.path))
  const missing = rooms().filter((room) => existsSync(join(root, room, 'package.json')) && !named.has(room))
  return missing.length === 0 ? null : `tsconfig.json does not name ${missing.join(', ')}`
}

async function types(): Promise<string | null> {
  const failure = missingReferences() ?? (await command('tsc', ['-b']))
  if (failure !== null) return failure
  const stray = globSync('{apps,packages,e2e}/*/src/**/*.d.ts', { cwd: root }).filter((file) => !isTracked(file))
  return stray.length === 0 ? null : `declarations beside their sources: ${stray.join(', ')}`
}

function isTracked(file: string): boolean {
  return execFileSync('git', ['ls-files', '--', file], { cwd: root }).length > 0
}

async function lint(): Promise<string | null> {
  const config = writeLintConfig()
  const { code, output } = await capture('oxlint', ['-c', config, '-f', 'json', '.'])
  let report: {
    number_of_files?: number
    diagnostics?: { message: string; filename: string; code: string; labels: { span: { line: number } }[] }[]
  }
  try {
    report = JSON.parse(output) as typeof report
  } catch {
    return output
  }
  if ((report.number_of_files ?? 0) === 0) return 'the linter read no file'
  if (code === 0) return null
  return (report.diagnostics ?? [])
    .map((found) => `${found.filename}:${found.labels[0]?.span.line ?? 0}: ${found.message} (${found.code})`)
    .join('\n')
}

function found(problems: readonly string[], count: number, what: string): string | null {
  if (count === 0) return `read no ${what}`
  return problems.length === 0 ? null : problems.join('\n')
}

async function sizes(): Promise<string | null> {
  await buildWhenChanged(process.env)
  const failures: string[] = []
  for (const app of ['wallet', 'desk']) {
    const failure = await command(process.execPath, [join('apps', app, 'build', 'sizes.ts')])
    if (failure !== null) failures.push(failure)
  }
  return failures.length === 0 ? null : failures.join('\n')
}

const steps: Step[] = [
  { name: 'types', run: types },
  { name: 'lint', run: lint },
  { name: 'format', run: () => command('oxfmt', ['--check', '.']) },
  { name: 'dead code', run: () => command('knip', []) },
  {
    name: 'lock file',
    run() {
      const { problems, edges } = problemsOfLock(readLock())
      return found(problems, edges, 'dependency')
    },
  },
  {
    name: 'house rules',
    run() {
      const { problems, files } = tidyProblems()
      return found(problems, files, 'file')
    },
  },
  {
    name: 'tables',
    run() {
      const { problems, tables } = findTableProblems()
      return found(problems, tables, 'table')
    },
  },
  { name: 'sizes', run: sizes },
]

writeTextsWhenChanged()
let failures = 0
for (const step of steps) {
  const startedAt = performance.now()
  const failure = await step.run()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${failure === null ? 'ok  ' : 'FAIL'}  ${step.name}  ${seconds} s\n`)
  if (failure === null) continue
  failures += 1
  process.stdout.write(`${failure.trimEnd()}\n`)
}
process.exit(failures === 0 ? 0 : 1)
