import { globSync } from 'node:fs'
import { root } from './processes.ts'

/** Which tests start the product as the processes that it is: vitest's project `journeys`. */
export const httpJourneys = ['e2e/**/*.test.ts', '{apps,tools}/**/*.journey.test.ts']

/** Which of them take minutes, and are for `npm run soak` alone. */
export const longJourneys = ['e2e/**/*.soak.test.ts']

/** The files of all journeys, by their paths from the root: those that speak HTTP, and those in a browser. */
export function journeyFiles(): { overHttp: string[]; inBrowser: string[] } {
  const exclude = ['**/node_modules/**']
  return {
    overHttp: globSync(httpJourneys, { cwd: root, exclude: [...exclude, ...longJourneys] }).toSorted(),
    inBrowser: globSync('e2e/**/*.spec.ts', { cwd: root, exclude }).toSorted(),
  }
}
