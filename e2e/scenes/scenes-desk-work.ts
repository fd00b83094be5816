import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { calls } from '@krapao/contract'
import type { Language, Stage } from '../stage/browser.ts'
import { newKey, waitUntil } from '../stage/client.ts'
import { type Agent, askDesk, newAgent, sitDown } from '../stage/desk-stage.ts'
import { newPlayer, ownAccountOf } from '../stage/players.ts'
import { untilQuiet } from '../stage/quiet.ts'
import { type Scene, scene, type SceneTools } from './scene.ts'
import { endedSlips, sendSlip, transferByHand } from '../stage/slips.ts'

/** Who decides at the desk of the scenes, and what waits there for somebody. */
export interface WorkWorld {
  agent: Agent
  memberId: string
  withdrawal: string
}

const worlds = new WeakMap<Stage, Promise<WorkWorld>>()

async function makeWorkWorld({ stage }: SceneTools): Promise<WorkWorld> {
  const agent = await newAgent(stage, 'มะลิ', ['OWNER', 'PAYMENTS', 'RISK', 'MARKETING'])
  const player = await newPlayer(stage, { amount: 62_000, name: 'นภัสสร วงศ์คำ' })
  const { memberId, token } = player
  const ask = (amount: number) => stage.api.ok(calls.walletWithdraw, { token, key: newKey(), body: { amount } })
  const { _id: withdrawal } = await ask(20_500)
  await ask(31_200)
  await stage.api.ok(calls.walletAdd, { token, key: newKey(), body: { amount: 500 } })
  const slip = await transferByHand(stage, { ...ownAccountOf(player), name: 'MANA DEEMAK' }, 2_500)
  await sendSlip(stage.product.walletUrl, player, slip)
  await endedSlips(stage, player).catch(() => [])
  const note = 'จดหมายวันที่ 24/11'
  for (const kind of ['copy', 'correction']) {
    await askDesk(stage, agent.token, 'POST', '/api/desk/data-requests', { memberId, kind, note })
  }
  const { rows } = await askDesk<{ rows: { requestId: string }[] }>(
    stage,
    agent.token,
    'GET',
    '/api/desk/data-requests',
  )
  await askDesk(stage, agent.token, 'POST', `/api/desk/data-requests/${rows[0]?.requestId}/verify`, { note })
  return { agent, memberId, withdrawal }
}

/** What comes in place of an answer of the server, by the state that a place is to be in. */
const states = {
  loading: null,
  failed: { status: 503, json: { message: 'PROVIDER_DOWN' } },
  forbidden: { status: 403, json: { message: 'FORBIDDEN' } },
} as const

/** The texts of a place of the desk; one that is not there throws, or a scene would wait for nothing. */
export function textsOf(file: string): (id: string, language: Language) => string {
  const path = resolve(import.meta.dirname, '../../apps/desk/src', file)
  const table = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<Language, string>>
  return (id, language) => {
    const text = table[id]?.[language]
    if (text === undefined) throw new Error(`${file} has no ${id}`)
    return text
  }
}
const deskTexts = textsOf('lib/texts/desk-texts.json')
const stateTexts = textsOf('lib/texts/state-texts.json')
const memberTexts = textsOf('features/member/member-texts.json')

export async function worldOf(tools: SceneTools): Promise<WorkWorld> {
  const making = worlds.get(tools.stage) ?? makeWorkWorld(tools)
  worlds.set(tools.stage, making)
  const world = await making
  await sitDown(tools.page, world.agent, tools.language)
  return world
}

/** Leaves the wallet for a place of the desk. */
export async function goTo(tools: SceneTools, placeOf: (world: WorkWorld) => string): Promise<void> {
  const world = await worldOf(tools)
  await tools.page.goto(`${tools.stage.product.deskUrl}/#/${placeOf(world)}`)
  await tools.page.getByRole('main').waitFor()
}

/** A place: its name, its address, what it asks for, and what is answered where there is nothing. */
type Place = readonly [name: string, placeOf: (world: WorkWorld) => string, asked: RegExp, nothing?: object]

