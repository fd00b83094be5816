import type { DeskProposal, ProposalOutlook } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import '../../ui/base.css'
import { forgetIntents } from '../../lib/intent.ts'
import { agentBoun, agentMali } from '../../testing/desk.fixture.ts'
import { fakeDesk, refusal } from '../../testing/fake-desk.ts'
import { openDesk } from '../../testing/open-desk.tsx'

const list = 'GET /api/desk/proposals'
const proposal: DeskProposal = {
  proposalId: 'proposal0000000000000000001',
  kind: 'adjustment',
  by: `agent:${agentBoun._id}`,
  agent: { _id: agentBoun._id, name: agentBoun.name },
  at: '2026-11-22T13:34:11.000Z',
  lapsesAt: '2026-11-23T13:34:11.000Z',
  amount: 4200,
  memberId: 'memberaaaaaaaaaaaaaaaaaaaa',
  subject: null,
  terms: { amount: 4200, reason: 'correction', note: 'paid twice', reference: 'KP-1' },
  state: 'OPEN',
  roles: ['PAYMENTS', 'OWNER'],
  decidedBy: null,
  decider: null,
  decidedAt: null,
  note: null,
}
const outlookCall = `GET /api/desk/proposals/${proposal.proposalId}/outlook`
const outlook: ProposalOutlook = {
  asOf: '2026-11-22T13:52:04.000Z',
  member: { memberId: 'memberaaaaaaaaaaaaaaaaaaaa', memberNo: '48160033', name: 'Piya Lapthawee' },
  checks: [
    { what: 'walletAmount', proposed: 320, now: 320, stands: 'holds' },
    { what: 'memberState', proposed: 'active', now: 'active', stands: 'holds' },
    { what: 'confirmableAmount', proposed: null, now: 100_000, stands: 'holds' },
  ],
  books: [
    { account: 'wallet', before: 320, change: 4200, after: 4520 },
    { account: 'adjustment', before: -7000, change: -4200, after: -11_200 },
  ],
}
const act = (verdict: string): string => `POST /api/desk/proposals/${proposal.proposalId}/${verdict}`
const dialog = page.getByRole('dialog', { name: 'Adjustment' })
const note = dialog.getByLabelText('Reason')
const button = (name: string | RegExp) => dialog.getByRole('button', { name })

async function openProposal(given: Partial<DeskProposal> = {}): Promise<ReturnType<typeof fakeDesk>> {
  const desk = fakeDesk({ [list]: { rows: [{ ...proposal, ...given }], next: null }, [outlookCall]: outlook })
  await openDesk('#/proposals', { roles: ['PAYMENTS'] })
  forgetIntents()
  await page.getByRole('button', { name: 'View proposal: Adjustment' }).click()
  await expect.element(dialog.getByText('paid twice')).toBeVisible()
  return desk
}

