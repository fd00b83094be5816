import type { ReconMapping } from '@krapao/contract'
import { isDay } from '../../platform/bangkok-day.ts'

// Statements of banks and reports of providers, as they are downloaded: each line is read whole or the file is refused.

/** A line of a statement. */
export interface FileLine {
  /** In the file, counted from 1. */
  number: number
  /** Bangkok's day, and the moment where the line tells the time of day. */
  day: string
  at: Date | null
  /** Satang; above zero came in. */
  amountMinor: number
  reference: string | null
  account: string | null
  words: string | null
  /** What the account held after it. */
  balanceMinor: number | null
}

type FileProblem =
  | { field: 'encoding' | 'head' | 'empty'; line: null; text: string }
  | { field: 'date' | 'time' | 'amount' | 'balance' | 'cells' | 'quote'; line: number; text: string }
export type FileReading =
  | { ok: true; lines: FileLine[]; openingMinor: number | null; closingMinor: number | null }
  | { ok: false; problem: FileProblem }

class Refused extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem.field)
    this.problem = problem
  }
}
function refuseLine(line: number, field: Extract<FileProblem, { line: number }>['field'], text: string): never {
  throw new Refused({ line, field, text: cut(text, 80) })
}

/** The beginning of a text. Half a character at its end is none, and no database takes it. */
const cut = (text: string, longest: number): string => text.slice(0, longest).replace(/\p{Cs}$/u, '')

/** UTF-8, or else the one page of Thai letters that banks still write. */
function decode(bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'windows-874']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one.
    }
  }
  throw new Refused({ field: 'encoding', line: null, text: '' })
}

interface CsvRow {
  number: number
  cells: string[]
}

/** Cells by rows: quoted ones may hold anything, two quotes stand for one. */
function rowsOf(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = []
  let row: CsvRow = { number: 1, cells: [] }
  let line = 1
  let cell = ''
  let quotedFrom: number | null = null
  const endCell = (): void => {
    row.cells.push(cell.trim())
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.cells.some((one) => one !== '')) rows.push(row)
    row = { number: line, cells: [] }
  }
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? ''
    if (letter === '\n') line += 1
    if (quotedFrom !== null) {
      if (letter !== '"') cell += letter
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else quotedFrom = null
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      quotedFrom = line
    } else if (letter === delimiter) endCell()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
  }
  if (quotedFrom !== null) refuseLine(quotedFrom, 'quote', cell)
  endRow()
  return rows
}

const MONTHS = [
  'jan|ม.ค.|มกราคม|ມ.ກ.',
  'feb|ก.พ.|กุมภาพันธ์|ກ.ພ.',
  'mar|มี.ค.|มีนาคม|ມີ.ນ.',
  'apr|เม.ย.|เมษายน|ມ.ສ.',
  'may|พ.ค.|พฤษภาคม|ພ.ພ.',
  'jun|มิ.ย.|มิถุนายน|ມິ.ຖ.',
  'jul|ก.ค.|กรกฎาคม|ກ.ລ.',
  'aug|ส.ค.|สิงหาคม|ສ.ຫ.',
  'sep|ก.ย.|กันยายน|ກ.ຍ.',
  'oct|ต.ค.|ตุลาคม|ຕ.ລ.',
  'nov|พ.ย.|พฤศจิกายน|ພ.ຈ.',
  'dec|ธ.ค.|ธันวาคม|ທ.ວ.',
].map((names) => names.split('|'))

function monthOf(word: string): number {
  if (/^\d+$/.test(word)) return Number(word)
  const asked = word.toLowerCase()
  return 1 + MONTHS.findIndex(([english = '', ...own]) => own.includes(asked) || asked.startsWith(english))
}

function yearOf(word: string, isBuddhist: boolean): number {
  const year = Number(word)
  if (word.length <= 2) return isBuddhist ? 2500 + year - 543 : 2000 + year
  return year >= 2400 ? year - 543 : year
}

const DATE = /^(\d{1,4})\s*[-/. ]\s*([\p{L}\p{M}.]+|\d{1,2})\s*[-/. ]\s*(\d{1,4})(?:[T,\s]+(.*))?$/u
const TIME = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*(?:น\.?|ໂມງ)?$/

function timeOf(text: string, number: number): string | null {
  if (text === '') return null
  const [, hour = '', minute = '', second = '00'] = TIME.exec(text) ?? refuseLine(number, 'time', text)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) refuseLine(number, 'time', text)
  return `${hour.padStart(2, '0')}:${minute}:${second}`
}

function momentOf(
  { date, time }: { date: string; time: string },
  { order, isBuddhist }: ReconMapping,
  number: number,
): Pick<FileLine, 'day' | 'at'> {
  const [, one = '', middle = '', last = '', rest = ''] = DATE.exec(date) ?? refuseLine(number, 'date', date)
  const [dayWord, monthWord, yearWord] =
    order === 'DMY' ? [one, middle, last] : order === 'MDY' ? [middle, one, last] : [last, middle, one]
  const pad = (value: number, length: number): string => String(value).padStart(length, '0')
  const day = `${pad(yearOf(yearWord, isBuddhist), 4)}-${pad(monthOf(monthWord), 2)}-${pad(Number(dayWord), 2)}`
  if (!isDay(day) || day < '2000-01-01') refuseLine(number, 'date', date)
  const clock = timeOf(time === '' ? rest.trim() : time, number)
  return { day, at: clock === null ? null : new Date(`${day}T${clock}.000+07:00`) }
}

