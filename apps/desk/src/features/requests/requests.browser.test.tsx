import { DAY_MS } from '@krapao/web'
import type { DeskDataRequest } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { fakeDesk, type FakeAnswers, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const fromNow = (days: number): string => new Date(Date.now() + days * DAY_MS + 60_000).toISOString()

const received: DeskDataRequest = {
  requestId: '01kb2v8d0000000000000000a1',
  kind: 'copy',
  state: 'received',
  receivedAt: fromNow(-25),
  dueAt: fromNow(5),
  endedAt: null,
  reason: null,
  memberId: 'm1',
  memberNo: '48160787',
  name: 'Wirat Ka',
  via: 'desk',
  verifiedAt: null,
  isMaking: false,
  note: 'By letter of 24/11',
}
const verified: DeskDataRequest = {
  ...received,
  requestId: '01kb2v8d0000000000000000a2',
  kind: 'erasure',
  state: 'verified',
  verifiedAt: fromNow(-1),
  dueAt: fromNow(28),
  name: 'Mana Dee',
}
const ended: DeskDataRequest = { ...received, state: 'refused', reason: 'law', endedAt: fromNow(-1) }

const LIST = 'GET /api/desk/data-requests'
const rowsOf = (...rows: DeskDataRequest[]) => ({ rows, next: null })
const post = (row: DeskDataRequest, step: string) => `POST /api/desk/data-requests/${row.requestId}/${step}`
const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name })

async function open(roles: Parameters<typeof openDesk>[1], answers: FakeAnswers = {}) {
  const desk = fakeDesk({ [LIST]: rowsOf(received, verified), ...answers })
  await openDesk('#/requests', roles)
  return desk
}

describe('requests about data', () => {
  it('[OFC-061] stand by when they are due, with how far they are; those that were answered stand apart', async () => {
    const desk = await open({ roles: ['SUPPORT'] })
    const rows = page.getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/5 days left.*Wirat Ka.*A copy of the data.*To verify/)
    await expect.element(rows.nth(2)).toMatchTextContent(/28 days left.*Mana Dee.*Erasure.*To deliver/)
    desk.answer({ [LIST]: rowsOf(ended) })
    await page.getByRole('tab', { name: 'Answered' }).click()
    await expect.element(rows.nth(1)).toMatchTextContent(/Refused/)
    await page.getByRole('button', { name: /^Open A copy/ }).click()
    await expect.element(dialog.getByText('The law requires us to keep it')).toBeVisible()
    await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument()
  })

  it('[OFC-061] are verified by support with how, by the keyboard, and delivered by others', async () => {
    const desk = await open({ roles: ['SUPPORT'] }, { [post(received, 'verify')]: { state: 'verified' } })
    await page.getByRole('button', { name: /^Open A copy/ }).click()
    await expect.element(dialog.getByRole('tab')).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog.getByText('Fill in this field')).toBeVisible()
    await dialog.getByLabelText('How it was verified').fill('Called back')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(desk.callsTo(post(received, 'verify')).map(({ body }) => body)).toEqual([{ note: 'Called back' }])
    await page.getByRole('button', { name: /^Open Erasure/ }).click()
    await expect.element(dialog.getByRole('note')).toMatchTextContent('for the risk role or an owner')
  })

  it('[OFC-061] what stands in the way of an erasure is told, and what was typed stays', async () => {
    const desk = await open({ roles: ['RISK'] }, { [post(verified, 'deliver')]: refusal(409, 'STILL_OPEN') })
    await page.getByRole('button', { name: /^Open Erasure/ }).click()
    await expect.element(dialog.getByText(/are erased at once and for good/)).toBeVisible()
    await dialog.getByLabelText('Note', { exact: true }).fill('As he wrote')
    await button('Erase for good').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('money, a deposit, a withdrawal, a case')
    await expect.element(dialog.getByLabelText('Note', { exact: true })).toHaveValue('As he wrote')
    desk.answer({ [post(verified, 'deliver')]: { state: 'delivered' } })
    await button('Erase for good').click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('[OFC-061] are refused for one of four reasons', async () => {
    const desk = await open({ roles: ['OWNER'] }, { [post(received, 'refuse')]: { state: 'refused' } })
    await page.getByRole('button', { name: /^Open A copy/ }).click()
    await dialog.getByRole('tab', { name: 'Refuse' }).click()
    await dialog.getByLabelText('Note', { exact: true }).fill('No answer in a week')
    await button('Refuse').click()
    await expect.element(dialog.getByText('Fill in this field')).toBeVisible()
    expect(desk.callsTo(post(received, 'refuse'))).toEqual([])
    await dialog.getByLabelText('The identity could not be confirmed').click()
    await button('Refuse').click()
    await expect.element(page.getByText('Refused. The member can read why.')).toBeVisible()
    expect(desk.callsTo(post(received, 'refuse')).map(({ body }) => body)).toEqual([
      { note: 'No answer in a week', reason: 'identity' },
    ])
  })
})
