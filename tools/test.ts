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
// The journeys over HTTP wait most of their time, so the browser's tests run beside them; what they print comes after.
const browser =
  filters.length > 0 ? null : capture('playwright', ['test', '--config=e2e/playwright.config.ts'], { env: environment })
const vitest = await run(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultFile('vitest')}`, ...filters],
  { env: environment },
)
const playwright = (await browser) ?? { code: 0, output: '' }
process.stdout.write(playwright.output)
await rm(scratch, { recursive: true, force: true })

const results = readResults() ?? []
const failed = results.filter((test) => !test.passed).length
process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`)
process.exit(vitest !== 0 || playwright.code !== 0 || failed > 0 || results.length === 0 ? 1 : 0)
