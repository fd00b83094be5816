import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { comeAs, expect, languages, type Stage, test, word } from '../stage/browser.ts'
import { newPlayer, type Player } from '../stage/players.ts'
import { untilQuiet } from '../stage/quiet.ts'

const FIRST_LOAD_BYTES_MAX = 70_000
const FONTS_BYTES_MAX = 28_000
const LATER_ROUTE_BYTES_MAX = 40_000

/** What the build itself says of its sizes, in bytes, by what is weighed. */
function saidByTheBuild(): Map<string, number> {
  const script = resolve(import.meta.dirname, '../../apps/wallet/build/sizes.ts')
  // What is over its budget is said too; whoever asks holds the figures against it himself.
  const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  const lines = stdout.trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [, name = '', kilobytes = ''] = /^.{4} (.*): ([\d.]+) KB of/.exec(line) ?? []
      return [name, Number(kilobytes) * 1_000]
    }),
  )
}

/** Everything that a page fetches, by path, with the bytes that came over the wire. */
function watchFiles(page: Page): Map<string, Promise<number>> {
  const files = new Map<string, Promise<number>>()
  page.on('requestfinished', (request: Request) => {
    const { pathname } = new URL(request.url())
    files.set(
      pathname,
      request.sizes().then(
        ({ responseBodySize }) => responseBodySize,
        // The page was closed meanwhile: by then all that counts had come.
        () => 0,
      ),
    )
  })
  return files
}

/**
 * What comes when the page is drawn already is no part of its load: what keeps the app for the time without a network,
 * and the client of the live connection (`esm`, from its package's folder).
 */
const comesLater = (path: string): boolean => /\/(keep-offline|worker-address|esm)-[^/]*\.js$/.test(path)
const isCode = (path: string): boolean => /\.(js|css)$/.test(path) && !comesLater(path)
const isFont = (path: string): boolean => path.endsWith('.woff2')

async function bytesOf(
  files: ReadonlyMap<string, Promise<number>>,
  counts: (path: string) => boolean,
): Promise<number> {
  const sizes = await Promise.all([...files].filter(([path]) => counts(path)).map(([, size]) => size))
  expect(sizes.length).toBeGreaterThan(0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Keeps the app from fetching ahead what a page does not need. */
async function fetchNothingAhead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = globalThis.setTimeout
    const only = (run: TimerHandler, ms?: number, ...rest: unknown[]) => (ms === 2_000 ? 0 : wait(run, ms, ...rest))
    globalThis.setTimeout = only as typeof globalThis.setTimeout
  })
}

for (const language of languages) {
  test(`the first load of /login is as light over the wire as the build says: ${language}`, async ({
    page,
    context,
    stage,
  }) => {
    await comeAs(context, stage, null, language)
    await fetchNothingAhead(page)
    const files = watchFiles(page)
    await page.goto(`${stage.product.walletUrl}/login`)
    await expect(page.getByLabel(word(language, 'field.phone'))).toBeVisible()
    await untilQuiet(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    // What proves by more than a password comes when somebody asks for it.
    expect([...files.keys()].filter((path) => /passkey|factor|security|step-up/.test(path))).toEqual([])
    const said = saidByTheBuild()
    const code = await bytesOf(files, isCode)
    expect(code).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX)
    expect(Math.abs(code - (said.get(`/login first load, ${language}`) ?? 0))).toBeLessThan(100)
    const fonts = await bytesOf(files, isFont)
    expect(fonts).toBeLessThanOrEqual(FONTS_BYTES_MAX)
    expect(fonts).toBeLessThanOrEqual((said.get(`fonts, ${language}`) ?? 0) + 100)
  })
}

