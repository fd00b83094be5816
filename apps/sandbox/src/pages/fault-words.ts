import type { FaultMode } from '../faults/faults.ts'
import type { Icon } from './icons.ts'

/** A mode of failing, which is every one but `none`. */
type Failing = Exclude<FaultMode, 'none'>

/** How a mode is told to people. */
export interface ModeWords {
  readonly mode: Failing
  readonly title: string
  readonly thai: string
  /** What happens, where `{it}` is what the party does: the message is sent, the money moves. */
  readonly words: string
}

/** What each mode does (rulings 6.7), by what it touches. */
export const modeGroups: readonly { title: string; note: string; modes: readonly ModeWords[] }[] = [
  {
    title: 'Every call',
    note: 'Also calls that only ask.',
    modes: [
      told('slow', 'Slow', 'ตอบช้า', 'Every call waits before it is answered.'),
      told('down', 'Down', 'ปิดอยู่', 'Every call is answered with 503, out of service.'),
    ],
  },
  {
    title: 'Calls that do something',
    note: 'Only calls that move money or send a message.',
    modes: [
      told('error', 'Error', 'ระบบขัดข้อง', 'Answers HTTP 500. Nothing has happened: {not}.'),
      told('refuse', 'Refuse', 'ปฏิเสธ', 'Says no for good, in its documented words: {not}.'),
      told('in-progress', 'In progress', 'กำลังดำเนินการ', 'Accepts it at once, and {it} only after a while.'),
      told('late', 'Late', 'มาช้า', 'No answer, and “not found” when asked. After a while {it} all the same.'),
      told('cut-before', 'Cut before', 'สายหลุดก่อนทำ', 'The connection breaks before anything happened: {not}.'),
      told(
        'cut-after',
        'Cut after',
        'สายหลุดหลังทำ',
        'First {it}, then the connection breaks. The wallet never hears of it.',
      ),
    ],
  },
  {
    title: 'News to the wallet',
    note: 'Only what the bank says by itself.',
    modes: [
      told('duplicate-callback', 'Call twice', 'แจ้งซ้ำ', 'The bank tells the wallet of a payment twice.'),
      told('drop-callback', 'Never call', 'ไม่แจ้ง', 'The bank never tells the wallet; it has to ask by itself.'),
      told(
        'out-of-order',
        'Call out of order',
        'แจ้งสลับลำดับ',
        'A call is held back until a later one has gone out, or until its time is over.',
      ),
    ],
  },
]

function told(mode: Failing, title: string, thai: string, words: string): ModeWords {
  return { mode, title, thai, words }
}

/** Whether the milliseconds matter to a mode. */
export function takesTime(mode: FaultMode): boolean {
  return ['slow', 'in-progress', 'late', 'out-of-order'].includes(mode)
}

interface PartyWords {
  readonly icon: Icon
  readonly name: string
  readonly it: string
  readonly not: string
}

/** How a party is called and drawn, and what it does or does not do. */
export function partyWords(party: string): PartyWords {
  return (
    named[party] ?? { icon: 'games', name: party.replace(/^game:/, ''), it: 'the credits move', not: 'no credits move' }
  )
}

const ofMessages = { it: 'the message arrives', not: 'no message arrives' }

const ofQuestions = { it: 'nothing is told', not: 'nothing is told' }

const named: Readonly<Record<string, PartyWords>> = {
  sms: { icon: 'phone', name: 'SMS gateway', ...ofMessages },
  thaibulksms: { icon: 'phone', name: 'ThaiBulkSMS', ...ofMessages },
  twilio: { icon: 'phone', name: 'Twilio', ...ofMessages },
  slipok: { icon: 'bank', name: 'SlipOK', ...ofQuestions },
  easyslip: { icon: 'bank', name: 'EasySlip', ...ofQuestions },
  bank: { icon: 'bank', name: 'Bank', it: 'the payout is made', not: 'no payout is made' },
  scb: { icon: 'bank', name: 'SCB Open API', it: 'the QR is made', not: 'no QR is made' },
  opn: { icon: 'bank', name: 'Opn Payments', it: 'the charge is made', not: 'no charge is made' },
  xendit: { icon: 'bank', name: 'Xendit Payouts', it: 'the payout is made', not: 'no payout is made' },
  jeepay: { icon: 'bank', name: 'Jeepay gateway', it: 'the order is taken', not: 'no order is taken' },
  gift: { icon: 'gift', name: 'Gift links', it: 'the gift is taken', not: 'the gift stays untouched' },
}

/** A mode's words for a party. */
export function explained({ mode, words }: ModeWords, party: string): string {
  const { it, not } = partyWords(party)
  if (party === 'sms' && mode === 'late') return `No answer, but after a while ${it} all the same.`
  const late = party === 'bank' && mode === 'late' ? ' A QR that somebody pays stays unknown for that while.' : ''
  return `${words.replace('{it}', it).replace('{not}', not)}${late}`
}
