// `npm test`: units, modules over HTTP on a PostgreSQL that this script finds or installs, pieces of the screens in a real
// browser. Words after it choose files by their path; `--changed` those that the changes since main can reach, or on
// main itself those since the last commit.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withEngines } from './engines.ts'
import { journeyFiles } from './journey-files.ts'
import { capture, root, run } from './processes.ts'
import { filesOfVitest } from './results.ts'
import { runLane, vitestWords } from './test-environment.ts'

const words = process.argv.slice(2).map((word) => (word === '--changed' ? `--changed=${changedSince()}` : word))

/** The commit since which changes count. */
function changedSince(): string {
  const git = (...args: string[]): string => spawnSync('git', args, { cwd: root }).stdout.toString().trim()
  const head = git('rev-parse', 'HEAD')
  const base = git('merge-base', 'HEAD', 'main')
  if (base !== '' && base !== head) return base
  return git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD'
}

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

/**
 * The tests in a browser, which say all at the end. A browser that ends beneath them takes with it what was not run yet,
 * and no test failed: that is run once more, in a new one.
 */
async function runInBrowser(environment: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const project = ['--project=browser', '--passWithNoTests']
  const first = await capture('vitest', vitestWords('test', 'browser', ...project, ...words), { env: environment })
  const { passed, hasFailed } = filesOfVitest('test', 'browser')
  if (first.code === 0 || hasFailed) return first
  const list = join(environment['TMPDIR'] ?? tmpdir(), 'files-in-browser.json')
  await capture('vitest', ['list', '--filesOnly', `--json=${list}`, ...project, ...words], { env: environment })
  const files = JSON.parse(readFileSync(list, 'utf8')) as { file: string }[]
  const missing = files.map(({ file }) => file).filter((file) => !passed.includes(file))
  if (missing.length === 0) return first
  const again = await capture('vitest', vitestWords('test', 'browser-again', ...project, ...missing), {
    env: environment,
  })
  const between = `\nThe browser ended in the middle. Its ${missing.length} files that were not passed were run again.\n`
  return { code: again.code, output: `${first.output}${between}${again.output}` }
}

function runOnNode(environment: NodeJS.ProcessEnv): Promise<number> {
  const projects = ['--project=node', '--project=web', '--passWithNoTests']
  return run('vitest', vitestWords('test', 'vitest', ...projects, ...words), { env: environment })
}

// Either waits for much of its time: side by side they keep two cores busy.
await runLane('test', words, async (environment) => {
  const aside = runInBrowser(environment)
  const onNode = await withEngines(environment, runOnNode)
  const inBrowser = await aside
  process.stdout.write(inBrowser.output)
  return [onNode, inBrowser.code]
})
