import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers, memberHome } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { part } from '../../testing/part.ts'
import { sayPresent } from './presence.ts'
import type { Protection } from '../../lib/protection.ts'
import type { Limit, OwnData } from './protection.api.ts'

const net = [1, 7, 30, 365, null].map((days) => ({ days, deposits: 500, withdrawals: 800, results: -20.5 }))
const none: Protection = { limits: [], exclusion: null, locked: 0, realityCheckMinutes: 60, help: '', net }
const limit = (given: Partial<Limit> = {}): Limit => ({
  kind: 'deposit',
  period: 'day',
  amount: 10_000,
  used: 4500,
  reserved: 0,
  remaining: 5500,
  resetsAt: '2026-11-22T17:00:00.000Z',
  pending: null,
  setBy: 'member',
  level: 'open',
  ...given,
})
const data: OwnData = {
  consents: [
    { channel: 'sms', givenAt: null },
    { channel: 'call', givenAt: null },
    { channel: 'chat', givenAt: '2026-11-20T10:00:00.000Z' },
  ],
  export: null,
  nextExportAt: '2026-11-20T10:00:00.000Z',
  erasure: { open: ['money', 'bonus'] },
  requests: [],
}

const main = page.getByRole('main')
const dialog = page.getByRole('dialog')

async function open(answers: FakeAnswers = {}): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({
    ...memberAnswers,
    'GET /api/protection': none,
    'GET /api/protection/data': data,
    ...answers,
  })
  await openApp('/user/protection', { token: 'good' })
  return server
}

beforeEach(clearBrowser)

describe('the limits of a player', () => {
  it('are none for who set none, and the page says how he stands', async () => {
    await open()
    await expect.element(main.getByRole('button', { name: 'Deposits Not set' })).toBeVisible()
    await expect.element(main.getByText('Last 7 days −฿300.00')).toBeVisible()
    await expect.element(main.getByText('Talk to someone who can help')).not.toBeInTheDocument()
  })

  it('name who helps as the operator says it, and nobody until he does', async () => {
    await open({ 'GET /api/protection': { ...none, help: '<p><a href="tel:1323">Hotline 1323</a>, free</p>' } })
    await expect.element(main.getByText('Talk to someone who can help')).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Hotline 1323' })).toHaveAttribute('href', 'tel:1323')
  })

  it('[PPR-001] tell what is used, and what waits until it is confirmed or given up', async () => {
    const past = { amount: 20_000, from: '2026-01-01T00:00:00.000Z', until: '2099-01-01T00:00:00.000Z' }
    const waiting = limit({ used: 9000, remaining: 1000, level: 'near', pending: past })
    let holds = waiting
    const server = await open({
      'GET /api/protection': () => ({ ...none, limits: [holds] }),
      'POST /api/protection/limits/confirm': () => {
        holds = limit({ amount: 20_000 })
        return { ...none, limits: [holds] }
      },
    })
    await expect.element(main.getByText('Nearly reached')).toBeVisible()
    await expect.element(main.getByText(part('Used ฿9,000.00, ฿1,000.00 left'))).toBeVisible()
    await expect.element(main.getByText(/Raise to ฿20,000.00: confirm from 01\/01\/2026 07:00/)).toBeVisible()
    await main.getByRole('button', { name: 'Confirm the change' }).click()
    await expect.element(main.getByText(part('To ฿20,000.00'))).not.toBeInTheDocument()
    expect(server.callsTo('POST /api/protection/limits/confirm').map(({ body }) => body)).toEqual([
      { kind: 'deposit', period: 'day' },
    ])
  })

  it('[PPR-001] [PPR-007] are lowered by gold and raised by a plain button; what was typed stays when it is refused', async () => {
    const server = await open({
      'GET /api/protection': { ...none, limits: [limit({ kind: 'loss' })] },
      'PUT /api/protection/limits': refusal(429, 'REQUEST_LIMIT'),
    })
    await expect.element(main.getByText(/Results update when we read your games/)).toBeVisible()
    await main.getByRole('button', { name: /Losses per day/ }).click()
    const field = dialog.getByRole('textbox')
    await field.fill('20000')
    await dialog.getByRole('button', { name: 'Ask for ฿20,000.00' }).click()
    await expect.element(dialog.getByText('Too many requests. Wait a while and try again.')).toBeVisible()
    await expect.element(field).toHaveValue('20,000')
    await field.fill('99')
    await dialog.getByRole('button', { name: 'Set ฿99.00 now' }).click()
    await expect.element(dialog.getByText('From ฿100 to ฿10,000,000')).toBeVisible()
    expect(server.callsTo('PUT /api/protection/limits').map(({ body }) => body)).toEqual([
      { kind: 'loss', period: 'day', amount: 20_000 },
    ])
  })
})

