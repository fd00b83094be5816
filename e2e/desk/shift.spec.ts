import { calls, DECISION_KINDS, DECISION_REASONS } from '@krapao/contract'
import type { Browser, Page } from '@playwright/test'
import { holdings } from '../stage/acts.ts'
import { expect, test } from '../stage/browser.ts'
import { waitUntil } from '../stage/client.ts'
import { type Agent, askDesk, sitDown } from '../stage/desk-stage.ts'
import { type Player, usernameAt, walletOf, type World } from '../stage/players.ts'
import { untilQuiet, watchTraffic } from '../stage/quiet.ts'
import {
  beginShift,
  believed,
  counts,
  giftAmounts,
  makeWaiting,
  noticeAmounts,
  slipAmounts,
  startShift,
  type Waiting,
  withdrawn,
} from './shift-world.ts'

/** What is typed into the fields of an action, one after the other: null leaves one as it stands. */
type Typed = readonly (string | null)[]

/** A queue that one of the staff has open. */
interface Queue {
  readonly page: Page
  /** Each time something was sent to be decided: what, and under which key. */
  readonly sent: { path: string; key: string }[]
}

async function openQueue(browser: Browser, { product }: World, agent: Agent): Promise<Queue> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Bangkok' })
  watchTraffic(context)
  const page = await context.newPage()
  const sent: Queue['sent'] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() !== 'POST' || !/^\/api\/desk\/decisions\/\w+\/[^/]+$/.test(path)) return
    sent.push({ path, key: request.headers()['idempotency-key'] ?? '' })
  })
  await sitDown(page, agent, 'en')
  await page.goto(`${product.deskUrl}/#/decisions/all`)
  await tabs(page).first().waitFor()
  return { page, sent }
}

const tabs = (page: Page) => page.getByRole('group', { name: 'Kinds' }).getByRole('button')
const question = (page: Page) => page.getByRole('dialog')
const placeOf = (page: Page): string => new URL(page.url()).hash

/** What was in hand is known: only the heading of another one counts from now on. */
const know = (page: Page) => page.evaluate(() => document.querySelector('#hand-title')?.setAttribute('data-known', ''))

/** Waits until another one than before is in hand, and has the focus; none where nothing is left. */
async function nextInHand(page: Page, before: string, isLast = false): Promise<void> {
  await expect.poll(() => placeOf(page)).not.toBe(before)
  if (isLast) return
  // The address changes before the page is drawn anew.
  await expect(page.locator('#hand-title:not([data-known])')).toBeFocused()
  await know(page)
}

/** Narrows the queue to a kind by the digit of its tab, and takes the first of it into the hand. */
async function beginWith(page: Page, kind: string): Promise<void> {
  // What others decide meanwhile takes tabs away, and the digits of those behind change.
  await expect(async () => {
    const names = await tabs(page).allInnerTexts()
    await page.keyboard.press(`Digit${names.findIndex((name) => name.startsWith(kind)) + 1}`)
    await expect(tabs(page).filter({ hasText: kind })).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 })
  }).toPass()
  const rows = page.getByRole('list', { name: 'Waiting for a decision' }).getByRole('link')
  await expect.poll(async () => isOfItsKind(await rows.first().getAttribute('href'))).toBe(true)
  const before = placeOf(page)
  await know(page)
  await page.keyboard.press('j')
  await nextInHand(page, before)
}

/** Whether a row that is shown is of the kind that the queue is narrowed to: those of before stand until others come. */
function isOfItsKind(address: string | null): boolean {
  const [, , filter, kind] = address?.split('/') ?? []
  return filter !== undefined && filter === kind
}

/** Opens the question of an action by its key, and fills what it asks for. */
async function ask({ page }: Queue, key: string, typed: Typed = []): Promise<void> {
  await page.keyboard.press(key)
  await question(page).waitFor()
  for (const [index, words] of typed.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    if (words === ' ') await page.keyboard.press('Space')
    else if (words !== null) await page.keyboard.type(words)
  }
}

/** One decision: a key, what it asks for, and Ctrl+Enter; then the next one is in hand. */
async function decide(queue: Queue, key: string, typed: Typed = [], isLast = false): Promise<void> {
  const { page } = queue
  const before = placeOf(page)
  await ask(queue, key, typed)
  await page.keyboard.press('Control+Enter')
  // Where its bank is on the line at that very moment the question stays, and goes again.
  const isOnTheLine = question(page).getByText('The bank is being asked about this right now')
  await expect(async () => {
    if (await isOnTheLine.isVisible()) await page.keyboard.press('Control+Enter')
    expect(placeOf(page)).not.toBe(before)
  }).toPass({ intervals: [1_000], timeout: 60_000 })
  await nextInHand(page, before, isLast)
}

