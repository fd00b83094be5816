import { expect, it } from 'vitest'
import { dayWritten, withSlashes, writtenDay } from './typed-day.ts'

it.each([
  ['2', '2'],
  ['221', '22/1'],
  ['22112026', '22/11/2026'],
  ['22/11/2026', '22/11/2026'],
  ['1/2/2026', '01/02/2026'],
  ['22/1/', '22/01'],
  ['2026-11-22', '22/11/2026'],
  ['22.11.2026x', '22/11/2026'],
])('%s is written %s', (typed, written) => {
  expect(withSlashes(typed)).toBe(written)
})

it.each([
  ['22/11/2026', '2026-11-22'],
  ['22/11/2569', '2026-11-22'],
  ['29/02/2026', ''],
  ['31/13/2026', ''],
  ['22/11/20', ''],
  ['', ''],
])('%s is the day %s', (written, day) => {
  expect(dayWritten(written)).toBe(day)
})

it('a day is written as it is read', () => {
  expect(writtenDay('2026-11-22')).toBe('22/11/2026')
  expect(writtenDay('')).toBe('')
})