const places: readonly Place[] = [
  ['today', () => 'today', /\/api\/desk\/today$/],
  ['decisions', () => 'decisions/all', /\/api\/desk\/decisions(\?|$)/, { rows: [], count: 0, kinds: [], next: null }],
  [
    'decision',
    ({ withdrawal }) => `decisions/all/withdrawal/${withdrawal}`,
    /\/api\/desk\/decisions\/withdrawal\/\w+$/,
  ],
  [
    'inbox',
    () => 'inbox/waiting',
    /\/api\/desk\/inbox/,
    { rooms: [], next: null, counts: { waiting: 0, mine: 0, open: 0 } },
  ],
  ['member', ({ memberId }) => `members/${memberId}`, /\/api\/desk\/members\/\w+$/],
  ['proposals', () => 'proposals', /\/api\/desk\/proposals/, { rows: [], next: null }],
  ['replies', () => 'replies', /\/api\/desk\/replies/, { replies: [] }],
  ['requests', () => 'requests', /\/api\/desk\/data-requests/, { rows: [], next: null }],
  ['staff', () => 'staff', /\/api\/desk\/staff/],
  ['reports', () => 'reports', /\/api\/desk\/reports\/days/],
  ['recon', () => 'recon', /\/api\/desk\/recon$/, { parties: [] }],
  ['bonuses', () => 'bonuses', /\/api\/desk\/bonuses$/, { rows: [] }],
  ['bonus', () => 'bonuses/bonus/FIRST20', /\/api\/desk\/bonuses\/bonus\/\w+$/],
  [
    'content',
    () => 'content/condition',
    /\/api\/desk\/content$/,
    { previewUrl: 'about:blank', fillIns: { invite: null, refund: null }, parts: [] },
  ],
  ['release', () => 'release', /\/api\/desk\/release$/],
  ['settings', () => 'settings', /\/api\/desk\/settings$/],
  ['audit', () => 'audit', /\/api\/desk\/audit/, { rows: [], count: 0, next: null }],
]

/** Each place as it comes, did not come, is not for these roles, has nothing, and is old because the line is lost. */
const stateScenes = places.flatMap(([name, placeOf, asked, nothing]): Scene[] => [
  ...Object.entries(states).map(([state, answer]) =>
    scene(`desk-${name}-${state}`, 'rich', '/login', async (tools) => {
      await tools.page.route(asked, async (route) => {
        // What does not come is held back for as long as the scene stands.
        if (answer !== null) await route.fulfill(answer)
      })
      await goTo(tools, placeOf)
      const main = tools.page.getByRole('main')
      if (answer === null) await main.getByRole('status').first().waitFor()
      else if (state === 'failed') await main.getByRole('alert').first().waitFor()
      else await untilQuiet(tools.page)
    }),
  ),
  ...(nothing === undefined
    ? []
    : [
        scene(`desk-${name}-empty`, 'rich', '/login', async (tools) => {
          await tools.page.route(asked, (route) => route.fulfill({ json: nothing }))
          await goTo(tools, placeOf)
          await untilQuiet(tools.page)
        }),
      ]),
  scene(`desk-${name}-stale`, 'rich', '/login', async (tools) => {
    await tools.page.routeWebSocket('**/socket.io/**', (socket) => void socket.close())
    await tools.page.route('**/socket.io/**', (route) => route.abort())
    await goTo(tools, placeOf)
    // These two say by themselves, and at the head of the desk, that the line is lost.
    if (name === 'inbox' || name === 'decision') {
      await tools.page.getByText(deskTexts('chat.reconnecting', tools.language)).first().waitFor()
      const shown = name === 'inbox' ? tools.page.getByRole('tablist') : tools.page.locator('#hand-title')
      await shown.first().waitFor()
    } else await tools.page.getByText(stateTexts('state.stale', tools.language)).first().waitFor()
  }),
])

/** Opens the withdrawal that waits. */
const openWithdrawal = async (tools: SceneTools): Promise<void> => {
  await goTo(tools, ({ withdrawal }) => `decisions/all/withdrawal/${withdrawal}`)
  await tools.page.locator('#hand-title').waitFor()
  await untilQuiet(tools.page)
}

