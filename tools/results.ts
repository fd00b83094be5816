import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

/** One test that was run: its full title and whether it passed. A skipped test is not in the results. */
export interface TestResult {
  title: string
  passed: boolean
}

const folder = join(root, '.build', 'results')

/** The file that a runner writes its report to. The journeys are vitest's, in a run of their own. */
export function resultFile(runner: 'vitest' | 'journeys' | 'playwright'): string {
  return join(folder, `${runner}.json`)
}

/** Forgets the last run, so that no old proof stands for a test that did not run. */
export function clearResults(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

interface PlaywrightSuite {
  title: string
  specs?: { title: string; ok: boolean; tests: { results: { status: string }[] }[] }[]
  suites?: PlaywrightSuite[]
}

function* playwrightTests(suite: PlaywrightSuite, path: string): Generator<TestResult> {
  const title = `${path} ${suite.title}`
  for (const spec of suite.specs ?? []) {
    const wasRun = spec.tests.some((test) => test.results.some((result) => result.status !== 'skipped'))
    if (wasRun) yield { title: `${title} ${spec.title}`, passed: spec.ok }
  }
  for (const inner of suite.suites ?? []) yield* playwrightTests(inner, title)
}

function testsOfVitest(file: string): TestResult[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status }) => ({ title: fullName, passed: status === 'passed' }))
}

function testsOfPlaywright(file: string): TestResult[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { suites: PlaywrightSuite[] }
  return report.suites.flatMap((suite) => [...playwrightTests(suite, '')])
}

/** The tests of the last run of all runners, or null when none is on record. */
export function readResults(): TestResult[] | null {
  const runners = (['vitest', 'journeys', 'playwright'] as const).filter((runner) => existsSync(resultFile(runner)))
  if (runners.length === 0) return null
  return runners.flatMap((runner) =>
    runner === 'playwright' ? testsOfPlaywright(resultFile(runner)) : testsOfVitest(resultFile(runner)),
  )
}
