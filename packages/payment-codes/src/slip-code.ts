import { checksumOf } from './checksum.ts'
import { type CodeProblem, readTags, type TagReading, writeSigned, writeTags } from './tags.ts'

/** The small code on a Thai bank's slip: which bank sent (three digits), and its reference of the transfer. */
export interface BankSlipCode {
  kind: 'bank-slip'
  sendingBank: string
  transRef: string
}

/** The code on a slip of the TrueMoney wallet. */
export interface TrueMoneySlipCode {
  kind: 'truemoney-slip'
  /** Such as P2P. */
  eventType: string
  transactionId: string
  /** The day of the transfer in Bangkok: YYYY-MM-DD. */
  date: string
}

export type SlipCodeReading = { ok: true; slip: BankSlipCode | TrueMoneySlipCode } | { ok: false; problem: CodeProblem }

const BANK_SLIP_APPLICATION = '000001'
const BANK = /^\d{3}$/
const TRANS_REF = /^[A-Za-z0-9]{1,25}$/
const CHECKSUM_ID = '91'

/** The text of a Thai bank's slip code. Throws a RangeError for a bank or a reference of another form. */
export function slipCode(slip: { sendingBank: string; transRef: string }): string {
  if (!BANK.test(slip.sendingBank)) throw new RangeError('the bank of a slip has three digits')
  if (!TRANS_REF.test(slip.transRef)) throw new RangeError('the reference of a slip has 1 to 25 letters and digits')
  const content = writeTags([
    { id: '00', value: BANK_SLIP_APPLICATION },
    { id: '01', value: slip.sendingBank },
    { id: '02', value: slip.transRef },
  ])
  return writeSigned(
    [
      { id: '00', value: content },
      { id: '51', value: 'TH' },
    ],
    CHECKSUM_ID,
  )
}

/**
 * Reads the code of a slip: a Thai bank's, or the TrueMoney wallet's. Some bank apps write the checksum in small
 * letters or without its leading zeros; both are taken. Never throws.
 */
export function readSlipCode(text: string): SlipCodeReading {
  const outer = readChecked(text)
  if (!outer.ok) return outer
  const inner = readTags(outer.tags.get('00') ?? '')
  if (!inner.ok) return inner
  const slip = readBankSlip(outer.tags, inner.tags) ?? readTrueMoneySlip(outer.tags, inner.tags)
  return slip === null ? { ok: false, problem: 'content' } : { ok: true, slip }
}

/** The tags before the checksum, once it was found right. */
function readChecked(text: string): TagReading {
  const at = text.lastIndexOf(`${CHECKSUM_ID}0`, text.length - 5)
  const [, digits, value] = /^910([1-4])([0-9A-Fa-f]{1,4})$/.exec(at < 0 ? '' : text.slice(at)) ?? []
  if (digits === undefined || value === undefined) return { ok: false, problem: 'checksum' }
  // An app that drops zeros either shortens the value alone or counts it too; no other length can be meant.
  if (digits !== '4' && Number(digits) !== value.length) return { ok: false, problem: 'checksum' }
  const reading = readTags(text.slice(0, at))
  if (!reading.ok) return reading
  const wanted = value.toUpperCase().padStart(4, '0')
  return checksumOf(`${text.slice(0, at)}9104`) === wanted ? reading : { ok: false, problem: 'checksum' }
}

type Tags = ReadonlyMap<string, string>

function readBankSlip(outer: Tags, inner: Tags): BankSlipCode | null {
  const sendingBank = inner.get('01') ?? ''
  const transRef = inner.get('02') ?? ''
  if (inner.get('00') !== BANK_SLIP_APPLICATION || outer.get('51') !== 'TH') return null
  return BANK.test(sendingBank) && TRANS_REF.test(transRef) ? { kind: 'bank-slip', sendingBank, transRef } : null
}

function readTrueMoneySlip(outer: Tags, inner: Tags): TrueMoneySlipCode | null {
  const eventType = inner.get('02') ?? ''
  const transactionId = inner.get('03') ?? ''
  const date = readDate(inner.get('04') ?? '')
  if (inner.get('00') !== '01' || inner.get('01') !== '01' || outer.has('51') || date === null) return null
  if (!/^[A-Z0-9]{1,20}$/.test(eventType) || !/^[A-Za-z0-9]{1,40}$/.test(transactionId)) return null
  return { kind: 'truemoney-slip', eventType, transactionId, date }
}

/** A day written DDMMYYYY, as YYYY-MM-DD; null when the calendar has no such day. */
function readDate(text: string): string | null {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? []
  if (day === undefined || month === undefined || year === undefined) return null
  const days = daysOfMonth(Number(month), Number(year))
  return Number(day) >= 1 && Number(day) <= days ? `${year}-${month}-${day}` : null
}

function daysOfMonth(month: number, year: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
