/** Nine digits and more, as people write them, are an account or a phone; with a time behind them they are a date. */
const LONG_NUMBER = /(?<![\w•.:-])\+?\d(?:[ -]?\d){8,}(?![\w:.-]?\d)(?![a-z])/gi
const KEPT_DIGITS = 4

function maskText(text: string): string {
  return text.replaceAll(LONG_NUMBER, (number) => `…${number.replaceAll(/\D/g, '').slice(-KEPT_DIGITS)}`)
}

/** The same with long numbers cut down to their last four digits, wherever they stand in its words. Amounts stay. */
export function maskNumbers<Value>(value: Value): Value {
  const masked: unknown =
    typeof value === 'string'
      ? maskText(value)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskNumbers(one as unknown)]))
        : value
  return masked as Value
}
