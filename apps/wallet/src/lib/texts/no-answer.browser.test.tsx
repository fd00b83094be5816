import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, type FakeAnswers } from '../../testing/fake-server.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'

const words = {
  network: {
    en: 'No connection. Check your internet and try again.',
    th: 'เชื่อมต่อไม่ได้ เช็กอินเทอร์เน็ตแล้วลองใหม่',
    lo: 'ເຊື່ອມຕໍ່ບໍ່ໄດ້ ກວດສອບອິນເຕີເນັດແລ້ວລອງໃໝ່',
  },
  timeout: {
    en: 'This is taking too long. Please try again.',
    th: 'ระบบตอบช้ากว่าปกติ ลองใหม่อีกครั้ง',
    lo: 'ລະບົບຕອບຊ້າກວ່າປົກກະຕິ ລອງໃໝ່ອີກຄັ້ງ',
  },
  unknown: {
    en: 'Something went wrong. Please try again.',
    th: 'มีบางอย่างผิดพลาด ลองใหม่อีกครั้ง',
    lo: 'ມີບາງຢ່າງຜິດພາດ ລອງໃໝ່ອີກຄັ້ງ',
  },
  unavailable: {
    en: 'We are down for a moment. Please try again shortly.',
    th: 'ระบบปิดปรับปรุงชั่วคราว ลองใหม่ในอีกสักครู่',
    lo: 'ລະບົບປິດປັບປຸງຊົ່ວຄາວ ລອງໃໝ່ໃນອີກຈັກໜ້ອຍ',
  },
}

const line = page.getByRole('alert')

async function logIn(answer: FakeAnswers[string]): Promise<void> {
  fakeServer({ 'POST /api/login': answer })
  await openApp('/login')
  await page.getByLabelText('Phone number').fill('0812345678')
  await page.getByLabelText('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function expectSaid(told: keyof typeof words): Promise<void> {
  await expect.element(line).toHaveTextContent(words[told].en)
  for (const [language, name] of [
    ['th', 'ไทย'],
    ['lo', 'ລາວ'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await expect.element(line).toHaveTextContent(words[told][language])
  }
}

function html(status: number): Response {
  const text = '<!doctype html><title>Bad gateway</title><h1>nginx</h1>'
  return new Response(text, { status, headers: { 'content-type': 'text/html' } })
}

beforeEach(clearBrowser)

describe('what is no answer of the server is told in words of ours, in three languages', () => {
  it.each([
    ['a page of a proxy that cannot reach it', html(502), 'unavailable'],
    ['a page of a proxy whose patience is over', html(504), 'unavailable'],
    ['a page in place of a success', html(200), 'unknown'],
    ['a page of a firewall', html(403), 'unknown'],
    ['an answer that was cut', new Response('{"token":"abc'), 'unknown'],
    ['nothing at all', new Response(''), 'unknown'],
  ] as const)('%s', async (_, answer, told) => {
    await logIn(answer)
    await expectSaid(told)
    expect(line.element().textContent).not.toMatch(/nginx|html/)
    expect(sessionStorage.getItem('token') ?? localStorage.getItem('token')).toBeNull()
  })

  it('no network', async () => {
    await logIn(() => {
      throw new TypeError('Failed to fetch')
    })
    await expectSaid('network')
  })

  it('[LIM-001] silence for 60 seconds', async () => {
    const inMinutes: (() => void)[] = []
    const { setTimeout } = globalThis
    const later = (run: () => void, ms?: number, ...rest: unknown[]) =>
      ms === 60_000 ? inMinutes.push(run) : setTimeout(run, ms, ...rest)
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(later as typeof setTimeout)
    onTestFinished(() => spy.mockRestore())
    let hasCome = false
    await logIn(() => {
      hasCome = true
      return new Promise(() => undefined)
    })
    await expect.poll(() => hasCome).toBe(true)
    expect(line.query()?.textContent ?? '').toBe('')
    for (const run of inMinutes) run()
    await expectSaid('timeout')
  })
})
