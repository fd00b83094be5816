import { chromium } from 'playwright'
import type { Stage } from '../stage/browser.ts'
import { createClient } from '../stage/client.ts'
import { makePlayers, type SceneTerms } from './open-scene.ts'
import { startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'

/** Where scenes are opened: a browser, a product and players of its own. */
export type Place = Pick<SceneTerms, 'browser' | 'stage' | 'players'>

/** A page that is waited for leaves two cores to others. */
const placesMax = 3

/**
 * Does pieces of work side by side, each piece at one place from its beginning to its end: scenes follow on each other,
 * and no place sees what was done at another. Throws when a place could not be had.
 */
export async function inPlaces<Work>(
  works: readonly Work[],
  visit: (place: Place, work: Work) => Promise<void>,
): Promise<void> {
  const executablePath = process.env['KRAPAO_TEST_CHROMIUM']
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const waiting = [...works]
  async function work(): Promise<void> {
    const product = await startProduct()
    try {
      const stage: Stage = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
      const players = await makePlayers(stage)
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await visit({ browser, stage, players }, next)
      }
    } finally {
      await product.close()
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(placesMax, works.length) }, work))
  await browser.close()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
