// `npm run journeys`: the product as a whole, started as the processes that it is, in a real browser and over HTTP, beside a
// PostgreSQL and a Redis. Words after it choose files by their path.
import { withEngines } from './engines.ts'
import { journeyFiles } from './journey-files.ts'
import { capture, run } from './processes.ts'
import { resultFile } from './results.ts'
import { runLane, vitestWords } from './test-environment.ts'

const words = process.argv.slice(2)
const isChosen = (file: string): boolean => words.length === 0 || words.some((word) => file.includes(word))
const overHttp = journeyFiles().overHttp.filter(isChosen)
const inBrowser = journeyFiles().inBrowser.filter(isChosen)
if (overHttp.length + inBrowser.length === 0) {
  process.stderr.write(`No journey has ${words.join(' or ')} in its path.\n`)
  process.exit(2)
}

// They wait most of their time: side by side they keep two cores busy.
const runBesideEngines = async (environment: NodeJS.ProcessEnv): Promise<number[]> => {
  const http = vitestWords('journeys', 'vitest', '--project=journeys', '--maxWorkers=2', ...overHttp)
  const browser = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', ...inBrowser]
  const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile('journeys', 'playwright') }
  if (inBrowser.length === 0) return [await run('vitest', http, { env: environment })]
  // What the journeys over HTTP print comes last, in one piece.
  const aside = overHttp.length === 0 ? null : capture('vitest', http, { env: environment })
  const code = await run('playwright', browser, { env: { ...environment, ...report } })
  if (aside === null) return [code]
  const { code: codeOverHttp, output } = await aside
  process.stdout.write(output)
  return [code, codeOverHttp]
}
await runLane('journeys', words, (environment) => withEngines(environment, runBesideEngines))
