import type { AnswerOf, desk } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { secondsAgo } from '../../testing/desk.fixture.ts'
import { fakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const call = 'GET /api/desk/today'

function aDay(): AnswerOf<typeof desk.deskToday> {
  const figure = (now: number, before: number) => ({ now, before, list: '/api/desk/today/x' })
  return {
    asOf: secondsAgo(1),
    figures: {
      deposits: figure(867240.5, 806000),
      withdrawals: figure(595180, 571700),
      net: figure(272060.5, 0),
      ggr: figure(-214906.5, 220600),
      active: figure(1386, 1320),
      registered: figure(12, 12),
    },
    hours: [
      { now: { deposits: 0, withdrawals: 0 }, before: { deposits: 1_000, withdrawals: 0 } },
      { now: { deposits: 500_000, withdrawals: 300_000 }, before: { deposits: 400_000, withdrawals: 250_000 } },
      { now: { deposits: 367_240.5, withdrawals: 295_180 }, before: { deposits: 405_000, withdrawals: 321_700 } },
    ],
    queues: [
      { kind: 'withdrawal', count: 6, oldestAt: secondsAgo(3_000), list: '/api/desk/decisions?kind=withdrawal' },
      { kind: 'slip', count: 0, oldestAt: null, list: '/api/desk/decisions?kind=slip' },
      { kind: 'chat', count: 3, oldestAt: secondsAgo(9), list: '/api/desk/inbox' },
    ],
    parties: [
      { party: 'game:LOTUS', state: 'up', failures: 0, calls: 640, answeredAt: secondsAgo(4) },
      { party: 'sms', state: 'down', failures: 22, calls: 22, answeredAt: null },
    ],
    alerts: [
      { alert: 'party-down', what: 'sms', count: 22, since: secondsAgo(300), alertId: 'a1', acknowledged: null },
      {
        alert: 'held',
        what: 'withdrawal',
        count: 2,
        since: secondsAgo(60),
        alertId: 'a2',
        acknowledged: { at: secondsAgo(9), name: 'Mali' },
      },
    ],
  }
}

describe('today', () => {
  it('shows each figure against last week, what waits with the oldest age, how parties fare and what to look at', async () => {
    fakeDesk({ [call]: aDay() })
    await openDesk('#/today', { roles: ['PAYMENTS'] })
    const figures = page.getByRole('list', { name: 'Figures of today, baht' }).getByRole('listitem')
    await expect.element(figures.first()).toMatchTextContent(/Deposits867,240\.50.*up7\.6%806,000\.00 a week ago/)
    // Nothing to compare with: no share.
    await expect.element(figures.nth(2)).toMatchTextContent(/\+272,060\.50(?!.*%)/)
    await expect.element(figures.nth(3)).toMatchTextContent(/-214,906\.50/)
    await expect
      .element(
        page.getByRole('img', { name: '01:00 in 500,000.00, out 300,000.00; 02:00 in 367,240.50, out 295,180.00' }),
      )
      .toBeVisible()
    await expect.element(page.getByRole('row', { name: /^Withdrawals 6 50 m/ })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Withdrawals', exact: true }))
      .toHaveAttribute('href', '#/decisions/withdrawal')
    // The menu says what waits in all queues but the chat's, which counts its own.
    await expect.element(page.getByRole('link', { name: 'To decide 6 waiting' })).toBeVisible()
    await expect.element(page.getByRole('row', { name: 'Game LOTUS Normal 0 / 640' })).toBeVisible()
    await expect.element(page.getByRole('row', { name: 'SMS No answer 22 / 22' })).toBeVisible()
    await expect.element(page.getByText('SMS does not answer')).toBeVisible()
    await expect.element(page.getByText('Withdrawals held for over 24 hours: 2')).toBeVisible()
  })

  it('takes note of an alert where one may, once it was written down', async () => {
    const day = aDay()
    const acknowledge = 'POST /api/desk/alerts/a1/acknowledge'
    const server = fakeDesk({
      [call]: () => day,
      [acknowledge]: () => {
        const [first] = day.alerts
        if (first !== undefined) first.acknowledged = { at: secondsAgo(0), name: 'Keng' }
        return { code: 'OK' }
      },
    })
    await openDesk('#/today', { roles: ['RISK'] })
    await expect.element(page.getByText(/^Mali acknowledged it at/)).toBeVisible()
    await page.getByRole('button', { name: 'Acknowledge: SMS does not answer' }).click()
    await expect.element(page.getByText(/^Keng acknowledged it at/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Acknowledge/ })).not.toBeInTheDocument()
    expect(server.callsTo(acknowledge)).toHaveLength(1)
  })

  it('rings the bell wherever one is, for what nobody has taken note of, and shows it there', async () => {
    const day = aDay()
    fakeDesk({
      [call]: () => day,
      'POST /api/desk/alerts/a1/acknowledge': () => {
        const [first] = day.alerts
        if (first !== undefined) first.acknowledged = { at: secondsAgo(0), name: 'Keng' }
        return { code: 'OK' }
      },
    })
    await openDesk('#/proposals', { roles: ['RISK'] })
    await page.getByRole('button', { name: 'Alerts not acknowledged: 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alerts' })
    await dialog.getByRole('button', { name: 'Acknowledge: SMS does not answer' }).click()
    await expect.element(dialog.getByText(/^Keng acknowledged it at/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible()
  })

  it('opens the list behind a figure, of today and of the day that it is compared with', async () => {
    const row = {
      at: secondsAgo(9),
      memberId: 'm1',
      memberNo: '48160787',
      name: 'Napatsorn',
      amount: 500,
      code: 'deposit',
      reference: 'KP-1',
    }
    const list = fakeDesk({
      [call]: aDay(),
      [`${call}/deposits`]: ({ query }) =>
        query.get('day') === 'now' ? { rows: [row], next: null } : { rows: [], next: null },
    })
    await openDesk('#/today', { roles: ['PAYMENTS'] })
    await page.getByRole('link', { name: /^Deposits/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Deposits' })
    await expect.element(dialog.getByRole('link', { name: 'Napatsorn' })).toHaveAttribute('href', '#/members/m1')
    await dialog.getByRole('tab', { name: 'A week ago' }).click()
    await expect.element(dialog.getByText('Nothing yet')).toBeVisible()
    expect(list.callsTo(`${call}/deposits`).at(-1)?.query.get('day')).toBe('before')
    await dialog.getByRole('tab', { name: 'Today' }).click()
    await dialog.getByRole('link', { name: 'Napatsorn' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    // Its closing takes nobody back from where he went.
    expect(location.hash).toBe('#/members/m1')
  })
})

describe('a place of the desk', () => {
  it.each([
    ['#/today', call],
    ['#/proposals', 'GET /api/desk/proposals'],
    ['#/members/m1', 'GET /api/desk/members/m1'],
    ['#/staff', 'GET /api/desk/staff'],
    ['#/audit', 'GET /api/desk/audit'],
    ['#/decisions/all', 'GET /api/desk/decisions'],
    ['#/decisions/all/withdrawal/w1', 'GET /api/desk/decisions/withdrawal/w1'],
    ['#/release', 'GET /api/desk/release'],
    ['#/replies', 'GET /api/desk/replies'],
  ])('[OFC-062] %s says that it comes, that it is not for these roles, and what did not come', async (hash, asked) => {
    let answer: (response: Response) => void = () => undefined
    const coming = new Promise<Response>((done) => {
      answer = done
    })
    const server = fakeDesk({ [asked]: () => coming })
    await openDesk(hash, { roles: ['OWNER'] })
    await expect.element(page.getByRole('status', { name: 'Loading…' }).first()).toBeVisible()
    answer(refusal(403, 'FORBIDDEN'))
    await expect.element(page.getByText('Your roles do not include this page')).toBeVisible()
    server.answer({ [asked]: refusal(422, 'SOMETHING') })
    await openDesk(hash, { roles: ['OWNER'] })
    await expect.element(page.getByRole('alert').getByText('This did not load')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('[OFC-062] keeps what it shows when the line is lost, says of when it is, and shows so no longer once it stands again', async () => {
    fakeDesk({ [call]: aDay() })
    const line = await openDesk('#/today', { roles: ['OWNER'] })
    await expect.element(page.getByText('SMS does not answer')).toBeVisible()
    await expect.element(page.getByText('Live')).toBeVisible()
    line.lose()
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(page.getByText('SMS does not answer')).toBeVisible()
    line.stand()
    await expect.element(page.getByText(/^Not up to date/)).not.toBeInTheDocument()
  })
})
