import type { Page } from '@playwright/test'

/** What of a page's controls is too small for a finger, under another one, or moves for those who want none of it. */
function findBadControls(): string[] {
  const LEAST_PX = 44
  const found: string[] = []
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, video[controls], ' +
    '[role=button], [role=tab], [role=switch], [tabindex]:not([tabindex="-1"])'
  interface Control {
    element: Element
    name: string
    box: DOMRect
    layer: Element | null
  }

  /** What of a box is in sight in what scrolls around it. */
  function inSight(element: Element, box: DOMRect): DOMRect {
    let { left, top, right, bottom } = box
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
      if (around === root) break
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  /** A link within a sentence is as high as its line. */
  function isInText(element: Element): boolean {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false
    const around = element.parentElement?.textContent?.trim() ?? ''
    return around.length > (element.textContent?.trim().length ?? 0)
  }

  /** What moves together, apart from what else is on the page: a bar that stays, or the page itself. */
  function layerOf(element: Element): Element | null {
    for (let around: Element | null = element; around !== null && around !== root; around = around.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(around).position)) return around
    }
    return root
  }

  const controls: Control[] = []
  for (const element of root.querySelectorAll(selector)) {
    if (element.closest('[inert], [aria-hidden=true], dialog:not([open])') !== null) continue
    if (element instanceof HTMLElement && element.tabIndex < 0) continue
    const style = getComputedStyle(element)
    const label =
      element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type) ? element.labels?.[0] : undefined
    const target = label ?? element
    if (!target.checkVisibility({ visibilityProperty: true }) || style.clipPath.startsWith('inset(50%')) continue
    const box = target.getBoundingClientRect()
    if (box.width < 1 || box.height < 1) continue
    const name = `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 40)}"`
    const isSmall = box.width < LEAST_PX - 0.5 || box.height < LEAST_PX - 0.5
    // A field stands within its frame, which takes the press.
    const frame = element.closest('label, [data-target]')?.getBoundingClientRect()
    const isFramed = frame !== undefined && frame.width >= LEAST_PX - 0.5 && frame.height >= LEAST_PX - 0.5
    if (isSmall && !isFramed && !isInText(element)) {
      found.push(`too small, ${Math.round(box.width)} by ${Math.round(box.height)}: ${name}`)
    }
    controls.push({ element: target, name, box: inSight(target, box), layer: layerOf(target) })
  }
  for (const [index, one] of controls.entries()) {
    for (const other of controls.slice(index + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide <= 2 || high <= 2) continue
      // A small button on the edge of two fields takes next to nothing from either.
      const larger = Math.max(one.box.width * one.box.height, other.box.width * other.box.height)
      if (wide * high > larger / 12) found.push(`${one.name} and ${other.name} lie over each other`)
    }
  }
  if (controls.length === 0 && root !== document.body) found.push('no control at all')

  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    for (const animation of document.getAnimations()) {
      const { effect } = animation
      if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect)) continue
      const moves = effect
        .getKeyframes()
        .some((frame) => ['transform', 'translate', 'rotate', 'scale'].some((key) => key in frame))
      const name = effect.target?.className.toString().slice(0, 60)
      if (moves) found.push(`moves though it should not: ${name} by ${(animation as CSSAnimation).animationName}`)
    }
  }
  return found
}

/** What is wrong with the controls of a page, or of the dialog on it, a line each; empty when nothing is. */
export async function badControlsOf(page: Page): Promise<string[]> {
  return page.evaluate(findBadControls)
}
