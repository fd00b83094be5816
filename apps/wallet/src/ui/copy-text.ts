/**
 * Puts a text on the clipboard. Plain http has no clipboard of its own but for localhost: there the old way is gone,
 * with a field beside the button, because what lies outside an open dialog cannot be selected.
 *
 * @returns whether it is there.
 */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text, beside)
  }
}

function copyTheOldWay(text: string, beside: Element): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'vh'
  beside.after(field)
  const focused = document.activeElement
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
