import type { ReconMapping } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { readStatement } from './statement-file.ts'

const mapping = (given: Partial<ReconMapping>): ReconMapping => ({
  ...{ delimiter: ',', order: 'DMY', isBuddhist: false, date: 'Date', time: null, amount: null, in: null, out: null },
  ...{ reference: null, account: null, words: null, balance: null, until: null, ...given },
})

/** Statements as three banks have them for download: their heads, years, signs, orders and letters. */
const banks = {
  // Semicolons, Thai heads below what the file is about, years of the Buddhist era, a column each, a total at the end.
  thai: {
    mapping: mapping({
      ...{ delimiter: ';', date: 'วันที่', time: 'เวลา', in: 'เงินฝาก', out: 'ถอนเงิน', reference: 'อ้างอิง' },
      ...{ account: 'บัญชีคู่โอน', words: 'รายการ', balance: 'คงเหลือ', until: 'รวม' },
    }),
    text: [
      'ธนาคารตัวอย่าง;รายการเดินบัญชี',
      'เลขที่บัญชี;123-4-56789-0',
      'วันที่;เวลา;รายการ;อ้างอิง;บัญชีคู่โอน;เงินฝาก;ถอนเงิน;คงเหลือ',
      '21/11/2569;;ยอดยกมา;;;;;618,204.50',
      '21/11/2569;08:12:40;โอนเข้า;;KBANK x7712;3,000.00;;621,204.50',
      '21/11/2569;14:55;"โอน ""เข้า"";SCB";KPX9Q2;SCB x0914;1,250.00;;622,454.50',
      '22/11/2569;00:00:02;โอนออก;PO-88121;x3317;;6,400.00;616,054.50',
      'รวม;;;;;4,250.00;6,400.00;',
      '',
    ].join('\r\n'),
  },
  // Commas, English heads, one signed column, the newest first, the time in the cell of the date.
  english: {
    mapping: mapping({
      ...{ order: 'YMD', date: 'Transaction Date', amount: 'Amount (THB)', reference: 'Ref No.', account: 'Account' },
      ...{ words: 'Description', balance: 'Balance' },
    }),
    text: [
      'Transaction Date,Description,Ref No.,Account,Amount (THB),Balance',
      '2026-11-22 00:00:02,"Transfer, out",PO-88121,x3317,"-6,400.00","616,054.50"',
      '2026-11-21T14:55:00,"Transfer ""in"";SCB",KPX9Q2,SCB x0914,"+1,250.00","622,454.50"',
      '2026-11-21 08:12:40,Transfer in,,KBANK x7712,"3,000.00","621,204.50"',
    ].join('\n'),
  },
  // Tabs, names of months, two digits of the Buddhist year, what went out in brackets, no balances.
  plain: {
    mapping: mapping({
      ...{
        delimiter: '\t',
        isBuddhist: true,
        date: 'วันที่รายการ',
        time: 'เวลา',
        amount: 'จำนวนเงิน',
        reference: 'เลขที่อ้างอิง',
      },
      ...{ account: 'บัญชี', words: 'รายละเอียด' },
    }),
    text: [
      'วันที่รายการ\tเวลา\tรายละเอียด\tเลขที่อ้างอิง\tบัญชี\tจำนวนเงิน',
      '21 พ.ย. 69\t08.12.40 น.\tโอนเข้า\t\tKBANK x7712\t3000',
      '21 พ.ย. 69\t14:55\tโอนเข้า;SCB\tKPX9Q2\tSCB x0914\t1250.00',
      '22 พ.ย. 69\t00:00:02\tโอนออก\tPO-88121\tx3317\t(6,400.00)',
    ].join('\n'),
  },
}
const told = [
  ['2026-11-21', '2026-11-21T01:12:40.000Z', 3_000_00, null, 'KBANK x7712'],
  ['2026-11-21', '2026-11-21T07:55:00.000Z', 1_250_00, 'KPX9Q2', 'SCB x0914'],
  ['2026-11-22', '2026-11-21T17:00:02.000Z', -6_400_00, 'PO-88121', 'x3317'],
]
type Bank = keyof typeof banks
const names = Object.keys(banks) as Bank[]
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (bank: Bank, text = banks[bank].text) => readStatement(bytesOf(text), banks[bank].mapping)

/** The letters of the old Thai page. */
const oldBytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return code >= 0x0e01 && code <= 0x0e5b ? code - 0x0e01 + 0xa1 : code
  })

