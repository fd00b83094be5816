/** "22/11/2026", as a day that is kept as "2026-11-22" is written here; nothing of nothing. */
export function writtenDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** What stands in a field of a day after so much was typed or pasted: digits, with a slash between day, month and year. */
export function withSlashes(typed: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(typed)) return writtenDay(typed)
  const digits = typed
    .replace(/^(\d)\D/, '0$1')
    .replace(/^(\d\d)\D?(\d)\D/, (_, day: string, month: string) => `${day}0${month}`)
    .replaceAll(/\D/g, '')
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter((part) => part !== '').join('/')
}

/** The day that was written so far, as "2026-11-22", or nothing while it is none. A Buddhist year is that of the common era. */
export function dayWritten(written: string): string {
  const [day = '', month = '', year = ''] = written.split('/')
  if (year.length !== 4) return ''
  const common = Number(year) > 2400 ? Number(year) - 543 : Number(year)
  const kept = `${String(common).padStart(4, '0')}-${month}-${day}`
  const ms = Date.parse(`${kept}T00:00:00.000Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(kept) ? kept : ''
}
