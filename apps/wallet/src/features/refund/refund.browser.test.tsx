import { referenceOf } from '@krapao/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { refusal } from '../../testing/fake-server.ts'
import {
  beginAgreed,
  confirmUntil,
  dialog,
  openSheetOf,
  pagesOf,
  question,
  redToast,
  tileOf,
} from '../../testing/member-sheet.ts'
import { part } from '../../testing/part.ts'

const checkPath = 'GET /api/refund/check'
const receivePath = 'GET /api/refund/receive'
const addPath = 'GET /api/refund/addWallet'
const due = { result: true, bonus: false, info: '', refundAmount: 0, refundSuccess: 0, refundFail: 0 }
const received = { ...due, result: false, refundAmount: 12.5 }

const receive = dialog.getByRole('button', { name: 'Receive refund' })
const add = dialog.getByRole('button', { name: 'Add to wallet' })
const open = (answers: FakeAnswers = {}) => openSheetOf('Refund', answers)
const confirm = (server: Awaited<ReturnType<typeof open>>) => confirmUntil(server, 'Add to wallet', addPath)

beforeEach(beginAgreed)

describe('the sheet of refunds', () => {
  it('[HOM-016] [HOM-018] [REF-002] opens at once where there are no banners', async () => {
    const server = await open()
    await expect.element(receive).toBeVisible()
    expect(server.callsTo('GET /api/refund/banners')).toHaveLength(1)
  })

  it('[HOM-018] [CAR-013] [REF-013] [REF-014] shows the banners first; a button leads on', async () => {
    await open({
      'GET /api/refund/banners': { banners: [{ image: '/art/night.svg', html: '<b>Losses come back</b>' }] },
    })
    await expect.element(dialog.getByText('Losses come back')).toBeVisible()
    const picture = dialog.getByRole('img', { name: 'Refund' })
    await expect.element(picture).toHaveAttribute('src', `${location.origin}/art/night.svg`)
    await expect.element(receive).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect.element(receive).toBeVisible()
  })

  it('[HOM-018] opens all the same where the banners cannot be had', async () => {
    await open({ 'GET /api/refund/banners': refusal(500, 'INTERNAL_SERVER_ERROR') })
    await expect.element(receive).toBeVisible()
  })

  it('[REF-005] can be received where there is one, and not where there is none', async () => {
    let check = { ...due, result: false }
    await open({ [checkPath]: () => check })
    await expect.element(receive).toBeDisabled()
    await expect.element(dialog.getByText('No refund today')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close this window' }).click()
    check = due
    await tileOf('Refund').click()
    await expect.element(dialog.getByText('You have a refund to receive')).toBeVisible()
    await expect.element(receive).toBeEnabled()
  })

  it('[REF-006] warns where a bonus is held, and offers neither receiving nor adding', async () => {
    await open({ [checkPath]: { ...received, result: true, bonus: true } })
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('You hold a bonus. End it before')
    await expect.element(receive).not.toBeInTheDocument()
    await expect.element(add).toBeDisabled()
    await dialog.getByRole('button', { name: 'Go to bonus' }).click()
    await expect.poll(() => location.pathname).toBe('/user/bonus')
  })

  it('shows what the operator says, made safe', async () => {
    await open({ [checkPath]: { ...due, info: '<p>Five <b>per cent</b></p><img src=x onerror=bad()>' } })
    await expect.element(dialog.getByText('Five per cent')).toBeVisible()
    expect(document.querySelector('dialog img[onerror]')).toBeNull()
  })

  it('[REF-015] [LIM-023] lists amounts and times, ten a page', async () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({
      refundAmount: index + 1.25,
      createdAt: `2026-01-${String(index + 1).padStart(2, '0')}T03:04:05.000Z`,
    }))
    const server = await open({ 'POST /api/refund': pagesOf('refunds', rows) })
    const table = dialog.getByRole('table', { name: 'Refund history' })
    await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('01/01/2026 10:04:05฿1.25 baht')
    expect(table.getByRole('row').elements()).toHaveLength(11)
    await dialog.getByRole('button', { name: 'Go to page 2' }).click()
    await expect.element(table.getByText(part('11/01/2026 10:04:05'))).toBeVisible()
    expect(server.callsTo('POST /api/refund').map(({ body }) => body)).toEqual([
      { page: 1, limit: 10 },
      { page: 2, limit: 10 },
    ])
  })

  it('[ERR-114] says that it could not load and nothing of the server, and tries again', async () => {
    const answers: object[] = [refusal(500, 'INTERNAL_SERVER_ERROR')]
    await open({ [checkPath]: () => answers.shift() ?? due })
    await expect.element(dialog.getByText('We could not load your refund')).toBeVisible()
    await expect.element(page.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(receive).toBeVisible()
  })
})

