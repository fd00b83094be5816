/**
 * Money as integers of minor units (satang, att), and the few ways in and out of it.
 *
 * Inside the product an amount is a safe integer `number` of minor units; nothing in here ever holds
 * a fraction. Baht appear only at the wire (JSON numbers with at most two decimals) and on screens.
 */

/** The currencies the product knows: the specification's codes, not ISO's (decisions 2.112). */
export type Currency = 'BAHT' | 'LAK'

/** Minor units in one unit of either currency. */
const MINOR_PER_UNIT = 100

/** The largest amount that is taken from the wire, in minor units: eleven digits of baht and two decimals. */
export const AMOUNT_MAX_MINOR = 99_999_999_999_99
/** Up to here a double tells every hundredth from the next, and what we answer is read back as it was. */
const SUM_MAX_MINOR = 1e15

/** Why a wire amount was refused: `type` is a shape error (400), `range` a broken rule (422). */
export type AmountProblem = 'type' | 'range'

/**
 * Reads a wire amount, a JSON number of baht with at most two decimals, zero or more.
 *
 * @returns minor units, or the problem: `type` for anything but a number, `range` for NaN, infinities,
 * negatives, more than two decimals and amounts of twelve digits and more.
 */
export function readWireAmount(
  value: unknown,
): { ok: true; amountMinor: number } | { ok: false; problem: AmountProblem } {
  if (typeof value !== 'number') return { ok: false, problem: 'type' }
  if (!Number.isFinite(value) || value < 0 || Object.is(value, -0)) return { ok: false, problem: 'range' }
  const amountMinor = Math.round(value * MINOR_PER_UNIT)
  if (amountMinor > AMOUNT_MAX_MINOR) return { ok: false, problem: 'range' }
  // A number has at most two decimals exactly when it is the double nearest to its own rounding.
  if (amountMinor / MINOR_PER_UNIT !== value) return { ok: false, problem: 'range' }
  return { ok: true, amountMinor }
}

/**
 * Reads an amount that was checked at the edge or comes in an answer, which may be below zero or a sum of many: 99.5
 * becomes 9950. Throws a RangeError for what is no amount: a defect, never a user's mistake.
 */
export function fromWireAmount(value: number): number {
  const amountMinor = Math.round(value * MINOR_PER_UNIT) + 0
  if (!(Math.abs(amountMinor) <= SUM_MAX_MINOR) || amountMinor / MINOR_PER_UNIT !== value) {
    throw new RangeError(`not an amount of the wire: ${value}`)
  }
  return amountMinor
}

const DECIMAL = /^(\d{1,11})(?:\.(\d{1,2}))?$/

/** Reads digits with at most two decimals, "125.5", as minor units; null for anything else, a sign and separators too. */
export function readDecimalText(text: string): number | null {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * MINOR_PER_UNIT + Number(fraction.padEnd(2, '0'))
}

/** Writes minor units as the wire's JSON number: 9950 becomes 99.5. Throws on an unsafe integer. */
export function toWireAmount(amountMinor: number): number {
  return requireMinor(amountMinor) / MINOR_PER_UNIT
}

/** Returns the amount when it is a safe integer and throws a RangeError otherwise: a defect, never a user's mistake. */
export function requireMinor(amountMinor: number): number {
  if (!Number.isSafeInteger(amountMinor)) throw new RangeError(`not an integer of minor units: ${amountMinor}`)
  return amountMinor
}

/** Reads an int8 of the database (text or bigint) as a safe integer; throws a RangeError beyond 2^53. */
export function readInt8(value: string | bigint): number {
  const read = Number(value)
  if (!Number.isSafeInteger(read)) throw new RangeError(`integer beyond 2^53: ${value}`)
  return read
}

/** The sum of amounts, checked to be a safe integer. */
export function sumMinor(amountsMinor: Iterable<number>): number {
  let sum = 0
  for (const amountMinor of amountsMinor) sum = requireMinor(sum + requireMinor(amountMinor))
  return sum
}

/** How a quotient that is not whole is rounded. `floor` goes to minus infinity, `ceil` to plus infinity. */
export type Rounding = 'floor' | 'ceil' | 'half-up'

/**
 * `amountMinor × numerator ÷ denominator` without an intermediate loss, rounded as named.
 * All arguments are integers; the denominator is above zero. Throws a RangeError when the result is unsafe.
 */
export function mulDiv(amountMinor: number, numerator: number, denominator: number, rounding: Rounding): number {
  if (!Number.isSafeInteger(denominator) || denominator <= 0) throw new RangeError('denominator must be above zero')
  const product = BigInt(requireMinor(amountMinor)) * BigInt(requireMinor(numerator))
  const divisor = BigInt(denominator)
  const shifted = rounding === 'half-up' ? product * 2n + divisor : product
  const by = rounding === 'half-up' ? divisor * 2n : divisor
  let quotient = shifted / by
  const rest = shifted % by
  if (rest < 0n) quotient -= 1n
  if (rounding === 'ceil' && rest !== 0n) quotient += 1n
  return readInt8(quotient)
}

/**
 * Splits an amount in proportion to integer weights so that the parts add up to it exactly; the remainder goes,
 * one minor unit each, to the earliest parts with a weight. At least one weight must be above zero.
 */
export function allocate(amountMinor: number, weights: readonly number[]): number[] {
  const total = sumMinor(weights)
  if (total <= 0 || weights.some((weight) => weight < 0)) throw new RangeError('weights must add up to more than zero')
  const parts = weights.map((weight) => mulDiv(amountMinor, weight, total, 'floor'))
  let rest = amountMinor - sumMinor(parts)
  for (let index = 0; rest > 0; index = (index + 1) % parts.length) {
    if (weights[index] === 0) continue
    parts[index] = (parts[index] ?? 0) + 1
    rest -= 1
  }
  return parts
}

/** An amount as players read it in all three languages: "1,234.50", a minus in front when negative (decisions 2.15). */
export function formatAmount(amountMinor: number): string {
  const { sign, whole, fraction } = splitAmount(amountMinor)
  return `${sign}${whole}.${fraction}`
}

/** An amount as limits are told: what is whole has no fraction, 50,000 or 37.50. */
export function formatLimit(amountMinor: number): string {
  return formatAmount(amountMinor).replace(/\.00$/, '')
}

/** The parts of a formatted amount, so that a screen can draw the fraction smaller: sign "" or "-", "1,234", "50". */
export function splitAmount(amountMinor: number): { sign: '' | '-'; whole: string; fraction: string } {
  const absolute = Math.abs(requireMinor(amountMinor))
  const whole = Math.floor(absolute / MINOR_PER_UNIT)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = (absolute % MINOR_PER_UNIT).toString().padStart(2, '0')
  return { sign: amountMinor < 0 ? '-' : '', whole, fraction }
}
