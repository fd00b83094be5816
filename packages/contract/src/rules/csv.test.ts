import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

const csvLine = (cells: readonly string[]): string => csvText([cells]).slice(1)

/** Reads a line as RFC 4180 has it. */
function readLine(line: string): string[] {
  const cells: string[] = []
  const text = line.replace(/\r\n$/, '')
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] !== '"') {
      const end = text.indexOf(',', at)
      cells.push(text.slice(at, end === -1 ? undefined : end))
      at = end === -1 ? text.length : end
      continue
    }
    let cell = ''
    for (at += 1; at < text.length; at += 1) {
      if (text[at] !== '"') cell += text[at]
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else break
    }
    cells.push(cell)
    at += 1
  }
  return cells
}

it.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+66812345678', `'+66812345678`],
  ['-1+1', `'-1+1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `"'\t=1"`],
  ['  =1', `'  =1`],
  ['＝1+1', `'＝1+1`],
  ['a;b', '"a;b"'],
  ['Lotus, gold', '"Lotus, gold"'],
  ['a "b"', '"a ""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['กระเป๋าหลัก', 'กระเป๋าหลัก'],
  ['1500.50', '1500.50'],
  ['', ''],
])('writes %j as %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

it('reads back as what was written, less what could be carried out', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@",\t\r\n a'.split('')) }))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 8 }), (cells) => {
      const read = readLine(csvLine(cells))
      expect(read.map((one) => one.replace(/^'/, ''))).toEqual(cells.map((one) => one.replace(/^'/, '')))
      for (const one of read) expect(one.trimStart()).not.toMatch(/^[=+\-@\t\r]/)
    }),
    { numRuns: 1_000 },
  )
})
