import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

/** One test that was run: its full title and whether it passed. A skipped test is not in the results. */
export interface TestResult {
  title: string
  passed: boolean
}

const folder = join(root, '.build', 'results')

/** The file that a runner writes its report to. */
export function resultFile(runner: 'vitest' | 'playwright'): string {
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

/** The tests of the last run of both runners, or null when none is on record. */
export function readResults(): TestResult[] | null {
  const results: TestResult[] = []
  let hasReport = false
  if (existsSync(resultFile('vitest'))) {
    hasReport = true
    const report = JSON.parse(readFileSync(resultFile('vitest'), 'utf8')) as VitestReport
    for (const file of report.testResults) {
      for (const test of file.assertionResults) {
        if (test.status === 'passed' || test.status === 'failed') {
          results.push({ title: test.fullName, passed: test.status === 'passed' })
        }
      }
    }
  }
  if (existsSync(resultFile('playwright'))) {
    hasReport = true
    const report = JSON.parse(readFileSync(resultFile('playwright'), 'utf8')) as { suites: PlaywrightSuite[] }
    for (const suite of report.suites) results.push(...playwrightTests(suite, ''))
  }
  return hasReport ? results : null
}
