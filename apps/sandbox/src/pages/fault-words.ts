import type { FaultMode } from '../faults/faults.ts'

/** The kinds of parties: a fault reads differently at each. */
export type PartyKind = 'sms' | 'bank' | 'gift' | 'game'

/** How a mode is told to people. */
export interface ModeWords {
  readonly title: string
  readonly thai: string
  /** Whether the milliseconds matter to it. */
  readonly takesTime: boolean
  readonly group: 'calls' | 'money' | 'callbacks'
  /** What happens, where `{it}` is what the party does: the message is sent, the money moves. */
  readonly words: string
}

/** What each mode does (rulings 6.7). */
export const modeWords: Readonly<Record<Exclude<FaultMode, 'none'>, ModeWords>> = {
  slow: {
    title: 'Slow',
    thai: 'ตอบช้า',
    takesTime: true,
    group: 'calls',
    words: 'Every call waits before it is answered.',
  },
  down: {
    title: 'Down',
    thai: 'ปิดอยู่',
    takesTime: false,
    group: 'calls',
    words: 'Every call is answered with 503, out of service.',
  },
  error: {
    title: 'Error',
    thai: 'ระบบขัดข้อง',
    takesTime: false,
    group: 'money',
    words: 'Answers HTTP 500. Nothing has happened: {not}.',
  },
  refuse: {
    title: 'Refuse',
    thai: 'ปฏิเสธ',
    takesTime: false,
    group: 'money',
    words: 'Says no for good, in its documented words: {not}.',
  },
  'in-progress': {
    title: 'In progress',
    thai: 'กำลังดำเนินการ',
    takesTime: true,
    group: 'money',
    words: 'Accepts it at once, and {it} only after a while.',
  },
  late: {
    title: 'Late',
    thai: 'มาช้า',
    takesTime: true,
    group: 'money',
    words: 'No answer, and “not found” when asked. After a while {it} all the same.',
  },
  'cut-before': {
    title: 'Cut before',
    thai: 'สายหลุดก่อนทำ',
    takesTime: false,
    group: 'money',
    words: 'The connection breaks before anything happened: {not}.',
  },
  'cut-after': {
    title: 'Cut after',
    thai: 'สายหลุดหลังทำ',
    takesTime: false,
    group: 'money',
    words: 'First {it}, then the connection breaks. The wallet never hears of it.',
  },
  'duplicate-callback': {
    title: 'Call twice',
    thai: 'แจ้งซ้ำ',
    takesTime: false,
    group: 'callbacks',
    words: 'The bank tells the wallet of a payment twice.',
  },
  'drop-callback': {
    title: 'Never call',
    thai: 'ไม่แจ้ง',
    takesTime: false,
    group: 'callbacks',
    words: 'The bank never tells the wallet; it has to ask by itself.',
  },
  'out-of-order': {
    title: 'Call out of order',
    thai: 'แจ้งสลับลำดับ',
    takesTime: true,
    group: 'callbacks',
    words: 'A call is held back until a later one has gone out, or until its time is over.',
  },
}

/** The headings of the groups of modes. */
export const groupWords: Readonly<Record<ModeWords['group'], { title: string; note: string }>> = {
  calls: { title: 'Every call', note: 'Also calls that only ask.' },
  money: { title: 'Calls that do something', note: 'Only calls that move money or send a message.' },
  callbacks: { title: 'News to the wallet', note: 'Only what the bank says by itself.' },
}

const deeds: Readonly<Record<PartyKind, { it: string; not: string }>> = {
  sms: { it: 'the message arrives', not: 'no message arrives' },
  bank: { it: 'the payout is made', not: 'no payout is made' },
  gift: { it: 'the gift is taken', not: 'the gift stays untouched' },
  game: { it: 'the credits move', not: 'no credits move' },
}

/** The kind of a party. */
export function kindOf(party: string): PartyKind {
  if (party === 'sms' || party === 'bank' || party === 'gift') return party
  return 'game'
}

/** A mode's words for a kind of party. */
export function explained(mode: Exclude<FaultMode, 'none'>, kind: PartyKind): string {
  const { it, not } = deeds[kind]
  if (kind === 'sms' && mode === 'late') return `No answer, but after a while ${it} all the same.`
  const late = kind === 'bank' && mode === 'late' ? ' A QR that somebody pays stays unknown for that while.' : ''
  return `${modeWords[mode].words.replace('{it}', it).replace('{not}', not)}${late}`
}

/** What a party is called. */
export function partyName(party: string): string {
  const names: Readonly<Record<string, string>> = { sms: 'SMS gateway', bank: 'Bank', gift: 'Gift links' }
  return names[party] ?? party.replace(/^game:/, '')
}
