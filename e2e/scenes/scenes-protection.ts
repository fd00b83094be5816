import { DAY_MS } from '../stage/bangkok-time.ts'
import { press, type Scene, scene, type SceneTools, sheet } from './scene.ts'

const hour = (after: number) => new Date(Date.UTC(2026, 10, 23, 13 + after)).toISOString()

const limits = [
  { kind: 'deposit', period: 'day', amount: 10_000, used: 4500, remaining: 5500, level: 'open', pending: null },
  {
    ...{ kind: 'loss', period: 'week', amount: 10_000, used: 8640, remaining: 1360, level: 'near' },
    pending: { amount: 15_000, from: hour(24), until: hour(192) },
  },
].map((limit) => ({ ...limit, reserved: 0, resetsAt: hour(4), setBy: 'member' }))

const amounts = [1300, -900, 500, 2000, -1500, 900, 0]
const barsOf = (stepMs: number, nets: readonly number[]) =>
  nets.map((net, index) => ({
    from: new Date(Date.UTC(2026, 10, 22, 17) - (nets.length - 1 - index) * stepMs).toISOString(),
    deposits: Math.max(0, net) + 400,
    withdrawals: Math.max(0, -net) + 400,
    results: index % 2 === 0 ? -310.5 : 95,
    depositCount: 2,
    withdrawalCount: 1,
  }))
const help = '<p><a href="tel:1323">1323</a></p>'

/** Has the server tell of a life with limits, as no player of the demo has lived it. */
async function tellProtection({ page }: SceneTools, given: object): Promise<void> {
  const net = [1, 7, 30, 365, null].map((days, index) => ({
    days,
    deposits: 8600 * (index + 1),
    withdrawals: 6300 * (index + 1),
    results: -1240.5 * (index + 1),
  }))
  const answer = { limits, exclusion: null, locked: 0, realityCheckMinutes: 60, help, net, ...given }
  await page.route('**/api/protection', (route) => route.fulfill({ json: answer }))
  const [days, months] = [barsOf(DAY_MS, amounts), barsOf(30 * DAY_MS, [3800, -2300, 6200, 1900, -4600, 7850])]
  await page.route('**/api/protection/net', (route) => route.fulfill({ json: { asOf: hour(0), net, days, months } }))
  await page.reload()
}

/** The same, at the page of it, once all of that stands there. */
async function withProtection(tools: SceneTools, given: object = {}): Promise<void> {
  await tellProtection(tools, given)
  const limits = tools.page.getByRole('region', { name: tools.w('protection.limits') })
  await limits.and(tools.page.locator('[aria-busy=false]')).waitFor()
  if ('exclusion' in given) await tools.page.getByText(tools.w('protection.excluded.self-exclusion')).waitFor()
}

const open = (name: string, key: string, given?: object, act?: Scene['act']) =>
  scene(name, 'rich', '/user/protection', async (tools) => {
    await withProtection(tools, given)
    await press(tools, tools.w(key))
    await sheet(tools).getByRole('heading').first().waitFor()
    await act?.(tools)
  })

const excluded = {
  limits: [],
  exclusion: {
    kind: 'self-exclusion',
    since: hour(0),
    until: hour(24 * 181),
    ending: { askFrom: hour(24 * 181), askedAt: null, confirmFrom: null, confirmUntil: null },
  },
}

/** His term is over, and he asked to come back: it can be confirmed. */
const returning = {
  limits: [],
  exclusion: {
    ...{ kind: 'self-exclusion', since: hour(-24 * 400), until: hour(-48) },
    ending: { askFrom: hour(-48), askedAt: hour(-30), confirmFrom: hour(-6), confirmUntil: null },
  },
}

/** The player's protection: limits, breaks, what it costs, and what is kept. */
export const protectionScenes: readonly Scene[] = [
  scene('protection-new', 'new', '/user/protection'),
  scene('protection', 'rich', '/user/protection', (tools) => withProtection(tools)),
  scene('protection-returning', 'rich', '/user/protection', (tools) => withProtection(tools, returning)),
  scene('protection-home', 'rich', '/user/home', async (tools) => {
    await tools.page.route('**/api/wallet/home', async (route) => {
      const answered = await route.fetch()
      const home = (await answered.json()) as object
      await route.fulfill({ response: answered, json: { ...home, protection: { isExcluded: true, hasLimits: false } } })
    })
    await tellProtection(tools, excluded)
    await tools.page.getByText(tools.w('protection.excluded.self-exclusion')).waitFor()
  }),
  scene('protection-excluded', 'rich', '/user/protection', (tools) => withProtection(tools, excluded)),
  open('protection-limit', 'protection.kind.deposit', {}, async (tools) => {
    await sheet(tools).getByRole('textbox').fill('6000')
  }),
  open('protection-higher', 'protection.kind.deposit', {}, async (tools) => {
    await sheet(tools).getByRole('textbox').fill('60000')
  }),
  open('protection-time', 'protection.time', {}, async (tools) => {
    await sheet(tools).getByRole('radio').first().waitFor()
  }),
  scene('protection-check', 'rich', '/user/home', async ({ page, w }) => {
    const check = { minutes: 65, since: hour(-1), deposits: 4500, withdrawals: 300, results: -1240.5 }
    await page.route('**/api/protection/use', (route) => route.fulfill({ json: { check, checkMinutes: 60 } }))
    await page.clock.install()
    await page.reload()
    await page.getByRole('list', { name: w('aria.tiles') }).waitFor()
    await page.clock.fastForward(60_000)
    await page.clock.resume()
    await page.getByRole('alertdialog', { name: w('protection.check.title') }).waitFor()
  }),
  open('protection-cool-off', 'protection.pause'),
  open('protection-exclude', 'protection.exclude'),
  open('protection-exclude-foot', 'protection.exclude', {}, async (tools) => {
    await sheet(tools)
      .getByRole('button', { name: tools.w('protection.exclude.confirm', { length: tools.w('protection.exclude.6') }) })
      .click()
    await sheet(tools).getByText(tools.w('protection.exclude.tickNeeded')).waitFor()
  }),
  open('protection-net', 'protection.net'),
  open('protection-net-all', 'protection.net', {}, async (tools) => {
    await sheet(tools)
      .getByRole('radio', { name: tools.w('protection.net.all') })
      .check()
  }),
  open('protection-data', 'protection.data', {}, async (tools) => {
    await sheet(tools).getByRole('checkbox').first().waitFor()
  }),
]
