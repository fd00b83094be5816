import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../ui/base.css'
import { closeModals, openModal } from '../lib/modals.ts'
import { startTexts } from '../lib/texts/texts.ts'
import { Sheet } from '../ui/sheet.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ModalHost } from './modal-host.tsx'
import { modalParts } from './modals.tsx'

function sheetOf(title: string) {
  return ({ onClose }: { onClose: () => void }) => (
    <Sheet title={title} closeLabel={`Close ${title}`} onClose={onClose}>
      <button type="button" onClick={() => openModal('message', { kind: 'done', title: 'Done', text: 'All good' })}>
        Say it
      </button>
    </Sheet>
  )
}

const sheet = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('dialog', { name, exact: true })
const message = page.getByRole('alertdialog', { name: 'Done' })
const depth = (): unknown => (history.state as { sheet?: number } | null)?.sheet

async function draw(path = '/user/home'): ReturnType<typeof render> {
  return render(
    <>
      <button type="button">outside</button>
      <ModalHost path={path} />
      <Toasts regionLabel="Messages" closeLabel="Dismiss" />
    </>,
  )
}

beforeEach(async () => {
  history.pushState(null, '')
  await startTexts('en', ['shell', 'common', 'member'])
})
afterEach(() => {
  closeModals()
  vi.restoreAllMocks()
})

describe('modals', () => {
  beforeEach(() => {
    const { conditions, withdraw } = modalParts
    if (conditions === undefined || withdraw === undefined) throw new Error('nobody draws these modals')
    vi.spyOn(conditions, 'load').mockResolvedValue(sheetOf('First'))
    vi.spyOn(withdraw, 'load').mockResolvedValue(sheetOf('Second'))
  })

  it('are opened by name, once however often they are asked for at once', async () => {
    await draw()
    openModal('conditions')
    openModal('conditions')
    await expect.element(sheet('First')).toBeVisible()
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
  })

  it('lie over each other; Escape closes the top one', async () => {
    await draw()
    openModal('conditions')
    openModal('withdraw')
    await expect.element(sheet('Second')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet('Second')).not.toBeInTheDocument()
    await expect.element(sheet('First')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet('First')).not.toBeInTheDocument()
    await expect.poll(depth).toBeUndefined()
  })

  it('are closed by going back, the top one first, and the page stays', async () => {
    await draw()
    openModal('conditions')
    openModal('withdraw')
    await expect.element(sheet('Second')).toBeVisible()
    await expect.poll(depth).toBe(2)
    history.back()
    await expect.element(sheet('Second')).not.toBeInTheDocument()
    await expect.element(sheet('First')).toBeVisible()
    await expect.poll(depth).toBe(1)
    history.back()
    await expect.element(sheet('First')).not.toBeInTheDocument()
    await expect.poll(depth).toBeUndefined()
  })

  it('that follow each other in the same moment leave no step back behind', async () => {
    await draw()
    openModal('conditions')
    await page.getByRole('button', { name: 'Say it' }).click()
    await expect.element(message).toBeVisible()
    await expect.poll(depth).toBe(2)
    await page.getByRole('button', { name: 'OK' }).click()
    await expect.poll(depth).toBe(1)
    // As a deposit does when its money came: one goes, another comes.
    closeModals()
    openModal('message', { kind: 'done', title: 'Done', text: 'All good' })
    await expect.element(message).toBeVisible()
    await expect.element(sheet('First')).not.toBeInTheDocument()
    await expect.poll(depth).toBe(1)
    history.back()
    await expect.element(message).not.toBeInTheDocument()
    await expect.poll(depth).toBeUndefined()
  })

  it('go when another page comes', async () => {
    const { rerender } = await draw()
    openModal('conditions')
    await expect.element(sheet('First')).toBeVisible()
    await rerender(<ModalHost path="/user/profile" />)
    await expect.element(sheet('First')).not.toBeInTheDocument()
  })

  it('give the focus back to what opened them', async () => {
    await draw()
    await page.getByRole('button', { name: 'outside' }).click()
    openModal('conditions')
    await expect.element(sheet('First')).toBeVisible()
    await page.getByRole('button', { name: 'Close First' }).click()
    await expect.element(page.getByRole('button', { name: 'outside' })).toHaveFocus()
  })
})

describe('a modal that is not fetched yet', () => {
  it('shows that it is coming, and can be left', async () => {
    const { receipt } = modalParts
    if (receipt === undefined) throw new Error('nobody draws receipts')
    vi.spyOn(receipt, 'load').mockReturnValue(new Promise(() => undefined))
    await draw()
    openModal('receipt', { row: rowOfStatement })
    await expect.element(sheet('Loading')).toHaveAttribute('aria-busy', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet('Loading')).not.toBeInTheDocument()
  })

  it('has the height of what comes on a small phone, where that is known', async () => {
    await page.viewport(320, 640)
    onTestFinished(() => page.viewport(414, 896))
    const { deposit } = modalParts
    if (deposit === undefined) throw new Error('nobody draws deposits')
    const coming = Promise.withResolvers<ComponentType<{ onClose: () => void }>>()
    vi.spyOn(deposit, 'load').mockReturnValueOnce(coming.promise)
    await draw()
    openModal('deposit', {})
    const heightOf = (name: string): number => (sheet(name).element() as HTMLElement).offsetHeight
    await expect.element(sheet('Loading')).toBeInTheDocument()
    const waitingPx = heightOf('Loading')
    coming.resolve(({ onClose }) => (
      <Sheet title="Deposit" closeLabel="Close" isTall onClose={onClose}>
        <span />
      </Sheet>
    ))
    await expect.element(sheet('Deposit')).toBeInTheDocument()
    expect([waitingPx, heightOf('Deposit')]).toEqual([616, 616])
  })

  it('says why when it cannot be fetched, and is fetched again by a press', async () => {
    const { transfer } = modalParts
    if (transfer === undefined) throw new Error('nobody draws transfers')
    const load = vi.spyOn(transfer, 'load').mockRejectedValueOnce(new TypeError('offline'))
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    await draw()
    openModal('transfer')
    const failed = sheet("We can't open this now")
    await expect.element(failed).toMatchTextContent('No connection. Check your internet and try again.')
    load.mockRejectedValueOnce(new TypeError('offline still'))
    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.click()
    await expect.element(retry).toBeVisible()
    expect(load).toHaveBeenCalledTimes(2)
    load.mockResolvedValueOnce(sheetOf('Transfer'))
    await retry.click()
    await expect.element(sheet('Transfer')).toBeVisible()
    await expect.element(failed).not.toBeInTheDocument()
  })

  it('keeps no message from its reader: it comes, or says that it cannot, when the message was read', async () => {
    const { receipt } = modalParts
    if (receipt === undefined) throw new Error('nobody draws receipts')
    const coming = Promise.withResolvers<ReturnType<typeof sheetOf>>()
    const load = vi.spyOn(receipt, 'load').mockReturnValueOnce(coming.promise)
    await draw()
    openModal('receipt', { row: rowOfStatement })
    openModal('message', { kind: 'done', title: 'Done', text: 'Sent' })
    await expect.element(message).toBeVisible()
    expect(load).toHaveBeenCalledTimes(1)
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    coming.resolve(sheetOf('Receipt'))
    await coming.promise
    await expect.element(message).toBeVisible()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect.element(sheet('Receipt')).toBeVisible()
  })
})

const rowOfStatement = {
  _id: 'a'.repeat(24),
  statementType: 'deposit',
  from: 'BANK',
  to: 'WALLET',
  status: 'SUCCESS',
  amount: 100,
  createdAt: '2026-11-21T05:00:00.000Z',
} as const
