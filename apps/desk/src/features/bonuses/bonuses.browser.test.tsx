import type { Offer, OfferDraft, OfferSimulation } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, type FakeAnswers, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const words = (en: string) => ({ th: 'ฝากแรก 20%', lo: 'ຝາກຄັ້ງທຳອິດ 20%', en })
const offer: Offer = {
  kind: 'limit',
  maxReceived: 1,
  percent: 20,
  fixed: null,
  cap: 1_000,
  minDeposit: 100,
  percentFail: 5,
  percentSuccess: 300,
  seats: null,
  monthlyBudget: 250_000,
  validFrom: null,
  validUntil: '2026-12-31T16:59:00.000Z',
  names: words('First deposit, 20% extra'),
  descriptions: words('Your next deposit brings 20% extra.'),
  banners: [],
}
const simulation: OfferSimulation = {
  from: '2026-08-24T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  at: '2026-11-22T00:00:00.000Z',
  deposits: 9_120,
  takers: 655,
  grants: 655,
  granted: 188_900,
  won: 203,
  lost: 400,
  open: 52,
  cost: { low: 31_200, middle: 58_700, high: 96_400 },
  skipped: { seats: 0, budget: 12 },
}
const draft = (given: Partial<OfferDraft> = {}): OfferDraft => ({
  revision: 'r1',
  offer,
  savedBy: 'agent:noi',
  savedAt: '2026-11-22T13:51:00.000Z',
  simulation: null,
  takes: null,
  ...given,
})
const live = { number: 6, state: 'live', offer, held: 214, received: 900, granted: 180_000 }
const rows = [
  {
    ...{ source: 'bonus', code: 'FIRST20', name: offer.names, state: 'live', hasDraft: true },
    ...{
      validFrom: '2026-11-01T00:00:00.000Z',
      validUntil: null,
      held: 214,
      monthlyBudget: 250_000,
      grantedInMonth: 61_200,
    },
  },
]
const at = '/api/desk/bonuses/bonus/FIRST20'
const answers = (given: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/desk/bonuses': { rows },
  [`GET ${at}`]: { draft: draft(), versions: [live] },
  ...given,
})
const button = (name: string) => page.getByRole('button', { name, exact: true })
const open = (roles: readonly ('MARKETING' | 'OWNER' | 'AUDITOR')[] = ['MARKETING']) =>
  openDesk('#/bonuses/bonus/FIRST20', { roles: [...roles] })

