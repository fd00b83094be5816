import type { ContentPart, ContentVersion } from '@krapao/contract'
import { CONTENT_PARTS } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, type FakeAnswers, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'
import { lacking } from './content-documents.ts'

const version = (number: number, given: Partial<ContentVersion> = {}): ContentVersion => ({
  number,
  state: 'REPLACED',
  at: '2026-11-20T10:00:00.000Z',
  by: 'agent:s',
  agent: { _id: 's', name: 'Suda' },
  confirmedBy: null,
  confirmer: null,
  publishAt: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  note: null,
  problem: null,
  ...given,
})
const standing = version(2, { state: 'PUBLISHED', note: 'for the holidays' })
const rules = { th: ['<p>ก</p>'], lo: ['<p>ກ</p>'], en: ['<p>One</p>'] }
const account = {
  ...{ id: 'scb', kind: 'bank', bankCode: 'SCB', mode: 'QR', bankType: 'SAVING', accountName: 'KRAPAO' },
  ...{ accountNo: '1112223334', currency: 'BAHT', qr: { minimumMinor: 10_000, presetsMinor: [10_000, 50_000] } },
}
const row = (part: ContentPart, given: object = {}) => ({
  ...{ part, takes: part === 'depositAccounts' ? 'two' : 'one', mayChange: true },
  ...{ standing, scheduled: null, failed: null, proposalId: null, ...given },
})
const overview = (given: Partial<Record<ContentPart, object>> = {}) => ({
  // Nothing answers there: what the phone shows is for a whole product.
  fillIns: { invite: { percent: 1, days: null }, refund: { percent: 5, days: 7 } },
  previewUrl: 'http://127.0.0.1:9/preview.html',
  parts: CONTENT_PARTS.map((part) => row(part, given[part])),
})
const answers = (given: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/desk/content': overview(),
  'GET /api/desk/content/condition': {
    part: 'condition',
    number: 2,
    document: rules,
    versions: [standing, version(1)],
  },
  'GET /api/desk/content/condition/1': { document: { th: ['ข'], lo: ['ຂ'], en: ['Before'] } },
  'GET /api/desk/content/depositAccounts': {
    part: 'depositAccounts',
    number: 2,
    document: [account],
    versions: [version(2, { state: 'PUBLISHED', confirmedBy: 'agent:m', confirmer: { _id: 'm', name: 'Mali' } })],
  },
  ...given,
})
const publishing = 'POST /api/desk/content/condition'
const done = { outcome: 'done', number: 3, proposalId: null }
const button = (name: string) => page.getByRole('button', { name, exact: true })
const english = page.getByLabelText('Paragraph 1 · English')
const open = (roles: readonly ('MARKETING' | 'AUDITOR' | 'OWNER')[] = ['MARKETING'], part = 'condition') =>
  openDesk(`#/content/${part}`, { roles })

