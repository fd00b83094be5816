import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, type FakeAnswers, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const figures = { deposits: 1_071_079.5, withdrawals: 744_270, ggr: 281_440.25, bonusCost: 20_000, refunds: 14_072.25 }
const day = (name: string, given: object = {}) => ({
  ...{ day: name, provider: null, isClosed: true, ...figures, invites: 6_030, adjustments: 0, ngr: 241_338 },
  ...{ active: 1_769, registered: 12, ...given },
})
const rows = [day('2026-11-22', { isClosed: false, ggr: -14.5 }), day('2026-11-21')]
const total = { ...day(''), active: null, registered: 24 }
const asked = 'GET /api/desk/reports/days'
const behind = 'GET /api/desk/reports/days/2026-11-21/ggr'
const row = (memberNo: string, amount: number) => ({
  ...{ at: '2026-11-21T15:41:08.000Z', memberId: `m${memberNo}`, memberNo, name: 'Somchai', amount },
  ...{ code: 'game-result', reference: memberNo },
})
const answers = (given: FakeAnswers = {}): FakeAnswers => ({
  [asked]: ({ query }) =>
    query.get('by') === 'day'
      ? { asOf: '2026-11-22T13:00:00.000Z', rows, total }
      : {
          asOf: '2026-11-22T13:00:00.000Z',
          rows: [
            day('2026-11-21', { provider: 'PG', ggr: 300_000 }),
            day('2026-11-21', { provider: 'JK', ggr: -18_559.75 }),
          ],
          total,
        },
  [behind]: ({ query }) =>
    query.get('after') === null
      ? { sum: 281_440.25, count: 2, rows: [row('48158102', 284_390.25)], next: 'more' }
      : { sum: null, count: null, rows: [row('48160787', -2_950)], next: null },
  ...given,
})
const SPAN = '#/reports/2026-11-21/2026-11-22'
const open = (hash = SPAN, roles: readonly ('OWNER' | 'PAYMENTS' | 'RISK')[] = ['PAYMENTS']) =>
  openDesk(hash, { roles })

