import type { DeskMember, DeskTimelineRow } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { forgetIntents } from '../../lib/intent.ts'
import { secondsAgo } from '../../testing/desk.fixture.ts'
import { type FakeAnswers, fakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const memberId = 'memberaaaaaaaaaaaaaaaaaaaa'
const path = `/api/desk/members/${memberId}`

function aMember(): DeskMember {
  return {
    asOf: secondsAgo(1),
    restoredAt: null,
    member: {
      memberId,
      memberNo: '48160787',
      name: 'นภัสสร วงศ์คำ',
      phone: '•••4417',
      state: 'active',
      registeredAt: '2026-03-05T03:04:05.000Z',
      account: { bankCode: 'SCB', name: 'NAPATSORN WONGKHAM', number: '•••6417', isProven: true },
    },
    money: {
      wallet: 120.5,
      held: 38500,
      arriving: 0,
      waiting: { refund: 0, invite: 50 },
      games: [
        { code: 'LOTUS', name: 'Golden Lotus', amount: 312.25, readAt: secondsAgo(41), stale: false, missing: false },
        { code: 'LEAGUE', name: 'Basket League', amount: 85, readAt: secondsAgo(840), stale: true, missing: false },
      ],
    },
    net: [
      { days: 30, deposits: 166400, withdrawals: 148700, net: 17700, results: -21136.75 },
      { days: null, deposits: 200000, withdrawals: 150000, net: 50000, results: -30000 },
    ],
    bonus: {
      bonusId: 'first20',
      name: { th: 'เสาร์อาทิตย์', lo: 'ວັນເສົາ', en: 'Weekend 5%' },
      state: 'granted',
      since: secondsAgo(9000),
      granted: 450,
      current: 900,
      target: 1350,
      lostBelow: 45,
      missing: 450,
    },
    standing: [{ what: 'withdraw', why: 'INACTIVE_USER' }],
    limits: [],
    exclusion: null,
    sessions: [
      {
        sessionId: 's1',
        createdAt: secondsAgo(900),
        lastUsedAt: secondsAgo(60),
        expiresAt: secondsAgo(-9000),
        device:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
      },
    ],
    factors: { passkeys: 1, hasApp: true, codesLeft: 8, removedAt: null },
    flags: [
      { flagId: 'f1', kind: 'shared-device', raisedAt: secondsAgo(90000), facts: { severity: 'high', members: 3 } },
    ],
    notes: [
      {
        noteId: 'n1',
        at: secondsAgo(80000),
        by: 'agent:x',
        agent: { _id: 'x', name: 'Noi' },
        text: 'Call before 18:00',
      },
    ],
    decisions: [{ kind: 'withdrawal', id: 'w1', amount: 38500, since: secondsAgo(660) }],
  }
}

function aRow(index: number, given: Partial<DeskTimelineRow> = {}): DeskTimelineRow {
  return {
    key: `movement:${index}`,
    at: secondsAgo(index * 60),
    kind: 'deposit',
    what: 'deposit',
    status: 'SUCCESS',
    amount: 100 + index,
    from: null,
    to: null,
    receiptNumber: `KP-${index}`,
    by: null,
    facts: {},
    ...given,
  }
}

const rows = Array.from({ length: 50 }, (_, index) => aRow(index))

async function openMember(given: FakeAnswers = {}): Promise<ReturnType<typeof fakeDesk>> {
  const desk = fakeDesk({
    [`GET ${path}`]: aMember(),
    [`GET ${path}/timeline`]: { rows: [], next: null },
    ...given,
  })
  await openDesk(`#/members/${memberId}`, { roles: ['OWNER', 'PAYMENTS', 'RISK', 'SUPPORT'] })
  forgetIntents()
  await expect.element(page.getByRole('heading', { name: 'นภัสสร วงศ์คำ' })).toBeVisible()
  return desk
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog')

describe('what a restore or a provider has forgotten', () => {
  it('[OFC-002] is written as the bank lists it: what it says instead is told in words, and what was typed stays', async () => {
    const remember = `POST ${path}/remember-payout`
    const desk = await openMember({
      [`GET ${path}`]: { ...aMember(), restoredAt: secondsAgo(900) },
      [remember]: refusal(409, 'MOVED_ON', { by: 'bank', what: 'NOT_FOUND' }),
    })
    await button('Record a payout').click()
    await button(/^Ask the bank and record/).click()
    await expect.element(dialog.getByText('Enter the reference as the bank lists it')).toBeVisible()
    await dialog.getByLabelText('Reference of the payout').fill('PO-77')
    await dialog.getByLabelText('From the wallet (baht)').fill('1,300.50')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect
      .element(dialog.getByText('The bank has no payout with this reference.', { exact: false }))
      .toBeVisible()
    await expect.element(dialog.getByLabelText('Reference of the payout')).toHaveValue('PO-77')
    desk.answer({ [remember]: { code: 'OK' } })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('Recorded as a withdrawal')).toBeVisible()
    expect(desk.callsTo(remember).map(({ body }) => body)).toEqual([
      { reference: 'PO-77', amount: 1300.5 },
      { reference: 'PO-77', amount: 1300.5 },
    ])
  })

  it('[OFC-002] is an account that its provider does not know: it is made anew by a button that others do not have', async () => {
    const shown = aMember()
    const [known, ...more] = shown.money.games
    const games = [known, ...more.map((game) => ({ ...game, missing: true }))]
    const renew = `POST ${path}/renew-game`
    const desk = await openMember({
      [`GET ${path}`]: { ...shown, money: { ...shown.money, games } },
      [renew]: { code: 'OK' },
    })
    expect(button('Record a payout').elements()).toEqual([])
    await expect.element(page.getByText('Not known to the provider')).toBeVisible()
    await button('Create the Basket League account again').click()
    await expect.element(page.getByText('Game account created again')).toBeVisible()
    expect(desk.callsTo(renew).map(({ body }) => body)).toEqual([{ code: 'LEAGUE' }])
  })
})

describe('the page of a member', () => {
  it('shows where his money is with the age of each reading, what is refused and why, and what waits', async () => {
    await openMember()
    const money = page.getByRole('region', { name: 'Money now' })
    await expect.element(money.getByText('฿39,067.75')).toBeVisible()
    await expect.element(money.getByRole('row', { name: /Golden Lotus read \d+ [sm] ago/ })).toBeVisible()
    await expect.element(money.getByRole('row', { name: /Basket League \d+ m.* old/ })).toBeVisible()
    for (const words of ['Withdraw', 'The account is locked', 'Weekend 5%', 'Call before 18:00']) {
      await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
    }
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Mozilla|severity/)
    await expect
      .element(page.getByRole('link', { name: /^Withdrawal/ }))
      .toHaveAttribute('href', '#/decisions/all/withdrawal/w1')
  })

  it('shows a whole number for a reason, until its time is over', async () => {
    const desk = await openMember({
      [`POST ${path}/reveal`]: { value: '0812344417', until: secondsAgo(-300) },
    })
    await button('Show the phone number; this is recorded').click()
    await dialog.getByLabelText('Reason').fill('calls back')
    await dialog.getByRole('button', { name: /^Show/ }).click()
    await expect.element(page.getByText('0812344417')).toBeVisible()
    expect(desk.callsTo(`POST ${path}/reveal`).map(({ body }) => body)).toEqual([
      { field: 'phone', reason: 'calls back' },
    ])
    await button('Hide').click()
    await expect.element(page.getByText('0812344417')).not.toBeInTheDocument()
    // What is over by the server's clock is not shown.
    desk.answer({ [`POST ${path}/reveal`]: { value: '0812344417', until: secondsAgo(1) } })
    await button('Show the phone number; this is recorded').click()
    await dialog.getByLabelText('Reason').fill('calls back')
    await dialog.getByRole('button', { name: /^Show/ }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Show the phone number; this is recorded')).toBeVisible()
    await expect.element(page.getByText('0812344417')).not.toBeInTheDocument()
  })

  it('locks by its key, for a reason, once however often it is pressed, and says who was first', async () => {
    const desk = await openMember({ [`POST ${path}/lock`]: refusal(409, 'MOVED_ON') })
    await userEvent.keyboard('l')
    await expect.element(page.getByRole('dialog', { name: /^Lock/ })).toBeVisible()
    await dialog.getByRole('button', { name: /^Lock/ }).click()
    await expect.element(dialog.getByText('Give a reason first')).toBeVisible()
    expect(desk.callsTo(`POST ${path}/lock`)).toHaveLength(0)
    await dialog.getByLabelText('Reason').fill('his phone is gone')
    await dialog.getByRole('button', { name: /^Lock/ }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else was first')
    await expect.element(dialog.getByLabelText('Reason')).toHaveValue('his phone is gone')
    desk.answer({ [`POST ${path}/lock`]: { code: 'OK' } })
    await dialog.getByRole('button', { name: /^Lock/ }).dblClick()
    await expect.element(page.getByText('Locked', { exact: true })).toBeVisible()
    const keys = desk.callsTo(`POST ${path}/lock`).map(({ headers }) => headers.get('idempotency-key'))
    // What was refused for certain is over; what is pressed then is another intent.
    expect([keys.length, new Set(keys).size]).toEqual([2, 2])
  })

  it('takes a note and goes on after a fresh code with what was to be done, under the same key', async () => {
    let isFresh = false
    const desk = await openMember({
      [`POST ${path}/notes`]: () => (isFresh ? { code: 'OK' } : refusal(403, 'STEP_UP')),
      'POST /api/desk/step-up': () => {
        isFresh = true
        return { freshUntil: secondsAgo(-600) }
      },
    })
    await userEvent.keyboard('n')
    await dialog.getByLabelText('Note', { exact: true }).fill('wants a call')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await page.getByLabelText(/6-digit code/).fill('123456')
    await page.getByRole('button', { name: /^(Continue|Confirm|Go on)/ }).click()
    await expect.element(page.getByText('Note added')).toBeVisible()
    const sent = desk.callsTo(`POST ${path}/notes`)
    expect(sent.map(({ body }) => body)).toEqual([{ text: 'wants a call' }, { text: 'wants a call' }])
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  it('proposes an adjustment with the amount on its button, and keeps what was typed while it is refused', async () => {
    const call = 'POST /api/desk/adjustments'
    const desk = await openMember({ [call]: refusal(409, 'LIMIT_REACHED') })
    await userEvent.keyboard('b')
    await page.getByLabelText('Correction').click()
    await page.getByLabelText('Take').click()
    await page.getByLabelText(/^Amount/).fill('200')
    await page.getByLabelText(/^Explain/).fill('booked twice')
    await button(/^Propose/).click()
    await expect.element(page.getByText('More than the main wallet holds')).toBeVisible()
    expect(desk.callsTo(call)).toHaveLength(0)
    await page.getByLabelText(/^Amount/).fill('100.50')
    await button(/^Propose to take ฿100.50/).click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(page.getByLabelText(/^Explain/)).toHaveValue('booked twice')
    desk.answer({ [call]: { outcome: 'proposed', proposalId: 'p' } })
    await button(/^Propose to take ฿100.50/).click()
    await expect.element(page.getByText('Proposed. A second person has to confirm it.')).toBeVisible()
    expect(desk.callsTo(call).at(-1)?.body).toEqual({
      memberId,
      amount: -100.5,
      reason: 'correction',
      note: 'booked twice',
      reference: '',
    })
    await expect.poll(() => location.hash).toBe(`#/members/${memberId}`)
  })

  it('[PPR-003] shows limits and a break in words, and sets a limit of ours with the reason, what was refused staying typed', async () => {
    const limit = { kind: 'deposit', period: 'day', used: 300, remaining: 700 }
    const raise = { raiseTo: 1500, raiseFrom: '2026-11-25T05:00:00.000Z', raiseUntil: '2026-12-02T05:00:00.000Z' }
    const call = `POST ${path}/limits`
    const desk = await openMember({
      [`GET ${path}`]: {
        ...aMember(),
        standing: [{ what: 'deposit', why: 'EXCLUDED' }],
        limits: [
          { ...limit, amount: 1000, setBy: 'member', ...raise },
          { ...limit, period: 'week', amount: 2000, setBy: 'member', ...raise, raiseTo: null },
          { ...limit, amount: 5000, setBy: 'operator' },
        ],
        exclusion: { kind: 'self-exclusion', since: secondsAgo(60), until: null },
      },
      [call]: refusal(404, 'NO_DATA'),
    })
    const panel = page.getByRole('region', { name: 'Responsible play' })
    await expect.element(panel.getByText('Excluded for good')).toBeVisible()
    await expect.element(panel.getByText('set by the member').first()).toBeVisible()
    const times = 'can confirm 25/11/2026 12:00:00 to 02/12/2026 12:00:00'
    await expect.element(panel.getByText(`asks to raise it to 1,500.00; ${times}`)).toBeVisible()
    await expect.element(panel.getByText(`asks to remove it; ${times}`)).toBeVisible()
    await expect.element(panel.getByText('set by us')).toBeVisible()
    await expect.element(panel.getByText('5,000.00')).toBeVisible()
    await expect.element(page.getByText('Cool-off or exclusion', { exact: true })).toBeVisible()

    await panel.getByRole('button', { name: 'Set our limit' }).click()
    const submit = dialog.getByRole('button', { name: /^Set the limit/ })
    await dialog.getByLabelText(/^Amount/).fill('99')
    await submit.click()
    await expect.element(dialog.getByText('Enter an amount from 100 to 10,000,000 baht')).toBeVisible()
    await expect.element(dialog.getByText('Give a reason first')).toBeVisible()
    expect(desk.callsTo(call)).toHaveLength(0)
    await dialog.getByLabelText('Losses').click()
    await dialog.getByLabelText('7 days').click()
    await dialog.getByLabelText(/^Amount/).fill('2,500')
    await dialog.getByLabelText('Reason').fill('he lost a lot')
    await submit.click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await expect.element(dialog.getByLabelText(/^Amount/)).toHaveValue('2,500')
    desk.answer({ [call]: { code: 'OK' } })
    await submit.click()
    await expect.element(page.getByText('Limit saved')).toBeVisible()
    const body = { kind: 'loss', period: 'week', amount: 2500, reason: 'he lost a lot' }
    expect(desk.callsTo(call).map((sent) => sent.body)).toEqual([body, body])
  })

  it('[PPR-015] takes a break or an exclusion for who asked, for a term that is chosen by hand', async () => {
    const answers = { [`POST ${path}/cool-off`]: { code: 'OK' }, [`POST ${path}/self-exclusion`]: { code: 'OK' } }
    const desk = await openMember(answers)
    for (const [act, term, submit] of [
      ['Cool-off', '42 days', /^Start the cool-off/],
      ['Exclude', 'For good', /^Exclude/],
    ] as const) {
      await page.getByRole('button', { name: act, exact: true }).click()
      await dialog.getByLabelText('Reason').fill('he asked us')
      await dialog.getByRole('button', { name: submit }).click()
      await expect.element(dialog.getByText('Choose for how long')).toBeVisible()
      await dialog.getByLabelText(term).click()
      await dialog.getByRole('button', { name: submit }).click()
      await expect.element(dialog).not.toBeInTheDocument()
    }
    const sent = Object.keys(answers).map((call) => desk.callsTo(call).map(({ body }) => body))
    expect(sent).toEqual([[{ hours: 1008, reason: 'he asked us' }], [{ months: null, reason: 'he asked us' }]])
  })

  it('tells what happened, by kind, and more of it as one scrolls down', async () => {
    const desk = await openMember({
      [`GET ${path}/timeline`]: ({ query }) => {
        if (query.get('kind') === 'login') return { rows: [], next: null }
        return query.get('after') === null
          ? { rows, next: 'behind-50' }
          : {
              rows: [
                rows[49],
                aRow(50, { kind: 'deed', what: 'member-locked', by: 'Noi', status: null, amount: null }),
                aRow(51, { kind: 'transfer', what: 'transfer', from: 'WALLET', to: 'LOTUS' }),
                aRow(52, { from: 'GIFT', to: 'WALLET' }),
              ],
              next: null,
            }
      },
    })
    const list = page.getByRole('region', { name: 'Everything that happened' })
    await expect.element(list.getByText('KP-49', { exact: false })).toBeInTheDocument()
    await list.getByText('KP-49', { exact: false }).element().scrollIntoView()
    await expect.element(list.getByText('Account locked')).toBeInTheDocument()
    await expect.element(list.getByText('Main wallet → Golden Lotus', { exact: false })).toBeInTheDocument()
    await expect.element(list.getByText('Gift link → Main wallet', { exact: false })).toBeInTheDocument()
    // The row that stood on both pages stands once.
    expect(list.getByText('KP-49', { exact: false }).elements()).toHaveLength(1)
    await list.getByRole('button', { name: 'Login' }).click()
    await expect.element(list.getByText('Nothing of this kind')).toBeVisible()
    expect(desk.callsTo(`GET ${path}/timeline`).at(-1)?.query.get('kind')).toBe('login')
    await list.getByRole('button', { name: 'Show all' }).click()
    await expect.element(list.getByText('KP-49', { exact: false })).toBeInTheDocument()
  })
})

describe('the search of the bar', () => {
  const row = { memberId, memberNo: '48160787', name: 'นภัสสร วงศ์คำ', phone: '•••4417', why: 'memberNo' as const }
  const call = 'GET /api/desk/search'
  const field = page.getByRole('combobox', { name: /^Find a phone/ })

  it('comes by its key, opens the one hit, and lets one choose among several', async () => {
    const desk = await openMember({ [call]: { rows: [row] } })
    location.hash = '#/proposals'
    await userEvent.keyboard('/')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('48160787{Enter}')
    await expect.poll(() => location.hash).toBe(`#/members/${memberId}`)
    // The keys are the page's at once, without a press on it.
    await expect.element(page.getByRole('main')).toHaveFocus()
    await expect.element(page.getByRole('heading', { name: 'นภัสสร วงศ์คำ' })).toBeVisible()
    await userEvent.keyboard('b')
    await expect.poll(() => location.hash).toBe(`#/members/${memberId}/adjust`)
    // Who types slowly is searched for meanwhile.
    expect(desk.callsTo(call).at(-1)?.query.get('q')).toBe('48160787')
    const other = { ...row, memberId: 'memberbbbbbbbbbbbbbbbbbbbb', name: 'Surachai', why: 'name' as const }
    desk.answer({
      [call]: { rows: [row, other] },
      [`GET /api/desk/members/${other.memberId}`]: refusal(404, 'NO_DATA'),
    })
    await field.fill('sura')
    await expect.element(page.getByRole('option', { name: /Surachai/ })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.poll(() => location.hash).toBe(`#/members/${other.memberId}`)
    await expect.element(page.getByText('Not found')).toBeVisible()
  })

  it('says what is too short, what finds nobody and what did not come', async () => {
    const desk = await openMember({ [call]: { rows: [] } })
    await field.fill('ab')
    await expect.element(page.getByText('Type at least 3 characters')).toBeVisible()
    await field.fill('abc')
    await expect.element(page.getByText(/^No member found/)).toBeVisible()
    desk.answer({ [call]: refusal(403, 'FORBIDDEN') })
    await field.fill('abcd')
    await expect.element(page.getByText(/^No member found/)).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  })
})
