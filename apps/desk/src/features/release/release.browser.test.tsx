import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, type FakeAnswers, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const rules = { withdrawAutoMax: 20_000, withdrawAutoDayMax: 50_000, payeeUnchangedHours: 24 }
const inForce = {
  version: 2,
  rules,
  always: ['LOCKED', 'OPEN_CASE'],
  history: [
    { version: 2, rules, at: '2026-11-22T13:48:00.000Z', proposedBy: 'Suda', confirmedBy: 'Keng', reason: 'holidays' },
    { version: 0, rules, at: null, proposedBy: null, confirmedBy: null, reason: null },
  ],
}
const replay = {
  from: '2026-10-23T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  all: { count: 900, amount: 1_500_000 },
  waited: { count: 60, amount: 900_000 },
  wouldWait: { count: 101, amount: 1_638_200 },
  reasons: [{ reason: 'AMOUNT', count: 98, amount: 1_600_000 }],
}
const propose = 'POST /api/desk/release'
const answers = (given: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/desk/release': inForce,
  'POST /api/desk/release/replay': replay,
  ...given,
})

const button = (name: string) => page.getByRole('button', { name })

async function replayed(): Promise<void> {
  await page.getByLabelText('Paid automatically up to, per withdrawal (baht)').fill('15000')
  await button('Replay on the last 30 days').click()
  await expect.element(page.getByText(/41 more would have waited/)).toBeVisible()
}

describe('the rules of automatic release', () => {
  it('are shown with what always waits and all that were before, and who may only read changes nothing', async () => {
    fakeDesk(answers())
    await openDesk('#/release', { roles: ['AUDITOR'] })
    for (const words of [
      '20,000.00',
      'A case of the member is open',
      'Proposed by Suda, confirmed by Keng · “holidays”',
    ]) {
      await expect.element(page.getByText(words).first()).toBeVisible()
    }
    await expect.element(page.getByText('Your roles only let you view the rules')).toBeVisible()
  })

  it('[OFC-039] are replayed on the last 30 days before a change can be proposed, with a reason', async () => {
    const desk = fakeDesk(answers({ [propose]: { outcome: 'proposed', proposalId: 'p' } }))
    await openDesk('#/release', { roles: ['OWNER'] })
    await expect.element(button('Replay on the last 30 days')).toBeVisible()
    await expect.element(button('Propose the change')).not.toBeInTheDocument()
    await replayed()
    await expect.element(page.getByText('98 · 1,600,000.00 baht')).toBeVisible()
    await button('Propose the change').click()
    await expect.element(page.getByText('Fill in this field')).toBeVisible()
    await page.getByLabelText('Reason for the change').fill('fewer at once')
    await button('Propose the change').click()
    await expect.element(page.getByText('Proposed. A second person must confirm.')).toBeVisible()
    expect(desk.callsTo(propose).map(({ body }) => body)).toEqual([
      { ...rules, withdrawAutoMax: 15_000, version: 2, reason: 'fewer at once' },
    ])
  })

  it('that moved meanwhile are told, and what was typed stays', async () => {
    fakeDesk(answers({ [propose]: refusal(409, 'MOVED_ON') }))
    await openDesk('#/release', { roles: ['RISK'] })
    await replayed()
    await page.getByLabelText('Reason for the change').fill('fewer at once')
    await button('Propose the change').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('The rules changed while you were editing')
    await expect.element(page.getByLabelText('Reason for the change')).toHaveValue('fewer at once')
  })

  it('say why they were not replayed, and propose nothing', async () => {
    const desk = fakeDesk(answers({ 'POST /api/desk/release/replay': refusal(429, 'REQUEST_LIMIT') }))
    await openDesk('#/release', { roles: ['OWNER'] })
    await button('Replay on the last 30 days').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Too many requests')
    await expect.element(button('Propose the change')).not.toBeInTheDocument()
    desk.answer({ 'POST /api/desk/release/replay': replay })
    await replayed()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('want amounts and hours that can be', async () => {
    fakeDesk(answers())
    await openDesk('#/release', { roles: ['OWNER'] })
    await page.getByLabelText('Bank account unchanged for (hours)').fill('9999')
    await expect.element(page.getByText('Enter 0–720 hours')).toBeVisible()
    await expect.element(button('Replay on the last 30 days')).toBeDisabled()
  })
})