describe('bonuses and promotions', () => {
  it('[OFC-041] are listed with how they stand, and each opens', async () => {
    fakeDesk(answers())
    await openDesk('#/bonuses', { roles: ['MARKETING'] })
    await expect.element(page.getByText('61,200.00')).toBeVisible()
    await page.getByRole('link', { name: 'FIRST20' }).click()
    await expect.element(page.getByRole('heading', { name: 'FIRST20' })).toBeVisible()
    await expect.element(page.getByText('held by 214 · received 900 times · 180,000.00 baht granted')).toBeVisible()
  })

  it('[OFC-041] are drafted by Ctrl+S, and what is live is sent nowhere', async () => {
    const desk = fakeDesk(answers({ 'POST /api/desk/bonuses/drafts': { draft: draft({ revision: 'r2' }) } }))
    await open()
    await page.getByLabelText('Won at (% of the starting amount)').fill('350')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(page.getByText('Draft saved')).toBeVisible()
    expect(desk.callsTo('POST /api/desk/bonuses/drafts').map(({ body }) => body)).toEqual([
      { ...offer, percentSuccess: 350, source: 'bonus', code: 'FIRST20', revision: 'r1' },
    ])
  })

  it.each(['1970-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])(
    '[OFC-041] of a version that began at %s are written anew: they begin when they are published',
    async (validFrom) => {
      const begun = { ...live, offer: { ...offer, validFrom } }
      fakeDesk(answers({ [`GET ${at}`]: { draft: null, versions: [begun] } }))
      await open()
      await expect.element(page.getByLabelText('Begins')).toHaveValue('')
      await expect.element(page.getByText(/^held by 214/)).toBeVisible()
      // The epoch is how the file says that there was no begin.
      expect(page.getByText(/1970/).elements()).toEqual([])
    },
  )

  it('[OFC-042] are shown as players find them, in three languages, as they are typed', async () => {
    fakeDesk(answers())
    await open()
    const phones = page.getByRole('figure')
    await expect.element(phones.nth(2)).toMatchTextContent('First deposit, 20% extra')
    expect(phones.elements().map((phone) => phone.getAttribute('lang'))).toEqual(['th', 'lo', 'en'])
    await page.getByLabelText('Bonus (% of the deposit)').fill('50')
    await page.getByLabelText('Name · English').fill('Half on top')
    await expect.element(phones.nth(2)).toMatchTextContent('Half on top')
    for (const index of [0, 1, 2]) await expect.element(phones.nth(index)).toMatchTextContent('฿100.00 + ฿50.00')
    await expect.element(phones.nth(0)).toMatchTextContent('฿450.00')
  })

  it('[OFC-042] that contradict themselves are not sent, each field says why', async () => {
    const desk = fakeDesk(answers())
    await open()
    await page.getByLabelText('At most (baht)').fill('')
    await page.getByLabelText('Name · ລາວ').fill('')
    await button('Save draft').click()
    await expect.element(page.getByText('A monthly budget needs a maximum')).toBeVisible()
    await expect.element(page.getByText('All three languages are needed')).toBeVisible()
    await page.getByLabelText('At most (baht)').fill('300000')
    await expect.element(page.getByText('The budget is less than one bonus')).toBeVisible()
    expect(desk.callsTo('POST /api/desk/bonuses/drafts')).toEqual([])
  })

  it('[OFC-042] that the server refuses show the fields that it names', async () => {
    const refused = refusal(422, 'NO_DATA', { fields: ['monthlyBudget'] })
    fakeDesk(answers({ 'POST /api/desk/bonuses/drafts': refused }))
    await open()
    await page.getByLabelText('Monthly budget (baht)').fill('2000')
    await button('Save draft').click()
    await expect.element(page.getByText('The budget is less than one bonus')).toBeVisible()
    await expect.element(page.getByLabelText('Monthly budget (baht)')).toHaveValue('2000')
  })

  it('are simulated before they can be published, and published with a reason', async () => {
    const tried = draft({ simulation, takes: 'one' })
    const desk = fakeDesk(
      answers({
        [`POST ${at}/simulate`]: { draft: tried },
        [`POST ${at}/publish`]: { outcome: 'done', proposalId: null },
      }),
    )
    await open()
    await expect.element(button('Publish')).toBeDisabled()
    await button('Simulate').click()
    await expect.element(page.getByText('58,700.00')).toBeVisible()
    await expect.element(page.getByText('203 won · 400 lost · 52 open')).toBeVisible()
    await button('Publish').click()
    await expect.element(page.getByText('Fill in this field')).toBeVisible()
    await page.getByLabelText('Reason').first().fill('December')
    await button('Publish').click()
    await expect.element(page.getByText('Published')).toBeVisible()
    expect(desk.callsTo(`POST ${at}/publish`).map(({ body }) => body)).toEqual([{ revision: 'r1', reason: 'December' }])
  })

  it('that may cost more are proposed to an owner, and a change means simulating anew', async () => {
    const dear = draft({ simulation: { ...simulation, cost: { ...simulation.cost, middle: 100_001 } }, takes: 'two' })
    fakeDesk(answers({ [`GET ${at}`]: { draft: dear, versions: [live] } }))
    await open()
    await expect
      .element(page.getByText('The middle case is above 100,000 baht, so an owner must confirm it'))
      .toBeVisible()
    await expect.element(button('Propose to publish')).toBeEnabled()
    await page.getByLabelText('Minimum deposit (baht)').fill('200')
    await expect.element(button('Propose to publish')).toBeDisabled()
    await expect.element(page.getByText('Save the draft first')).toBeVisible()
  })

  it('[OFC-044] say before they are published what is done, what lacks, and how the cost stands beside the budget', async () => {
    const budgeted = { ...offer, monthlyBudget: 30_000 }
    const desk = fakeDesk(answers({ [`GET ${at}`]: { draft: draft({ offer: budgeted }), versions: [] } }))
    await open()
    const checks = page.getByRole('region', { name: 'Before publishing' })
    await expect.element(checks.getByText('2 / 5')).toBeVisible()
    await expect.element(checks.getByText('Simulate the cost of this draft first')).toBeVisible()
    desk.answer({ [`POST ${at}/simulate`]: { draft: draft({ offer: budgeted, simulation, takes: 'two' }) } })
    await button('Simulate').click()
    await expect.element(page.getByRole('columnheader', { name: 'Against 90,000.00 baht (3 months)' })).toBeVisible()
    for (const share of ['35%', '65%', '107%'])
      await expect.element(page.getByText(share, { exact: true })).toBeVisible()
    await expect.element(checks.getByText('The high cost is 7% above the budget')).toBeVisible()
    await expect.element(checks.getByText('A second person has to confirm')).toBeVisible()
    await page.getByLabelText('Minimum deposit (baht)').fill('200')
    await expect.element(checks.getByText('The draft is not saved yet')).toBeVisible()
  })

  it('whose end has passed are not published, and say so', async () => {
    fakeDesk(
      answers({
        [`GET ${at}`]: { draft: draft({ simulation, takes: 'one' }), versions: [] },
        [`POST ${at}/publish`]: refusal(409, 'MOVED_ON', { by: null, what: 'OVER' }),
      }),
    )
    await open()
    await page.getByLabelText('Reason').fill('again')
    await button('Publish').click()
    await expect.element(page.getByText(/The end time has passed/)).toBeVisible()
  })

  it('[OFC-041] that moved meanwhile are told, and what was typed stays', async () => {
    fakeDesk(answers({ 'POST /api/desk/bonuses/drafts': refusal(409, 'MOVED_ON') }))
    await open()
    await page.getByLabelText('At most (baht)').fill('900')
    await button('Save draft').click()
    await expect.element(page.getByText(/Someone else changed this/)).toBeVisible()
    await expect.element(page.getByLabelText('At most (baht)')).toHaveValue('900')
  })

  it('are stopped by an owner, who writes none, and only read by an auditor', async () => {
    const desk = fakeDesk(answers({ [`POST ${at}/stop`]: { code: 'OK' } }))
    await open(['OWNER'])
    await expect.element(page.getByText('Your roles only let you view this')).toBeVisible()
    await page.getByLabelText('Reason').fill('too dear')
    await button('Stop it').click()
    await expect.element(page.getByText('Stopped')).toBeVisible()
    expect(desk.callsTo(`POST ${at}/stop`).map(({ body }) => body)).toEqual([{ reason: 'too dear' }])
  })
})
