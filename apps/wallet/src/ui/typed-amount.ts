/** What a reader types as an amount of baht, and what it is worth. */

/** Thai and Lao digits stand in rows of ten. */
const digitRows = [0x0e50, 0x0ed0]

/** Digits of Thai and Lao as those that everybody reads, thousands without their commas, and no sign of baht. */
function plain(typed: string): string {
  return typed
    .replace(/[\u0E50-\u0E59\u0ED0-\u0ED9]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      return String(code - (digitRows.findLast((row) => row <= code) ?? code))
    })
    .replace(/[\s,฿]/g, '')
}

/** An amount without zeros before its first digit: what is left of 1,000,000 without its 1 is 0. */
function withoutLeadingZeros(text: string): string {
  return text.replace(/^(-?)0+(?=\d)/, '$1')
}

/**
 * Takes what stands in a field of an amount after a key or a paste: at most nine digits of baht and two of satang, without
 * leading zeros. Returns undefined when it can be no amount nor become one; the field then keeps what it had. A minus is kept, because
 * an amount that lost it silently would be another amount.
 */
export function takeTypedAmount(typed: string): string | undefined {
  const text = withoutLeadingZeros(plain(typed))
  return /^-?\d{0,9}(?:\.\d{0,2})?$/.test(text) ? text : undefined
}

/** The minor units of what `takeTypedAmount` returned; undefined while it is no number yet. */
export function minorOfTyped(text: string): number | undefined {
  const parts = /^(-?)(\d*)\.?(\d*)$/.exec(text)
  if (parts === null || !/\d/.test(text)) return undefined
  const [, minus, whole = '', fraction = ''] = parts
  const amountMinor = Number(`${whole}${fraction.padEnd(2, '0')}`)
  return minus === '' || amountMinor === 0 ? amountMinor : -amountMinor
}

/** How an amount stands in a field: no commas, and no satang where there are none. */
export function typedOfMinor(amountMinor: number): string {
  const fraction = Math.abs(amountMinor) % 100
  const whole = Math.trunc(amountMinor / 100)
  return fraction === 0 ? String(whole) : `${whole}.${String(fraction).padStart(2, '0')}`
}

/** An amount as it is shown while it is typed: its thousands apart. */
export function groupTyped(text: string): string {
  return text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','))
}

/** What was typed into a field that shows amounts in groups: the text that is meant, and how much of it the caret is before. */
export interface TypedAmount {
  readonly text: string
  readonly behindCaret: number
}

/**
 * Reads a field that showed `before` grouped and has `shown` now, its caret at `caret`. Who deletes a comma means the digit
 * on the side that was deleted from. Undefined when it can be no amount.
 */
export function readGrouped(
  before: string,
  shown: string,
  caret: number,
  deleted?: 'backward' | 'forward',
): TypedAmount | undefined {
  const text = takeTypedAmount(shown)
  if (text === undefined) return undefined
  const [head, tail] = [plain(shown.slice(0, caret)), plain(shown.slice(caret))]
  if (plain(shown) !== before || deleted === undefined) return { text, behindCaret: behindIn(text, tail) }
  const behind = deleted === 'forward' ? tail.slice(1) : tail
  const left = withoutLeadingZeros((deleted === 'forward' ? head : head.slice(0, -1)) + behind)
  return { text: left, behindCaret: behindIn(left, behind) }
}

/** How much of an amount the caret is before when `behind` stood behind it: never before a zero that is all there is of baht. */
function behindIn(text: string, behind: string): number {
  return behind.length < text.length ? behind.length : text.replace(/^-?0?/, '').length
}

/** Where the caret stands in a grouped amount that has so many signs of it behind. */
export function caretBefore(shown: string, behindCaret: number): number {
  let caret = shown.length
  for (let left = behindCaret; left > 0 && caret > 0; left -= 1) {
    caret -= shown[caret - 1] === ',' ? 2 : 1
  }
  return caret
}
