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
const DAY_MS = 24 * 3_600_000

/** Has the server tell of a life with limits, as no player of the demo has lived it. */
async function withProtection({ page }: SceneTools, given: object = {}): Promise<void> {
  const net = [1, 7, 30, 365, null].map((days, index) => ({
    days,
    deposits: 8600 * (index + 1),
    withdrawals: 6300 * (index + 1),
    results: -1240.5 * (index + 1),
  }))
  const answer = { limits, exclusion: null, locked: 0, realityCheckMinutes: 60, net, ...given }
  await page.route('**/api/protection', (route) => route.fulfill({ json: answer }))
  const [days, months] = [barsOf(DAY_MS, amounts), barsOf(30 * DAY_MS, [3800, -2300, 6200, 1900, -4600, 7850])]
  await page.route('**/api/protection/net', (route) => route.fulfill({ json: { asOf: hour(0), net, days, months } }))
  await page.reload()
  await page.getByRole('main').getByRole('button').nth(3).waitFor()
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

/** The player's protection: limits, breaks, what it costs, and what is kept. */
export const protectionScenes: readonly Scene[] = [
  scene('protection-new', 'new', '/user/protection'),
  scene('protection', 'rich', '/user/protection', (tools) => withProtection(tools)),
  scene('protection-excluded', 'rich', '/user/protection', (tools) => withProtection(tools, excluded)),
  open('protection-limit', 'protection.kind.deposit', {}, async (tools) => {
    await sheet(tools).getByRole('textbox').fill('6000')
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
