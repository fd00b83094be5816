// What every run of tests has in common: where they run, and what becomes of their results.
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { clearLane, type Lane, openLane, readLane, resultFile, type Runner } from './results.ts'

/**
 * Runs a lane's tests on what is built of the present sources, in an environment without a developer's own settings, and
 * says how many passed. `work` answers the exit codes of its runners. Ends the process with 0 when all is well.
 */
export async function runLane(
  lane: Lane,
  words: readonly string[],
  work: (environment: NodeJS.ProcessEnv) => Promise<readonly number[]>,
): Promise<never> {
  const scratch = mkdtempSync(join(tmpdir(), 'krapao-test-'))
  // Some tests start the product as another user, who must be able to reach what they made for him.
  chmodSync(scratch, 0o711)
  const environment: NodeJS.ProcessEnv = { ...process.env, KRAPAO_TEST_CHROMIUM: await findChromium(), TMPDIR: scratch }
  for (const name of Object.keys(environment)) {
    // A developer's own settings of the product must not change what the tests see.
    if (/^(PORT|SANDBOX_PORT|DESK_PORT|HOST|DATABASE_URL|REDIS_URL|KRAPAO_(?!TEST_).*)$/.test(name)) {
      delete environment[name]
    }
  }
  clearLane(lane)
  await buildWhenChanged(environment)
  openLane(lane, words)
  const exitCodes = await work(environment)
  await rm(scratch, { recursive: true, force: true })

  const results = readLane(lane)
  const failed = results.filter((test) => !test.passed).length
  for (const { title, firstFailure } of results) {
    if (firstFailure !== null) process.stdout.write(`\nOnly at the second try: ${title.trim()}\n${firstFailure}\n`)
  }
  process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`)
  // A change may reach no test; words that lead to none are a slip.
  const isNothing = results.length === 0 && !words.some((word) => word.startsWith('--changed'))
  process.exit(exitCodes.some((code) => code !== 0) || failed > 0 || isNothing ? 1 : 0)
}

/** Words for vitest: what it finds is kept as the lane's, under the runner's name. */
export function vitestWords(lane: Lane, runner: Runner, ...words: readonly string[]): string[] {
  const report = `--outputFile.json=${resultFile(lane, runner)}`
  return ['run', '--reporter=default', '--reporter=json', report, ...words]
}
