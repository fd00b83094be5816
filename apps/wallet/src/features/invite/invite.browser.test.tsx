import { referenceOf } from '@krapao/contract'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openModal } from '../../lib/modals.ts'
import type { FakeAnswers } from '../../testing/fake-server.ts'
import { refusal } from '../../testing/fake-server.ts'
import { memberHome } from '../../testing/member-answers.ts'
import {
  beginAgreed,
  confirmUntil,
  dialog,
  openSheetOf,
  pagesOf,
  question,
  redToast,
} from '../../testing/member-sheet.ts'
import { part } from '../../testing/part.ts'

const receivePath = 'POST /api/invite/receive'
const link = `${location.origin}/register?code=PR${memberHome.profile._id}`
const row = (n: number) => ({
  from: { name: `Friend ${n}` },
  amount: n + 0.5,
  createdAt: `2026-01-${String(n).padStart(2, '0')}T03:04:05.000Z`,
})

const open = (answers: FakeAnswers = {}) => openSheetOf('Invite', answers)
const confirm = (server: Awaited<ReturnType<typeof open>>, times = 1) =>
  confirmUntil(server, 'Receive bonus', receivePath, times)

beforeEach(beginAgreed)
afterEach(() => void vi.restoreAllMocks())

describe('the sheet of invites', () => {
  it('[HOM-014] [HOM-017] [INV-002] [INV-003] opens at once where there are no banners, with the link', async () => {
    const server = await open()
    await expect.element(dialog.getByText(link)).toBeVisible()
    expect(server.callsTo('GET /api/invite/banners')).toHaveLength(1)
  })

  it('[HOM-017] [CAR-013] [INV-009] [INV-011] shows the banners first, made safe; a button leads on', async () => {
    const banners = [
      { image: '/art/night.svg', html: '<b>Bring friends</b><script>bad()</script>' },
      { image: 'javascript:bad()', html: '<p>Second</p>' },
    ]
    await open({ 'GET /api/invite/banners': { banners } })
    await expect.element(dialog.getByText('Bring friends')).toBeVisible()
    await expect.element(dialog.getByText(link)).not.toBeInTheDocument()
    expect(document.querySelector('dialog script')).toBeNull()
    const pictures = [...dialog.element().querySelectorAll('li img')]
    expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual([`${location.origin}/art/night.svg`, null])
    await dialog.getByRole('button', { name: 'Next banner' }).click()
    await expect.element(dialog.getByText('Second')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect.element(dialog.getByText(link)).toBeVisible()
    await expect.element(dialog.getByRole('heading', { name: 'Invite', exact: true })).toHaveFocus()
  })

  it('[HOM-017] opens without the banners where they are slow, and keeps them for the next time', async () => {
    const answer = Promise.withResolvers<object>()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const server = await open({ 'GET /api/invite/banners': () => answer.promise })
    await expect.poll(() => server.callsTo('GET /api/invite/banners').length).toBe(1)
    // The wait for them begins somewhere after the call.
    const passed = async (): Promise<unknown> => {
      await vi.advanceTimersByTimeAsync(1_000)
      return dialog.getByText(link).query()
    }
    await expect.poll(passed).not.toBeNull()
    vi.useRealTimers()
    await expect.element(dialog.getByText(link)).toBeVisible()
    answer.resolve({ banners: [{ image: '/art/night.svg', html: '<b>Bring a friend</b>' }] })
    await dialog.getByRole('button', { name: 'Close this window' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    openModal('invite')
    await expect.element(dialog.getByText('Bring a friend')).toBeVisible()
    expect(server.callsTo('GET /api/invite/banners')).toHaveLength(1)
  })

  it('[HOM-017] opens all the same where the banners cannot be had', async () => {
    await open({ 'GET /api/invite/banners': refusal(500, 'INTERNAL_SERVER_ERROR') })
    await expect.element(dialog.getByText(link)).toBeVisible()
  })

  it('[ERR-108] copies the link and says so; [ERR-109] or that it could not', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await open()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect.element(page.getByText(`Copied: ${link}`).first()).toBeVisible()
    expect(writeText).toHaveBeenCalledWith(link)
    writeText.mockRejectedValue(new Error('no'))
    vi.spyOn(document, 'execCommand').mockReturnValue(false)
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect.element(page.getByText('Failed to copy').first()).toBeVisible()
  })

  it('shares the link by the phone where it can; leaving that is no failure', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('left', 'AbortError')))
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    await open()
    await dialog.getByRole('button', { name: 'Share link' }).click()
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: link }))
    await expect.element(dialog.getByText(link)).toBeVisible()
    Reflect.deleteProperty(navigator, 'share')
  })

  it('draws the link as a QR code when asked', async () => {
    await open()
    await dialog.getByRole('button', { name: 'Show QR code' }).click()
    await expect.element(dialog.getByRole('img', { name: 'QR code of your invite link' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Hide QR code' }).click()
    await expect.element(dialog.getByRole('img', { name: 'QR code of your invite link' })).not.toBeInTheDocument()
  })

  it('[INV-006] [LIM-022] lists friends, amounts and times, ten a page', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(index + 1))
    const server = await open({ 'POST /api/invite': pagesOf('invites', rows) })
    const table = dialog.getByRole('table', { name: 'Invite bonus history' })
    await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('Friend 1฿1.50 baht01/01/2026 10:04:05')
    expect(table.getByRole('row').elements()).toHaveLength(11)
    await dialog.getByRole('button', { name: 'Go to page 2' }).click()
    await expect.element(table.getByText(part('Friend 11'))).toBeVisible()
    expect(table.getByRole('row').elements()).toHaveLength(3)
    expect(server.callsTo('POST /api/invite').map(({ body }) => body)).toEqual([
      { page: 1, limit: 10 },
      { page: 2, limit: 10 },
    ])
  })

  it('[ERR-114] says without a message that a list did not come, and asks again', async () => {
    const answers: object[] = [refusal(500, 'INTERNAL_SERVER_ERROR')]
    await open({ 'POST /api/invite': () => answers.shift() ?? { total: 0, invites: [] } })
    await expect.element(dialog.getByText('We could not load this list')).toBeVisible()
    await expect.element(page.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    expect(page.getByRole('alertdialog').elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog.getByText(part('Nothing here yet.'))).toBeVisible()
  })

  it('[ERR-047] says that invites are switched off', async () => {
    await open({ 'GET /api/invite/bonus': refusal(403, 'INVITE_INACTIVE') })
    await expect.element(dialog.getByText(part('Invites are switched off for now'))).toBeVisible()
  })

  it('says why it could not load, and tries again', async () => {
    const answers: object[] = [refusal(500, 'INTERNAL_SERVER_ERROR')]
    await open({ 'GET /api/invite/bonus': () => answers.shift() ?? { amount: 20, success: 0, fail: 0 } })
    await expect.element(dialog.getByText(part('We could not load your invites'))).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog.getByText(link)).toBeVisible()
  })

  it('has nothing to press where nothing waits', async () => {
    await open({ 'GET /api/invite/bonus': { amount: 0, success: 0, fail: 0 } })
    await expect.element(dialog.getByText(part('your bonus appears here every day'))).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Receive bonus' })).not.toBeInTheDocument()
  })
})

