import type { Slip } from '@krapao/contract'
import { slipReasons } from '@krapao/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { closeModals } from '../../lib/modals.ts'
import { loadTexts, switchLanguage } from '../../lib/texts/texts.ts'
import type { FakeAnswers, SeenCall } from '../../testing/fake-server.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

const listeners = new Set<() => void>()
vi.mock('../../lib/socket.ts', () => ({
  subscribeWallet: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}))

const reference = (number: number): string => `slip${String(number).padStart(20, '0')}`

function slip(number: number, changes: Partial<Slip> = {}): Slip {
  return {
    createdAt: '2026-11-20T14:04:37.000Z',
    amount: 100 + number,
    status: 'SUCCESS',
    note: null,
    link: `/api/files/${reference(number)}?e=1&s=x`,
    reference: reference(number),
    ...changes,
  }
}

/** What the server has; a test changes it. */
let slips: Slip[]

const paged = ({ body }: SeenCall): object => {
  const { page: number, limit } = body as { page: number; limit: number }
  return { total: slips.length, slips: slips.slice((number - 1) * limit, number * limit) }
}

const dialog = page.getByRole('dialog', { name: /Slip status|สถานะสลิป|ສະຖານະສະລິບ/ })
const rows = dialog.getByRole('listitem')

async function openSlips(given: FakeAnswers = {}, language: 'th' | 'lo' | 'en' = 'en') {
  const server = fakeServer({ ...memberAnswers, 'POST /api/statement/slip': paged, ...given })
  await openApp('/user/statement', { token: 'good', language })
  await loadTexts(['deposit'])
  onTestFinished(closeModals)
  await page.getByRole('button', { name: /^(Slip status|สถานะสลิป|ສະຖານະສະລິບ)$/ }).click()
  await expect.element(dialog).toBeVisible()
  return server
}

/** The labels of the specification's reasons (section 3), each with the codes that mean it. */
const reasons = [
  ['SLP-009', 'ERR-077', 'UPLOADED_FILE_NOT_EXIST', 'สลิปไม่ถูกต้อง', 'ສະລິບບໍ່ຖືກຕ້ອງ', 'Incorrect slip'],
  ['SLP-009', 'ERR-078', 'IMG_SIZE_UNABLE_TO_PROCESS', 'สลิปไม่ถูกต้อง', 'ສະລິບບໍ່ຖືກຕ້ອງ', 'Incorrect slip'],
  ['SLP-009', 'ERR-079', 'CANNOT_READ_CROPPED_IMAGE', 'สลิปไม่ถูกต้อง', 'ສະລິບບໍ່ຖືກຕ້ອງ', 'Incorrect slip'],
  ['SLP-010', 'ERR-080', 'DEST_ACC_INVALID', 'บัญชีปลายทางไม่ถูกต้อง', 'ບັນຊີປາຍທາງບໍ່ຖືກຕ້ອງ', 'Wrong destination account'],
  ['SLP-011', 'ERR-081', 'SLIP_REFNO_DUPLICATED', 'สลิปซ้ำ', 'ສະລິບຊ້ຳ', 'Duplicate slip'],
  ['SLP-012', 'ERR-082', 'UNSTABLE_REFNO_ON_SLIP', 'อ่านเลขอ้างอิงไม่ได้', 'ອ່ານເລກອ້າງອີງບໍ່ໄດ້', 'Unreadable reference number'],
  [
    'SLP-013',
    'ERR-083',
    'TRIPPLE_WRONG_CAPTCHA',
    'รหัสตรวจสอบผิด 3 ครั้งติดกัน',
    'ລະຫັດກວດສອບຜິດ 3 ຄັ້ງຕິດຕໍ່ກັນ',
    'Wrong captcha three times in a row',
  ],
  ['SLP-014', 'ERR-084', 'INVALID_SLIP', 'อ่านสลิปไม่ได้', 'ອ່ານສະລິບບໍ່ໄດ້', 'Unreadable slip'],
  [
    'SLP-015',
    'ERR-085',
    'NOT_MATCH',
    'บัญชีผู้โอนไม่ตรงกับที่ลงทะเบียน',
    'ບັນຊີຜູ້ໂອນບໍ່ກົງກັບທີ່ລົງທະບຽນ',
    'Account does not match the registered one',
  ],
  ['SLP-016', 'ERR-086', 'EXPIRED_SLIP', 'สลิปหมดอายุ', 'ສະລິບໝົດອາຍຸ', 'Expired slip'],
  ['SLP-017', 'ERR-087', 'UNKNOW_ERROR', 'ไม่ทราบสาเหตุ', 'ບໍ່ຮູ້ສາເຫດ', 'Unknown reason'],
] as const