test('what is fetched comes packed, may be kept for ever, and a font is asked for as soon as the page is read', async ({
  page,
  stage,
}) => {
  const slow: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/assets/')) return
    const { 'cache-control': caching, 'content-encoding': encoding } = response.headers()
    if (caching !== 'public, max-age=31536000, immutable') slow.push(`${pathname}: ${caching}`)
    if (/\.(js|css|svg)$/.test(pathname) && encoding !== 'br') slow.push(`${pathname}: ${encoding}`)
  })
  await page.goto(`${stage.product.walletUrl}/login`)
  await untilQuiet(page)
  expect(slow).toEqual([])
  // Where no script or style comes, nothing but the page itself can have named them.
  const fonts = new Set<string>()
  page.on('request', (request) => {
    if (/krapao-(latin|thai)/.test(request.url())) fonts.add(request.url())
  })
  await page.route(/\/assets\/.*\.(js|css)$/, () => undefined)
  await page.goto(`${stage.product.walletUrl}/login`, { waitUntil: 'commit' })
  await expect.poll(() => fonts.size).toBe(2)
})

/** The pages beyond /login. */
const guestPages = ['register', 'forgot', 'howto', 'contact', 'no-such-page'] as const
const memberPages = ['home', 'profile', 'bonus', 'statement', 'contact'] as const

test('every other page adds little to the first load, with all that it draws with', async ({ browser, stage }) => {
  const player = await newPlayer(stage, { amount: 100, games: ['PG'] })
  const weights: Record<string, number> = {}
  /** What the server says with the page itself that it is drawn with. */
  const named = new Map<string, string>()
  const unnamed: string[] = []
  for (const language of ['th', 'lo'] as const) {
    const load = async (path: string, who: Player | null): Promise<Map<string, Promise<number>>> => {
      const context = await browser.newContext()
      await comeAs(context, stage, who, language)
      const page = await context.newPage()
      await fetchNothingAhead(page)
      await page.route('**/api/lookup/enableChatWidget', (route) =>
        route.fulfill({ json: { enableChatWidget: false } }),
      )
      const files = watchFiles(page)
      const answer = await page.goto(`${stage.product.walletUrl}${path}`)
      await page.getByRole('main').or(page.getByRole('heading')).first().waitFor()
      await untilQuiet(page)
      await Promise.all(files.values())
      await context.close()
      named.set(`${path}, ${language}`, answer?.headers()['link'] ?? '')
      return files
    }
    const first = await load('/login', null)
    const paths = [
      ...guestPages.map((page) => ({ path: `/${page}`, who: null })),
      ...memberPages.map((page) => ({ path: `/user/${page}`, who: player })),
    ]
    for (const { path, who } of paths) {
      const files = await load(path, who)
      const name = `${path}, ${language}`
      const added = (file: string): boolean => isCode(file) && !first.has(file)
      weights[name] = await bytesOf(files, added)
      if (path === '/no-such-page') continue
      unnamed.push(
        ...[...files.keys()].filter((file) => added(file) && named.get(name)?.includes(`<${file}>`) !== true),
      )
    }
  }
  const heavy = Object.entries(weights).filter(([, bytes]) => bytes > LATER_ROUTE_BYTES_MAX)
  expect(heavy, JSON.stringify(weights)).toEqual([])
  expect(unnamed).toEqual([])
  const said = saidByTheBuild()
  const wrong = Object.entries(weights).flatMap(([name, bytes]) => {
    const expected = said.get(name.replace(',', ' opened by its address,'))
    return expected === undefined || Math.abs(bytes - expected) < 200
      ? []
      : [`${name}: ${bytes}, said to be ${expected}`]
  })
  expect(wrong).toEqual([])
})

/** Sheets by the tile of home that opens them. */
const tiles = ['deposit', 'withdraw', 'invite', 'refund'] as const