describe('the way back from an exclusion', () => {
  it('[PPR-010] is asked for when the term is over, and not before', async () => {
    const past = '2026-01-01T00:00:00.000Z'
    const future = '2099-01-01T00:00:00.000Z'
    const exclusion = (askFrom: string, askedAt: string | null): Protection['exclusion'] => ({
      kind: 'self-exclusion',
      since: past,
      until: askFrom,
      ending: { askFrom, askedAt, confirmFrom: askedAt && future, confirmUntil: null },
    })
    let askedAt: string | null = null
    const server = await open({
      'GET /api/protection': () => ({ ...none, exclusion: exclusion(past, askedAt) }),
      'POST /api/protection/return': () => {
        askedAt = past
        return { ...none, exclusion: exclusion(past, askedAt) }
      },
    })
    await expect.element(main.getByText('Withdrawing, your history and support work as usual')).toBeVisible()
    await main.getByRole('button', { name: 'Ask to come back' }).click()
    await expect.element(main.getByText(/Requested. You can confirm from/)).toBeVisible()
    await expect.element(main.getByRole('button', { name: 'Confirm coming back' })).not.toBeInTheDocument()
    expect(server.callsTo('POST /api/protection/return')).toHaveLength(1)
  })
})

describe('the check of time and money', () => {
  const use = { usedMinutes: 95, limitMinutes: null, next: null, isUsedUp: false, checkMinutes: 30 }
  const check = { minutes: 90, since: '2026-11-22T13:10:00.000Z', deposits: 2000, withdrawals: 0, results: -860.5 }
  const answer = { ...use, resetsAt: '2026-11-22T17:00:00.000Z', check }

  it.each([
    ['Continue', 0],
    ['Leave', 1],
  ])('[PPR-008] stands until it is answered: %s', async (name, leaves) => {
    let left = 0
    const server = await open({
      'POST /api/protection/use': answer,
      'POST /api/protection/use/continue': { ...answer, check: null },
    })
    await sayPresent(() => {
      left += 1
    })
    const question = page.getByRole('alertdialog', { name: 'Your reminder' })
    await expect.element(question.getByText('1 h 30 min')).toBeVisible()
    await expect.element(question.getByText('Since 20:10')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).toBeVisible()
    await question.getByRole('button', { name }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.callsTo('POST /api/protection/use/continue')).toHaveLength(1)
    expect(left).toBe(leaves)
  })

  it('[PPR-008] is told among the limits with the time of a day that he set, and how much of it is used', async () => {
    const next = { minutes: null, from: '2026-11-23T13:00:00.000Z' }
    const server = await open({
      'GET /api/wallet/home': { ...memberHome, protection: { isExcluded: false, hasLimits: true } },
      'POST /api/protection/use': { ...answer, limitMinutes: 180, next, check: null },
      'PUT /api/protection/time': { ...answer, limitMinutes: 90, isUsedUp: true, check: null },
    })
    const row = main.getByRole('button', { name: /^Time per day 3 h/ })
    await expect.element(row.getByText('Used 1 h 35 min, resets 23/11/2026 00:00')).toBeVisible()
    await expect.element(row.getByText('The new time takes effect 23/11/2026 20:00')).toBeVisible()
    await expect.element(main.getByRole('button', { name: 'Time A reminder every 60 min' })).toBeVisible()
    await row.click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(main.getByRole('button', { name: /^Time per day 1 h 30 min Reached/ })).toBeVisible()
    // What waits goes on waiting: it is what he sees chosen.
    expect(server.callsTo('PUT /api/protection/time').map(({ body }) => body)).toEqual([{}])
  })

  it('[PPR-008] takes back the longer time that waits when the present one is chosen again', async () => {
    const next = { minutes: 240, from: '2026-11-23T13:00:00.000Z' }
    const server = await open({
      'GET /api/wallet/home': { ...memberHome, protection: { isExcluded: false, hasLimits: true } },
      'POST /api/protection/use': { ...answer, limitMinutes: 180, next, check: null },
      'PUT /api/protection/time': { ...answer, limitMinutes: 180, next: null, check: null },
    })
    await main.getByRole('button', { name: /^Time per day 3 h/ }).click()
    const choice = dialog.getByRole('combobox', { name: 'At most per day' })
    await expect.element(choice).toHaveDisplayValue('4 h')
    await choice.selectOptions('3 h')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => server.callsTo('PUT /api/protection/time').map(({ body }) => body))
      .toEqual([{ limitMinutes: 180 }])
  })

  it('[PPR-008] says that there is none where the operator has switched it off, and can be switched on', async () => {
    const server = await open({
      'POST /api/protection/use': { ...answer, checkMinutes: null, check: null },
      'PUT /api/protection/time': { ...answer, checkMinutes: 15, check: null },
    })
    await main.getByRole('button', { name: /^Time/ }).click()
    const word = dialog.getByText('There are no reminders now. Choose a time to switch yours on.')
    await expect.element(word).toBeVisible()
    await dialog.getByRole('radio', { name: '15 min' }).click({ force: true })
    await expect.element(word).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => server.callsTo('PUT /api/protection/time').map(({ body }) => body))
      .toEqual([{ checkMinutes: 15 }])
  })

  it('[PPR-008] goes when it was answered on another page', async () => {
    await open({ 'POST /api/protection/use': answer })
    await sayPresent(() => undefined)
    const question = page.getByRole('alertdialog', { name: 'Your reminder' })
    await expect.element(question).toBeVisible()
    const other = new BroadcastChannel('reality-check')
    onTestFinished(() => other.close())
    other.postMessage('answered')
    await expect.element(question).not.toBeInTheDocument()
  })
})

