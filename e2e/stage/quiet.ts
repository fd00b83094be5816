import type { BrowserContext, Page, Request } from 'playwright'

/** What the pages of a context fetch. */
interface Traffic {
  begun: number
  readonly open: Set<Request>
}

const traffics = new WeakMap<BrowserContext, Traffic>()

/** Begins to count what the pages of a context fetch, for `untilQuiet`; again changes nothing. */
export function watchTraffic(context: BrowserContext): void {
  if (traffics.has(context)) return
  const traffic: Traffic = { begun: 0, open: new Set() }
  traffics.set(context, traffic)
  context.on('request', (request) => {
    traffic.begun += 1
    traffic.open.add(request)
  })
  context.on('requestfinished', (request) => traffic.open.delete(request))
  context.on('requestfailed', (request) => traffic.open.delete(request))
}

/** Drawn twice, and with nothing left to do: what an answer makes a page ask for next has been asked for. */
const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 1_000 })))
      }),
  )

const idleRounds = 2

/**
 * Waits until a page fetches nothing and has nothing to do, which takes a tenth of a second where Playwright's
 * "networkidle" takes half of one. Its context must be watched from before the page was opened. Throws with the addresses
 * of what does not come.
 */
export async function untilQuiet(page: Page, withinMs = 60_000): Promise<void> {
  const traffic = traffics.get(page.context())
  if (traffic === undefined) throw new Error('nobody counts what this page fetches')
  const deadline = performance.now() + withinMs
  for (let rounds = 0; rounds < idleRounds;) {
    const { begun } = traffic
    // A page that goes on to another address takes the question with it.
    const isIdle = await untilIdle(page).then(
      () => true,
      () => false,
    )
    rounds = isIdle && traffic.open.size === 0 && traffic.begun === begun ? rounds + 1 : 0
    if (performance.now() > deadline) {
      throw new Error(`still fetching: ${[...traffic.open].map((request) => request.url()).join(', ')}`)
    }
  }
}

/** Waits until what moves stands: a sheet that is still rising is measured where it is not. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  )
}