test('every sheet adds little to home', async ({ page, context, stage }) => {
  const player = await newPlayer(stage, { amount: 100, games: ['PG'] })
  await comeAs(context, stage, player, 'th')
  await fetchNothingAhead(page)
  const files = watchFiles(page)
  const sheets: Record<string, () => Promise<void>> = {
    transfer: () => page.getByRole('button', { name: word('th', 'transfer.title') }).click(),
    ...Object.fromEntries(
      tiles.map((tile) => [
        tile,
        () =>
          page
            .getByRole('list', { name: word('th', 'aria.tiles') })
            .getByRole('button', { name: word('th', `tile.${tile}`) })
            .click(),
      ]),
    ),
  }
  const weights: Record<string, number> = {}
  for (const [name, open] of Object.entries(sheets)) {
    await page.goto(`${stage.product.walletUrl}/user/home`)
    await expect(page.getByRole('region', { name: word('th', 'home.totalBalance') })).toContainText('฿')
    await untilQuiet(page)
    const before = new Set(files.keys())
    await open()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
    await untilQuiet(page)
    weights[name] = await bytesOf(files, (file) => isCode(file) && !before.has(file))
  }
  const before = new Set(files.keys())
  await page.goto(`${stage.product.walletUrl}/user/contact`)
  await expect(page.getByRole('button', { name: word('th', 'contact.chat') }).first()).toBeVisible()
  await untilQuiet(page)
  weights['contact with the chat'] = await bytesOf(files, (file) => isCode(file) && !before.has(file))
  const heavy = Object.entries(weights).filter(([, bytes]) => bytes > LATER_ROUTE_BYTES_MAX)
  expect(heavy, JSON.stringify(weights)).toEqual([])
})

interface Shift {
  value: number
  what: string[]
}

/** Notes everything that is moved on a page without having been touched. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    interface Source {
      node?: Node | null
      previousRect: DOMRectReadOnly
      currentRect: DOMRectReadOnly
    }
    type Entry = PerformanceEntry & { value: number; sources?: Source[] }
    const box = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        const what = entry.sources?.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 120) : `"${node?.textContent}"`
          return `${box(previousRect)} to ${box(currentRect)}: ${name}`
        })
        shifts.push({ value: entry.value, what: what ?? [] })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
}

/** Answers of the API come when they are let through, after everything else is drawn. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/**', async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return release
}

const fonts = new Map<string, Buffer>()

/** A phone has fonts of these scripts, about as wide as ours. A machine that has none draws wide boxes until ours are there. */
async function giveFontsAtOnce(context: BrowserContext): Promise<void> {
  await context.route('**/*.woff2', async (route) => {
    const url = route.request().url()
    const body = fonts.get(url) ?? Buffer.from(await (await fetch(url)).arrayBuffer())
    fonts.set(url, body)
    await route.fulfill({ body, contentType: 'font/woff2' })
  })
}

/** A hundredth of what counts as a good page's (Cumulative Layout Shift, 0.1). */
const SEEN_SHIFT = 0.001

const steadyPages: readonly { path: string; isMember: boolean }[] = [
  ...['login', ...guestPages].map((page) => ({ path: `/${page}`, isMember: false })),
  ...memberPages.map((page) => ({ path: `/user/${page}`, isMember: true })),
]

for (const language of ['th', 'lo'] as const) {
  test(`nothing on a page moves by itself, on a slow line and however late answers come: ${language}`, async ({
    browser,
    stage,
  }) => {
    const player = await newPlayer(stage, { amount: 8_320.5, games: ['PG'], name: 'Kham Souk' })
    // Words of another script than the page's come in a font of their own, after the page's: the invitation to the chat
    // and the name of a bank are Thai in every language.
    const isOfAnotherScript = ({ what }: Shift): boolean =>
      language !== 'th' && what.length > 0 && what.every((one) => /\p{Script=Thai}/u.test(one))
    // Where a font comes after what stands in for it, on a busy machine, a label is a few pixels wider or narrower.
    const isSeen = ({ value }: Shift): boolean => value >= SEEN_SHIFT
    const moved: Record<string, Shift[]> = {}
    for (const { path, isMember } of steadyPages) {
      const context = await browser.newContext()
      await comeAs(context, stage, isMember ? player : null, language)
      await giveFontsAtOnce(context)
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      const line = { latency: 40, downloadThroughput: 400_000, uploadThroughput: 200_000, offline: false }
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', line)
      const shifts = await watchShifts(page)
      const release = await holdAnswers(page)
      await page.goto(`${stage.product.walletUrl}${path}`)
      await page.getByRole('main').or(page.getByRole('heading')).first().waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      release()
      await untilQuiet(page)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      const found = (await shifts()).filter((shift) => isSeen(shift) && !isOfAnotherScript(shift))
      if (found.length > 0) moved[path] = found
      await context.close()
    }
    expect(moved).toEqual({})
  })
}

