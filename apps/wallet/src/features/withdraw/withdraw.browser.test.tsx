import { referenceOf } from '@krapao/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAnswers, SeenCall } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { gameSlot } from '../../testing/game-slot.ts'
import { memberHome } from '../../testing/member-answers.ts'
import { beginAgreed } from '../../testing/member-sheet.ts'
import { openApp } from '../../testing/open-app.tsx'
import { part } from '../../testing/part.ts'
import { readSent } from '../../lib/sent-money.ts'

const memberId = 'a'.repeat(24)
const scb = { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLO: 'ທະນາຄານໄທພານິດ' }
const home = {
  ...memberHome,
  bankAccount: { ...memberHome.bankAccount, bankCode: 'SCB', bank: scb },
  slots: [gameSlot({ amount: 700.5 }), gameSlot({ code: 'JOKER', name: 'Naka', isActive: false, amount: 9 })],
}
const made = { _id: 'w'.repeat(24), status: 'IN_PROGRESS', amount: 2000, wallet: { amount: 0 } }
const member: FakeAnswers = {
  'GET /api/wallet/home': home,
  'GET /api/wallet/refresh/slot': {
    wallet: { amount: 1500 },
    slots: home.slots.map(({ code, amount, isActive }) => ({ code, amount, isActive, stale: false })),
  },
  'POST /api/statement': { total: 0, statements: [] },
  'GET /api/lookup/withdraw': {
    withdrawMin: 100,
    withdrawMax: 50_000,
    info: '<p>Own account <b>only</b><script>x</script></p>',
  },
  'POST /api/wallet/withdrawAll': made,
}