describe('a statement', () => {
  it.each(names)('[OFC-055] is read by its own columns: %s', (bank) => {
    for (const bytes of [
      bytesOf(banks[bank].text),
      bytesOf(`\uFEFF${banks[bank].text}`),
      oldBytesOf(banks[bank].text),
    ]) {
      const reading = readStatement(bytes, banks[bank].mapping)
      if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
      expect(
        reading.lines.map(({ day, at, amountMinor, reference, account }) => [
          ...[day, at?.toISOString() ?? null, amountMinor, reference, account],
        ]),
      ).toEqual(told)
      expect(reading.openingMinor).toBe(bank === 'plain' ? null : 618_204_50)
      expect(reading.closingMinor).toBe(bank === 'plain' ? null : 616_054_50)
    }
  })

  it.each<[Bank, string, string, string, number | null]>([
    ['thai', '21/11/2569;14:55', '31/11/2569;14:55', 'date', 6],
    ['thai', '21/11/2569;14:55', 'ไม่ทราบ;14:55', 'date', 6],
    ['thai', ';14:55;', ';25:55;', 'time', 6],
    ['thai', '1,250.00;;', '1,250.00;5.00;', 'amount', 6],
    ['thai', '1,250.00;;', ';;', 'amount', 6],
    ['thai', '1,250.00;;622', '1,250.001;;622', 'amount', 6],
    ['thai', '1,250.00;;622', '12,50.00;;622', 'amount', 6],
    ['thai', '1,250.00;;622', '=1250;;622', 'amount', 6],
    ['thai', '3,000.00;;621,204.50', '3,000.00;;621,204.51', 'balance', 5],
    ['thai', '616,054.50', '616,054.50;more', 'cells', 7],
    ['thai', '"โอน ""เข้า"";SCB"', '"โอน ""เข้า"";SCB', 'quote', 6],
    ['thai', ';อ้างอิง;', ';เลขที่;', 'head', null],
    ['english', '"+1,250.00"', '"--1,250.00"', 'amount', 3],
    ['english', '"+1,250.00"', '0.00', 'amount', 3],
    ['english', '"+1,250.00"', '99999999999999.00', 'amount', 3],
    ['english', '2026-11-21T14:55:00', '2026-02-30 14:55:00', 'date', 3],
    ['plain', '(6,400.00)', '(6,400.00', 'amount', 4],
    ['plain', '22 พ.ย. 69', '22 ฟ.ย. 69', 'date', 4],
  ])(
    '[OFC-055] of %s is refused whole when a line is broken, which is named: %s as %s',
    (bank, from, to, field, line) => {
      expect(banks[bank].text).toContain(from)
      expect(read(bank, banks[bank].text.replace(from, to))).toMatchObject({ ok: false, problem: { field, line } })
    },
  )

  it('[OFC-055] with a cell longer than is kept is cut between two characters, never within one', () => {
    const told = (before: number) => {
      const reading = read('english', banks.english.text.replace('Transfer in,', `${'x'.repeat(before)}💸 home,`))
      return reading.ok ? reading.lines.at(0)?.words : reading.problem
    }
    expect(told(198)).toBe(`${'x'.repeat(198)}💸`)
    expect(told(199)).toBe('x'.repeat(199))
  })

  it('[OFC-055] that has no lines, or no letters, is none', () => {
    expect(read('english', 'Transaction Date,Description,Ref No.,Account,Amount (THB),Balance\n')).toMatchObject({
      problem: { field: 'empty' },
    })
    const bytes = Uint8Array.from([...bytesOf(banks.english.text), 0xff, 0xfc, 0xdb])
    expect(readStatement(bytes, banks.english.mapping)).toMatchObject({ ok: false })
  })

  it('[OFC-055] of ten megabytes is read, and its last line found broken in each way', () => {
    const row = '2026-11-21 08:12:40,Transfer in from somebody of a long name,KPX9Q2-000000,x7712,"3,000.00",\n'
    const head = 'Transaction Date,Description,Ref No.,Account,Amount (THB),Balance\n'
    const count = Math.floor((10 * 1024 * 1024 - 100) / row.length)
    const text = `${head}${row.repeat(count)}`
    const whole = read('english', text)
    expect(whole.ok && whole.lines.length).toBe(count)
    // Its last line broken in every way that there is, and the file is refused whole, by that line.
    for (const [from, to, field] of [
      ['2026-11-21', '2026-11-31', 'date'],
      ['08:12:40', '25:12:40', 'time'],
      ['3,000.00', 'three', 'amount'],
      ['3,000.00', '0.00', 'amount'],
      ['",', '",,more', 'cells'],
      ['"3,000.00"', '"3,000.00', 'quote'],
    ] as const) {
      const broken = read('english', `${text.slice(0, -row.length)}${row.replace(from, to)}`)
      expect(broken).toMatchObject({ ok: false, problem: { field, line: count + 1 } })
    }
    const without = read('english', text.replace('Amount (THB)', 'Amount'))
    expect(without).toMatchObject({ ok: false, problem: { field: 'head' } })
    // Of balances the one that does not follow is named, however many follow before it.
    const told = (at: number) => row.replace(/,\n$/, `,"${(at * 3_000).toFixed(2)}"\n`)
    const fewer = Math.floor((10 * 1024 * 1024 - 100) / (row.length + 18))
    const balanced = Array.from({ length: fewer }, (_, at) => told(at + 1))
    expect(read('english', `${head}${balanced.join('')}`)).toMatchObject({ ok: true })
    balanced[fewer - 1] = told(fewer + 1)
    expect(read('english', `${head}${balanced.join('')}`)).toMatchObject({
      ok: false,
      problem: { field: 'balance', line: fewer + 1 },
    })
  })
})
