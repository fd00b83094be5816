import { expect, type Locator, type Page } from '@playwright/test'

/** A mouse that is never touched: presses of keys are all that these hands do. */
export interface Hands {
  /** Goes by Tab to a control, which must show that it has the focus. Backwards by `isBack`. */
  goTo: (control: Locator, isBack?: boolean) => Promise<void>
  /** Goes to a field and types into it, in place of what is there. */
  type: (field: Locator, text: string) => Promise<void>
  /** Goes to a control and presses it. */
  press: (control: Locator, key?: 'Enter' | 'Space') => Promise<void>
}

export function handsOn(page: Page): Hands {
  const goTo: Hands['goTo'] = async (control, isBack = false) => {
    await expect(control).toBeVisible()
    await expect(control).toBeEnabled()
    for (let steps = 0; steps < 60; steps += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab')
    }
    await expect(control).toBeFocused()
    const isShown = await control.evaluate((element) => {
      for (let around: Element | null = element; around !== null; around = around.parentElement) {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(around)
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true
        if (around.matches(':focus-within') && boxShadow !== 'none') return true
        if (around.matches('form, dialog, main, nav')) break
      }
      // A box that is drawn in place of the browser's own.
      const beside = element.nextElementSibling
      return beside !== null && getComputedStyle(beside).outlineStyle !== 'none'
    })
    expect(isShown, `the focus on ${control.toString()} is in sight`).toBe(true)
  }
  return {
    goTo,
    async type(field, text) {
      await goTo(field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async press(control, key = 'Enter') {
      await goTo(control)
      await page.keyboard.press(key)
    },
  }
}