/** Decides all of a kind, each by a key and by what it is to be told. */
async function decideAll(queue: Queue, kind: string, each: readonly (readonly [key: string, typed?: Typed])[]) {
  await beginWith(queue.page, kind)
  for (const [index, [key, typed]] of each.entries()) await decide(queue, key, typed, index === each.length - 1)
}

/** Enter alone sends nothing, wherever the focus is; and another's claim leaves nothing to press. */
async function tryEnterAndClaim(mali: Queue, noi: Queue): Promise<void> {
  await ask(mali, 'a')
  await mali.page.keyboard.press('Enter')
  await question(mali.page).getByRole('button', { name: /^Pay/ }).focus()
  await mali.page.keyboard.press('Enter')
  await expect(question(mali.page)).toBeVisible()
  expect(mali.sent).toEqual([])
  await mali.page.keyboard.press('Escape')
  await expect(question(mali.page)).toHaveCount(0)

  await expect(mali.page.getByText(/^Yours for/)).toBeVisible()
  await noi.page.keyboard.press('r')
  await expect(noi.page.getByText('Mali has this')).toBeVisible()
  await noi.page.keyboard.press('a')
  await expect(question(noi.page)).toHaveCount(0)
  await mali.page.keyboard.press('x')
  await expect(mali.page.getByText(/^Yours for/)).toHaveCount(0)
  await noi.page.keyboard.press('r')
  await expect(noi.page.getByText('Mali has this')).toHaveCount(0)
}

/** Both decide one thing at once: one does it, the other reads by whom and what, and has what he typed. */
async function decideTogether(mali: Queue, noi: Queue): Promise<void> {
  expect(placeOf(mali.page)).toBe(placeOf(noi.page))
  // Neither hears that the other is at it.
  for (const { page } of [mali, noi]) await page.route('**/claim', (route) => route.abort())
  await ask(mali, 'a')
  await ask(noi, 'd', [' ', 'not his account'])
  const before = placeOf(mali.page)
  await mali.page.keyboard.press('Control+Enter')
  await nextInHand(mali.page, before)
  await noi.page.keyboard.press('Control+Enter')
  const told = noi.page.getByRole('alert')
  await expect(told).toContainText('Mali has decided this')
  await expect(told).toContainText('Outcome: Released by a person')
  await expect(told).toContainText('not his account')
  for (const { page } of [mali, noi]) await page.unroute('**/claim')
  await noi.page.keyboard.press('j')
  await nextInHand(noi.page, before)
}

/** No answer comes, once of what was done and once of what was not: each goes again as it was, and is done once. */
async function decideOverBrokenLine(queue: Queue): Promise<void> {
  const { page, sent } = queue
  const decisions = '**/api/desk/decisions/withdrawal/*'
  const told = question(page).getByRole('alert')
  const keysSince = (from: number) => sent.slice(from).map(({ key }) => key)
  let before = placeOf(page)
  let from = sent.length
  await page.route(decisions, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await ask(queue, 'd', [' ', 'he asked by phone'])
  await page.keyboard.press('Control+Enter')
  await expect(told).toContainText('never done twice')
  await page.unroute(decisions)
  await page.keyboard.press('Control+Enter')
  await nextInHand(page, before)
  expect(keysSince(from)).toEqual([keysSince(from)[0], keysSince(from)[0]])

  before = placeOf(page)
  from = sent.length
  await ask(queue, 'd', [' ', 'he wrote to us'])
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(told).toContainText('never done twice')
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: /^Return/ })).toBeEnabled()
  await ask(queue, 'd')
  await expect(question(page).getByRole('textbox')).toHaveValue('he wrote to us')
  await page.keyboard.press('Control+Enter')
  await nextInHand(page, before)
  expect(keysSince(from)).toEqual([keysSince(from)[0], keysSince(from)[0]])
}

const isNotified = (amount: number) => amount !== noticeAmounts.at(-1)

