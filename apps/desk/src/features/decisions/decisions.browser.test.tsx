import type { DecisionAction, DecisionRowOnWire } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { agentBoun, agentMali, secondsAgo } from '../../testing/desk.fixture.ts'
import { fakeDesk, type FakeAnswers, type FakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'
import type { Decision } from './decisions.api.ts'

const pay: DecisionAction = {
  action: 'pay',
  takes: 'one',
  roles: ['PAYMENTS'],
  fields: [],
  effect: { effect: 'withdrawal-pay', facts: {} },
}
const hold: DecisionAction = {
  ...pay,
  action: 'hold',
  fields: [
    { field: 'hours', type: 'hours', isRequired: true, least: 1, most: 72 },
    { field: 'note', type: 'text', isRequired: true, most: 500 },
  ],
}
const giveBack: DecisionAction = {
  ...pay,
  action: 'return',
  fields: [
    { field: 'reason', type: 'choice', isRequired: true, choices: ['ACCOUNT_NAME', 'OWN_REQUEST'] },
    { field: 'note', type: 'text', isRequired: false, most: 500 },
  ],
}

function aRow(id: string, given: Partial<DecisionRowOnWire> = {}): DecisionRowOnWire {
  const member = { memberId: 'member', memberNo: '48160787', memberName: 'นภัสสร วงศ์คำ' }
  const row = { version: 3, ...member, amount: 38_500, since: secondsAgo(75), heldBy: null }
  return { kind: 'withdrawal', id, reasons: ['AMOUNT', 'PAYEE_CHANGED'], ...row, ...given }
}

function aDecision(row: DecisionRowOnWire, actions = [pay, giveBack, hold]): Decision {
  return {
    row,
    evidence: {
      why: [{ reason: 'AMOUNT', facts: { amount: 38_500, most: 20_000 } }],
      facts: { bankCode: 'SCB', account: '•••1641', accountName: 'NAPASSORN W' },
      picture: null,
      comparison: [],
      money: {
        since: secondsAgo(90_000),
        steps: [
          { at: secondsAgo(86_400), from: 'bank:SCB', to: 'wallet', amount: 9_000, balance: 9_000 },
          { at: secondsAgo(86_300), from: 'wallet', to: 'game:PG', amount: -9_000, balance: 0.5 },
          { at: secondsAgo(80), from: 'game:PG', to: 'wallet', amount: 38_499.5, balance: 38_500 },
        ],
      },
      timeline: [
        { at: secondsAgo(75), what: 'asked-for', by: null, facts: { amount: 38_500 } },
        {
          at: secondsAgo(60),
          what: 'party-called',
          by: null,
          facts: { party: 'bank', call: 'ask', answer: 'SENT', tookMs: 318 },
        },
      ],
      member: {
        memberId: 'member',
        memberNo: '48160787',
        name: 'นภัสสร วงศ์คำ',
        phone: '•••4567',
        facts: { walletAmount: 0 },
      },
      members: [],
      membersNext: null,
    },
    actions,
    onlookers: [],
    canAsk: false,
  }
}

const rows = [aRow('one'), aRow('two', { amount: 500 }), aRow('three', { amount: 700 })]

function list(
  some: readonly DecisionRowOnWire[],
  kinds = [{ kind: 'withdrawal', count: some.length, oldestAt: null, mine: 0, late: 0 }],
) {
  return { rows: some, count: some.length, kinds, next: null }
}

function answers(given: FakeAnswers = {}): FakeAnswers {
  return {
    'GET /api/desk/decisions': list(rows),
    ...Object.fromEntries(
      rows.flatMap((row) => [
        [`GET /api/desk/decisions/withdrawal/${row.id}`, aDecision(row)],
        [`POST /api/desk/decisions/withdrawal/${row.id}/claim`, { row }],
      ]),
    ),
    ...given,
  }
}

const decide = 'POST /api/desk/decisions/withdrawal/one'

/** Opens the queue with the first of the rows in hand. */
async function openOne(given: FakeAnswers = {}): Promise<FakeDesk & { line: Awaited<ReturnType<typeof openDesk>> }> {
  const desk = fakeDesk(answers(given))
  const line = await openDesk('#/decisions/all', { roles: ['PAYMENTS'] })
  await expect.element(page.getByRole('link', { name: /38,500/ })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('heading', { name: /38,500/ })).toHaveFocus()
  return { ...desk, line }
}

const dialog = page.getByRole('dialog')

describe('the queue of decisions', () => {
  it('[OFC-031] shows beside a withdrawal whence its money came since the wallet was last empty', async () => {
    await openOne()
    const money = page.getByRole('region', { name: 'Where this money came from' })
    await expect.element(money.getByRole('row', { name: /Bank SCB Main wallet \+9,000\.00 9,000\.00/ })).toBeVisible()
    await expect.element(money.getByRole('row', { name: /Main wallet Game PG -9,000\.00 0\.50/ })).toBeVisible()
    await expect.element(money.getByText(/since the wallet was last at zero/)).toBeVisible()
  })

  it('[OFC-033] says who else looks at it, and since when', async () => {
    const [row] = rows
    if (row === undefined) throw new Error('there is a row')
    const looking = { ...aDecision(row), onlookers: [{ ...agentBoun, since: secondsAgo(40) }] }
    const { answer } = await openOne({ 'GET /api/desk/decisions/withdrawal/one': looking })
    await expect.element(page.getByText('Also viewing: บุญมี')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
    answer({ 'GET /api/desk/decisions/withdrawal/one': aDecision(row) })
    await expect.element(page.getByText('Also viewing: บุญมี')).not.toBeInTheDocument()
  })

  it('[OFC-031] has the bank asked now by R about a payout without an answer, and says so when it was asked just now', async () => {
    const [row] = rows
    if (row === undefined) throw new Error('there is a row')
    const asks = 'POST /api/desk/decisions/withdrawal/one/ask'
    const { answer, callsTo } = await openOne({
      'GET /api/desk/decisions/withdrawal/one': { ...aDecision(row), canAsk: true },
      [asks]: { code: 'OK' },
    })
    await expect.element(page.getByRole('button', { name: 'Ask the bank now' })).toBeVisible()
    await userEvent.keyboard('r')
    await expect.element(page.getByText(/^Asking the bank/)).toBeVisible()
    answer({ [asks]: refusal(429, 'REQUEST_LIMIT') })
    await page.getByRole('button', { name: 'Ask the bank now' }).click()
    await expect.element(page.getByText(/^The bank was asked just now/)).toBeVisible()
    expect(callsTo(asks)).toHaveLength(2)
    answer({ 'GET /api/desk/decisions/withdrawal/one': aDecision(row) })
    await expect.element(page.getByRole('button', { name: 'Ask the bank now' })).not.toBeInTheDocument()
  })

  it('[OFC-031] shows on which stage of its way a withdrawal stands, and what is still to come', async () => {
    const [row] = rows
    if (row === undefined) throw new Error('there is a row')
    const decision = aDecision(row)
    const step = (what: string, by: string | null, secondsBefore: number) => ({
      ...{ at: secondsAgo(secondsBefore), what, by, facts: {} },
    })
    const timeline = [step('asked-for', null, 75), step('waits', null, 74), step('proposal-made', 'Noi', 30)]
    await openOne({
      'GET /api/desk/decisions/withdrawal/one': { ...decision, evidence: { ...decision.evidence, timeline } },
    })
    const way = page.getByRole('list', { name: 'Path of the withdrawal' })
    await expect.element(way).toBeVisible()
    const stages = [...way.element().querySelectorAll('li')]
    expect(stages).toHaveLength(5)
    expect(stages.map((one) => one.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null])
    expect(stages[2]?.textContent).toContain('Noi')
    expect(stages.slice(3).map((one) => one.textContent?.endsWith('—'))).toEqual([true, true])
  })

  it('is narrowed to what I have taken, and to what waits too long, with how many that are', async () => {
    const until = new Date(Date.now() + 200_000).toISOString()
    const mine = aRow('two', { amount: 500, heldBy: { ...agentMali, until } })
    const late = aRow('three', { amount: 700, since: secondsAgo(1_000) })
    const counts = [
      { kind: 'withdrawal', count: 2, oldestAt: null, mine: 1, late: 0 },
      { kind: 'slip', count: 1, oldestAt: null, mine: 0, late: 0 },
    ]
    const desk = fakeDesk(
      answers({
        'GET /api/desk/decisions': ({ query }) =>
          list(query.get('part') === 'mine' ? [mine] : query.get('part') === 'late' ? [late] : rows, counts),
      }),
    )
    await openDesk('#/decisions/all', { roles: ['PAYMENTS'] })
    await page.getByRole('button', { name: 'Mine 1' }).click()
    await expect.element(page.getByRole('link', { name: /500\.00/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: /38,500/ })).not.toBeInTheDocument()
    // Of slips she has none: their tab has nothing to lead to.
    await expect.element(page.getByRole('button', { name: /^Slip/ })).not.toBeInTheDocument()
    expect(location.hash).toBe('#/decisions/all.mine')
    await page.getByRole('button', { name: 'Overdue 0' }).click()
    await expect.element(page.getByRole('link', { name: /700\.00/ })).toBeVisible()
    await page.getByRole('button', { name: 'Everyone’s' }).click()
    await expect.element(page.getByRole('link', { name: /38,500/ })).toBeVisible()
    expect(desk.callsTo('GET /api/desk/decisions').length).toBeGreaterThanOrEqual(3)
  })

  it('[OFC-031] shows beside each why it stopped, its member, its life, the calls and what each action will do', async () => {
    await openOne()
    for (const words of [
      'Above the automatic amount',
      'นภัสสร วงศ์คำ',
      'Requested by the member',
      '318 ms',
      'The bank is told to pay at once. It cannot be undone. The member sees “in progress”.',
    ]) {
      await expect.element(page.getByText(words).first()).toBeVisible()
    }
  })

  it('[OFC-034] takes a key and Ctrl+Enter to decide, never a plain Enter, and then has the next one in hand', async () => {
    const desk = await openOne({ [decide]: { outcome: 'done', proposalId: null } })
    await userEvent.keyboard('a')
    for (const words of ['Who', 'What', 'How much', 'Next', '48160787']) {
      await expect.element(dialog.getByText(words, { exact: true })).toBeVisible()
    }
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('button', { name: /^Pay/ }).element().focus()
    await userEvent.keyboard('{Enter}')
    expect(desk.callsTo(decide)).toHaveLength(0)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('heading', { name: /500.00/ })).toHaveFocus()
    await expect.element(page.getByText('Done: Pay ฿38,500.00')).toBeVisible()
    expect(desk.callsTo(decide).map(({ body }) => body)).toEqual([{ action: 'pay', version: 3 }])
  })

  it('keeps what was typed when no answer comes, and sends the same once more under the same key', async () => {
    let tries = 0
    const desk = await openOne({
      [decide]: () => {
        tries += 1
        if (tries === 1) throw new TypeError('the line is cut')
        return { outcome: 'done', proposalId: null }
      },
    })
    await userEvent.keyboard('d')
    await dialog.getByRole('radio', { name: 'The member asked for it' }).click()
    await dialog.getByRole('textbox').fill('by phone')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('never done twice')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await userEvent.keyboard('d')
    await expect.element(dialog.getByRole('textbox')).toHaveValue('by phone')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('Done: Return the money')).toBeVisible()
    const [first, second] = desk.callsTo(decide)
    expect(second?.body).toEqual(first?.body)
    expect(first?.body).toEqual({ action: 'return', version: 3, reason: 'OWN_REQUEST', note: 'by phone' })
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  })

  it('asks for what is missing before it asks the server', async () => {
    const desk = await openOne()
    await userEvent.keyboard('d')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog.getByText('Choose one')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('h')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog.getByText('Fill in this field')).toBeVisible()
    expect(desk.callsTo(decide)).toHaveLength(0)
  })

  it('says who was quicker and what came of it, that nothing moved twice, and keeps what was typed', async () => {
    await openOne({
      [decide]: () => refusal(409, 'MOVED_ON', { by: agentBoun.name, what: 'withdrawal-released' }),
    })
    await userEvent.keyboard('h')
    await dialog.getByRole('textbox').fill('wait for the name')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const said = page.getByRole('alert')
    await expect.element(said).toMatchTextContent(`${agentBoun.name} has decided this`)
    await expect.element(said).toMatchTextContent('Released by a person')
    await expect.element(said).toMatchTextContent('no money moved twice')
    await expect.element(said).toMatchTextContent('wait for the name')
    await expect.element(page.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
    await userEvent.keyboard('j')
    await expect.element(page.getByRole('heading', { name: /500.00/ })).toBeVisible()
  })

  it('says that its bank is on the line, keeps what was typed, and sends it again under a key of its own', async () => {
    const desk = await openOne({ [decide]: () => refusal(409, 'MOVED_ON', { by: 'bank', what: 'BEING_ASKED' }) })
    await userEvent.keyboard('h')
    await dialog.getByRole('textbox').fill('wait for the name')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The bank is being asked about this right now')
    await expect.element(dialog.getByRole('textbox')).toHaveValue('wait for the name')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => desk.callsTo(decide)).toHaveLength(2)
    const keys = desk.callsTo(decide).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('takes the buttons away while another has it or the line is lost, and gives them back', async () => {
    const until = new Date(Date.now() + 200_000).toISOString()
    const held = aRow('one', { heldBy: { ...agentBoun, until } })
    const desk = await openOne({ 'GET /api/desk/decisions/withdrawal/one': aDecision(held) })
    const button = page.getByRole('button', { name: /^Pay/ })
    await expect.element(page.getByText(`${agentBoun.name} has this`)).toBeVisible()
    await expect.element(button).toBeDisabled()
    desk.answer({ 'GET /api/desk/decisions/withdrawal/one': aDecision(rows[0] ?? held) })
    await userEvent.keyboard('r')
    await expect.element(button).toBeEnabled()
    desk.line.lose()
    await expect.element(button).toBeDisabled()
    await expect.element(page.getByText(/The buttons come back/)).toBeVisible()
    desk.line.stand()
    await expect.element(button).toBeEnabled()
  })

  it('claims one by T and gives it back by X; another’s claim is named', async () => {
    const until = new Date(Date.now() + 200_000).toISOString()
    const mine = aRow('one', { heldBy: { ...agentMali, until } })
    let isMine = false
    const desk = await openOne({
      'GET /api/desk/decisions/withdrawal/one': () => aDecision(isMine ? mine : aRow('one')),
      'POST /api/desk/decisions/withdrawal/one/claim': () => {
        isMine = true
        return { row: mine }
      },
      'DELETE /api/desk/decisions/withdrawal/one/claim': () => {
        isMine = false
        return { code: 'OK' }
      },
    })
    await userEvent.keyboard('t')
    await expect.element(page.getByText(/^Yours for 0\d:\d\d/)).toBeVisible()
    await userEvent.keyboard('x')
    await expect.poll(() => desk.callsTo('DELETE /api/desk/decisions/withdrawal/one/claim')).toHaveLength(1)
    desk.answer({ 'POST /api/desk/decisions/withdrawal/one/claim': refusal(409, 'HELD', { by: agentBoun.name }) })
    await expect.element(page.getByRole('button', { name: /^Claim/ })).toBeVisible()
    await userEvent.keyboard('t')
    await expect.element(page.getByText(`${agentBoun.name} has just taken this`)).toBeVisible()
  })

  it('is narrowed by kind, says what it hides, and that all is decided', async () => {
    const kinds = [
      { kind: 'withdrawal', count: 3, oldestAt: null, mine: 0, late: 0 },
      { kind: 'slip', count: 1, oldestAt: null, mine: 0, late: 0 },
    ]
    const desk = fakeDesk(
      answers({
        'GET /api/desk/decisions': ({ query }) =>
          query.get('kind') === 'slip' ? { ...list([], kinds) } : list(rows, kinds),
      }),
    )
    await openDesk('#/decisions/all', { roles: ['PAYMENTS'] })
    await expect.element(page.getByRole('button', { name: 'All 4' })).toBeVisible()
    await userEvent.keyboard('3')
    await expect.element(page.getByText('Nothing is waiting under “Slip”')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.element(page.getByRole('link', { name: /38,500/ })).toBeVisible()
    await expect.poll(() => desk.callsTo('GET /api/desk/decisions').at(-1)?.query.get('kind')).toBeNull()
  })

  it('takes nothing of another kind into the hand while what it was narrowed to is still coming', async () => {
    const kinds = [
      { kind: 'withdrawal', count: 3, oldestAt: null, mine: 0, late: 0 },
      { kind: 'slip', count: 1, oldestAt: null, mine: 0, late: 0 },
    ]
    const slip = aRow('slip', { kind: 'slip', amount: 900 })
    const coming = Promise.withResolvers<object>()
    fakeDesk(
      answers({
        'GET /api/desk/decisions': ({ query }) => (query.get('kind') === 'slip' ? coming.promise : list(rows, kinds)),
        'GET /api/desk/decisions/slip/slip': aDecision(slip, []),
      }),
    )
    await openDesk('#/decisions/all', { roles: ['PAYMENTS'] })
    await expect.element(page.getByRole('link', { name: /38,500/ })).toBeVisible()
    await userEvent.keyboard('3')
    await expect.element(page.getByRole('button', { name: 'Slip 1' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('j')
    expect(page.getByRole('link', { name: /38,500/ }).elements()).toEqual([])
    expect(page.getByText('Nothing is waiting').elements()).toEqual([])
    expect(location.hash).toBe('#/decisions/slip')
    coming.resolve(list([slip], kinds))
    await expect.element(page.getByRole('link', { name: /900/ })).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(page.getByRole('heading', { name: /900/ })).toHaveFocus()
  })

  it('names all whom a flag is about, by and by, and tries again what did not come', async () => {
    const flag = aRow('flag', { kind: 'flag', amount: null, memberId: null, reasons: ['address'] })
    const decision = aDecision(flag, [])
    const named = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, one) => ({
        memberId: `m${from + one}`,
        memberNo: String(10_000_000 + from + one),
        name: `Member ${from + one}`,
      }))
    const evidence = {
      ...{ ...decision.evidence, facts: { membersCount: 120 } },
      ...{ members: named(0, 50), membersNext: 'm49' },
    }
    const members = 'GET /api/desk/decisions/flag/flag/members'
    const desk = fakeDesk(
      answers({
        'GET /api/desk/decisions': list([flag]),
        'GET /api/desk/decisions/flag/flag': { ...decision, evidence },
        [members]: refusal(503, 'SYSTEM_BUSY'),
      }),
    )
    await openDesk('#/decisions/all/flag/flag', { roles: ['RISK'] })
    await expect.element(page.getByText('10000049')).toBeVisible()
    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    desk.answer({
      [members]: ({ query }) =>
        query.get('after') === 'm49' ? { rows: named(50, 100), next: 'm99' } : { rows: named(100, 120), next: null },
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('10000099')).toBeVisible()
    await more.click()
    await expect.element(page.getByText('10000119')).toBeVisible()
    expect(more.elements()).toEqual([])
  })

  it('says who may decide to one who may not', async () => {
    fakeDesk(answers())
    await openDesk('#/decisions/all/withdrawal/one', { roles: ['SUPPORT'] })
    await expect.element(page.getByText('Those who can: Payments', { exact: false })).toBeVisible()
  })
})
