// `npm run bench web [pages] [--rounds N]`: what Lighthouse says of the built app on a phone, by the middle of several
// rounds, with the plainest page of React beside it in the same run; whole reports lie in .build/lighthouse. No gate.
// First from the server itself over HTTP/1.1, then as in public: behind nginx (deploy/nginx.conf) with TLS and HTTP/2.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { createClient } from '../stage/client.ts'
import { servePlainPage } from './plain-page.ts'
import { startNginx } from '../stage/nginx.ts'
import { newPlayer } from '../stage/players.ts'
import { freePort, startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const
const goals: Readonly<Record<(typeof categories)[number], number>> = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const names = ['login', 'register', 'forgot', 'howto', 'contact', 'not-found', 'home', 'plain'] as const
type Name = (typeof names)[number]

/** The part of Lighthouse's report that is read here. */
interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly numericValue?: number; readonly title: string }>
  >
  readonly runtimeError?: { readonly message: string }
}

type Lighthouse = (url: string, flags: Readonly<Record<string, unknown>>) => Promise<{ lhr: Report } | undefined>

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** One look in a browser that has seen nothing before; `stored` lies in its storage already. */
async function look(lighthouse: Lighthouse, url: string, stored: Readonly<Record<string, string>>): Promise<Report> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'krapao-lighthouse-'))
  const executablePath = process.env['KRAPAO_TEST_CHROMIUM']
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
  })
  try {
    const page = browser.pages()[0] ?? (await browser.newPage())
    if (Object.keys(stored).length > 0) {
      await page.goto(new URL('/mark.svg', url).href)
      await page.evaluate((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      }, stored)
      await page.goto('about:blank')
    }
    const flags = { port, output: 'json', logLevel: 'error', onlyCategories: categories, disableStorageReset: true }
    const result = await lighthouse(url, flags)
    if (result === undefined || result.lhr.runtimeError !== undefined) {
      throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no report'}`)
    }
    return result.lhr
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** What took points, by the middle round's own words. */
function lost(report: Report): string[] {
  return categories.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${category}: ${report.audits[id]?.title ?? id}`),
  )
}

const words = process.argv.slice(2)
const rounds = Number(words.includes('--rounds') ? words[words.indexOf('--rounds') + 1] : 5)
const asked = names.filter((name) => words.includes(name))
const chosen: readonly Name[] = asked.length === 0 ? names : asked

const folder = resolve(import.meta.dirname, '../../.build/lighthouse')
mkdirSync(folder, { recursive: true })
const { default: lighthouse } = (await import(pathToFileURL(process.env['KRAPAO_LIGHTHOUSE'] ?? '').href)) as {
  default: Lighthouse
}

/** Where the pages are looked at, and who the member is. */
interface Place {
  readonly url: string
  readonly token: string
  readonly close: () => Promise<void>
}

/** The product on its own port, or behind an nginx that is run as in public. */
async function startPlace(isPublic: boolean): Promise<Place> {
  const port = await freePort()
  const publicUrl = `https://127.0.0.1:${port}`
  const product = await startProduct(isPublic ? { KRAPAO_TRUST_PROXY: 'loopback', PUBLIC_URL: publicUrl } : {})
  try {
    const sides = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
    const { token } = await newPlayer(sides, { amount: 8_320.5, games: ['PG', 'SLOTXO'] })
    const front = isPublic ? await startNginx([product.walletUrl], port) : undefined
    return {
      url: front?.url ?? product.walletUrl,
      token,
      async close() {
        await front?.close()
        await product.close()
      },
    }
  } catch (error) {
    await product.close()
    throw error
  }
}

/** Looks at all pages in turns, so many rounds, and keeps each report. */
async function measure(pages: readonly Name[], isPublic: boolean): Promise<Map<Name, Report[]>> {
  const reports = new Map<Name, Report[]>()
  const plain = pages.includes('plain') ? await servePlainPage() : undefined
  const place = await startPlace(isPublic)
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const name of pages) {
        const path = name === 'home' ? 'user/home' : name === 'not-found' ? 'no-such-page' : name
        const url = name === 'plain' ? (plain?.url ?? '') : `${place.url}/${path}`
        const stored = name === 'home' ? { token: place.token, rememberAgreement: 'true' } : {}
        const report = await look(lighthouse, url, stored)
        reports.set(name, [...(reports.get(name) ?? []), report])
        const file = `${isPublic ? 'public-' : ''}${name}-${round + 1}.json`
        writeFileSync(join(folder, file), JSON.stringify(report))
      }
    }
  } finally {
    plain?.close()
    await place.close()
  }
  return reports
}

function tell(reports: ReadonlyMap<Name, readonly Report[]>): void {
  process.stdout.write(
    '| page | scores | first paint ms | largest paint ms | blocked ms | shifts |\n| --- | --- | --- | --- | --- | --- |\n',
  )
  for (const [name, own] of reports) {
    const scores = categories.map((category) =>
      own.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100)),
    )
    const [performance = []] = scores
    const [first, ...rest] = scores.map(middle)
    const figures = metrics.map((id) => middle(own.map((report) => report.audits[id]?.numericValue ?? Number.NaN)))
    const shown = figures.map((value, index) => (index === 3 ? value.toFixed(3) : String(Math.round(value))))
    process.stdout.write(
      `| ${name} | ${first} [${Math.min(...performance)}–${Math.max(...performance)}] / ${rest.join(' / ')} | ${shown.join(' | ')} |\n`,
    )
  }
  for (const [name, own] of reports) {
    const below = categories.filter(
      (category) =>
        middle(own.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100))) < goals[category],
    )
    for (const category of below)
      process.stdout.write(`${name} is below the goal of ${goals[category]} in ${category}\n`)
    for (const line of new Set(own.flatMap(lost))) process.stdout.write(`  ${name}, ${line}\n`)
  }
}

process.stdout.write(
  `Lighthouse on a phone, the middle of ${rounds}: performance [least–most] / accessibility / best practices / search engines\n`,
)
process.stdout.write('\nFrom the server itself, over HTTP/1.1\n\n')
tell(await measure(chosen, false))
const hasFront = spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0
if (hasFront) {
  process.stdout.write('\nAs in public: behind nginx, with TLS and HTTP/2\n\n')
  tell(
    await measure(
      chosen.filter((name) => name !== 'plain'),
      true,
    ),
  )
} else process.stdout.write('\nNot measured as in public: that takes nginx and openssl.\n')
