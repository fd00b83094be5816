import { expect, it } from 'vitest'
import { receiptPdf } from './receipt-pdf.ts'

const jpeg = Uint8Array.from([0xff, 0xd8, 0x00, 0x0a, 0x65, 0x6e, 0x64, 0xff, 0xd9])
const paper = {
  jpeg,
  widthPx: 1320,
  heightPx: 1860,
  title: 'กระเป๋า KP-1DXR-0K00-00HA',
  number: 'KP-1DXR-0K00-00HA',
  text: 'ฝากเงิน · สำเร็จ',
  language: 'th',
}

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

it('says truly where each of its objects begins', () => {
  const file = latin(receiptPdf(paper))
  expect(file.startsWith('%PDF-1.5\n')).toBe(true)
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  expect(file.slice(tableAt).startsWith('xref\n0 10\n')).toBe(true)
  const entries = [...file.slice(tableAt).matchAll(/^(\d{10}) (\d{5}) ([nf]) \n/gm)]
  expect(entries).toHaveLength(10)
  for (const [number, entry] of entries.entries()) {
    if (number === 0) expect(entry[0]).toBe('0000000000 65535 f \n')
    else expect(file.slice(Number(entry[1])).startsWith(`${number} 0 obj\n`), entry[0]).toBe(true)
  }
  for (const [, number = ''] of file.matchAll(/(\d+) 0 R/g)) expect(Number(number)).toBeLessThan(10)
})

it('carries the picture byte for byte, and says how long its streams are', () => {
  const file = latin(receiptPdf(paper))
  const streams = [...file.matchAll(/\/Length (\d+)>>\nstream\n/g)]
  expect(streams).toHaveLength(2)
  for (const { 0: head, 1: length, index } of streams) {
    expect(file.slice(index + head.length + Number(length)).startsWith('\nendstream\n')).toBe(true)
  }
  const [first] = streams
  const start = (first?.index ?? 0) + (first?.[0].length ?? 0)
  expect(file.slice(start, start + jpeg.length)).toBe(latin(jpeg))
  expect(file).toContain('/MediaBox [0 0 312 440]')
})

it('says in words what is on it, in Thai and Lao letters, and names its language', () => {
  const file = latin(receiptPdf(paper))
  const read = (name: string): string => {
    const digits = new RegExp(`/${name} <feff([0-9a-f]+)>`).exec(file)?.[1] ?? ''
    return (digits.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
  }
  expect(read('Alt')).toBe(paper.text)
  expect(read('Title')).toBe(paper.title)
  expect(file).toContain('/Lang (th)')
  expect(file).toContain('(KP-1DXR-0K00-00HA) Tj')
})

it('lets nothing of the number out of its brackets', () => {
  expect(latin(receiptPdf({ ...paper, number: 'KP) Tj (evil' }))).toContain('(KPTjevil) Tj')
})