beforeEach(() => {
  clearBrowser()
  slips = []
})

describe('the list of slips', () => {
  it('[STM-003] [SLP-001] [SLP-002] [SLP-003] shows date and amount, and a dash until that is read', async () => {
    slips = [slip(1, { amount: 1_250.5 }), slip(2, { status: 'IN_PROGRESS', amount: null })]
    await openSlips()
    await expect.element(rows.first()).toMatchTextContent('20/11/2026 21:04:37')
    await expect.element(rows.first()).toMatchTextContent('1,250.50')
    await expect.element(rows.nth(1)).toMatchTextContent('–')
    await expect.element(rows.nth(1)).toMatchTextContent('Amount not known yet')
  })

  it('[SLP-004] [SLP-008] shows success, failure with its reason, and anything else as in progress', async () => {
    const odd = { ...slip(4), status: 'LOOKED_AT' } as unknown as Slip
    slips = [slip(1), slip(2, { status: 'FAILED', note: 'EXPIRED_SLIP' }), slip(3, { status: 'IN_PROGRESS' }), odd]
    await openSlips()
    await expect.element(rows.nth(0)).toMatchTextContent('Successful')
    await expect.element(rows.nth(1)).toMatchTextContent('Failed: Expired slip')
    await expect.element(rows.nth(1)).toMatchTextContent('Contact support to check it')
    await expect.element(rows.nth(2)).toMatchTextContent('In progress')
    await expect.element(rows.nth(3)).toMatchTextContent('In progress')
  })

  it('[MON-002] says in three languages that a person looks at a slip', async () => {
    slips = [slip(1, { status: 'IN_PROGRESS', note: 'IN_REVIEW', amount: 5_000 })]
    await openSlips({}, 'th')
    for (const [language, words] of [
      ['th', 'แอดมินกำลังตรวจสอบสลิป'],
      ['lo', 'ແອັດມິນກຳລັງກວດສອບສະລິບ'],
      ['en', 'Our team is checking your slip'],
    ] as const) {
      await switchLanguage(language)
      await expect.element(rows.first()).toMatchTextContent(words)
    }
  })

  it.each(reasons)('[%s] [%s] says what %s means in three languages', async (_, _row, note, th, lo, en) => {
    slips = [slip(1, { status: 'FAILED', note, amount: null })]
    await openSlips({}, 'th')
    for (const [language, label] of [
      ['th', th],
      ['lo', lo],
      ['en', en],
    ] as const) {
      await switchLanguage(language)
      await expect.element(rows.first()).toMatchTextContent(label)
    }
  })

  it('[SLP-017] [ERR-087] says of a reason that it does not know that nobody knows it', async () => {
    expect(reasons.map(([, , note]) => note)).toEqual([...slipReasons])
    slips = [slip(1, { status: 'FAILED', note: 'SOMETHING_NEW' }), slip(2, { status: 'FAILED', note: null })]
    await openSlips()
    await expect.element(rows.nth(0)).toMatchTextContent('Failed: Unknown reason')
    await expect.element(rows.nth(1)).toMatchTextContent('Failed: Unknown reason')
  })

  it('[SLP-006] [LIM-021] [SLP-018] comes in pages of ten', async () => {
    slips = Array.from({ length: 12 }, (_, index) => slip(index))
    const server = await openSlips()
    await expect.element(dialog.getByText('1–10 of 12')).toBeVisible()
    expect(rows.elements()).toHaveLength(10)
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await expect.element(dialog.getByText('11–12 of 12')).toBeVisible()
    await expect.poll(() => rows.elements()).toHaveLength(2)
    expect(server.callsTo('POST /api/statement/slip').map(({ body }) => body)).toEqual([
      { page: 1, limit: 10 },
      { page: 2, limit: 10 },
    ])
  })

  it('is asked again by its refresh control', async () => {
    slips = [slip(1)]
    const server = await openSlips()
    await expect.element(rows.first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => server.callsTo('POST /api/statement/slip').length).toBe(2)
  })

  it('settles before the reader’s eyes when money moved', async () => {
    slips = [slip(1, { status: 'IN_PROGRESS', amount: null })]
    await openSlips()
    await expect.element(rows.first()).toMatchTextContent('In progress')
    slips = [slip(1, { amount: 500 })]
    // The app listens a moment after it was opened.
    await expect.poll(() => listeners.size).toBe(1)
    for (const listener of listeners) listener()
    await expect.element(rows.first()).toMatchTextContent('Successful')
    await expect.element(rows.first()).toMatchTextContent('500.00')
    await expect.element(page.getByText('Slip of 500.00 baht: Successful')).toBeInTheDocument()
  })

  it('says that there is none yet, and leads to sending one', async () => {
    await openSlips({
      'GET /api/lookup/deposit': { banks: [], wallets: [], isManual: false },
      'GET /api/lookup/slip': { info: '', isOpen: true, closedFrom: null, closedUntil: null },
    })
    await expect.element(dialog.getByText('No slips sent yet')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send slip' }).click()
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Choose slip image' })).toBeVisible()
  })

  it('[ERR-114] that does not come says so without the words of the server, and is asked again', async () => {
    let isDown = true
    slips = [slip(1)]
    await openSlips({
      'POST /api/statement/slip': (call) => (isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : paged(call)),
    })
    await expect.element(dialog.getByText('We could not load your slips')).toBeVisible()
    await expect.element(page.getByText('Something broke', { exact: false })).not.toBeInTheDocument()
    isDown = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(rows.first()).toMatchTextContent('Successful')
  })
})

describe('the picture of a slip', () => {
  it('[SLP-005] opens in a tab of its own by the address that came with the row', async () => {
    slips = [slip(1)]
    await openSlips()
    const link = dialog.getByRole('link', { name: 'View image 20/11/2026 21:04:37' })
    await expect.element(link).toHaveAttribute('href', slips[0]?.link ?? '')
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('[SLP-005] [SLP-019] without one opens by an address that is asked for', async () => {
    const replace = vi.fn<(address: URL) => void>()
    const close = vi.fn<() => void>()
    const tab = { opener: window, location: { replace }, close }
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    onTestFinished(() => open.mockRestore())
    slips = [slip(1, { link: null })]
    let url = '/api/files/picture?e=1&s=x'
    await openSlips({ [`GET /api/statement/slip/reference/${reference(1)}`]: () => ({ url }) })
    const button = dialog.getByRole('button', { name: /^View image/ })
    await button.click()
    await expect
      .poll(() => replace.mock.calls.map(([address]) => address.href))
      .toEqual([new URL(url, location.origin).href])
    expect(tab.opener).toBeNull()

    url = 'javascript:alert(1)'
    await button.click()
    await expect.element(page.getByText("The slip image won't open. Try again.").first()).toBeVisible()
    expect(replace).toHaveBeenCalledTimes(1)
    expect(close).toHaveBeenCalledTimes(1)
  })
})
