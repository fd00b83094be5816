import { referenceOf } from '@krapao/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@krapao/web/look.css'
import { openModal } from '../../lib/modals.ts'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { gameSlot } from '../../testing/game-slot.ts'
import { memberAnswers, memberHome } from '../../testing/member-answers.ts'
import { beginAgreed } from '../../testing/member-sheet.ts'
import { openApp } from '../../testing/open-app.tsx'

const transfer = 'POST /api/wallet/transfer'
const lotus = gameSlot({ amount: 700.5 })
const member: FakeAnswers = {
  ...memberAnswers,
  'GET /api/wallet/home': { ...memberHome, slots: [lotus] },
  'GET /api/wallet/refresh/slot': {
    wallet: { amount: 1500 },
    slots: [{ code: 'PG', amount: 700.5, isActive: true, stale: false }],
  },
}
const moved = {
  _id: 't'.repeat(24),
  status: 'SUCCESS',
  wallet: { amount: 1400 },
  slots: [{ code: 'PG', amount: 800.5 }],
}
const safe = 'Your money is all there. It is safe to try again.'
const sheet = page.getByRole('dialog')
const told = page.getByRole('alertdialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const titleLeftPx = (): number => sheet.getByRole('heading').first().element().getBoundingClientRect().left
const heightPx = (): number => Math.round(sheet.element().getBoundingClientRect().height)

type Server = ReturnType<typeof fakeServer>
const keysOf = (server: Server): (string | null)[] =>
  server.callsTo(transfer).map(({ headers }) => headers.get('idempotency-key'))

beforeEach(beginAgreed)

async function review(): Promise<void> {
  await openApp('/user/home', { token: 'good' })
  await expect.element(page.getByText('Lotus').first()).toBeInTheDocument()
  openModal('transfer', { from: 'WALLET', to: 'PG' })
  await page.getByLabelText('Amount', { exact: true }).fill('100')
  await button('Continue').click()
  await expect.element(page.getByRole('heading', { name: 'Review transfer' })).toBeVisible()
}

it.each([
  ['near', 40, 'You are near your loss limit per day: ฿40.00 is left. Results update when we read your games.'],
  [
    'reached',
    0,
    'You have reached your loss limit per day. You can move money into games again from 23/11/2026 00:00. Results update when we read your games.',
  ],
])('[PPR-007] says where money goes into a game that a limit of losses is %s', async (level, remaining, words) => {
  const loss = {
    ...{ kind: 'loss', period: 'day', amount: 200, used: 200 - remaining, reserved: 0, remaining, level },
    ...{ resetsAt: '2026-11-22T17:00:00.000Z', pending: null, setBy: 'member' },
  }
  const server = fakeServer({
    ...member,
    'GET /api/wallet/home': { ...memberHome, slots: [lotus], protection: { isExcluded: false, hasLimits: true } },
    'GET /api/protection': { limits: [loss], exclusion: null, locked: 0, realityCheckMinutes: 60, help: '', net: [] },
  })
  await openApp('/user/home', { token: 'good' })
  await expect.element(page.getByText('Lotus').first()).toBeInTheDocument()
  openModal('transfer', { from: 'WALLET', to: 'PG' })
  const note = sheet.getByRole('status').getByText(words)
  await expect.element(note).toBeVisible()
  // The way home is nobody's business.
  await button('Swap accounts').click()
  await expect.element(note).not.toBeInTheDocument()
  expect(server.callsTo('GET /api/protection')).toHaveLength(1)
})

/** Presses until it counts: what comes at once after the first step is taken for the second half of a double tap. */
async function confirm(server: Server): Promise<void> {
  const before = keysOf(server).length
  await expect
    .poll(() => {
      const shown = button('Transfer ฿100.00').query()
      if (shown instanceof HTMLElement) shown.click()
      return keysOf(server).length
    })
    .toBe(before + 1)
}

it('leaves the place of a picture empty that does not come', async () => {
  const slots = [{ ...lotus, logo: 'data:image/png;base64,bm90aGluZw==' }]
  fakeServer({ ...member, 'GET /api/wallet/home': { ...memberHome, slots } })
  await review()
  const pictures = (): string[] =>
    [...sheet.element().querySelectorAll('img')]
      .filter((image) => getComputedStyle(image).visibility === 'visible')
      .map((image) => image.src)
  await expect.poll(pictures).toEqual([new URL('/mark.svg', location.href).href])
})

it('is reviewed after a double tap on "continue", and not sent', async () => {
  const server = fakeServer({ ...member, [transfer]: moved })
  await openApp('/user/home', { token: 'good' })
  await expect.element(page.getByText('Lotus').first()).toBeInTheDocument()
  openModal('transfer', { from: 'WALLET', to: 'PG' })
  await page.getByLabelText('Amount', { exact: true }).fill('100')
  await userEvent.dblClick(button('Continue'))
  await expect.element(page.getByRole('heading', { name: 'Review transfer' })).toBeVisible()
  expect(keysOf(server)).toEqual([])
  await button('Transfer ฿100.00').click()
  await expect.element(told).toMatchTextContent('Transferred')
})

describe('a transfer that was confirmed', () => {
  it('[ERR-095] that is refused: the sheet keeps its height and its title its place, the money is there, it may be tried again, and support knows it by a reference', async () => {
    let answer = Promise.withResolvers<Response>()
    const server = fakeServer({ ...member, [transfer]: () => answer.promise })
    await review()
    const reviewedPx = heightPx()
    const titledPx = titleLeftPx()
    await confirm(server)
    await expect.element(button('Transferring…')).toBeVisible()
    expect(heightPx()).toBe(reviewedPx)
    expect(titleLeftPx()).toBe(titledPx)
    await expect.element(button('Back')).toBeDisabled()
    answer.resolve(refusal(502, 'TRANSFER_FAIL'))
    await expect.element(told).toMatchTextContent('Transfer failed')
    await expect.element(told).toMatchTextContent(safe)
    await expect.element(told).toMatchTextContent(`Reference number ${referenceOf(keysOf(server)[0] ?? '')}`)
    expect(heightPx()).toBe(reviewedPx)
    await button('OK').click()
    answer = Promise.withResolvers<Response>()
    await confirm(server)
    answer.resolve(Response.json(moved))
    await expect.element(told).toMatchTextContent('Transferred')
    expect(told.element().textContent).not.toContain('Reference')
    expect(new Set(keysOf(server)).size).toBe(2)
  })

  it('that a game refused is sent again by the dialog that says so, under another key, its amount untouched', async () => {
    // It is refused once it has surely been confirmed once: the review's button is back then.
    const first = Promise.withResolvers<Response>()
    const answers: (Promise<Response> | Response)[] = [first.promise, Response.json(moved)]
    const server = fakeServer({ ...member, [transfer]: () => answers.shift() ?? refusal(404, 'NOT_FOUND') })
    await review()
    await confirm(server)
    first.resolve(refusal(502, 'TRANSFER_FAIL'))
    await expect.element(told).toMatchTextContent('Transfer failed')
    await button('Try again').click()
    await expect.element(told).toMatchTextContent('Transferred')
    expect(new Set(keysOf(server)).size).toBe(2)
    const sent = { from: 'WALLET', to: 'PG', amount: 100 }
    expect(server.callsTo(transfer).map(({ body }) => body)).toEqual([sent, sent])
  })

  it('that was refused is told over whatever step the balances lead to meanwhile', async () => {
    let amount = 1500
    const answer = Promise.withResolvers<Response>()
    const server = fakeServer({
      ...member,
      'GET /api/wallet/home': () => Response.json({ ...memberHome, wallet: { amount }, slots: [lotus] }),
      'GET /api/wallet/refresh/slot': () =>
        Response.json({ wallet: { amount }, slots: [{ code: 'PG', amount: 700.5, isActive: true, stale: false }] }),
      [transfer]: () => answer.promise,
    })
    await review()
    await confirm(server)
    amount = 50
    answer.resolve(refusal(409, 'MONEY_NOT_ENOUGH'))
    await expect.element(told).toMatchTextContent('Transfer failed')
    await expect.element(page.getByLabelText('Amount', { exact: true })).toHaveValue('100')
    await button('OK').click()
    await expect.element(told).not.toBeInTheDocument()
    expect(keysOf(server)).toHaveLength(1)
  })

  it('that was refused for what has to be changed first is not offered again as it is', async () => {
    const answer = Promise.withResolvers<Response>()
    const server = fakeServer({ ...member, [transfer]: () => answer.promise })
    await review()
    await confirm(server)
    answer.resolve(refusal(409, 'MONEY_NOT_ENOUGH'))
    await expect.element(told).toMatchTextContent('Transfer failed')
    expect(told.getByRole('button').elements()).toHaveLength(1)
    expect(keysOf(server)).toHaveLength(1)
  })

  it('that nobody answers: nothing says that it may be done again, the reference stays, and it is asked under its key', async () => {
    const answers = [new Response('<html>', { status: 502 }), Response.json(moved)]
    const server = fakeServer({ ...member, [transfer]: () => answers.shift() ?? refusal(404, 'NOT_FOUND') })
    await review()
    await confirm(server)
    await expect.element(sheet).toMatchTextContent('Result not known yet')
    await expect.element(sheet).toMatchTextContent('nothing moves twice')
    await expect.element(sheet).toMatchTextContent(referenceOf(keysOf(server)[0] ?? ''))
    expect(sheet.element().textContent).not.toContain(safe)
    expect(button('Try again').query()).toBeNull()
    await button('Check the result').click()
    await expect.element(told).toMatchTextContent('Transferred')
    expect(keysOf(server)).toHaveLength(2)
    expect(new Set(keysOf(server)).size).toBe(1)
  })
})
