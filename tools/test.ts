// `npm test`: units, modules over HTTP on the embedded database, pieces of the screens in a real browser. Words after it
// choose files by their path.
import { globSync } from 'node:fs'
import { journeyFiles } from './journey-files.ts'
import { root, run } from './processes.ts'
import { runLane, vitestWords } from './test-environment.ts'

const words = process.argv.slice(2)

/** Words that lead to journeys alone, which are another command's. */
function wordsOfJourneys(): string[] {
  if (words.some((word) => word.startsWith('-'))) return []
  const { overHttp, inBrowser } = journeyFiles()
  const journeys = [...overHttp, ...inBrowser]
  const own = globSync('{apps,packages,tools}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', ...journeys],
  })
  const isIn = (files: readonly string[], word: string): boolean => files.some((file) => file.includes(word))
  return words.filter((word) => isIn(journeys, word) && !isIn(own, word))
}

const strays = wordsOfJourneys()
if (strays.length > 0) {
  process.stderr.write(`What ${strays.join(' ')} names is a journey: npm run journeys -- ${strays.join(' ')}\n`)
  process.exit(2)
}
await runLane('test', words, async (environment) => [
  await run('vitest', vitestWords('test', '--project=node', '--project=browser', ...words), { env: environment }),
])
