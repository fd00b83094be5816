import { LINK_SECRET_DEFAULT, referenceOf } from '@krapao/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dropToasts } from '../../ui/toast.tsx'
import { closeModals, openModal } from '../../lib/modals.ts'
import type { FakeAnswer, FakeAnswers, SeenCall } from '../../testing/fake-server.ts'
import { refusal } from '../../testing/fake-server.ts'
import { beginAnew, dialog, info, openDeposit } from './deposit.fixture.ts'
import { toTab } from './slip.fixture.ts'
import { hint } from '../../testing/hints.ts'

vi.mock('../../lib/socket.ts', () => import('../../testing/hints.ts'))

const link = 'https://gift.example/campaign/?v=abcDEF123'
const field = dialog.getByRole('textbox', { name: 'Gift link' })
const sendButton = dialog.getByRole('button', { name: 'Send link' })
const path = 'POST /api/wallet/truelink'
const done = { amount: 77.5, wallet: { amount: 177.5 } }

async function openGifts(
  answer: FakeAnswers[string] = done,
  language: 'th' | 'lo' | 'en' = 'en',
): Promise<(name: string) => SeenCall[]> {
  const { callsTo } = await openDeposit({ [path]: answer }, language)
  await toTab({ th: 'ซองของขวัญ', lo: 'ຊອງຂອງຂວັນ', en: 'Gift link' }[language])
  return callsTo
}

async function send(text = link): Promise<void> {
  await field.fill(text)
  await sendButton.click()
}

/** What a hidden link says to somebody who knows the secret. */
async function reveal(sealed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const text = new TextEncoder()
  const base = await crypto.subtle.importKey('raw', text.encode(LINK_SECRET_DEFAULT), 'HKDF', false, ['deriveKey'])
  const terms = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode('krapao-truelink-v1') }
  const key = await crypto.subtle.deriveKey(terms, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, key, bytes.slice(12))
  return new TextDecoder().decode(opened)
}

const sealedOf = ({ body }: SeenCall): string => (body as { link: string }).link
const keyOf = ({ headers }: SeenCall): string | null => headers.get('idempotency-key')

beforeEach(beginAnew)

describe('a deposit by gift link', () => {
  it.each([
    ['th', 'ฝากขั้นต่ำ 2 บาท'],
    ['lo', 'ຝາກຂັ້ນຕ່ຳ 2 ບາດ'],
    ['en', 'Minimum deposit 2 baht'],
  ] as const)('[DEP-021] [LIM-028] says its minimum, in %s', async (language, text) => {
    await openGifts(done, language)
    await expect.element(dialog.getByText(text)).toBeVisible()
  })

  it('[DEP-021] [LIM-028] of less is refused with the minimum', async () => {
    await openGifts(() => refusal(422, 'DEPOSIT_MINIMUM', { min: 2 }))
    await send()
    await expect
      .element(field)
      .toHaveAccessibleDescription(/^Minimum deposit 2\.00 baht\. Use a larger amount\. Reference/)
  })

  it('[DEP-022] is not to be sent while the field is empty', async () => {
    await openGifts()
    await expect.element(sendButton).toBeDisabled()
    await field.fill('   ')
    await expect.element(sendButton).toBeDisabled()
    await field.fill('x')
    await expect.element(sendButton).toBeEnabled()
    await field.fill('')
    await expect.element(sendButton).toBeDisabled()
  })

  it('[DEP-003] [DEP-025] [DEP-026] is hidden on its way, and its money closes the sheet', async () => {
    const callsTo = await openGifts()
    await send(` ${link} `)
    await expect
      .element(page.getByRole('alertdialog', { name: 'Done' }))
      .toHaveAccessibleDescription('77.50 baht received')
    expect(dialog.query()).toBeNull()
    const [call] = callsTo(path)
    expect(call).toBeDefined()
    if (call === undefined) return
    expect(JSON.stringify(call.body)).not.toMatch(/gift|abcDEF123/)
    expect(await reveal(sealedOf(call))).toBe(link)
  })

  it('[LIM-033] is offered where a wallet takes links, beside one that is transferred to', async () => {
    await openGifts()
    await toTab('Bank transfer')
    await expect.element(dialog.getByText('HOUSE WALLET')).toBeVisible()
    expect(dialog.getByText('GIFTS').query()).toBeNull()
  })

  it('[LIM-033] is not offered where no wallet takes links', async () => {
    await openDeposit({ 'GET /api/lookup/deposit': { ...info, wallets: [{ walletAccountName: 'W', mode: 'AUTO' }] } })
    await expect.element(dialog.getByRole('tab', { name: 'Send slip' })).toBeVisible()
    expect(dialog.getByRole('tab', { name: 'Gift link' }).query()).toBeNull()
  })

  it('is pasted by a button', async () => {
    const read = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(` ${link}\n`)
    await openGifts()
    await dialog.getByRole('button', { name: 'Paste' }).click()
    await expect.element(field).toHaveValue(link)
    read.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await dialog.getByRole('button', { name: 'Paste' }).click()
    await expect.element(page.getByText(/Long-press the field/).first()).toBeVisible()
    await expect.element(field).toHaveValue(link)
    read.mockRestore()
  })

  it('is sent once by a double tap and Enter', async () => {
    let answer: (body: object) => void = () => undefined
    const callsTo = await openGifts(() => new Promise<FakeAnswer>((resolve) => (answer = resolve)))
    await field.fill(link)
    const button = sendButton.element() as HTMLButtonElement
    button.click()
    button.click()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Sending the link…' })).toBeDisabled()
    answer(done)
    await expect.element(page.getByRole('alertdialog', { name: 'Done' })).toBeVisible()
    expect(callsTo(path)).toHaveLength(1)
  })
})

