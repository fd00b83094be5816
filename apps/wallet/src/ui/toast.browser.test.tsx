import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import './base.css'
import { Sheet } from './sheet.tsx'
import type { ToastKind } from './toast.tsx'
import { dropToasts, showToast, Toasts } from './toast.tsx'

const region = page.getByRole('region', { name: 'Messages' })
const toasts = <Toasts regionLabel="Messages" closeLabel="Dismiss" />

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
/** What is there now: waiting for it would let the time pass that is measured here. */
const shown = (): string | null => region.element().textContent
const parts = (role: string): (string | null)[] =>
  region
    .getByRole(role)
    .elements()
    .map((one) => one.textContent)

async function show(...told: [ToastKind, string][]): Promise<void> {
  for (const [kind, text] of told) showToast(kind, text)
  await pass(0)
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  await pass(4_000)
  vi.useRealTimers()
})

describe('a toast', () => {
  it('[LIM-007] is there for 4 s, each for its own', async () => {
    await render(toasts)
    await show(['done', 'First'])
    await pass(1_000)
    await show(['done', 'Second'])
    await pass(2_999)
    expect(shown()).toBe('FirstSecond')
    await pass(1)
    expect(shown()).toBe('Second')
    await pass(999)
    expect(shown()).toBe('Second')
    await pass(1)
    expect(shown()).toBe('')
  })

  it('is there once when the same is said twice, for 4 s from then', async () => {
    await render(toasts)
    await show(['done', 'Ended'])
    await pass(3_000)
    await show(['done', 'Ended'])
    expect(shown()).toBe('Ended')
    await pass(3_999)
    expect(shown()).toBe('Ended')
    await pass(1)
    expect(shown()).toBe('')
  })

  it('about a try that failed goes when the same act succeeds, and no other does', async () => {
    await render(toasts)
    showToast('failed', 'Not saved', 'save')
    showToast('failed', 'Not copied', 'copy')
    showToast('failed', 'No connection')
    showToast('done', 'Saved', 'save')
    await pass(0)
    expect(shown()).toBe('Not copiedNo connectionSaved')
    dropToasts('copy')
    await pass(0)
    expect(shown()).toBe('No connectionSaved')
  })

  it('is a status when it went well, an alert when it did not, and of a third kind only heard', async () => {
    await render(toasts)
    await show(['done', 'Copied'], ['failed', 'Not copied'], ['spoken', 'Language changed'])
    expect(region.element().getAttribute('aria-live')).toBe('polite')
    expect([parts('status'), parts('alert')]).toEqual([['Copied'], ['Not copied']])
    const heard = region.getByText('Language changed').element()
    expect([heard.closest('[role]'), heard.clientWidth]).toEqual([null, 1])
  })

  it('goes when it is dismissed, the others stay', async () => {
    await render(toasts)
    await show(['done', 'Copied'], ['failed', 'Not copied'])
    const dismiss = region.getByRole('status').getByRole('button', { name: 'Dismiss' }).element() as HTMLElement
    dismiss.click()
    await pass(0)
    expect(shown()).toBe('Not copied')
  })

  it('lies in a sheet over what is asked, and leaves title, close and button free', async () => {
    await page.viewport(360, 740)
    await render(
      <>
        <Sheet title="Account" closeLabel="Close" onClose={() => undefined} footer={<button type="button">Go</button>}>
          <p style={{ height: '300px' }}>text</p>
        </Sheet>
        {toasts}
      </>,
    )
    await show(['done', 'Copied'])
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    const toast = page.getByRole('status').element().getBoundingClientRect()
    const free = [
      page.getByRole('heading', { name: 'Account' }),
      page.getByRole('button', { name: 'Close' }),
      page.getByRole('button', { name: 'Go' }),
    ]
    for (const one of free) {
      const { top, bottom } = one.element().getBoundingClientRect()
      expect(bottom <= toast.top || top >= toast.bottom).toBe(true)
    }
  })

  it('of one long word stays on a narrow screen, with what dismisses it', async () => {
    await page.viewport(360, 740)
    await render(toasts)
    await show(['done', `Copied: https://krapao.example/register?code=${'PR5'.repeat(14)}`])
    const dismiss = region.getByRole('button', { name: 'Dismiss' }).element()
    expect(dismiss.getBoundingClientRect().right).toBeLessThanOrEqual(344)
    expect(document.documentElement.scrollWidth).toBe(360)
    await page.viewport(414, 896)
  })

  it('stands on the dialog that is open, where it can be reached, and outlives it', async () => {
    const sheet = (
      <Sheet title="Account" closeLabel="Close" onClose={() => undefined}>
        text
      </Sheet>
    )
    const screen = await render(
      <>
        {sheet}
        {toasts}
      </>,
    )
    await show(['failed', 'No connection'])
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    const dismiss = page.getByRole('dialog', { name: 'Account' }).getByRole('alert').getByRole('button').element()
    const { x, y, width, height } = dismiss.getBoundingClientRect()
    expect(dismiss.contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true)
    await screen.rerender(
      <>
        {null}
        {toasts}
      </>,
    )
    expect(parts('alert')).toEqual(['No connection'])
  })
})