test('home asks for what it shows, and for its pictures, while the app is still on its way', async ({
  page,
  context,
  stage,
}) => {
  const player = await newPlayer(stage, { amount: 100, games: ['PG'] })
  await comeAs(context, stage, player, 'th')
  await page.route('**/assets/**/*.js', () => undefined)
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|art)\//.test(pathname)) asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
  })
  await page.goto(`${stage.product.walletUrl}/user/home`, { waitUntil: 'commit' })
  await expect.poll(() => [...asked.keys()]).toContain('/art/night.svg')
  expect(asked.get('/api/wallet/home')).toBe(1)
  // The app takes the answers that are there.
  await page.unroute('**/assets/**/*.js')
  asked.clear()
  await page.reload()
  await expect(page.getByRole('region', { name: word('th', 'home.totalBalance') })).toContainText('100.00')
  expect(asked.get('/api/wallet/home')).toBe(1)
})

test('the page of contacts asks for what it shows while the app is still on its way, and but once', async ({
  page,
  stage,
}) => {
  let isHeld = true
  const held: (() => void)[] = []
  await page.route('**/assets/**/*.js', async (route) => {
    if (isHeld) await new Promise<void>((done) => held.push(done))
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/lookup/')) asked.push(pathname)
  })
  await page.goto(`${stage.product.walletUrl}/contact`, { waitUntil: 'commit' })
  const calls = ['/api/lookup/contact', '/api/lookup/enableChatWidget', '/api/lookup/info']
  await expect.poll(() => asked.toSorted()).toEqual(calls)
  isHeld = false
  for (const release of held) release()
  await expect(page.getByRole('button', { name: word('th', 'contact.chat') }).first()).toBeVisible()
  expect(asked.toSorted()).toEqual(calls)
})

/** The calls that a page makes, by method and path. */
const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`

/** Asked only of an operator who says that he has a chat. */
const mayWait = ['POST /api/chat/history']

async function opened(page: Page, stage: Stage, path: string): Promise<void> {
  await page.goto(`${stage.product.walletUrl}${path}`)
}

test('no call for data waits for the answer to another', async ({ browser, stage }) => {
  const player = await newPlayer(stage, { amount: 200, games: ['PG'] })
  const waiting: Record<string, string[]> = {}
  for (const { path, isMember } of steadyPages) {
    const come = async (): Promise<Page> => {
      const context = await browser.newContext()
      await comeAs(context, stage, isMember ? player : null, 'th')
      return context.newPage()
    }
    const free = await come()
    const all = new Set<string>()
    free.on('request', (request) => {
      if (request.url().includes('/api/')) all.add(nameOf(request))
    })
    await opened(free, stage, path)
    await untilQuiet(free)
    await free.context().close()

    const held = await come()
    const asked = new Set<string>()
    await held.route('**/api/**', (route) => {
      asked.add(nameOf(route.request()))
    })
    await opened(held, stage, path)
    const missing = (): string[] => [...all].filter((call) => !asked.has(call) && !mayWait.includes(call))
    await expect
      .poll(missing)
      .toEqual([])
      .catch(() => {
        waiting[path] = missing()
      })
    await held.context().close()
  }
  expect(waiting).toEqual({})
})
