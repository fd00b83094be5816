import type { QrCode } from '@krapao/contract'
import { referenceOf } from '@krapao/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closeModals, openModal } from '../../lib/modals.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { openApp } from '../../testing/open-app.tsx'
import {
  amount,
  beginAnew,
  create,
  createButton,
  dialog,
  info,
  live,
  noQr,
  openDeposit,
  picture,
  qrOf,
  statements,
} from './deposit.fixture.ts'
import { hint } from '../../testing/hints.ts'

vi.mock('../../lib/socket.ts', () => import('../../testing/hints.ts'))

beforeEach(beginAnew)

describe('when the money comes', () => {
  const deposit = (paid: number) => ({
    _id: 'd'.repeat(24),
    statementType: 'deposit',
    from: 'BANK',
    to: 'WALLET',
    status: 'SUCCESS',
    amount: paid,
    createdAt: new Date(Date.now() + 1_000).toISOString(),
  })

  it('the sheet closes by itself and says how much it was', async () => {
    await openDeposit()
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    statements.push(deposit(50))
    hint()
    const success = page.getByRole('alertdialog', { name: 'Done' })
    await expect.element(success).toHaveAccessibleDescription('50.00 baht received')
    expect(dialog.query()).toBeNull()
  })

  it('tells the bonus that it brought beside it, all together in large, and leads to the receipt', async () => {
    const given = deposit(888)
    const details = { bank: null, fee: 0, bonus: 50, balanceAfter: 938 }
    await openDeposit({ [`GET /api/statement/receipt/${given._id}`]: details })
    await create('888')
    await expect.element(picture('888.00')).toBeVisible()
    live.KBANK = noQr
    statements.push(given)
    hint()
    const success = page.getByRole('alertdialog', { name: 'Done' })
    await expect.element(success).toMatchTextContent('+฿938.00')
    await expect.element(success).toHaveAccessibleDescription(/Deposit 888\.00 baht\s+Bonus 50\.00 baht/)
    await success.getByRole('button', { name: 'View receipt' }).click()
    await expect.element(dialog).toMatchTextContent('Balance after฿938.00')
  })

  it('takes the place of the word to wait for it', async () => {
    await openDeposit()
    await create('50')
    await dialog.getByRole('button', { name: 'I have transferred' }).click()
    const question = page.getByRole('alertdialog', { name: 'Have you made the transfer?' })
    await question.getByRole('button', { name: 'I have transferred' }).click()
    const waiting = page.getByRole('alertdialog', { name: 'Waiting for your transfer' })
    await expect.element(waiting).toBeVisible()
    statements.push(deposit(50))
    hint()
    await expect.element(page.getByRole('alertdialog', { name: 'Done' })).toMatchTextContent('50.00 baht received')
    await expect.element(waiting).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'OK' }).click()
    expect(page.getByRole('alertdialog').query()).toBeNull()
  })

  it('it is seen without a hint, too', async () => {
    await openDeposit()
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    statements.push(deposit(49.5))
    await expect
      .element(page.getByRole('alertdialog', { name: 'Done' }))
      .toHaveAccessibleDescription('49.50 baht received')
  })

  it('a QR that is over without money says that it is over', async () => {
    await openDeposit()
    statements.push({ ...deposit(50), createdAt: new Date(Date.now() - 3_600_000).toISOString() })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    hint()
    await expect.element(dialog.getByText(/This QR code no longer works/)).toBeVisible()
    await expect.element(amount).toHaveValue('50')
  })

  it('it is told also when the QR was over before', async () => {
    await openDeposit({ 'POST /api/qrcode/KBANK': () => (live.KBANK = qrOf(50, 1_500)) })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    live.KBANK = noQr
    await expect.element(dialog.getByText('This QR code has expired. Create a new one.')).toBeVisible()
    statements.push(deposit(50))
    hint()
    hint()
    const success = page.getByRole('alertdialog', { name: 'Done' })
    await expect.element(success).toHaveAccessibleDescription('50.00 baht received')
    await page.getByRole('button', { name: 'OK' }).click()
    await expect.element(success).not.toBeInTheDocument()
  })
})