describe('receiving a refund', () => {
  it('[REF-007] [ERR-102] [ERR-103] [ERR-054] is done once, says the server’s message, and asks how it stands', async () => {
    let check = due
    const answer = Promise.withResolvers<object>()
    const server = await open({ [checkPath]: () => check, [receivePath]: () => answer.promise })
    await userEvent.dblClick(receive)
    await expect.element(dialog.getByRole('button', { name: 'Receiving…' })).toBeDisabled()
    const before = server.callsTo(checkPath).length
    check = received
    answer.resolve({ message: 'REFUND_SUCCESS', refundAmount: 12.5 })
    await expect.element(page.getByRole('status').getByText('Refund received').first()).toBeVisible()
    await expect.element(dialog.getByText(part('฿12.50'))).toBeVisible()
    await expect.element(add).toBeEnabled()
    expect(server.callsTo(checkPath).length).toBeGreaterThan(before)
    expect(server.callsTo(receivePath)).toHaveLength(1)
    expect(server.callsTo(receivePath)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['ERR-052', 409, 'NO_REFUND', 'No refund to receive yet.'],
    ['ERR-053', 409, 'REFUND_CONDITION', 'Refund conditions not met.'],
    ['ERR-055', 403, 'REFUND_INACTIVE', 'Refunds are switched off for now.'],
    ['ERR-038', 409, 'BONUS_REMAINING', 'You still hold a bonus.'],
  ])('[ERR-101] [%s] tells in a red toast: %s %s', async (_, status, code, text) => {
    const server = await open({ [checkPath]: due, [receivePath]: refusal(status, code) })
    await receive.click()
    await expect.element(redToast.getByText(part(text)).first()).toBeVisible()
    const key = server.callsTo(receivePath)[0]?.headers.get('idempotency-key') ?? ''
    await expect.element(redToast.first()).toMatchTextContent(`Reference number ${referenceOf(key)}`)
    await expect.element(receive).toBeEnabled()
  })
})

describe('receiving a refund again', () => {
  it('takes away what was said of the try that failed once one succeeds', async () => {
    const answers: object[] = [refusal(503, 'INTERNAL_SERVER_ERROR'), { message: 'REFUND_SUCCESS', refundAmount: 12.5 }]
    await open({ [checkPath]: due, [receivePath]: () => answers.shift() ?? {} })
    await receive.click()
    await expect.element(redToast).toBeVisible()
    await receive.click()
    await expect.element(page.getByRole('status').getByText('Refund received').first()).toBeVisible()
    await expect.element(redToast).not.toBeInTheDocument()
  })
})

describe('adding a refund to the wallet', () => {
  it('[REF-008] [ERR-104] is asked about: a no sends nothing', async () => {
    const server = await open({ [checkPath]: received })
    await add.click()
    await expect.element(question).toMatchTextContent('12.50 baht goes to your main wallet')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(add).toBeVisible()
    expect(server.callsTo(addPath)).toEqual([])
  })

  it('[ERR-105] says the percentages where there are some', async () => {
    let check = { ...received, refundSuccess: 30, refundFail: 4 }
    await open({ [checkPath]: () => check })
    await add.click()
    await expect.element(question).toMatchTextContent('reaches 30% of the starting amount. Can be ended below 4%.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Close this window' }).click()
    check = received
    await tileOf('Refund').click()
    await expect.element(dialog.getByText(part('฿12.50'))).toBeVisible()
  })

  it('[ERR-105] says none where the success rate is 0', async () => {
    await open({ [checkPath]: { ...received, refundFail: 4 } })
    await add.click()
    await expect.element(question).toBeVisible()
    await expect.element(question).not.toMatchTextContent('%')
  })

  it('[REF-001] [REF-008] [ERR-106] is done once, says so, and closes', async () => {
    const answer = Promise.withResolvers<object>()
    const server = await open({ [checkPath]: received, [addPath]: () => answer.promise })
    await add.click()
    await confirm(server)
    await expect.element(question.getByRole('button', { name: 'Adding…' })).toBeDisabled()
    answer.resolve({ message: 'REFUND_SUCCESS', wallet: { amount: 1512.5 } })
    await expect.element(page.getByRole('status').getByText('Refund added to your main wallet').first()).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.callsTo(addPath)).toHaveLength(1)
    expect(server.callsTo(addPath)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['ERR-056', 422, 'REFUND_MINIMUM', 'The refund must be over 0 baht'],
    ['ERR-052', 409, 'NO_REFUND', 'No refund to receive yet.'],
  ])('[ERR-107] [%s] tells in a red toast: %s %s', async (_, status, code, text) => {
    const server = await open({ [checkPath]: received, [addPath]: refusal(status, code) })
    await add.click()
    await confirm(server)
    await expect.element(redToast.getByText(part(text)).first()).toBeVisible()
    await expect.element(add).toBeVisible()
  })
})
