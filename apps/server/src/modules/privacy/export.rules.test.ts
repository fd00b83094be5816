import { expect, it } from 'vitest'
import { csvOf } from './export.rules.ts'

it('[PPR-018] a copy in CSV runs nothing in a spreadsheet, and keeps commas, quotes and lines', () => {
  const note = '=HYPERLINK("http://evil.example","x")'
  const table = { slip: [{ note, words: 'a, "b"\nc', amount: -5, at: null, terms: { x: 1 } }, { note: '@SUM(A1)' }] }
  expect(csvOf(table)).toBe(
    [
      '\uFEFFtable,row,field,value',
      `slip,1,note,"'=HYPERLINK(""http://evil.example"",""x"")"`,
      'slip,1,words,"a, ""b""\nc"',
      'slip,1,amount,-5',
      'slip,1,at,',
      'slip,1,terms,"{""x"":1}"',
      `slip,2,note,'@SUM(A1)`,
      '',
    ].join('\r\n'),
  )
})
