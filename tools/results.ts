import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentKey } from './checkout-files.ts'
import { root } from './processes.ts'

/** One test that was run: its full title and whether it passed. A skipped test is not in the results. */
export interface TestResult {
  title: string
  passed: boolean
  /** What its first try failed with, where it passed at the second; null otherwise. */
  firstFailure: string | null
}

/** What runs tests whose results are kept, by its name on the command line. Each forgets its own last results alone. */
export const lanes = { test: 'npm test', journeys: 'npm run journeys' } as const
export type Lane = keyof typeof lanes

/** The last run of a lane. */
export interface LaneRun {
  lane: Lane
  /** The words that chose files; none when it ran all that it has. */
  words: readonly string[]
  /** Whether the sources are those that it ran on: what it found of other sources proves nothing. */
  isOfTheseSources: boolean
  results: readonly TestResult[]
}

interface Opening {
  sources: string
  words: readonly string[]
}

const resultsFolder = join(root, '.build', 'results')
const folderOf = (lane: Lane): string => join(resultsFolder, lane)
const openingOf = (lane: Lane): string => join(folderOf(lane), 'opening.json')

/** What reports results: vitest's tests on Node, its tests in a browser, those of them that were begun again, Playwright. */
const runners = ['vitest', 'browser', 'browser-again', 'playwright'] as const
export type Runner = (typeof runners)[number]

/** The file that a runner writes its report to. */
export function resultFile(lane: Lane, runner: Runner): string {
  return join(folderOf(lane), `${runner}.json`)
}

/** Forgets the lane's last run, so that no old proof stands for a test that did not run. */
export function clearLane(lane: Lane): void {
  rmSync(folderOf(lane), { recursive: true, force: true })
}

/** Writes down that the lane runs from now on, and on which sources. Results without this line do not count. */
export function openLane(lane: Lane, words: readonly string[]): void {
  clearLane(lane)
  mkdirSync(folderOf(lane), { recursive: true })
  const opening: Opening = { sources: sourcesKey(), words }
  writeFileSync(openingOf(lane), JSON.stringify(opening))
}

/** A key of all that tests run on, and of the tests themselves. */
const sourcesKey = (): string => contentKey(['{apps,bench,deploy,e2e,packages,tools}/**/*', '*.{json,ts}'], /^$/)

interface VitestResult {
  fullName: string
  status: string
  failureMessages: string[]
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: VitestResult[] }[]
}

interface PlaywrightTry {
  status: string
  errors: { message?: string }[]
}

interface PlaywrightSuite {
  title: string
  specs?: { title: string; ok: boolean; tests: { results: PlaywrightTry[] }[] }[]
  suites?: PlaywrightSuite[]
}

function* playwrightTests(suite: PlaywrightSuite, path: string): Generator<TestResult> {
  const title = `${path} ${suite.title}`
  for (const spec of suite.specs ?? []) {
    const tries = spec.tests.flatMap(({ results }) => results)
    if (tries.every(({ status }) => status === 'skipped')) continue
    const failed = tries.find(({ status }) => status !== 'passed')
    const firstFailure = spec.ok && failed !== undefined ? (failed.errors[0]?.message ?? failed.status) : null
    yield { title: `${title} ${spec.title}`, passed: spec.ok, firstFailure }
  }
  for (const inner of suite.suites ?? []) yield* playwrightTests(inner, title)
}

function testsOfVitest(file: string): TestResult[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status, failureMessages }) => {
      const passed = status === 'passed'
      return { title: fullName, passed, firstFailure: passed ? (failureMessages[0] ?? null) : null }
    })
}

function testsOfPlaywright(file: string): TestResult[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { suites: PlaywrightSuite[] }
  return report.suites.flatMap((suite) => [...playwrightTests(suite, '')])
}

/** A file that was broken off has tests that never ended. */
const isWhole = ({ assertionResults }: VitestReport['testResults'][number]): boolean =>
  assertionResults.length > 0 && assertionResults.every(({ status }) => status !== 'pending')

/** The files that a run of vitest passed whole, by their paths, and whether any test of it failed. */
export function filesOfVitest(lane: Lane, runner: Runner): { passed: string[]; hasFailed: boolean } {
  const file = resultFile(lane, runner)
  if (!existsSync(file)) return { passed: [], hasFailed: false }
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return {
    passed: testResults.filter((file) => file.status === 'passed' && isWhole(file)).map(({ name }) => name),
    hasFailed: testResults.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed')),
  }
}

/** The tests of the lane's last run, of all runners. */
export function readLane(lane: Lane): TestResult[] {
  return runners.flatMap((runner) => {
    const file = resultFile(lane, runner)
    if (!existsSync(file)) return []
    return runner === 'playwright' ? testsOfPlaywright(file) : testsOfVitest(file)
  })
}

/** The last run of each lane that is on record. */
export function readLanes(): LaneRun[] {
  const onRecord = (Object.keys(lanes) as Lane[]).filter((lane) => existsSync(openingOf(lane)))
  const present = onRecord.length === 0 ? '' : sourcesKey()
  return onRecord.map((lane) => {
    const { sources, words } = JSON.parse(readFileSync(openingOf(lane), 'utf8')) as Opening
    return { lane, words, isOfTheseSources: sources === present, results: readLane(lane) }
  })
}
