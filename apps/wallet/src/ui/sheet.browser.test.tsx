import { tokenTimeMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Sheet } from './sheet.tsx'

function Two(): ReactNode {
  const [open, setOpen] = useState<readonly string[]>([])
  return (
    <>
      <button type="button" onClick={() => setOpen(['first'])}>
        open
      </button>
      {open.map((name) => (
        <Sheet
          key={name}
          title={name}
          closeLabel={`close ${name}`}
          onClose={() => setOpen(open.filter((other) => other !== name))}
        >
          <button type="button" onClick={() => setOpen([...open, 'second'])}>
            more of {name}
          </button>
          <input aria-label={`amount of ${name}`} style={{ display: 'block', marginBlock: 300 }} />
        </Sheet>
      ))}
    </>
  )
}

const first = page.getByRole('dialog', { name: 'first' })
const second = page.getByRole('dialog', { name: 'second' })

beforeEach(async () => {
  // A piece of the interface by itself has no tokens, and would leave in no time.
  document.documentElement.style.setProperty('--t-2', '180ms')
  await render(<Two />)
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(first).toBeVisible()
})

describe('a sheet', () => {
  it('closes by Escape, and gives the focus back', async () => {
    await userEvent.keyboard('{Escape}')
    await expect.element(first).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'open' })).toHaveFocus()
  })

  it('follows the finger that pulls it down by its head, and goes when it was pulled far', async () => {
    await page.viewport(360, 800)
    const head = first.getByRole('heading').element()
    const pull = (type: string, clientY: number) =>
      head.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, pointerType: 'touch', clientY }),
      )
    // Nothing of this browser is under the finger, so there is nothing to capture.
    Element.prototype.setPointerCapture = () => undefined
    const sheetTop = () => first.element().getBoundingClientRect().top
    const restTop = sheetTop()
    pull('pointerdown', 500)
    pull('pointermove', 540)
    expect(sheetTop()).toBeCloseTo(restTop + 40, 0)
    pull('pointercancel', 540)
    await expect.poll(sheetTop).toBeCloseTo(restTop, 0)
    await expect.element(first).toBeVisible()
    pull('pointerdown', 500)
    pull('pointermove', 640)
    // Long enough to be looked at.
    document.documentElement.style.setProperty('--t-2', '5s')
    pull('pointerup', 640)
    await expect.element(first).not.toBeInTheDocument()
    const leaving = document.querySelector<HTMLElement>('[data-leaving]')
    expect(leaving?.style.transform).toBe('matrix(1, 0, 0, 1, 0, 140)')
    // It goes from where it was pulled to, and not up again first.
    expect(leaving?.getAnimations().filter((one) => !(one instanceof CSSAnimation))).toEqual([])
  })

  it('keeps what is typed into in sight when a keyboard leaves it less room', async () => {
    await page.viewport(360, 740)
    const field = first.getByRole('textbox')
    await field.click()
    const isWhole = () => {
      const { top, bottom } = field.element().getBoundingClientRect()
      const body = field.element().parentElement?.parentElement?.getBoundingClientRect()
      return body !== undefined && top >= body.top && bottom <= body.bottom
    }
    expect(isWhole()).toBe(true)
    await page.viewport(360, 300)
    await expect.poll(isWhole).toBe(true)
  })

  it('is seen leaving where nobody can reach it, and is gone when it has left', async () => {
    const leaving = (): Element | null => document.querySelector('[data-leaving]')
    // Pressed from here, so that nothing is waited for in between.
    ;(page.getByRole('button', { name: 'close first' }).element() as HTMLElement).click()
    await expect.poll(leaving, { interval: 1 }).not.toBeNull()
    expect(leaving()?.closest('[inert]')?.ariaHidden).toBe('true')
    await expect.element(first).not.toBeInTheDocument()
    await expect.poll(leaving).toBeNull()
  })

  it('takes its time from the tokens, as they are written and as a build writes them', () => {
    const { style } = document.documentElement
    expect(
      ['180ms', '.18s', '0ms', '0s', ''].map((time) => {
        style.setProperty('--t-2', time)
        return tokenTimeMs('--t-2')
      }),
    ).toEqual([180, 180, 0, 0, 0])
  })

  it('is gone at once when another opens', async () => {
    ;(page.getByRole('button', { name: 'close first' }).element() as HTMLElement).click()
    await expect.poll(() => document.querySelector('[data-leaving]'), { interval: 1 }).not.toBeNull()
    ;(page.getByRole('button', { name: 'open' }).element() as HTMLElement).click()
    await expect.element(first).toBeVisible()
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
  })

  it('closes by its cross, and takes its entry out of the history', async () => {
    expect(history.state).toHaveProperty('sheet')
    await page.getByRole('button', { name: 'close first' }).click()
    await expect.element(first).not.toBeInTheDocument()
    await expect.poll(() => (history.state as { sheet?: number } | null)?.sheet).toBeUndefined()
  })

  it('lies under another, and going back closes the top one first', async () => {
    await page.getByRole('button', { name: 'more of first' }).click()
    await expect.element(second).toBeVisible()
    history.back()
    await expect.element(second).not.toBeInTheDocument()
    await expect.element(first).toBeVisible()
    history.back()
    await expect.element(first).not.toBeInTheDocument()
  })

  it('leaves the one below open when it is closed by Escape', async () => {
    await page.getByRole('button', { name: 'more of first' }).click()
    await expect.element(second).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(second).not.toBeInTheDocument()
    await expect.element(first).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(first).not.toBeInTheDocument()
  })
})
