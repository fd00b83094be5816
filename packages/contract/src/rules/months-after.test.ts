import { expect, it } from 'vitest'
import { monthsAfter } from './months-after.ts'

it.each([
  ['2026-11-23T12:00:00', 6, '2027-05-23T12:00:00'],
  ['2026-08-31T17:00:00', 6, '2027-02-28T17:00:00'],
  ['2027-08-31T17:00:00', 6, '2028-02-29T17:00:00'],
  ['2028-02-29T17:00:00', 12, '2029-02-28T17:00:00'],
  ['2026-11-24T19:00:00', 60, '2031-11-24T19:00:00'],
  // In Bangkok it is the 31st of August already, in Greenwich the 30th still.
  ['2026-08-31T01:00:00', 6, '2027-02-28T01:00:00'],
])('from %s in Bangkok %d months last until %s', (from, months, until) => {
  expect(monthsAfter(Date.parse(`${from}+07:00`), months)).toBe(Date.parse(`${until}+07:00`))
})