describe('what is kept of a player', () => {
  it('[PPR-018] is copied after his password where that was given long ago', async () => {
    let isConfirmed = false
    const making = { state: 'making', askedAt: '2026-11-20T10:00:00.000Z', expiresAt: null, json: null, csv: null }
    const server = await open({
      'POST /api/account/confirmpwd': ({ body }) => {
        isConfirmed = (body as { password: string }).password === 'right'
        return isConfirmed ? { code: 'OK' } : refusal(422, 'WRONG_PASSWORD')
      },
      'POST /api/protection/export': () =>
        isConfirmed ? { ...data, export: making } : refusal(403, 'PASSWORD_NEEDED'),
    })
    await main.getByRole('button', { name: /My data/ }).click()
    const ask = dialog.getByRole('button', { name: 'Ask for a copy' })
    await ask.click()
    const field = dialog.getByLabelText('Password', { exact: true })
    await field.fill('wrong')
    await ask.click()
    await expect.element(dialog.getByText('Your current password is incorrect. Please try again.')).toBeVisible()
    await field.fill('right')
    await ask.click()
    await expect.element(dialog.getByText('Being prepared. Requested 20/11/2026 17:00')).toBeVisible()
    expect(server.callsTo('POST /api/protection/export')).toHaveLength(2)
  })

  it('[PPR-018] is handed over after his password, too, where that was given long ago', async () => {
    const ready = { state: 'ready', askedAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-27T10:00:00.000Z' }
    const hidden = { ...data, export: { ...ready, json: null, csv: null } }
    let isConfirmed = false
    const server = await open({
      'GET /api/protection/data': hidden,
      'POST /api/account/confirmpwd': () => {
        isConfirmed = true
        return { code: 'OK' }
      },
      'POST /api/protection/export/files': () =>
        isConfirmed
          ? { ...data, export: { ...ready, json: '/api/files/a', csv: '/api/files/b' } }
          : refusal(403, 'PASSWORD_NEEDED'),
    })
    await main.getByRole('button', { name: /My data/ }).click()
    const links = dialog.getByRole('button', { name: 'Get the download links' })
    await links.click()
    await dialog.getByLabelText('Password', { exact: true }).fill('right')
    await expect.element(dialog.getByRole('link', { name: 'Download JSON' })).not.toBeInTheDocument()
    await links.click()
    await expect.element(dialog.getByRole('link', { name: 'Download JSON' })).toHaveAttribute('href', '/api/files/a')
    await expect.element(links).not.toBeInTheDocument()
    expect(server.callsTo('POST /api/protection/export')).toEqual([])
  })

  it('[PPR-020] is told by the boxes of consent, which one press empties; what stands in the way of an erasure is named', async () => {
    const server = await open({
      'PUT /api/protection/consents': { ...data, consents: data.consents.map((one) => ({ ...one, givenAt: null })) },
    })
    await main.getByRole('button', { name: /My data/ }).click()
    const chat = dialog.getByRole('checkbox', { name: 'Chat in the app' })
    await expect.element(chat).toBeChecked()
    await expect.element(dialog.getByRole('checkbox', { name: 'SMS' })).not.toBeChecked()
    ;(chat.element() as HTMLElement).click()
    await expect.element(chat).not.toBeChecked()
    expect(server.callsTo('PUT /api/protection/consents').map(({ body }) => body)).toEqual([
      { channel: 'chat', isGiven: false },
    ])
    await expect.element(dialog.getByText('Withdraw your money first')).toBeVisible()
    await expect.element(dialog.getByText('End your bonus first')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Erase for good' })).not.toBeInTheDocument()
  })
})