describe('a gift link that brings nothing', () => {
  it.each([
    ['ERR-071', 409, 'TRUELINK_DUPLICATE', 'This link was already used. Use a new one.'],
    ['ERR-072', 422, 'TRUELINK_INVALID', 'Invalid or used link. Check it and try again.'],
  ] as const)('[ERR-111] [%s] %i %s is told in a toast, and what was typed stays', async (_, status, code, words) => {
    const callsTo = await openGifts(() => refusal(status, code))
    await send()
    const toast = page.getByRole('region').getByRole('alert')
    await expect.element(toast).toMatchTextContent(words)
    await expect.element(field).toHaveValue(link)
    // A toast goes; the number by which support finds the link stays at the field.
    const [call] = callsTo(path)
    const named = `Reference number ${referenceOf((call && keyOf(call)) ?? '')}. Tell it to support.`
    await expect.element(toast).toMatchTextContent(named)
    await expect.element(field).toHaveAccessibleDescription(`${words} ${named}`)
    await field.fill(`${link}4`)
    await expect.element(field).toHaveAccessibleDescription('Minimum deposit 2 baht')
  })

  it.each([
    ['th', 'ลิงก์นี้เข้ากระเป๋าของคุณแล้ว 30.50 บาท'],
    ['lo', 'ລິ້ງນີ້ເຂົ້າກະເປົາຂອງທ່ານແລ້ວ 30.50 ບາດ'],
    ['en', 'This link was already paid into your wallet: 30.50 baht.'],
  ] as const)('[ERR-071] because it was the member’s own says what it brought, in %s', async (language, words) => {
    await openGifts(() => refusal(409, 'TRUELINK_DUPLICATE', { amount: 30.5 }), language)
    await dialog.getByRole('textbox').fill(link)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('region').getByRole('alert')).toHaveTextContent(words)
    await expect.element(dialog.getByRole('textbox')).toHaveAccessibleDescription(words)
  })

  it('[ERR-111] shows the server’s own words where it has no code for them', async () => {
    await openGifts(() => refusal(409, 'Come back tomorrow'))
    await send()
    await expect.element(page.getByRole('region').getByRole('alert')).toMatchTextContent('Come back tomorrow')
  })

  it('is sent again as it was, under its key, when no answer came', async () => {
    let isOffline = true
    const callsTo = await openGifts(() => {
      if (isOffline) throw new TypeError('offline')
      return done
    })
    await send()
    await expect
      .element(field)
      .toHaveAccessibleDescription(/^No connection\. Check your internet and try again\. Reference/)
    await expect.element(field).toHaveValue(link)
    isOffline = false
    dropToasts()
    await sendButton.click()
    await expect.element(page.getByRole('alertdialog', { name: 'Done' })).toBeVisible()
    const [first, second] = callsTo(path)
    expect(first && sealedOf(first)).toBe(second && sealedOf(second))
    expect(first && keyOf(first)).toBe(second && keyOf(second))
  })

  it('is a new wish after a refusal', async () => {
    const callsTo = await openGifts(() => refusal(422, 'TRUELINK_INVALID'))
    await send()
    await expect.element(field).toHaveAccessibleDescription(/^Invalid or used link\. Check it and try again\./)
    dropToasts()
    await sendButton.click()
    await expect.poll(() => callsTo(path)).toHaveLength(2)
    expect(new Set(callsTo(path).map(keyOf)).size).toBe(2)
  })
})

