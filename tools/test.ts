// `npm test`: everything on the embedded database, unit tests, modules over HTTP, screens in a real browser.
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { capture, run } from './processes.ts'
import { clearResults, readResults, resultFile } from './results.ts'

const filters = process.argv.slice(2)
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

clearResults()
await buildWhenChanged(environment)
/** Words for vitest; what it finds is kept under the name of the lane. */
const vitestArgs = (lane: 'vitest' | 'journeys', ...words: string[]): string[] => [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${resultFile(lane)}`,
  ...words,
]
// First what computes, then what waits most of its time: the journeys, in a browser and over HTTP, side by side. All at
// once they would keep two cores from each other, and a browser that has none misses moments.
const exitCodes: number[] = []
if (filters.length > 0) {
  exitCodes.push(await run('vitest', vitestArgs('vitest', ...filters), { env: environment }))
} else {
  exitCodes.push(await run('vitest', vitestArgs('vitest', 'apps/', 'packages/', 'tools/'), { env: environment }))
  // What the journeys over HTTP print comes last, in one piece.
  const overHttp = capture('vitest', vitestArgs('journeys', '--project=node', '--maxWorkers=2', 'e2e/'), {
    env: environment,
  })
  exitCodes.push(await run('playwright', ['test', '--config=e2e/playwright.config.ts'], { env: environment }))
  const { code, output } = await overHttp
  process.stdout.write(output)
  exitCodes.push(code)
}
await rm(scratch, { recursive: true, force: true })

const results = readResults() ?? []
const failed = results.filter((test) => !test.passed).length
process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`)
process.exit(exitCodes.some((code) => code !== 0) || failed > 0 || results.length === 0 ? 1 : 0)