describe('a proposal', () => {
  it('is confirmed by another with the amount on the button, and by Ctrl+Enter alone among the keys', async () => {
    const desk = await openProposal()
    await note.fill('seen at the bank')
    await userEvent.keyboard('{Enter}')
    expect(desk.callsTo(act('confirm'))).toHaveLength(0)
    await expect.element(button(/^Confirm \+฿4,200.00/)).toBeVisible()
    desk.answer({ [act('confirm')]: { state: 'CONFIRMED' } })
    await note.fill('seen at the bank')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('status').getByText('Confirmed', { exact: true })).toBeVisible()
    expect(desk.callsTo(act('confirm')).map(({ body }) => body)).toEqual([{ note: 'seen at the bank' }])
  })

  it('[OFC-031] shows each value now beside the proposed one, marks what moved, and what the books will be', async () => {
    const [wallet, ...others] = outlook.checks
    if (wallet === undefined) throw new Error('the wallet is among them')
    const desk = await openProposal()
    const cells = (name: RegExp) => dialog.getByRole('row', { name }).getByRole('cell')
    await expect.element(cells(/^Main wallet \(baht\)/).nth(3)).toMatchTextContent('Unchanged')
    await expect.element(cells(/^You may still confirm/).nth(3)).toMatchTextContent('Enough')
    expect(
      cells(/Piya Lapthawee/)
        .elements()
        .map((cell) => cell.textContent),
    ).toEqual(['Main wallet · Piya Lapthawee', '320.00', '+4,200.00', '4,520.00'])
    await expect.element(cells(/^Sum/).nth(2)).toMatchTextContent('0.00')
    await userEvent.keyboard('{Escape}')

    // Opened again it is read again.
    desk.answer({ [outlookCall]: { ...outlook, checks: [{ ...wallet, now: 20, stands: 'moved' }, ...others] } })
    await page.getByRole('button', { name: 'View proposal: Adjustment' }).click()
    await expect.element(cells(/^Main wallet \(baht\)/).nth(2)).toMatchTextContent('20.00')
    await expect.element(cells(/^Main wallet \(baht\)/).nth(3)).toMatchTextContent('Changed')
    await expect.element(dialog.getByText(/^Something has changed since/)).toBeVisible()
    await expect.element(button(/^Confirm/)).toBeEnabled()
  })

  it('[OFC-031] is not confirmed where it would be refused, and not before it was read', async () => {
    const [wallet] = outlook.checks
    const answered = Promise.withResolvers<object>()
    const desk = fakeDesk({ [list]: { rows: [proposal], next: null }, [outlookCall]: () => answered.promise })
    await openDesk(`#/proposals/${proposal.proposalId}`, { roles: ['PAYMENTS'] })
    await expect.element(button(/^Confirm/)).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    answered.resolve({ ...outlook, checks: [{ ...wallet, now: 0, stands: 'against' }] })
    await expect.element(dialog.getByText(/^It cannot be confirmed now/)).toBeVisible()
    await expect.element(button(/^Confirm/)).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(button('Refuse')).toBeEnabled()
    expect(desk.callsTo(act('confirm'))).toHaveLength(0)
  })

  it('goes again under its first key when no answer came, over a reload as well, and keeps what was typed', async () => {
    const desk = await openProposal()
    desk.answer({ [act('refuse')]: () => Promise.reject(new TypeError('lost')) })
    await note.fill('not seen')
    await button('Refuse').click()
    await expect.element(dialog.getByText(/^No answer arrived/)).toBeVisible()
    await expect.element(note).toHaveValue('not seen')
    // What a reload leaves: the tab's own store.
    forgetIntents()
    desk.answer({ [act('refuse')]: { state: 'REFUSED' } })
    await button('Send again').click()
    await expect.element(page.getByText('Refused. Nothing moved.')).toBeVisible()
    const sent = desk.callsTo(act('refuse'))
    expect(sent.map(({ body }) => body)).toEqual([{ note: 'not seen' }, { note: 'not seen' }])
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  it('[OFC-062] says that it has moved on, does nothing twice and keeps what was typed', async () => {
    const desk = await openProposal()
    desk.answer({ [act('confirm')]: refusal(409, 'MOVED_ON') })
    await note.fill('seen')
    await button(/^Confirm/).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('No money moves twice')
    await expect.element(note).toHaveValue('seen')
  })

  it('is read by its id where the list that is shown lacks it, and says so where there is none', async () => {
    const one = `GET /api/desk/proposals/${proposal.proposalId}`
    const ended = { ...proposal, state: 'REFUSED', decidedAt: proposal.lapsesAt, note: 'not seen at the bank' }
    const desk = fakeDesk({ [list]: { rows: [], next: null }, [one]: ended })
    await openDesk(`#/proposals/${proposal.proposalId}`, { roles: ['PAYMENTS'] })
    await expect.element(dialog.getByText('not seen at the bank')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    desk.answer({ 'GET /api/desk/proposals/nobody': refusal(404, 'NO_DATA') })
    location.hash = '#/proposals/nobody'
    await expect.element(page.getByRole('dialog').getByText('Not found')).toBeVisible()
  })

  it('keeps what decides it in sight, however long it is', async () => {
    await openProposal({ terms: { ...proposal.terms, reference: 'KP-1 '.repeat(600) } })
    await expect.element(button(/^Confirm/)).toBeInViewport({ ratio: 1 })
    await expect.element(note).not.toBeInViewport()
  })

  it('is taken back by who made it, who cannot confirm it', async () => {
    const desk = await openProposal({ agent: { _id: agentMali._id, name: agentMali.name } })
    await expect.element(button(/^Confirm/)).not.toBeInTheDocument()
    desk.answer({ [act('withdraw')]: { state: 'WITHDRAWN' } })
    await button('Withdraw').dblClick()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(desk.callsTo(act('withdraw'))).toHaveLength(1)
  })
})