describe('a gift link whose issuer has not answered', () => {
  it('is shown as that, also when the sheet is opened anew, and its money comes by itself', async () => {
    let answer: FakeAnswer = { status: 'IN_PROGRESS' }
    const callsTo = await openGifts(() => answer)
    await send()
    await expect.element(dialog.getByRole('heading', { name: 'Checking your link' })).toBeVisible()
    expect(sendButton.query()).toBeNull()
    closeModals()
    await expect.element(dialog).not.toBeInTheDocument()
    openModal('deposit', { way: 'gift' })
    await expect.element(dialog.getByRole('heading', { name: 'Checking your link' })).toBeVisible()
    answer = done
    // Two questions at once have one end.
    hint()
    hint()
    await expect
      .element(page.getByRole('alertdialog', { name: 'Done' }))
      .toHaveAccessibleDescription('77.50 baht received')
    expect(page.getByRole('alertdialog').elements()).toHaveLength(1)
    expect(new Set(callsTo(path).map(keyOf)).size).toBe(1)
    expect(new Set(callsTo(path).map(sealedOf)).size).toBe(1)
  })

  it('comes back to the field when the issuer says no', async () => {
    let answer: FakeAnswer = { status: 'IN_PROGRESS' }
    await openGifts(() => answer)
    await send()
    await expect.element(dialog.getByRole('heading', { name: 'Checking your link' })).toBeVisible()
    answer = refusal(503, '')
    hint()
    answer = refusal(409, 'TRUELINK_DUPLICATE')
    // Without a hint it is asked about, too.
    await expect.element(field).toHaveValue(link)
    await expect.element(field).toHaveAccessibleDescription(/^This link was already used\. Use a new one\./)
  })
})

describe('a notice of a transfer', () => {
  const amount = dialog.getByRole('textbox', { name: 'Amount you transferred' })
  const openNotice = dialog.getByRole('button', { name: 'No slip? Report the amount' })
  const reportButton = dialog.getByRole('button', { name: 'Report', exact: true })

  async function openAccounts(given: FakeAnswers = {}, isManual = true) {
    const world = await openDeposit({ 'GET /api/lookup/deposit': { ...info, isManual }, ...given })
    await toTab('Bank transfer')
    return world
  }

  it('is offered only where the operator takes them', async () => {
    await openAccounts({}, false)
    await expect.element(dialog.getByRole('button', { name: 'Transferred? Send the slip' })).toBeVisible()
    expect(openNotice.query()).toBeNull()
  })

  it('[DEP-023] says how much was sent, once, and credits nothing', async () => {
    const { callsTo } = await openAccounts({ 'POST /api/wallet/add': { message: 'SUCCESS', amount: 350 } })
    await openNotice.click()
    await expect.element(amount).toHaveFocus()
    await expect.element(reportButton).toBeDisabled()
    await amount.fill('350')
    await reportButton.click()
    await expect.element(page.getByText('Received. We credit it after a check.').first()).toBeVisible()
    await expect.element(openNotice).toBeVisible()
    expect(callsTo('POST /api/wallet/add').map(({ body }) => body)).toEqual([{ amount: 350 }])
    expect(page.getByRole('alertdialog').query()).toBeNull()
  })

  it('that is refused keeps what was typed, and is sent under one key while no answer comes', async () => {
    let answer: (() => FakeAnswer) | undefined = () => refusal(429, 'REQUEST_LIMIT')
    const { callsTo } = await openAccounts({
      'POST /api/wallet/add': () => {
        if (answer === undefined) throw new TypeError('offline')
        return answer()
      },
    })
    await openNotice.click()
    await amount.fill('350')
    await reportButton.click()
    await expect.element(amount).toHaveAccessibleDescription(/Too many requests/)
    await expect.element(amount).toHaveValue('350')
    answer = undefined
    await reportButton.click()
    await expect
      .element(amount)
      .toHaveAccessibleDescription(/^No connection\. Check your internet and try again\. Reference/)
    answer = () => ({ message: 'SUCCESS', amount: 350 })
    await reportButton.click()
    await expect.element(openNotice).toBeVisible()
    const [, second, third] = callsTo('POST /api/wallet/add').map(keyOf)
    expect(second).toBe(third)
  })

  it('leads to the slip where there is one', async () => {
    await openAccounts()
    await dialog.getByRole('button', { name: 'Transferred? Send the slip' }).click()
    await expect.element(dialog.getByRole('tab', { name: 'Send slip' })).toHaveAttribute('aria-selected', 'true')
  })
})