const amount = page.getByLabelText('Amount to withdraw', { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const submit = button('Continue')
const confirm = button('Withdraw ฿2,000.00')
const withdrawAll = 'POST /api/wallet/withdrawAll'

const safe = 'Your money is all there. It is safe to try again.'
const lastKey = (server: ReturnType<typeof fakeServer>): string =>
  server.callsTo(withdrawAll).at(-1)?.headers.get('idempotency-key') ?? ''

beforeEach(beginAgreed)

async function openSheet(): Promise<void> {
  await openApp('/user/home', { token: 'good' })
  await button('Withdraw').click()
  await expect.element(amount).toBeVisible()
}

async function reviewOf(typed: string): Promise<void> {
  await amount.fill('')
  await amount.fill(typed)
  await submit.click()
  await expect.element(page.getByRole('heading', { name: 'Review withdrawal' })).toBeVisible()
}

/** Presses until it counts: what comes at once after the first step is taken for the second half of a double tap. */
async function pressConfirm(server: ReturnType<typeof fakeServer>): Promise<void> {
  const before = server.callsTo(withdrawAll).length
  await expect
    .poll(() => {
      const shown = confirm.query()
      if (shown instanceof HTMLElement) shown.click()
      return server.callsTo(withdrawAll).length
    })
    .toBe(before + 1)
}

describe('the sheet of a withdrawal', () => {
  it('[WDR-002] [WDR-003] shows where it goes, the limits, what there is and what the operator says', async () => {
    fakeServer(member)
    await openSheet()
    for (const text of ['Siam Commercial Bank', 'SOM DEE', 'xxx-xxx-7890', '2,200.50 baht available']) {
      await expect.element(page.getByRole('dialog').getByText(text, { exact: true })).toBeVisible()
    }
    await expect.element(page.getByText('100–50,000 baht each time')).toBeVisible()
    await expect.element(page.getByText('Own account only')).toBeVisible()
  })

  it('[ERR-114] that could not be opened tells nothing of the server, and is opened by a press', async () => {
    let isDown = true
    const limits = member['GET /api/lookup/withdraw'] as object
    fakeServer({
      ...member,
      'GET /api/lookup/withdraw': () => (isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : limits),
    })
    await openApp('/user/home', { token: 'good' })
    await button('Withdraw').click()
    await expect.element(page.getByText("We can't open withdrawals right now")).toBeVisible()
    await expect.element(page.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    isDown = false
    await button('Try again').click()
    await expect.element(amount).toBeVisible()
  })

  it('[WDR-006] refuses an empty, a negative and a wordy amount at the field, and sends nothing', async () => {
    const server = fakeServer(member)
    await openSheet()
    await submit.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Enter an amount')
    await amount.fill('-5')
    await submit.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Enter an amount of 0 baht or more')
    await userEvent.fill(amount, '')
    await userEvent.type(amount, 'ten')
    await expect.element(amount).toHaveValue('')
    expect(server.callsTo(withdrawAll)).toEqual([])
  })

  it.each([
    ['WDR-004', '99.99', 'Minimum withdrawal 100.00 baht'],
    ['WDR-005', '50,000.01', 'Maximum withdrawal 50,000.00 baht'],
  ])('[%s] [ERR-099] says in a dialog that %s is out of the limits, and keeps it', async (_, typed, text) => {
    const server = fakeServer(member)
    await openSheet()
    await amount.fill(typed)
    await submit.click()
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(text)
    await button('OK').click()
    await expect.element(amount).toHaveValue(typed === '50000.01' ? '50,000.01' : typed)
    expect(server.callsTo(withdrawAll)).toEqual([])
  })

  it('[LIM-026] follows the limits that the server names, whatever they are', async () => {
    const limits = { withdrawMin: 250, withdrawMax: 900, info: '' }
    const server = fakeServer({ ...member, 'GET /api/lookup/withdraw': limits })
    await openSheet()
    await expect.element(page.getByText('250–900 baht each time')).toBeVisible()
    for (const [typed, text] of [
      ['249.99', 'Minimum withdrawal 250.00 baht'],
      ['900.01', 'Maximum withdrawal 900.00 baht'],
    ] as const) {
      await amount.fill(typed)
      await submit.click()
      await expect.element(page.getByRole('alertdialog')).toMatchTextContent(text)
      await button('OK').click()
    }
    for (const typed of ['250', '900']) {
      await reviewOf(typed)
      await button('Back').click()
      await expect.element(amount).toHaveValue(typed)
    }
    expect(server.callsTo(withdrawAll)).toEqual([])
  })

  it.each([
    ['granted', true],
    ['ending', true],
    ['armed', false],
  ])('says before anything is sent that a bonus that is %s is in the way: %s', async (state, isTold) => {
    const progress = { state, base: 600, current: 500, failBelow: 30, passFrom: 1800 }
    const held = { status: true, type: 'bonus', kind: 'day', name: 'Friday', progress }
    const server = fakeServer({ ...member, 'GET /api/bonus/check/active': held })
    await openSheet()
    await expect.poll(() => server.callsTo('GET /api/bonus/check/active').length).toBeGreaterThan(0)
    const warning = page.getByText('You hold a bonus. End it before you withdraw.')
    if (isTold) {
      await expect.element(warning).toBeVisible()
      // Nothing can be withdrawn, so nothing says that something can.
      await expect.element(page.getByText('0.00 baht available', { exact: true })).toBeVisible()
      for (const control of [submit, amount, button('Max, 0.00 baht')]) await expect.element(control).toBeDisabled()
      await page.getByRole('link', { name: 'Go to bonus' }).click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'Bonus' })).toBeVisible()
      expect(page.getByRole('dialog').query()).toBeNull()
    } else {
      expect(warning.query()).toBeNull()
      await expect.element(submit).toBeEnabled()
    }
  })

  it('fills in the most there is', async () => {
    fakeServer(member)
    await openSheet()
    await button('Max, 2,200.50 baht').click()
    await expect.element(amount).toHaveValue('2,200.50')
  })

  it('shows before it is sent what games give and what remains, and goes back with what was typed', async () => {
    const server = fakeServer(member)
    await openSheet()
    await reviewOf('2000')
    const dialog = page.getByRole('dialog')
    for (const text of [
      'Brought back from games฿500.00 baht',
      'Main wallet afterwards฿0.00 baht',
      'In games afterwards฿200.50 baht',
    ]) {
      await expect.element(dialog).toMatchTextContent(text)
    }
    await button('Back').click()
    await expect.element(amount).toHaveValue('2,000')
    expect(server.callsTo(withdrawAll)).toEqual([])
  })

  it('says so when its account and limits cannot be fetched, and fetches them again', async () => {
    let isDown = true
    fakeServer({
      ...member,
      'GET /api/lookup/withdraw': () =>
        isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : { withdrawMin: 1, withdrawMax: 9, info: '' },
    })
    await openApp('/user/home', { token: 'good' })
    await button('Withdraw').click()
    await expect.element(page.getByText("We can't open withdrawals right now")).toBeVisible()
    isDown = false
    await button('Try again').click()
    await expect.element(page.getByText('1–9 baht each time')).toBeVisible()
  })
})

