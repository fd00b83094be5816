import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AlertDialog } from './alert-dialog.tsx'
import '@krapao/web/look.css'
import './base.css'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'
import { Tiles } from './tiles.tsx'

describe('tiles', () => {
  it('start what they are called by; one that is busy takes no press and says so', async () => {
    const onPress = vi.fn()
    const tile = (key: string, isBusy?: boolean) => ({
      key,
      label: key,
      drawing: <circle r="4" />,
      ...(isBusy === undefined ? {} : { isBusy }),
      onPress: () => onPress(key),
    })
    await render(<Tiles label="Services" tiles={[tile('Deposit'), tile('Refresh', true), tile('Withdraw', false)]} />)
    const list = page.getByRole('list', { name: 'Services' })
    const buttons = list.getByRole('button').elements() as HTMLElement[]
    expect(buttons.map((button) => button.getAttribute('aria-busy'))).toEqual(['false', 'true', 'false'])
    await expect.element(list.getByRole('button', { name: 'Refresh' })).toBeDisabled()
    for (const button of buttons) button.click()
    expect(onPress.mock.calls).toEqual([['Deposit'], ['Withdraw']])
    for (const button of buttons) expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })
})

describe('a skeleton', () => {
  it('has the size of what it stands for, and is not read', async () => {
    const { container } = await render(
      <div style={{ width: 200 }}>
        <Skeleton widthPx={120} heightPx={24} />
        <Skeleton widthPx={400} heightPx={10} isOnPurse />
      </div>,
    )
    const blocks = [...container.querySelectorAll<HTMLElement>('span')]
    expect(blocks.map((block) => [block.offsetWidth, block.offsetHeight])).toEqual([
      [120, 24],
      [200, 10],
    ])
    expect(blocks.map((block) => block.ariaHidden)).toEqual(['true', 'true'])
  })
})

describe('an empty state', () => {
  it('is a heading with at most one action', async () => {
    const onAction = vi.fn()
    const screen = await render(
      <EmptyState text="Nothing yet" detail="It comes" actionLabel="Deposit" onAction={onAction} />,
    )
    await expect.element(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Deposit' }).click()
    expect(onAction).toHaveBeenCalledTimes(1)
    await screen.rerender(<EmptyState text="Nothing yet" />)
    expect(screen.container.querySelectorAll('button, p')).toHaveLength(0)
  })
})

describe('a message', () => {
  it.each(['failed', 'done', 'waiting'] as const)(
    'that is %s is read with its title, until it is noted',
    async (kind) => {
      const onClose = vi.fn()
      await render(<AlertDialog kind={kind} title="Title" text="What happened" okLabel="OK" onClose={onClose} />)
      const dialog = page.getByRole('alertdialog', { name: 'Title' })
      await expect.element(dialog).toHaveAccessibleDescription('What happened')
      await expect.element(dialog.getByRole('button', { name: 'OK' })).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      expect(onClose).toHaveBeenCalledTimes(1)
      await userEvent.keyboard('{Escape}')
      expect(onClose).toHaveBeenCalledTimes(2)
    },
  )
})
