import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmDialog } from './confirm-dialog.tsx'

async function ask(kind: 'gold' | 'danger', busyLabel?: string) {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  await render(
    <ConfirmDialog
      title="Cancel it?"
      text="It cannot be brought back."
      confirmLabel="Cancel it"
      cancelLabel="Keep it"
      kind={kind}
      busyLabel={busyLabel}
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  )
  return { onConfirm, onClose }
}

const button = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('button', { name })

describe('a question', () => {
  it('is read with its text, and is answered by a yes or a no', async () => {
    const { onConfirm, onClose } = await ask('gold')
    const dialog = page.getByRole('alertdialog', { name: 'Cancel it?' })
    await expect.element(dialog).toHaveAccessibleDescription('It cannot be brought back.')
    await expect.element(button('Cancel it')).toHaveFocus()
    await button('Cancel it').click()
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0])
    await button('Keep it').click()
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1])
  })

  it('takes Escape and the browser’s back for a no', async () => {
    const { onConfirm, onClose } = await ask('gold')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
    await expect.poll(() => (history.state as { sheet?: number } | null)?.sheet).toBe(1)
    history.back()
    await expect.poll(() => onClose.mock.calls.length).toBe(2)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('offers the way back first where something is taken away', async () => {
    await ask('danger')
    await expect.element(button('Keep it')).toHaveFocus()
  })

  it('takes no second yes while the first is being done', async () => {
    const { onConfirm } = await ask('danger', 'Cancelling…')
    await expect.element(button('Cancelling…')).toBeDisabled()
    await userEvent.keyboard('{Tab}{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
  })
})