describe('sending a withdrawal', () => {
  it('[WDR-008] [ERR-098] calls withdrawAll once, says to wait for the transfer, and shows the receipt with its way', async () => {
    const server = fakeServer(member)
    await openSheet()
    await reviewOf('2000')
    await pressConfirm(server)
    // One dialog: the receipt says it and shows its way, nothing lies over it.
    const said = page.getByRole('dialog', { name: 'Done' })
    await expect.element(said).toMatchTextContent('Request sent. Wait for the transfer to your bank account.')
    expect(page.getByRole('alertdialog').query()).toBeNull()
    const [call, ...others] = server.callsTo(withdrawAll)
    expect(others).toEqual([])
    expect(call?.body).toEqual({ amount: 2000 })
    expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
    await expect.element(steps.nth(1)).toHaveAttribute('aria-current', 'step')
    await expect.element(page.getByText(made._id)).toBeVisible()
    expect(readSent('sentWithdrawal', memberId)).toBeUndefined()
  })

  it.each([
    ['SUCCESS', 'Done', 'The money is in your bank account.'],
    ['FAILED', 'Not withdrawn', 'The bank could not pay it. The money is back in your main wallet.'],
  ])(
    'says it in other words on the same receipt once the bank says %s, after the first could be read',
    async (status, title, text) => {
      const row = { _id: made._id, statementType: 'withdraw', from: 'WALLET', to: 'BANK', amount: 2000 }
      const createdAt = new Date().toISOString()
      let now = 'IN_PROGRESS'
      const server = fakeServer({
        ...member,
        'POST /api/statement': () => ({ total: 1, statements: [{ ...row, createdAt, status: now }] }),
      })
      await openSheet()
      await reviewOf('2000')
      await pressConfirm(server)
      const said = page.getByRole('dialog')
      await expect.element(said).toMatchTextContent('Request sent. Wait for the transfer to your bank account.')
      now = status
      await expect.poll(() => said.element().textContent).toContain(text)
      await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
      await expect.element(page.getByText('Wait for the transfer')).not.toBeInTheDocument()
      await button('Close this window').click()
      await expect.element(said).not.toBeInTheDocument()
    },
  )

  it('takes a double tap on "continue" for one, and one on "confirm" too', async () => {
    const server = fakeServer({ ...member, [withdrawAll]: () => new Promise(() => undefined) })
    await openSheet()
    await amount.fill('2000')
    const at = submit.element()
    await userEvent.dblClick(at)
    await expect.element(page.getByRole('heading', { name: 'Review withdrawal' })).toBeVisible()
    expect(server.callsTo(withdrawAll)).toEqual([])
    await pressConfirm(server)
    await expect.element(button('Sending…')).toBeDisabled()
    expect(server.callsTo(withdrawAll)).toHaveLength(1)
  })

  it.each([
    [409, 'MONEY_NOT_ENOUGH', 'Not enough balance. Use a smaller amount or deposit first.'],
    [429, 'WITHDRAW_LIMIT', "You have reached today's number of withdrawals. Try again tomorrow."],
    [409, 'BONUS_REMAINING', 'You still hold a bonus. End it on the bonus page first.'],
    [409, 'TRANSFER_PENDING', 'A transfer is still being checked. Wait a moment, then try again.'],
    [502, 'TRANSFER_FAIL', 'The money is back in your main wallet. Try again.'],
    [404, 'NO_BANK', 'Bank account not found. Check your profile or contact support.'],
    [500, 'MONEY_NOT_ENOUGH', 'Not enough balance. Use a smaller amount or deposit first.'],
  ])('[ERR-096] shows %s %s in a dialog, keeps what was typed and takes a new key', async (status, code, text) => {
    const server = fakeServer({ ...member, [withdrawAll]: () => refusal(status, code) })
    await openSheet()
    for (const _ of [1, 2]) {
      await reviewOf('2000')
      await pressConfirm(server)
      await expect.element(page.getByRole('alertdialog')).toMatchTextContent(text)
      await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Not withdrawn')
      await expect.element(page.getByRole('alertdialog')).toMatchTextContent(safe)
      await expect.element(page.getByText(part(referenceOf(lastKey(server))))).toBeVisible()
      await button('OK').click()
      await expect.element(amount).toHaveValue('2,000')
    }
    const keys = server.callsTo(withdrawAll).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })
})