/** Who has what at the end, in baht, outside and in our books. */
async function expectAgreement(world: World, waiting: Waiting): Promise<void> {
  const { api, sandbox, product } = world
  await sandbox.fault('game:JOKER', 'none')
  await sandbox.fault('gift', 'none')
  await sandbox.release()
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
  expect(await walletOf(world, waiting.failed)).toBe(1_000)
  expect(await walletOf(world, waiting.slips)).toBe(sum(slipAmounts))
  expect(await walletOf(world, waiting.notices)).toBe(sum(noticeAmounts.filter(isNotified)))
  expect(await walletOf(world, waiting.gifts)).toBe(sum(giftAmounts))
  const adjusted = new Set(waiting.players.slice(0, counts.proposal))
  for (const player of waiting.players) {
    await api.ok(calls.walletRefreshSlot, { token: player.token })
    expect(await holdings(world, player)).toEqual({
      WALLET: 460 + (adjusted.has(player) ? 5 : 0),
      PG: believed,
      JOKER: 40,
    })
    for (const game of ['PG', 'JOKER'])
      expect(await sandbox.credits(game, await usernameAt(world, player, game))).toBe(game === 'PG' ? believed : 40)
  }
  let paid = 0
  for (const player of waiting.withdrawers) {
    const payouts = await waitUntil(
      'payouts of what was released',
      () => sandbox.payoutsTo(player.bank.bankAccountNo),
      (some) => some.every(({ state }) => state === 'PAID'),
    )
    expect(new Set(payouts.map(({ reference }) => reference)).size).toBe(payouts.length)
    paid += payouts.length
    const credited = player === waiting.arrivalsOf ? 100 : 0
    expect(await walletOf(world, player)).toBe(61_000 - sum(payouts.map(({ amount }) => amount)) + credited)
  }
  // Two were returned.
  expect(paid).toBe(waiting.withdrawers.length * withdrawn.length - 2)
  const audit = await product.operator('audit')
  expect(audit.text).toMatch(/^The ledger is right/)
}

interface QueueRow {
  kind: keyof typeof DECISION_REASONS
  amount: number | null
  since: string
  reasons: string[]
}

/** All that waits is one queue of the ten kinds, the longest waiting first, each with every reason. */
async function expectOneQueue(world: World, token: string, flag: number): Promise<void> {
  const rows: QueueRow[] = []
  for (let next: string | null = ''; next !== null;) {
    const after = next === '' ? '' : `?after=${encodeURIComponent(next)}`
    const page: { rows: QueueRow[]; next: string | null } = await askDesk(
      world,
      token,
      'GET',
      `/api/desk/decisions${after}`,
    )
    rows.push(...page.rows)
    next = page.next
  }
  const tally = Object.fromEntries(DECISION_KINDS.map((kind) => [kind, rows.filter((row) => row.kind === kind).length]))
  expect(tally).toEqual({ ...counts, flag })
  const times = rows.map(({ since }) => Date.parse(since))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const reasonsOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ reasons }) => reasons)
  for (const { kind, reasons } of rows) {
    expect(reasons.length, kind).toBeGreaterThan(0)
    expect(DECISION_REASONS[kind], kind).toEqual(expect.arrayContaining(reasons))
  }
  for (const [at, amount] of withdrawn.entries()) {
    const told = rows.filter((row) => row.kind === 'withdrawal' && row.amount === amount)
    // The third one of a day is above what goes out in a day, too.
    const wanted = at === 2 ? ['AMOUNT', 'DAY_AMOUNT'] : ['AMOUNT']
    expect(told.map(({ reasons }) => wanted.every((reason) => reasons.includes(reason)))).toEqual(
      Array.from({ length: counts.withdrawal / withdrawn.length }, () => true),
    )
  }
  expect(reasonsOf('slip').every((reasons) => reasons.includes('SENDER_OTHER_NAME'))).toBe(true)
  for (const kind of ['transfer', 'gift'])
    expect(new Set(reasonsOf(kind).flat())).toEqual(new Set(['UNKNOWN_FOR_AN_HOUR']))
  expect(new Set(reasonsOf('reading').flat())).toEqual(new Set(['ABOVE_CEILING']))
  expect(new Set(reasonsOf('arrival').flat())).toEqual(new Set(['UNKNOWN_PAYMENT']))
  expect(new Set(reasonsOf('case').flat())).toEqual(new Set(['FAILED_AFTER_PAID']))
  expect(new Set(reasonsOf('proposal').flat())).toEqual(new Set(['TAKES_TWO']))
}

