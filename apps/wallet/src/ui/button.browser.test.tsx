import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@krapao/web/look.css'
import './base.css'
import { Button, IconButton } from './button.tsx'

const kinds = ['gold', 'tonal', 'line', 'quiet', 'danger'] as const

describe('a button', () => {
  it('is pressed by pointer, Enter and Space, and sends no form unless it is asked to', async () => {
    const onClick = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    await render(
      <form onSubmit={onSubmit}>
        <Button kind="gold" onClick={onClick}>
          Pay
        </Button>
        <Button kind="tonal" type="submit">
          Send
        </Button>
      </form>,
    )
    const pay = page.getByRole('button', { name: 'Pay' })
    await pay.click()
    await userEvent.keyboard('{Enter} ')
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([3, 0])
    await page.getByRole('button', { name: 'Send' }).click()
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  it('says what it is doing while it is busy, and takes no press', async () => {
    const onClick = vi.fn()
    const screen = await render(
      <Button kind="gold" onClick={onClick}>
        Pay
      </Button>,
    )
    await expect.element(page.getByRole('button', { name: 'Pay' })).toHaveAttribute('aria-busy', 'false')
    await screen.rerender(
      <Button kind="gold" busyLabel="Paying…" onClick={onClick}>
        Pay
      </Button>,
    )
    const busy = page.getByRole('button', { name: 'Paying…', exact: true })
    await expect.element(busy).toHaveAttribute('aria-busy', 'true')
    await expect.element(busy).toBeDisabled()
    ;(busy.element() as HTMLElement).click()
    expect(onClick).not.toHaveBeenCalled()
  })

  it('takes no press while it is disabled', async () => {
    const onClick = vi.fn()
    await render(
      <>
        <Button kind="danger" disabled onClick={onClick}>
          Cancel
        </Button>
        <IconButton label="Next page" disabled onClick={onClick} />
      </>,
    )
    for (const name of ['Cancel', 'Next page']) {
      const button = page.getByRole('button', { name })
      await expect.element(button).toBeDisabled()
      ;(button.element() as HTMLElement).click()
    }
    expect(onClick).not.toHaveBeenCalled()
  })

  it('is a target of 44 px and more in every kind', async () => {
    await render(
      <>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <IconButton label="Close" isFilled />
      </>,
    )
    const sizes = page
      .getByRole('button')
      .elements()
      .map((button) => button.getBoundingClientRect())
    expect(sizes).toHaveLength(kinds.length + 1)
    for (const { width, height } of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })
})
