// What `npm run bench desk` runs, on the PostgreSQL of DATABASE_URL: the calls by which staff find, read and decide, asked
// one after the other through HTTP within the server's own process.
import { parseArgs } from 'node:util'
import type { DeskTimelineRow } from '@krapao/contract'
import { at, deskSizes, openBenchedDesk, readDeskSize, say } from '../../testing/programs/benched-desk.fixture.ts'
import { BUSY_MEMBER, memberIdOf } from '../../testing/programs/desk-bench-fill.fixture.ts'

const { values } = parseArgs({
  options: {
    ...deskSizes,
    /** How often each is asked. */
    times: { type: 'string', default: '200' },
  },
})
const size = readDeskSize(values)
const times = Number(values.times)

const SEARCH_GOAL_MS = 300
const QUEUE_GOAL_MS = 50
const { database, get, close } = await openBenchedDesk(size)

/** Asks again and again, each time for another thing; answers the time that 95 of 100 stay below, in milliseconds. */
async function measure(
  what: string,
  goalMs: number | null,
  path: (turn: number) => string | Promise<string>,
): Promise<void> {
  const tookMs: number[] = []
  // The first are for the plans and caches of the server and of the database.
  for (let turn = -5; turn < times; turn += 1) {
    const asked = await path(Math.abs(turn * 7919))
    const began = performance.now()
    await get(asked)
    if (turn >= 0) tookMs.push(performance.now() - began)
  }
  const sorted = tookMs.toSorted((one, other) => one - other)
  const p95 = at(sorted, 0.95)
  if (goalMs !== null && p95 > goalMs) process.exitCode = 1
  const goal = goalMs === null ? '' : `  at most ${goalMs}: ${p95 <= goalMs ? 'met' : 'missed'}`
  say(
    `${what.padEnd(44)} p50 ${at(sorted, 0.5).toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms${goal}`,
  )
}

const numberOf = (turn: number): number => 1 + (turn % size.members)
const [first] = await database.query<{ least: number }>('select min(member_number) as least from member')
const searchFor = (words: string) => `/api/desk/search?q=${encodeURIComponent(words)}`
const digitsOf = (turn: number) => String(numberOf(turn)).padStart(8, '0')
const moveOf = (turn: number) => `move${String(turn % size.movements).padStart(22, '0')}`
const receipts: string[] = []
for (let number = 2; number <= 22; number += 1) {
  const path = `/api/desk/members/${memberIdOf(number)}/timeline?kind=deposit`
  const { rows } = await get<{ rows: DeskTimelineRow[] }>(path)
  receipts.push(rows[0]?.receiptNumber ?? '')
}

// Each kind of words that a search takes (OFC-022).
await measure('who I am, to compare', null, () => '/api/desk/me')
await measure('search: member number', SEARCH_GOAL_MS, (turn) =>
  searchFor(String((first?.least ?? 0) + numberOf(turn) - 1)),
)
await measure('search: phone', SEARCH_GOAL_MS, (turn) => searchFor(`08${digitsOf(turn)}`))
await measure('search: phone with +66', SEARCH_GOAL_MS, (turn) => searchFor(`+66 8${digitsOf(turn)}`))
await measure('search: phone with +856', SEARCH_GOAL_MS, (turn) => searchFor(`+856 8${digitsOf(turn)}`))
await measure('search: bank account', SEARCH_GOAL_MS, (turn) => searchFor(`40${digitsOf(turn)}`))
await measure('search: receipt number', SEARCH_GOAL_MS, (turn) => searchFor(receipts[turn % receipts.length] ?? ''))
await measure('search: id of a movement', SEARCH_GOAL_MS, (turn) => searchFor(moveOf(turn)))
await measure('search: id of a member', SEARCH_GOAL_MS, (turn) => searchFor(memberIdOf(numberOf(turn))))
await measure('search: reference of a bank', SEARCH_GOAL_MS, (turn) => searchFor(`ref${moveOf(turn)}`))
await measure('search: three characters of 8,000 names', SEARCH_GOAL_MS, (turn) =>
  searchFor(['som', 'mal', 'kit', 'noy'][turn % 4] ?? ''),
)
await measure('search: first and last name', SEARCH_GOAL_MS, (turn) =>
  searchFor(`somchai jaidee${(turn % 800).toString(16)}`),
)
await measure('search: a name that nobody has', SEARCH_GOAL_MS, (turn) => searchFor(`xqz${turn}`))