describe('the report of days', () => {
  it('[OFC-052] opens what is behind a figure beside the table, page by page, and says that it adds up', async () => {
    const desk = fakeDesk(answers())
    await open()
    await expect.element(page.getByRole('img', { name: /Sat 21\/11: GGR 281,440.25, NGR 241,338.00/ })).toBeVisible()
    await page.getByRole('link', { name: 'GGR Sat 21/11: 281,440.25' }).click()
    const panel = page.getByRole('region', { name: 'Behind the figure' })
    await expect.element(panel.getByRole('heading', { name: 'GGR 281,440.25' })).toHaveFocus()
    await expect.element(panel.getByText('Transactions add up to this figure')).toBeVisible()
    await expect.element(panel.getByText('-18,559.75')).toBeVisible()
    await panel.getByRole('button', { name: 'Show more' }).click()
    await expect.element(panel.getByText('-2,950.00')).toBeVisible()
    await expect.element(panel.getByText('2 / 2')).toBeVisible()
    expect(desk.callsTo(behind).map(({ query }) => query.get('after'))).toEqual([null, 'more'])
    await panel.getByRole('button', { name: 'Close' }).click()
    expect(location.hash).toBe(SPAN)
  })

  it('[OFC-052] opens what one provider has of a figure, which adds up to its part', async () => {
    const desk = fakeDesk(
      answers({
        [behind]: ({ query }) =>
          query.get('provider') === 'JK'
            ? { sum: -18_559.75, count: 1, rows: [row('48160787', -18_559.75)], next: null }
            : { sum: 281_440.25, count: 1, rows: [row('48158102', 281_440.25)], next: null },
      }),
    )
    await open(`${SPAN}/2026-11-21/ggr`)
    const panel = page.getByRole('region', { name: 'Behind the figure' })
    const only = panel.getByRole('button', { name: 'Only transactions of JK: -18,559.75' })
    await only.click()
    await expect.element(panel.getByRole('heading', { name: /Transactions · JK/ })).toBeVisible()
    await expect.element(panel.getByRole('link', { name: '48160787' })).toBeVisible()
    await expect.element(panel.getByText('Transactions add up to this figure')).toBeVisible()
    await only.click()
    await expect.element(panel.getByRole('link', { name: '48158102' })).toBeVisible()
    expect(desk.callsTo(behind).map(({ query }) => query.get('provider'))).toEqual([null, 'JK'])
  })

  it('[OFC-052] tells when more was booked than the figure says', async () => {
    fakeDesk(answers({ [behind]: { sum: 281_441, count: 1, rows: [row('48158102', 281_441)], next: null } }))
    await open(`${SPAN}/2026-11-21/ggr`)
    await expect.element(page.getByText('New transactions came in; the figure is being read again')).toBeVisible()
  })

  it('adds up by provider, over all days', async () => {
    fakeDesk(answers())
    await open()
    await page.getByRole('tab', { name: 'By provider' }).click()
    await expect.element(page.getByRole('row', { name: 'PG 1 0 300,000.00' })).toBeVisible()
    await expect.element(page.getByRole('row', { name: 'All 2 281,440.25' })).toBeVisible()
    // Tabs by keys: to the first, and over the end.
    const chosen = page.getByRole('tab', { selected: true })
    for (const [key, name] of [
      ['Home', 'By day'],
      ['ArrowLeft', 'By provider'],
      ['ArrowRight', 'By day'],
      ['End', 'By provider'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`)
      await expect.element(chosen).toHaveTextContent(name)
    }
  })

  it('asks for the days that are chosen, and for none that cannot be', async () => {
    const desk = fakeDesk(answers())
    await open()
    await page.getByLabelText('From').fill('2026-11-23')
    await expect.element(page.getByText('The first day must not be after the last')).toBeVisible()
    await page.getByLabelText('From').fill('2026-08-01')
    await expect.element(page.getByText('At most 92 days at once')).toBeVisible()
    await page.getByLabelText('From').fill('2026-09-01')
    await expect.poll(() => location.hash).toBe('#/reports/2026-09-01/2026-11-22')
    expect(new Set(desk.callsTo(asked).map(({ query }) => query.get('from')))).toEqual(
      new Set(['2026-11-21', '2026-09-01']),
    )
  })

  it('is taken along by E with a reason, and not without one; who may only read is not asked', async () => {
    const taken = 'POST /api/desk/reports/export'
    const desk = fakeDesk(answers({ [taken]: { name: 'krapao-days.csv', csv: 'day\r\n', rows: 2 } }))
    await open()
    await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible()
    await userEvent.keyboard('e')
    await page.getByRole('button', { name: 'Download' }).click()
    await expect.element(page.getByText('Fill in this field')).toBeVisible()
    expect(desk.callsTo(taken)).toEqual([])
    await page.getByLabelText('What the file is for').fill('the books')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(desk.callsTo(taken).map(({ body }) => body)).toEqual([
      { from: '2026-11-21', to: '2026-11-22', figure: null, by: 'day', reason: 'the books' },
    ])
  })

  it('opens nothing behind a figure that there is not', async () => {
    fakeDesk(answers())
    await open(`${SPAN}/2026-11-21/nonsense`)
    await expect.element(page.getByRole('link', { name: 'GGR Sat 21/11: 281,440.25' })).toBeVisible()
    expect(page.getByRole('region', { name: 'Behind the figure' }).elements()).toEqual([])
  })

  it('says what went wrong, and that somebody may not', async () => {
    fakeDesk(answers({ [asked]: refusal(403, 'FORBIDDEN') }))
    await open(SPAN, ['RISK'])
    await expect.element(page.getByText('Your roles do not include this page')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
  })
})