describe('without an answer', () => {
  const isSame = (calls: readonly SeenCall[]): boolean =>
    new Set(calls.map(({ headers, body }) => headers.get('idempotency-key') + JSON.stringify(body))).size === 1

  it('asks under the same key, as often as it is pressed, and does not guess', async () => {
    let answers = 0
    const server = fakeServer({
      ...member,
      [withdrawAll]: () => {
        answers += 1
        return answers < 3 ? new Response('<html>', { status: 502 }) : made
      },
    })
    await openSheet()
    await reviewOf('2000')
    await pressConfirm(server)
    await expect.element(page.getByRole('heading', { name: 'Result not known yet' })).toBeVisible()
    await expect.element(page.getByText(part(referenceOf(lastKey(server))))).toBeVisible()
    expect(page.getByText(part(safe)).query()).toBeNull()
    await button('Check the result').click()
    await expect.element(page.getByText('Still no answer. Wait a moment, then check again.')).toBeVisible()
    const onHome = page.getByRole('region', { name: 'Result not known yet' })
    await expect.element(onHome).toBeInTheDocument()
    await button('Check the result').click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('Wait for the transfer')
    await expect.element(onHome).not.toBeInTheDocument()
    expect(server.callsTo(withdrawAll)).toHaveLength(3)
    expect(isSame(server.callsTo(withdrawAll))).toBe(true)
  })

  it('is not taken for refused when the question is: a member who was locked meanwhile, and words of nobody knows whom', async () => {
    // Home lies below and shows that it is in doubt, until the receipt is drawn.
    const warned = vi.spyOn(console, 'error')
    onTestFinished(() => warned.mockRestore())
    const answers = [
      new Response('<html>', { status: 502 }),
      refusal(403, 'INACTIVE_USER'),
      refusal(409, 'Words of a proxy'),
    ]
    const server = fakeServer({ ...member, [withdrawAll]: () => answers.shift() ?? made })
    await openSheet()
    await reviewOf('2000')
    await pressConfirm(server)
    for (const words of ['This account is deactivated', 'Words of a proxy']) {
      await button('Check the result').click()
      await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect.element(page.getByRole('heading', { name: 'Result not known yet' })).toBeVisible()
      expect(readSent('sentWithdrawal', memberId)?.amountMinor).toBe(2000_00)
    }
    await button('Check the result').click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('Wait for the transfer')
    expect(server.callsTo(withdrawAll)).toHaveLength(4)
    expect(isSame(server.callsTo(withdrawAll))).toBe(true)
    expect(warned.mock.calls).toEqual([])
  })

  it('is in doubt on home once the answer is lost, and not while it may come', async () => {
    const answer = Promise.withResolvers<Response>()
    const refreshSlot = 'GET /api/wallet/refresh/slot'
    const server = fakeServer({ ...member, [withdrawAll]: () => answer.promise })
    await openSheet()
    await reviewOf('2000')
    await pressConfirm(server)
    const onHome = page.getByRole('region', { name: 'Result not known yet', includeHidden: true })
    const before = server.callsTo(refreshSlot).length
    // Home lies behind the sheet and is told news of the money all the same.
    const refresh = page.getByRole('button', { name: 'Refresh games', includeHidden: true })
    ;(refresh.element() as HTMLElement).click()
    await expect.poll(() => server.callsTo(refreshSlot).length).toBe(before + 1)
    await expect.element(page.getByText('Game balances updated')).toBeVisible()
    expect(onHome.query()).toBeNull()
    answer.resolve(new Response('<html>', { status: 502 }))
    await expect.element(page.getByRole('heading', { name: 'Result not known yet' })).toBeVisible()
    await expect.element(onHome).toBeInTheDocument()
  })

  it('still knows it when the sheet is opened again, for this member alone', async () => {
    const server = fakeServer({ ...member, [withdrawAll]: () => new Response('', { status: 504 }) })
    await openSheet()
    await reviewOf('2000')
    await pressConfirm(server)
    await expect.element(page.getByRole('heading', { name: 'Result not known yet' })).toBeVisible()
    await button('Close this window').click()
    await button('Withdraw').click()
    await button('Check the result').click()
    await expect.element(page.getByText('Still no answer. Wait a moment, then check again.')).toBeVisible()
    expect(isSame(server.callsTo(withdrawAll))).toBe(true)
    expect(readSent('sentWithdrawal', memberId)).toMatchObject({ amountMinor: 2000_00 })
    expect(readSent('sentWithdrawal', 'somebody else')).toBeUndefined()
    expect(readSent('sentWithdrawal', memberId, Date.now() + 25 * 3_600_000)).toBeUndefined()
  })
})