/** Opens a member who takes part no more, has limits of his own and of ours, and has his factors removed; at that panel. */
const openProtected = async (tools: SceneTools, deed?: 'limits' | 'self-exclusion'): Promise<void> => {
  const { page, language } = tools
  const hour = (after: number) => new Date(Date.UTC(2026, 10, 23, 13 + after)).toISOString()
  const limit = { kind: 'deposit', period: 'day', amount: 5000, used: 4500, remaining: 500 }
  const raise = { raiseTo: 15_000, raiseFrom: hour(24), raiseUntil: hour(192) }
  const given = {
    standing: ['deposit', 'transfer', 'bonus', 'rewards'].map((what) => ({ what, why: 'EXCLUDED' })),
    limits: [
      { ...limit, setBy: 'member', ...raise },
      { ...limit, kind: 'loss', period: 'month', amount: 10_000, setBy: 'operator' },
    ],
    exclusion: { kind: 'self-exclusion', since: hour(0), until: hour(24 * 181) },
    factors: { passkeys: 2, hasApp: true, codesLeft: 8, removedAt: hour(60) },
  }
  await page.route(/\/api\/desk\/members\/\w+$/, async (route) => {
    const answered = await route.fetch()
    await route.fulfill({ response: answered, json: { ...((await answered.json()) as object), ...given } })
  })
  await goTo(tools, ({ memberId }) => `members/${memberId}`)
  const panel = page.getByRole('region', { name: memberTexts('limits.title', language) })
  await panel.scrollIntoViewIfNeeded()
  if (deed === undefined) return
  await panel.getByRole('button', { name: memberTexts(`act.${deed}`, language), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

const flags = new WeakMap<Stage, Promise<string>>()

/** Two members of one name: a flag, once the job has looked. */
async function makeFlag(tools: SceneTools, { agent }: WorkWorld): Promise<string> {
  const { stage } = tools
  for (const _ of ['one', 'two']) await newPlayer(stage, { name: 'บัวทอง แก้วใส' })
  const look = () =>
    askDesk<{ rows: { id: string }[] }>(stage, agent.token, 'GET', '/api/desk/decisions?kind=flag').then(
      ({ rows }) => rows[0]?.id,
    )
  return (await waitUntil('a flag', look, (id) => id !== undefined)) ?? ''
}

/** Opens a flag; nothing else of the queue. */
async function openFlag(tools: SceneTools): Promise<void> {
  const world = await worldOf(tools)
  const making = flags.get(tools.stage) ?? makeFlag(tools, world)
  flags.set(tools.stage, making)
  const id = await making
  await goTo(tools, () => `decisions/flag/flag/${id}`)
  await tools.page.locator('#hand-title').waitFor()
  await untilQuiet(tools.page)
}

/** One of each kind of alert, some taken note of. */
async function openAlerts(tools: SceneTools): Promise<void> {
  const { page } = tools
  const [since, at] = ['2026-11-23T13:20:00.000Z', '2026-11-23T13:31:00.000Z']
  const alert = (kind: string, what: string | null, count = 1) => ({
    ...{ alert: kind, what, count, since, alertId: `01k0000000000000000000000${count}`, acknowledged: null },
  })
  const alerts = [
    alert('queue-late', 'withdrawal', 4),
    { ...alert('party-down', 'bank', 2), acknowledged: { at, name: 'สุดา' } },
    alert('held', null, 3),
    alert('audit', null, 5),
    alert('deposit-accounts', 'mali', 6),
    alert('content-failed', 'condition', 7),
    alert('data-request', null, 8),
  ]
  await page.route(/\/api\/desk\/today$/, async (route) => {
    const answered = await route.fetch()
    await route.fulfill({ response: answered, json: { ...((await answered.json()) as object), alerts } })
  })
  await goTo(tools, () => 'today')
  await untilQuiet(page)
}

/** Opens the withdrawal with something of its reading put in place of what is so. */
async function openWithdrawalAs(tools: SceneTools, given: object): Promise<void> {
  await tools.page.route(/\/api\/desk\/decisions\/withdrawal\/\w+$/, async (route) => {
    const answered = await route.fetch()
    await route.fulfill({ response: answered, json: { ...((await answered.json()) as object), ...given } })
  })
  await openWithdrawal(tools)
}

/** The places where staff decide, and what each place of the desk shows when it cannot show what it is for. */
export const deskWorkScenes: readonly Scene[] = [
  scene('desk-decisions', 'rich', '/login', async (tools) => {
    await goTo(tools, () => 'decisions/all')
    await untilQuiet(tools.page)
  }),
  scene('desk-reports', 'rich', '/login', async (tools) => {
    await goTo(tools, () => 'reports')
    await tools.page.getByRole('table').waitFor()
    await untilQuiet(tools.page)
  }),
  scene('desk-report-figure', 'rich', '/login', async (tools) => {
    await goTo(tools, () => 'reports')
    await tools.page.getByRole('table').getByRole('link').first().click()
    await tools.page.getByRole('table').nth(1).waitFor()
    await untilQuiet(tools.page)
  }),
  scene('desk-recon', 'rich', '/login', async (tools) => {
    await goTo(tools, () => 'recon')
    await untilQuiet(tools.page)
  }),
  ...['bonuses', 'bonuses/bonus/FIRST20', 'requests', 'staff'].map((place) =>
    scene(`desk-${place.split('/').at(-1)?.toLowerCase()}`, 'rich', '/login', async (tools) => {
      await goTo(tools, () => place)
      await untilQuiet(tools.page)
    }),
  ),
  scene('desk-audit-all', 'rich', '/login', async (tools) => {
    await goTo(tools, () => 'audit')
    await untilQuiet(tools.page)
  }),
  scene('desk-request', 'rich', '/login', async (tools) => {
    await goTo(tools, () => 'requests')
    await tools.page.getByRole('row').getByRole('button').first().click()
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('desk-protection', 'rich', '/login', (tools) => openProtected(tools)),
  scene('desk-protection-limit', 'rich', '/login', (tools) => openProtected(tools, 'limits')),
  scene('desk-protection-exclude', 'rich', '/login', (tools) => openProtected(tools, 'self-exclusion')),
  scene('desk-withdrawal', 'rich', '/login', openWithdrawal),
  scene('desk-flag', 'rich', '/login', openFlag),
  scene('desk-alerts', 'rich', '/login', openAlerts),
  scene('desk-alerts-bell', 'rich', '/login', async (tools) => {
    await openAlerts(tools)
    await tools.page.locator('header button[aria-haspopup=dialog]').first().click()
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('desk-onlookers', 'rich', '/login', (tools) =>
    openWithdrawalAs(tools, { onlookers: [{ _id: 'x', name: 'สุดา', since: '2026-11-23T13:51:00.000Z' }] }),
  ),
  scene('desk-ask-bank', 'rich', '/login', (tools) => openWithdrawalAs(tools, { canAsk: true })),
  scene('desk-decide', 'rich', '/login', async (tools) => {
    await openWithdrawal(tools)
    await tools.page.keyboard.press('a')
    await tools.page.getByRole('dialog').waitFor()
  }),
  scene('desk-return', 'rich', '/login', async (tools) => {
    await openWithdrawal(tools)
    await tools.page.keyboard.press('d')
    await tools.page.getByRole('dialog').waitFor()
    await tools.page.keyboard.press('Control+Enter')
    await tools.page.getByRole('alert').first().waitFor()
  }),
  scene('desk-moved-on', 'rich', '/login', async (tools) => {
    await tools.page.route(/\/api\/desk\/decisions\/withdrawal\/\w+$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { message: 'MOVED_ON', details: { by: 'น้อย', what: 'withdrawal-released' } },
          })
        : route.fallback(),
    )
    await openWithdrawal(tools)
    await tools.page.keyboard.press('a')
    await tools.page.getByRole('dialog').waitFor()
    await tools.page.keyboard.press('Control+Enter')
    await tools.page.getByRole('alert').first().waitFor()
  }),
  ...stateScenes,
]