test('[OFC-030] [OFC-033] [OFC-034] two of the staff decide a shift of all kinds by the keyboard alone, over a broken line, and money agrees everywhere', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const world = await startShift()
  try {
    const waiting = await makeWaiting(world)
    const [maliAgent, noiAgent, daoAgent] = await beginShift(world, [
      ['Mali', ['OWNER', 'PAYMENTS', 'RISK']],
      ['Noi', ['SUPPORT', 'PAYMENTS', 'MARKETING']],
      ['Dao', ['PAYMENTS']],
    ])
    if (maliAgent === undefined || noiAgent === undefined || daoAgent === undefined) throw new Error('nobody came')
    const kinds = async () => {
      const queue = await askDesk<{ kinds: { kind: string; count: number }[] }>(
        world,
        daoAgent.token,
        'GET',
        '/api/desk/decisions',
      )
      return Object.fromEntries(queue.kinds.map(({ kind, count }) => [kind, count]))
    }
    for (const player of waiting.players.slice(0, counts.proposal)) await propose(world, daoAgent, player)
    await waitUntil('what waits', kinds, (seen) =>
      Object.entries(counts).every(([kind, count]) => seen[kind] === count),
    )

    // Flags are looked for half a minute after a start.
    const { flag = 0 } = await waitUntil('flags', kinds, (seen) => (seen['flag'] ?? 0) > 0)
    await expectOneQueue(world, daoAgent.token, flag)

    const [mali, noi] = await Promise.all([maliAgent, noiAgent].map((agent) => openQueue(browser, world, agent)))
    if (mali === undefined || noi === undefined) throw new Error('no queue was opened')
    for (const { page } of [mali, noi]) await beginWith(page, 'Withdrawal')
    await tryEnterAndClaim(mali, noi)
    await decideTogether(mali, noi)
    await decideOverBrokenLine(mali)
    await Promise.all([
      (async () => {
        for (let left = counts.withdrawal - 3; left > 0; left -= 1) await decide(mali, 'a', [], left === 1)
        await decideAll(mali, 'Slip', [...slipAmounts.map(() => ['a'] as const)])
        await decideAll(mali, 'Gift link', [...giftAmounts.map(() => ['a'] as const)])
        await decideAll(mali, 'Game transfer', [...waiting.players.map(() => ['a', ['told by Somsak, 0412']] as const)])
        await decideAll(mali, 'Game balance', [...waiting.players.map(() => ['a'] as const)])
        await tabs(mali.page).filter({ hasText: /^Flag/ }).waitFor()
        await decideAll(
          mali,
          'Flag',
          Array.from({ length: flag }, () => ['a', ['one household']] as const),
        )
      })(),
      (async () => {
        await decideAll(
          noi,
          'Deposit notice',
          noticeAmounts.map((amount, index) =>
            isNotified(amount) ? (['a', [null, waiting.transfers[index] ?? '']] as const) : (['d'] as const),
          ),
        )
        await decideAll(noi, 'Case', [['a'], ['a']])
        await decideAll(noi, 'Unmatched arrival', [
          ['a', [waiting.arrivalsOf.phone]],
          ['d', ['sent back to him']],
        ])
      })(),
    ])
    const byTwo = counts.transfer + counts.reading + counts.gift
    await decideAll(
      noi,
      'Proposal',
      Array.from({ length: counts.proposal + byTwo }, () => ['a'] as const),
    )
    // Whoever has the same name and came after the first look opens a flag again.
    const { flag: again = 0 } = await kinds()
    if (again > 0) {
      await mali.page.keyboard.press('g')
      await mali.page.keyboard.press('q')
      await decideAll(
        mali,
        'Flag',
        Array.from({ length: again }, () => ['a', ['one household']] as const),
      )
    }
    expect(Object.values(await kinds()).every((count) => count === 0)).toBe(true)
    const decided = [...mali.sent, ...noi.sent].map(({ path }) => path)
    const waited = Object.values(counts).reduce((all, count) => all + count, 0)
    expect(new Set(decided).size).toBeGreaterThanOrEqual(waited + byTwo)
    await expectAgreement(world, waiting)
    for (const language of ['lo', 'th'] as const) await expectWords(browser, world, maliAgent, language)
  } finally {
    await world.product.close()
  }
})

/** A name as programs have it, before what it is: "walletMinor 500". What staff typed stands behind words and a colon. */
const SHORTHAND = /^[a-z]\w* \S/
/** A word as programs have it: "UNKNOWN_PAYMENT", "late-arrival". */
const CODE = /^[A-Z]+(_[A-Z]+)+$|^[a-z]+(-[a-z]+)+$/

/** All that was done in the shift is told in words of the language, in the audit. */
async function expectWords(browser: Browser, { product }: World, owner: Agent, language: 'lo' | 'th'): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  watchTraffic(context)
  const page = await context.newPage()
  await sitDown(page, owner, language)
  await page.goto(`${product.deskUrl}/#/audit`)
  await page.getByRole('row').nth(1).waitFor()
  const more = page.getByRole('button', { name: { lo: 'ສະແດງເພີ່ມ', th: 'แสดงเพิ่ม' }[language] })
  await untilQuiet(page)
  while (await more.isVisible()) {
    await more.click()
    await untilQuiet(page)
  }
  const told = await page
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].slice(2, 4).map((cell) => cell.textContent)),
    )
  expect(told.length).toBeGreaterThan(40)
  const pieces = told.flatMap(([what = '', details = '']) => [what, ...details.split(' · ')])
  expect([...new Set(pieces.filter((piece) => SHORTHAND.test(piece) || CODE.test(piece)))]).toEqual([])
  await context.close()
}

async function propose(world: World, dao: Agent, { memberId }: Player): Promise<void> {
  await askDesk(world, dao.token, 'POST', '/api/desk/adjustments', {
    memberId,
    amount: 5,
    reason: 'goodwill',
    note: 'he waited long',
    reference: '',
  })
}