const AMOUNT = /^([-+−(]?)\s*฿?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(-|\))?$/
const AMOUNT_MAX_MINOR = 1e14

/** Satang of an amount as it is written; null of an empty cell. */
function minorOf(text: string, number: number, field: 'amount' | 'balance'): number | null {
  if (text === '' || text === '-') return null
  const [, sign = '', baht = '', satang = '', end = ''] = AMOUNT.exec(text) ?? refuseLine(number, field, text)
  if ((sign === '(') !== (end === ')') || (sign !== '' && end === '-')) refuseLine(number, field, text)
  const minor = Number(baht.replaceAll(',', '')) * 100 + Number(satang.padEnd(2, '0'))
  if (minor > AMOUNT_MAX_MINOR) refuseLine(number, field, text)
  return (sign !== '' && sign !== '+') || end === '-' ? 0 - minor : minor
}

/** Of one signed column, or of two of which one is filled; null where none is. */
function amountOf(cell: (name: string | null) => string, mapping: ReconMapping, number: number): number | null {
  if (mapping.amount !== null) return minorOf(cell(mapping.amount), number, 'amount')
  const [came, went] = [mapping.in, mapping.out].map((name) => minorOf(cell(name), number, 'amount') ?? 0)
  if (came !== 0 && went !== 0) refuseLine(number, 'amount', `${cell(mapping.in)} ${cell(mapping.out)}`)
  // What went out is written with its sign or without.
  if (went !== undefined && went !== 0) return 0 - Math.abs(went)
  return came === undefined || came === 0 ? null : came
}

const namesOf = (mapping: ReconMapping): string[] =>
  [
    mapping.date,
    mapping.time,
    mapping.amount,
    mapping.in,
    mapping.out,
    mapping.reference,
    mapping.account,
    mapping.words,
    mapping.balance,
  ].filter((name) => name !== null && name !== '') as string[]

/** Each balance is the one before and the line; some banks write the newest line first. */
function requireBalances(lines: readonly FileLine[], openingMinor: number | null): 'forward' | 'backward' {
  const wrong = (list: readonly FileLine[]): FileLine | undefined => {
    let before = openingMinor
    return list.find(({ amountMinor, balanceMinor }) => {
      const isWrong = before !== null && balanceMinor !== null && before + amountMinor !== balanceMinor
      before = balanceMinor
      return isWrong
    })
  }
  const found = wrong(lines)
  if (found === undefined) return 'forward'
  if (wrong(lines.toReversed()) === undefined) return 'backward'
  return refuseLine(found.number, 'balance', String((found.balanceMinor ?? 0) / 100))
}

function readLines(text: string, mapping: ReconMapping): FileReading {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''), mapping.delimiter)
  const wanted = namesOf(mapping)
  const headAt = rows.findIndex(({ cells }) => wanted.every((name) => cells.includes(name)))
  if (headAt < 0) throw new Refused({ field: 'head', line: null, text: wanted.join(' | ').slice(0, 200) })
  const heads = rows[headAt]?.cells ?? []
  const lines: FileLine[] = []
  let openingMinor: number | null = null
  for (const { number, cells } of rows.slice(headAt + 1)) {
    if (mapping.until !== null && mapping.until !== '' && cells.some((one) => one.startsWith(mapping.until ?? '')))
      break
    if (cells.length > heads.length) refuseLine(number, 'cells', String(cells.length))
    const cell = (name: string | null): string =>
      name === null || name === '' ? '' : (cells[heads.indexOf(name)] ?? '')
    const told = (name: string | null): string | null => cut(cell(name), 200) || null
    const amountMinor = amountOf(cell, mapping, number)
    const balanceMinor = minorOf(cell(mapping.balance), number, 'balance')
    if (amountMinor === null || amountMinor === 0) {
      // What was brought forward stands in a line of its own.
      if (amountMinor !== null || balanceMinor === null || lines.length > 0)
        refuseLine(number, 'amount', cells.join(mapping.delimiter))
      openingMinor = balanceMinor
      continue
    }
    const moment = momentOf({ date: cell(mapping.date), time: cell(mapping.time) }, mapping, number)
    const said = { reference: told(mapping.reference), account: told(mapping.account), words: told(mapping.words) }
    lines.push({ number, ...moment, amountMinor, ...said, balanceMinor })
  }
  if (lines.length === 0) throw new Refused({ field: 'empty', line: null, text: '' })
  const inOrder = requireBalances(lines, openingMinor) === 'forward' ? lines : lines.toReversed()
  const first = inOrder.at(0)
  const { balanceMinor = null, amountMinor = 0 } = first ?? {}
  const opening = balanceMinor === null ? openingMinor : balanceMinor - amountMinor
  return { ok: true, lines: inOrder, openingMinor: opening, closingMinor: inOrder.at(-1)?.balanceMinor ?? null }
}

/** Reads a file by the mapping of its columns; of one that is not whole it names the first line that cannot be read. */
export function readStatement(bytes: Uint8Array, mapping: ReconMapping): FileReading {
  try {
    return readLines(decode(bytes), mapping)
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem }
    throw error
  }
}