/** The page behind another, far down: as many pages as were gone through before it is asked for. */
function goneDown(path: (after: string | null) => string, pages: number): () => Promise<string> {
  let place: Promise<string | null> | null = null
  const go = async () => {
    let after: string | null = null
    for (let page = 0; page < pages; page += 1) after = (await get<{ next: string | null }>(path(after))).next ?? after
    return after
  }
  return async () => path(await (place ??= go()))
}

const behind = (after: string | null, sign: '?' | '&') =>
  after === null ? '' : `${sign}after=${encodeURIComponent(after)}`
const queue = (kind: string) => (after: string | null) => `/api/desk/decisions?page=1${kind}${behind(after, '&')}`
await measure('queue: page 1 of all kinds', QUEUE_GOAL_MS, () => queue('')(null))
await measure('queue: 100 pages further', QUEUE_GOAL_MS, goneDown(queue(''), 100))
for (const part of ['mine', 'late']) await measure(`queue: ${part}`, QUEUE_GOAL_MS, () => queue(`&part=${part}`)(null))
for (const kind of ['withdrawal', 'slip', 'notice', 'transfer', 'case', 'arrival', 'proposal'])
  await measure(`queue: ${kind}`, QUEUE_GOAL_MS, () => queue(`&kind=${kind}`)(null))
await measure(
  'queue: one withdrawal',
  QUEUE_GOAL_MS,
  (turn) => `/api/desk/decisions/withdrawal/wait${String(1 + (turn % (size.waiting / 2))).padStart(22, '0')}`,
)

await measure('the day', null, () => '/api/desk/today')
for (const figure of ['deposits', 'ggr', 'active', 'registered'])
  await measure(`the day: ${figure}, page 1`, SEARCH_GOAL_MS, () => `/api/desk/today/${figure}`)

const memberPath = (number: number) => `/api/desk/members/${memberIdOf(number)}`
await measure('a member', SEARCH_GOAL_MS, (turn) => memberPath(1 + numberOf(turn)))
await measure('the member with 100,000 movements more', SEARCH_GOAL_MS, () => memberPath(BUSY_MEMBER))
const timeline = (kind: DeskTimelineRow['kind'] | '') => (after: string | null) =>
  `${memberPath(BUSY_MEMBER)}/timeline?${kind === '' ? '' : `kind=${kind}`}${behind(after, '&')}`
await measure('his timeline: page 1', SEARCH_GOAL_MS, () => timeline('')(null))
await measure('his timeline: 500 pages further', SEARCH_GOAL_MS, goneDown(timeline(''), 500))
for (const kind of ['transfer', 'login', 'change', 'deed'] as const)
  await measure(`his timeline: ${kind}, 100 pages further`, SEARCH_GOAL_MS, goneDown(timeline(kind), 100))

await measure('audit: page 1', SEARCH_GOAL_MS, () => '/api/desk/audit?page=1')
await measure('audit: page 10,000', SEARCH_GOAL_MS, () => '/api/desk/audit?page=10000')
await measure('audit: of one of the staff', SEARCH_GOAL_MS, () => '/api/desk/audit?page=1&actor=agent:bench')
await measure(
  'audit: of a member',
  SEARCH_GOAL_MS,
  (turn) => `/api/desk/audit?page=1&memberId=${memberIdOf(numberOf(turn))}`,
)
await measure(
  'audit: 300 pages further',
  SEARCH_GOAL_MS,
  goneDown((after) => `/api/desk/audit?page=1${behind(after, '&')}`, 300),
)
const proposals = (state: string) => (after: string | null) => `/api/desk/proposals?${state}${behind(after, '&')}`
await measure('proposals: page 1', SEARCH_GOAL_MS, () => proposals('')(null))
await measure('proposals: open ones', SEARCH_GOAL_MS, () => proposals('state=OPEN')(null))
await measure('proposals: 300 pages further', SEARCH_GOAL_MS, goneDown(proposals(''), 300))
await close()
process.exit()