describe('the content', () => {
  it('[OFC-045] is written in three languages side by side, with its versions, and published by the keyboard', async () => {
    const desk = fakeDesk(answers({ [publishing]: done }))
    await open()
    await expect.element(page.getByLabelText('Paragraph 1 · ລາວ')).toHaveValue('<p>ກ</p>')
    await expect.element(button('Publish version 3')).toBeDisabled()
    await expect.element(page.getByRole('region', { name: 'History' })).toMatchTextContent('for the holidays')
    await english.fill('<p>Two</p>')
    await page.getByLabelText('What changed, and why').fill('clearer')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('Version 3 is published')).toBeVisible()
    expect(desk.callsTo(publishing).map(({ body }) => body)).toEqual([
      { document: { ...rules, en: ['<p>Two</p>'] }, number: 2, publishAt: null, note: 'clearer' },
    ])
  })

  it('[OFC-045] has another row by N, and none where G and N go to the place', async () => {
    fakeDesk(answers())
    await open()
    await expect.element(english).toBeVisible()
    page.getByRole('main').element().focus()
    await userEvent.keyboard('gn')
    await expect.poll(() => location.hash).toBe('#/content')
    location.hash = '#/content/condition'
    await expect.element(english).toBeVisible()
    expect(page.getByLabelText('Paragraph 2 · English').elements()).toEqual([])
    page.getByRole('main').element().focus()
    await userEvent.keyboard('n')
    await expect.element(page.getByLabelText('Paragraph 2 · English')).toBeVisible()
  })

  it('[OFC-045] names the language that lacks, and keeps everything that was typed', async () => {
    const desk = fakeDesk(
      answers({
        [publishing]: refusal(422, 'NO_DATA', { fields: ['lo.1', '[0].names'], what: 'a language is missing' }),
      }),
    )
    await open()
    await button('Add a paragraph').click()
    await page.getByLabelText('Paragraph 2 · ไทย').fill('<p>ใหม่</p>')
    await page.getByLabelText('Paragraph 2 · English').fill('<p>New</p>')
    await expect.element(page.getByText('1 missing')).toBeVisible()
    await button('Publish version 3').click()
    await expect.element(page.getByText('Not published yet. Fields to fix: 2')).toBeVisible()
    await expect.element(page.getByLabelText('Paragraph 2 · ລາວ')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByLabelText('Paragraph 2 · English')).toHaveValue('<p>New</p>')
    desk.answer({ [publishing]: done })
    await page.getByLabelText('Paragraph 2 · ລາວ').fill('<p>ໃໝ່</p>')
    await button('Publish version 3').click()
    await expect.element(page.getByText('Version 3 is published')).toBeVisible()
  })

  it('[OFC-045] goes back to a version by publishing it as a new one, now or at a time', async () => {
    const desk = fakeDesk(answers({ [publishing]: done }))
    await open()
    await button('Restore as a draft: Version 1').click()
    await expect.element(english).toHaveValue('Before')
    await page.getByLabelText('Publish at').fill('2027-01-01T00:00')
    await button('Schedule version 3').click()
    await expect.element(page.getByText('Version 3 is scheduled')).toBeVisible()
    expect(desk.callsTo(publishing)[0]?.body).toEqual({
      document: { th: ['ข'], lo: ['ຂ'], en: ['Before'] },
      number: 2,
      publishAt: '2026-12-31T17:00:00.000Z',
      note: null,
    })
  })

  it('[OFC-045] is never written over what another has published meanwhile without being told', async () => {
    const desk = fakeDesk(answers({ [publishing]: refusal(409, 'MOVED_ON') }))
    await open()
    await english.fill('<p>Mine</p>')
    await button('Publish version 3').click()
    await expect.element(page.getByText('Someone else published first. Nothing was changed.')).toBeVisible()
    const theirs = version(3, { state: 'PUBLISHED', agent: { _id: 'b', name: 'Boun' } })
    desk.answer({
      'GET /api/desk/content': overview({ condition: { standing: theirs } }),
      'GET /api/desk/content/condition': {
        ...{ part: 'condition', number: 3, document: { ...rules, en: ['<p>Theirs</p>'] } },
        versions: [theirs, version(2), version(1)],
      },
      [publishing]: { ...done, number: 4 },
    })
    await expect.element(page.getByText('Version 3 was published while you were editing')).toBeVisible()
    await expect.element(english).toHaveValue('<p>Mine</p>')
    await expect.element(button('Publish version 4')).toBeDisabled()
    await button('Keep mine').click()
    await button('Publish version 4').click()
    await expect.element(page.getByText('Version 4 is published')).toBeVisible()
    expect(desk.callsTo(publishing).at(-1)?.body).toMatchObject({ number: 3, document: { en: ['<p>Mine</p>'] } })
  })

  it('[OFC-045] that could not be published at its time says why; what waits can be taken back', async () => {
    const desk = fakeDesk(
      answers({
        'GET /api/desk/content': overview({
          condition: {
            failed: version(3, {
              state: 'FAILED',
              publishAt: '2026-11-21T00:00:00.000Z',
              problem: { code: 'NO_BANK', facts: { account: 'scb-1', bank: 'SCB' } },
            }),
            scheduled: version(4, { state: 'SCHEDULED', publishAt: '2026-12-31T17:00:00.000Z' }),
          },
        }),
        'POST /api/desk/content/condition/withdraw': { number: 4 },
      }),
    )
    await open()
    await expect.element(page.getByText(/The bank SCB of account scb-1 is not offered any more/)).toBeVisible()
    await button('Cancel the schedule').click()
    await expect.element(page.getByText('Version 4 is cancelled')).toBeVisible()
    expect(desk.callsTo('POST /api/desk/content/condition/withdraw')[0]?.body).toEqual({ number: 4 })
  })

  it('[OFC-045] says of a schedule taken back that no answer came, and sends the same again', async () => {
    const path = 'POST /api/desk/content/condition/withdraw'
    const scheduled = version(4, { state: 'SCHEDULED', publishAt: '2026-12-31T17:00:00.000Z' })
    const desk = fakeDesk(
      answers({
        'GET /api/desk/content': overview({ condition: { scheduled } }),
        [path]: () => Promise.reject(new TypeError('lost')),
      }),
    )
    await open()
    await button('Cancel the schedule').click()
    await expect.element(page.getByText(/^No answer arrived/)).toBeVisible()
    desk.answer({ [path]: { number: 4 } })
    await button('Send again').click()
    await expect.element(page.getByText('Version 4 is cancelled')).toBeVisible()
    const sent = desk.callsTo(path)
    expect(sent.map(({ body }) => body)).toEqual([{ number: 4 }, { number: 4 }])
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  it('[OFC-047] of accounts for deposits is proposed by one and confirmed by another', async () => {
    const desk = fakeDesk(
      answers({
        'POST /api/desk/content/depositAccounts': { outcome: 'proposed', number: null, proposalId: 'p1' },
      }),
    )
    await open(['OWNER'], 'depositAccounts')
    await expect.element(page.getByRole('region', { name: 'History' })).toMatchTextContent('Suda + Mali')
    await expect.element(page.getByLabelText('Minimum for QR')).toHaveValue('100')
    await page.getByLabelText('Account name').fill('KRAPAO CO')
    await page.getByLabelText('Amounts to offer').fill('100, 1000.50')
    await button('Propose version 3').click()
    await expect.element(page.getByText('Proposed. A second person must confirm.')).toBeVisible()
    expect(desk.callsTo('POST /api/desk/content/depositAccounts')[0]?.body).toMatchObject({
      document: [{ accountName: 'KRAPAO CO', qr: { minimumMinor: 10_000, presetsMinor: [10_000, 100_050] } }],
    })
    desk.answer({ 'GET /api/desk/content': overview({ depositAccounts: { proposalId: 'p1' } }) })
    await expect
      .element(page.getByRole('link', { name: 'View the proposal' }))
      .toHaveAttribute('href', '#/proposals/p1')
    await expect.element(page.getByLabelText('Account name')).toBeDisabled()
  })

  it('[OFC-048] takes a picture by its bytes: what is too large is told before it is sent, what is none after it', async () => {
    const banners = { invite: [{ image: '/old.png', html: { th: '', lo: '', en: '' } }], refund: [] }
    const desk = fakeDesk(
      answers({
        'GET /api/desk/content/banners': { part: 'banners', number: 2, document: banners, versions: [standing] },
        'POST /api/desk/content-pictures': refusal(415, 'FILE_NOT_SUPPORTED'),
      }),
    )
    await open(['MARKETING'], 'banners')
    await expect.element(page.getByLabelText('Picture', { exact: true })).toHaveValue('/old.png')
    const send = (bytes: number) => {
      const field = document.querySelector('input[type=file]') ?? document.body
      return userEvent.upload(field, new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
    }
    await send(2 * 1024 * 1024 + 1)
    await expect.element(page.getByText('The file is over 2 MB. Choose a smaller picture.')).toBeVisible()
    expect(desk.callsTo('POST /api/desk/content-pictures')).toEqual([])
    await send(8)
    await expect.element(page.getByText('File is not supported')).toBeVisible()
    desk.answer({ 'POST /api/desk/content-pictures': { path: '/api/content/pictures/1', width: 8, height: 8 } })
    await send(8)
    await expect.element(page.getByLabelText('Picture', { exact: true })).toHaveValue('/api/content/pictures/1')
  })

  it('is read by whom it is not given to change', async () => {
    fakeDesk(answers({ 'GET /api/desk/content': overview({ condition: { mayChange: false } }) }))
    await open(['AUDITOR'])
    await expect.element(page.getByText('Your roles only let you view this')).toBeVisible()
    await expect.element(english).toBeDisabled()
    expect(page.getByRole('button', { name: /^Publish/ }).query()).toBeNull()
  })
})

describe('what lacks in a language', () => {
  it('[OFC-045] is counted wherever it stands', () => {
    expect(lacking({ th: ['a', 'b'], lo: ['a'], en: ['a', ' '] })).toEqual({ th: 0, lo: 1, en: 1 })
    expect(lacking([{ names: { th: 'a', lo: '', en: 'a' } }, { names: { th: '', lo: '', en: '' } }])).toEqual({
      th: 0,
      lo: 1,
      en: 0,
    })
    expect(lacking({ lineLink: null })).toEqual({ th: 0, lo: 0, en: 0 })
  })
})
