import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CopyButton } from './copy-button.tsx'
import { Sheet } from './sheet.tsx'
import { Toasts } from './toast.tsx'

afterEach(() => vi.restoreAllMocks())

/** Draws a button of a text of its own: what toasts say stays for seconds. */
async function draw(text: string): Promise<void> {
  await render(
    <>
      <Sheet title="Account" closeLabel="Close" onClose={() => undefined}>
        <CopyButton text={text} label="Copy" doneText={`Copied: ${text}`} failedText="Failed to copy" />
      </Sheet>
      <Toasts regionLabel="Messages" closeLabel="Dismiss" />
    </>,
  )
}

describe('a copy button', () => {
  it('puts the text on the clipboard and says so on the sheet that it stands on', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await draw('111-222')
    await page.getByRole('button', { name: 'Copy' }).click()
    expect(write).toHaveBeenCalledExactlyOnceWith('111-222')
    await expect.element(page.getByRole('dialog').getByText('Copied: 111-222')).toBeVisible()
  })

  it('copies the old way where there is no clipboard, with its text selected inside the dialog', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    let selected = ''
    const copy = vi.spyOn(document, 'execCommand').mockImplementation(() => {
      const field = document.activeElement
      selected = field instanceof HTMLTextAreaElement ? field.value : ''
      return true
    })
    await draw('333-444')
    const button = page.getByRole('button', { name: 'Copy' })
    await button.click()
    await expect.element(page.getByRole('dialog').getByText('Copied: 333-444')).toBeVisible()
    expect([copy.mock.calls, selected]).toEqual([[['copy']], '333-444'])
    expect(document.querySelector('textarea')).toBeNull()
    await expect.element(button).toHaveFocus()
  })

  it('says that it failed', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    vi.spyOn(document, 'execCommand').mockReturnValue(false)
    await draw('555-666')
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.element(page.getByRole('dialog').getByText('Failed to copy')).toBeVisible()
  })
})