describe('receiving the invite bonus', () => {
  const receive = dialog.getByRole('button', { name: 'Receive bonus' })

  it('[INV-001] [INV-010] [ERR-050] is asked about, done once, and told', async () => {
    const answer = Promise.withResolvers<object>()
    const server = await open({ [receivePath]: () => answer.promise })
    await receive.click()
    await expect.element(question).toMatchTextContent('20.00 baht goes to your main wallet.')
    await confirm(server)
    await expect.element(question.getByRole('button', { name: 'Receiving…' })).toBeDisabled()
    answer.resolve({ message: 'INVITE_BONUS_SUCCESS', amount: 20, wallet: { amount: 1520 } })
    await expect.element(page.getByText('Invite bonus of 20.00 baht received').first()).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.callsTo(receivePath)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    await expect.poll(() => server.callsTo('GET /api/invite/bonus').length).toBeGreaterThan(1)
  })

  it('[HOM-008] [ERR-119] says both percentages before', async () => {
    await open({ 'GET /api/wallet/home': { ...memberHome, invite: { amount: 20, success: 300, fail: 7 } } })
    await receive.click()
    await expect.element(question).toMatchTextContent('Passed when your total reaches 300%')
    await expect.element(question).toMatchTextContent('Can be ended below 7%')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
  })

  it.each([
    ['ERR-048', 409, 'NO_INVITE_BONUS', 'No invite bonus to receive yet.'],
    ['ERR-049', 409, 'NO_INVITEE_PLAY_INFO', 'Your friends have not played yet.'],
    ['ERR-046', 409, 'INVITE_COLLECT', "Today's invite bonus is already collected."],
    ['ERR-047', 403, 'INVITE_INACTIVE', 'Invites are switched off for now. Try again later.'],
    ['ERR-051', 502, 'INVITE_BONUS_FAIL', 'The invite bonus was not received.'],
    ['ERR-038', 409, 'BONUS_REMAINING', 'You still hold a bonus.'],
  ])('[ERR-118] [%s] tells in a red toast: %s %s', async (_, status, code, text) => {
    const server = await open({ [receivePath]: refusal(status, code) })
    await receive.click()
    await confirm(server)
    await expect.element(redToast.getByText(part(text)).first()).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
  })

  it('is sent under the same key after no answer came', async () => {
    const answers: (() => object)[] = [
      () => {
        throw new TypeError('no connection')
      },
    ]
    const done = { message: 'INVITE_BONUS_SUCCESS', amount: 20, wallet: { amount: 1520 } }
    const server = await open({ [receivePath]: () => answers.shift()?.() ?? done })
    await receive.click()
    await confirm(server)
    const unknown = page.getByRole('alert').getByText(part('No answer yet.')).first()
    await expect.element(unknown).toBeVisible()
    const told = unknown.element().textContent
    await receive.click()
    await confirm(server, 2)
    const [first, second] = server.callsTo(receivePath).map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(told).toContain(`Reference number ${referenceOf(first ?? '')}`)
  })
})
