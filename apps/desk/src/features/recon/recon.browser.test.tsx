import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, type FakeAnswers, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const mapping = {
  ...{
    delimiter: ',',
    order: 'DMY',
    isBuddhist: true,
    date: 'วันที่',
    time: null,
    amount: 'จำนวนเงิน',
    in: null,
    out: null,
  },
  ...{ reference: null, account: null, words: null, balance: null, until: null },
}
const parties = (given: object = {}) => ({
  parties: [
    {
      ...{ kind: 'bank', code: 'SCB', mapping, cases: 2 },
      closed: [{ day: '2026-11-20', at: '2026-11-21T02:00:00.000Z', by: 'Keng', opening: 1, closing: 618_204.5 }],
      ...given,
    },
    { kind: 'provider', code: 'PG', mapping: null, closed: [], cases: 0 },
  ],
})
const line = (id: string, amount: number, given: object = {}) => ({
  ...{
    id,
    at: '2026-11-21T07:55:03.000Z',
    amount,
    reference: 'KPX9Q2',
    account: 'x••0914',
    words: 'Transfer',
    explained: null,
  },
  ...given,
})
const own = (id: string, amount: number) => ({
  ...{
    id,
    at: '2026-11-21T07:55:01.000Z',
    amount,
    code: 'deposit',
    reference: 'KPX9Q7',
    memberId: 'm1',
    explained: null,
  },
})
const day = (given: object = {}) => ({
  ...{ asOf: '2026-11-22T13:00:00.000Z', closing: null, isOver: true, opening: 618_204.5 },
  statement: {
    ...{ lines: 1_988, sum: 265_912.75, opening: 618_204.5, closing: 884_117.25 },
    ...{ importedAt: '2026-11-21T17:14:00.000Z', importedBy: 'Keng' },
  },
  ...{ ours: { count: 1_987, sum: 256_557.75 }, matched: { reference: 1_900, amount: 85, hand: 0 }, unexplained: 3 },
  ...{ theirs: [line('l1', 1_250), line('l2', -45, { reference: null, account: null, words: 'Fee' })] },
  ...{ own: [own('o1', 1_250)], differences: [], counts: { theirs: 2, own: 1, differences: 0 }, byHand: [] },
  ...given,
})
const HASH = '#/recon/bank/SCB/2026-11-21'
const dayPath = '/api/desk/recon/bank/SCB/2026-11-21'
const answers = (given: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/desk/recon': parties(),
  [`GET ${dayPath}`]: day(),
  ...given,
})
const told = day({ unexplained: 0, theirs: [], own: [], counts: { theirs: 0, own: 0, differences: 0 } })
const open = (roles: readonly ('OWNER' | 'PAYMENTS')[] = ['PAYMENTS']) => openDesk(HASH, { roles })
const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('reconciliation', () => {
  it('[OFC-058] shows what is left of a day, which does not close before', async () => {
    fakeDesk(answers())
    await open()
    await expect.element(page.getByText('Not explained yet: 3')).toBeVisible()
    await expect.element(button(/^Close 21\/11/)).toBeDisabled()
  })

  it('[OFC-058] closes a day of which all is told', async () => {
    const closing = { at: '2026-11-22T02:00:00.000Z', by: 'Mali', opening: 618_204.5, closing: 884_117.25 }
    const desk = fakeDesk(answers({ [`GET ${dayPath}`]: told, [`POST ${dayPath}/close`]: { ...told, closing } }))
    await open()
    await button(/^Close 21\/11/).click()
    await expect.element(page.getByRole('dialog').getByText('884,117.25')).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText(/^Closed by Mali at/)).toBeVisible()
    await expect.element(button('Import a file')).toBeVisible()
    expect(desk.callsTo(`POST ${dayPath}/close`).map(({ body }) => body)).toEqual([{ opening: null, closing: null }])
  })

  it('[OFC-058] closes no day with what is no amount: its field says so, and what was typed stays', async () => {
    const unknown = { ...told, opening: null, statement: { ...told.statement, opening: null } }
    const desk = fakeDesk(answers({ [`GET ${dayPath}`]: unknown, [`POST ${dayPath}/close`]: unknown }))
    await open()
    await button(/^Close 21\/11/).click()
    const opening = page.getByLabelText('Opening balance at the bank (baht)')
    await opening.fill('1e5')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('Enter an amount in baht, with at most two decimals')).toBeVisible()
    await expect.element(opening).toHaveValue('1e5')
    expect(desk.callsTo(`POST ${dayPath}/close`)).toEqual([])
    await opening.fill('618,204.50')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(desk.callsTo(`POST ${dayPath}/close`).map(({ body }) => body)).toEqual([
      { opening: 618_204.5, closing: null },
    ])
  })

  it('[OFC-058] tells why a day does not close', async () => {
    const refused = refusal(422, 'NO_DATA', { fields: ['opening'], expected: 618_204.5, told: 1 })
    fakeDesk(answers({ [`GET ${dayPath}`]: told, [`POST ${dayPath}/close`]: refused }))
    await open()
    await button(/^Close 21\/11/).click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('The opening should be 618,204.50 and the file says 1.00. A file before it may be missing.')
  })

  it.each([
    [0, 'Nothing moved, so no file is needed', true],
    [2, 'File imported', false],
  ])('[OFC-058] closes a day without a file where our books have %i movements: %s', async (count, words, may) => {
    fakeDesk(answers({ [`GET ${dayPath}`]: { ...told, statement: null, ours: { count, sum: 0 } } }))
    await open()
    await expect.element(page.getByText(words)).toBeVisible()
    await (may
      ? expect.element(button(/^Close 21\/11/)).toBeEnabled()
      : expect.element(button(/^Close 21\/11/)).toBeDisabled())
  })

  it('matches a chosen pair of one amount by M, and explains what has none', async () => {
    const [matchPath, explainPath] = [`POST ${dayPath}/match`, `POST ${dayPath}/explain`]
    const desk = fakeDesk(
      answers({ [matchPath]: day({ own: [], theirs: [line('l2', -45)], unexplained: 1 }), [explainPath]: told }),
    )
    await open()
    await page.getByRole('checkbox', { name: 'Choose -45.00' }).click()
    await page.getByRole('region', { name: 'In our books, not in the file' }).getByRole('checkbox').click()
    await expect.element(page.getByText(/The amounts differ, so these cannot be matched/)).toBeVisible()
    await page.getByRole('region', { name: 'In the file, not in our books' }).getByRole('checkbox').first().click()
    await expect.element(button(/^Match ฿1,250.00/)).toBeVisible()
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('m')
    await expect.poll(() => desk.callsTo(matchPath).map(({ body }) => body)).toEqual([{ line: 'l1', own: 'o1' }])
    await button('Explain').click()
    await page.getByLabelText('This is').selectOptions('Fee')
    await button(/^Save the explanation/).click()
    await expect.element(page.getByText('Fill in this field')).toBeVisible()
    await page.getByLabelText('Details').fill('of the month')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(desk.callsTo(explainPath).map(({ body }) => body)).toEqual([
      { side: 'theirs', id: 'l2', as: 'fee', reason: 'of the month' },
    ])
  })

  it('[OFC-055] names the line of a file that cannot be read', async () => {
    const problem = { field: 'date', line: 17, text: '31/02/2569' }
    fakeDesk(
      answers({ 'POST /api/desk/recon/bank/SCB/import': refusal(422, 'NO_DATA', { fields: ['file'], problem }) }),
    )
    await open()
    await expect.element(button('Import a file')).toBeVisible()
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent.upload(input ?? document.body, new File(['x'], 'statement.csv', { type: 'text/csv' }))
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Line 17: this is not a date “31/02/2569”. Nothing was imported.')
  })

  it('[OFC-055] wants the columns before the first file', async () => {
    fakeDesk(answers({ 'GET /api/desk/recon': parties({ mapping: null }) }))
    await open()
    await button('Import a file').click()
    await expect.element(page.getByRole('heading', { name: 'Columns in files of SCB' })).toBeVisible()
    await expect.element(button(/^Save the columns/)).toBeDisabled()
  })

  it('is only read by who may not tell', async () => {
    fakeDesk(answers())
    await open(['OWNER'])
    await expect.element(page.getByText('In our books, not in the file').first()).toBeVisible()
    for (const name of ['Import a file', 'Explain']) await expect.element(button(name)).not.toBeInTheDocument()
  })
})
