import { collectingAccounts } from '../bank/collecting.ts'
import { badRequest } from '../http/refusal.ts'
import { integerOf, type Row, type Store, textOf } from '../store/database.ts'

/** What can go wrong at a party (rulings 6.7). */
const faultModes = [
  'none',
  'error',
  'refuse',
  'slow',
  'down',
  'late',
  'cut-before',
  'cut-after',
  'in-progress',
  'duplicate-callback',
  'drop-callback',
  'out-of-order',
] as const
export type FaultMode = (typeof faultModes)[number]

/** Modes of every call of a party. */
const callModes = ['slow', 'down'] as const
/** Modes of the calls that move money, and of the sending of an SMS. */
const moneyModes = ['error', 'refuse', 'late', 'cut-before', 'cut-after', 'in-progress'] as const
/** Modes of the bank's callbacks. */
const callbackModes = ['duplicate-callback', 'drop-callback', 'out-of-order'] as const

/** Gateways that collect and pay out, each in its published format. */
const gateways = Object.keys(collectingAccounts)

/** How long something takes when the switch does not say. */
const defaultMs = 3000

/** Real parties whose language is played as well: their switches are shown once they were set. */
const playedParties = ['thaibulksms', 'twilio', 'slipok', 'easyslip']

/** One switch as `GET /api/faults` shows it. `left` is null while it holds until changed. */
export interface Fault {
  readonly party: string
  readonly mode: FaultMode
  readonly times: number
  readonly ms: number
  /** How often this setting fired. */
  readonly fired: number
  /** How often it may fire still. */
  readonly left: number | null
  /** How often any setting of this party fired. */
  readonly firedEver: number
}

/** A fault that fires now. */
export interface Firing<Mode extends FaultMode> {
  readonly mode: Mode
  readonly ms: number
}

/** The switches. A party has one mode at a time; the last setting holds. */
export type Faults = ReturnType<typeof createFaults>

/** Makes the switches over the table `fault`, of these providers of games and any other that is asked for; they survive a restart. */
export function createFaults(store: Store, providers: readonly string[]) {
  const parties = ['sms', 'bank', 'gift', ...gateways, ...providers.map((code) => `game:${code}`)]

  function fire<Mode extends FaultMode>(party: string, modes: readonly Mode[]): Firing<Mode> | null {
    const row = store.get('SELECT * FROM fault WHERE party = ?', party)
    if (row === undefined) return null
    const fault = asFault(row)
    const mode = modes.find((known) => known === fault.mode)
    if (mode === undefined || fault.left === 0) return null
    store.run('UPDATE fault SET fired = fired + 1, fired_ever = fired_ever + 1 WHERE party = ?', party)
    return { mode, ms: fault.ms }
  }

  function find(party: string): Fault {
    const row = store.get('SELECT * FROM fault WHERE party = ?', party)
    return row === undefined
      ? { party, mode: 'none', times: 0, ms: defaultMs, fired: 0, left: null, firedEver: 0 }
      : asFault(row)
  }

  /** A party as it is written, found in either case; 400 when there is none. */
  function readParty(party: string): string {
    const found = [...parties, ...playedParties].find((known) => known.toLowerCase() === party.toLowerCase())
    if (found !== undefined) return found
    const [kind, code = ''] = party.split(':')
    if (kind?.toLowerCase() === 'game' && /^[A-Za-z0-9]{1,20}$/.test(code)) return `game:${code.toUpperCase()}`
    throw badRequest(`party must be one of ${parties.join(', ')}`)
  }

  return {
    set(party: string, mode: string, times: number | null, ms: number | null): Fault {
      const known = readParty(party)
      const wanted = readMode(known, mode)
      store.run(
        `INSERT INTO fault (party, mode, times, ms, fired, fired_ever) VALUES (?, ?, ?, ?, 0, 0)
         ON CONFLICT (party) DO UPDATE SET mode = excluded.mode, times = excluded.times, ms = excluded.ms, fired = 0`,
        known,
        wanted,
        times ?? 0,
        ms,
      )
      return find(known)
    },
    all(): Fault[] {
      const set = store.all('SELECT party FROM fault').map((row) => textOf(row, 'party'))
      return [...new Set([...parties, ...set])].map(find)
    },
    /** Every party behaves again; how often faults fired ever stays known. */
    reset: (): void => void store.run(`UPDATE fault SET mode = 'none', times = 0, ms = NULL, fired = 0`),
    /** The fault of every call (slow, down), counted; null when none is set. */
    fireCall: (party: string): Firing<(typeof callModes)[number]> | null => fire(party, callModes),
    /** The fault of a money call, counted. */
    fireMoney: (party: string): Firing<(typeof moneyModes)[number]> | null => fire(party, moneyModes),
    /** The milliseconds for which a payment made by somebody stays unknown (`late`), counted; null when none is set. */
    fireLatePayment: (party: string): number | null => fire(party, ['late'])?.ms ?? null,
    /** The fault of a callback, counted. */
    fireCallback: (party: string): Firing<(typeof callbackModes)[number]> | null => fire(party, callbackModes),
    /** Whether the party is down at the moment, not counted: a party that is down sends nothing either. */
    isDown(party: string): boolean {
      const fault = find(party)
      return fault.mode === 'down' && fault.left !== 0
    },
  }
}

/** Whether a switch still does something: one that fired as often as it should does not. */
export function isActive(fault: Fault): boolean {
  return fault.mode !== 'none' && fault.left !== 0
}

/** The modes a party can be in. */
export function modesOf(party: string): readonly FaultMode[] {
  return party === 'bank' || gateways.includes(party)
    ? faultModes
    : faultModes.filter((mode) => !callbackModes.some((known) => known === mode))
}

function readMode(party: string, mode: string): FaultMode {
  const found = faultModes.find((known) => known === mode)
  if (found === undefined) throw badRequest(`mode must be one of ${faultModes.join(', ')}`)
  if (!modesOf(party).includes(found)) throw badRequest(`${party} sends no callbacks`)
  return found
}

function asFault(row: Row): Fault {
  const times = integerOf(row, 'times')
  const fired = integerOf(row, 'fired')
  const mode = faultModes.find((known) => known === row['mode']) ?? 'none'
  return {
    party: textOf(row, 'party'),
    mode,
    times,
    ms: typeof row['ms'] === 'number' ? row['ms'] : defaultMs,
    fired,
    left: mode === 'none' || times === 0 ? null : Math.max(times - fired, 0),
    firedEver: integerOf(row, 'fired_ever'),
  }
}