describe('what goes wrong', () => {
  it('[ERR-067] [ERR-100] a bank that makes no QR is told in a toast, and the next try is a new one', async () => {
    const { callsTo } = await openDeposit({ 'POST /api/qrcode/KBANK': { ...noQr, message: 'QR_FAIL' } })
    await create('50')
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await expect
      .element(toast.getByText('The QR code was not created. Wait a moment and try again.').first())
      .toBeVisible()
    await expect.element(amount).toHaveValue('50')
    await createButton.click()
    await expect.poll(() => callsTo('POST /api/qrcode/KBANK').length).toBe(2)
    const keys = callsTo('POST /api/qrcode/KBANK').map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('an amount below the server’s minimum is told at the field', async () => {
    await openDeposit({ 'POST /api/qrcode/KBANK': () => refusal(422, 'DEPOSIT_MINIMUM', { min: 5 }) })
    await create('2')
    await expect.element(amount).toHaveAccessibleDescription('Minimum deposit 5.00 baht. Use a larger amount.')
    await amount.fill('6')
    await expect.element(amount).toHaveAccessibleDescription('Minimum 1 baht')
  })

  it('a bonus that remains is told, and what was typed stays', async () => {
    await openDeposit({ 'POST /api/qrcode/KBANK': () => refusal(409, 'BONUS_REMAINING') })
    await create('50')
    await expect.element(dialog.getByRole('alert').getByText(/You still hold a bonus/)).toBeVisible()
    await expect.element(amount).toHaveValue('50')
  })

  it.each([
    ['granted', true],
    ['ending', true],
    ['armed', false],
  ])('a bonus that is %s is told before the first try: %s', async (state, isTold) => {
    const progress = { state, base: 600, current: 500, failBelow: 30, passFrom: 1800 }
    const held = { status: true, type: 'bonus', kind: 'day', name: 'Friday', progress }
    const { callsTo } = await openDeposit({ 'GET /api/bonus/check/active': held })
    await expect.poll(() => callsTo('GET /api/bonus/check/active').length).toBeGreaterThan(0)
    await expect.element(amount).toBeVisible()
    const warning = dialog.getByText('You hold a bonus. End it before your next deposit.')
    if (isTold) {
      await expect.element(warning).toBeVisible()
      await dialog.getByRole('link', { name: 'Go to bonus' }).click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'Bonus' })).toBeVisible()
      expect(dialog.query()).toBeNull()
    } else expect(warning.query()).toBeNull()
  })

  it('a bonus that waits for a deposit says how much it takes, whatever the way', async () => {
    const progress = { state: 'armed', base: null, current: null, failBelow: null, passFrom: null, minDeposit: 100 }
    const held = { status: true, type: 'bonus', kind: 'day', name: 'Friday 20%', progress }
    await openDeposit({ 'GET /api/bonus/check/active': held })
    const note = dialog.getByText('Deposit at least 100.00 baht to get Friday 20%')
    await expect.element(note).toBeVisible()
    await dialog.getByRole('tab', { name: 'Bank transfer' }).click()
    await expect.element(note).toBeVisible()
  })

  it('a double tap makes one', async () => {
    let answer: (qr: QrCode) => void = () => undefined
    const { callsTo } = await openDeposit({
      'POST /api/qrcode/KBANK': () => new Promise<QrCode>((done) => (answer = done)),
    })
    await amount.fill('50')
    const button = createButton.element() as HTMLButtonElement
    button.click()
    button.click()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Creating…' })).toHaveAttribute('aria-busy', 'true')
    answer((live.KBANK = qrOf(50)))
    await expect.element(picture('50.00')).toBeVisible()
    expect(callsTo('POST /api/qrcode/KBANK')).toHaveLength(1)
  })

  it('a QR that was made though no answer came is shown', async () => {
    await openDeposit({
      'POST /api/qrcode/KBANK': () => {
        live.KBANK = qrOf(50)
        throw new TypeError('the connection broke')
      },
    })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    expect(dialog.getByText('No connection. Check your internet and try again.').query()).toBeNull()
  })

  it('a try without an answer is told as what it is, and tried again under the same key', async () => {
    let isOffline = true
    const { callsTo } = await openDeposit({
      'POST /api/qrcode/KBANK': () => {
        if (isOffline) throw new TypeError('offline')
        return (live.KBANK = qrOf(50))
      },
    })
    await create('50')
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent('No connection. Check your internet and try again.')
    const told = dialog.getByRole('alert').element().textContent
    isOffline = false
    await createButton.click()
    await expect.element(picture('50.00')).toBeVisible()
    const keys = callsTo('POST /api/qrcode/KBANK').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(told).toContain(`Reference number ${referenceOf(keys[0] ?? '')}. Tell it to support.`)
  })

  it('a QR that cannot be asked about stays, and the screen says that it is offline', async () => {
    let isOffline = false
    await openDeposit({
      'GET /api/qrcode/KBANK': () => {
        if (isOffline) throw new TypeError('offline')
        return live.KBANK
      },
    })
    await create('50')
    await expect.element(picture('50.00')).toBeVisible()
    isOffline = true
    hint()
    const trouble = dialog.getByText(/You are offline/)
    await expect.element(trouble).toBeVisible()
    await expect.element(picture('50.00')).toBeVisible()
    isOffline = false
    hint()
    await expect.element(trouble).not.toBeInTheDocument()
  })

  it('a server that does not say what there is is asked again', async () => {
    let isDown = true
    fakeServer({
      'GET /api/account/profile': refusal(404, 'NO_DATA'),
      'GET /api/lookup/deposit': () => (isDown ? refusal(503, 'INTERNAL_SERVER_ERROR') : info),
      'GET /api/qrcode/KBANK': noQr,
      'GET /api/qrcode/WW': noQr,
    })
    await openApp('/user/profile', { token: 'good' })
    openModal('deposit')
    onTestFinished(closeModals)
    await expect.element(dialog.getByText('We could not load the ways to deposit')).toBeVisible()
    await expect.element(dialog.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    isDown = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(amount).toBeVisible()
  })
})

describe('a deposit by bank account', () => {
  it('[LIM-031] shows the accounts in mode AUTO with a way to copy their numbers', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => write.mockRestore())
    await openDeposit()
    await dialog.getByRole('tab', { name: 'Bank transfer' }).click()
    const panel = dialog.getByRole('tabpanel', { name: 'Bank transfer' })
    expect(
      panel
        .getByRole('heading')
        .elements()
        .map((element) => element.textContent),
    ).toEqual(['Siam Commercial Bank', 'E-wallet'])
    await expect.element(panel.getByText('111-222-3334')).toBeVisible()
    await panel.getByRole('button', { name: 'Copy account number 1112223334' }).click()
    expect(write.mock.calls).toEqual([['1112223334']])
    await expect.element(dialog.getByText('Copied: 1112223334')).toBeVisible()
  })
})
