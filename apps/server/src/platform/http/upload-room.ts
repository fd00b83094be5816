import { AppError } from '../errors.ts'

/** What one listener has for forms with files. */
export interface UploadMeans {
  /** Forms in memory at the same time, from their first byte to their answer: how many, and how large together. */
  formsMax: number
  bytesMax: number
  /** The part of `bytesMax` that people without an account may fill. */
  guestBytesMax: number
}

const MEGABYTE = 1024 * 1024
/** Of one process. A form that is taken apart is in memory twice for a moment. */
const OF_A_PROCESS = { formsMax: 200, bytesMax: 160 * MEGABYTE }

/** What a listener has that shares its process: `share` of 1 is all. */
export function uploadMeans(share = 1): UploadMeans {
  const bytesMax = OF_A_PROCESS.bytesMax * share
  return { formsMax: Math.floor(OF_A_PROCESS.formsMax * share), bytesMax, guestBytesMax: Math.floor(bytesMax / 3) }
}

const PER_CALLER_MAX = 4
/** Forms whose bytes are left on the line until there is room. */
const WAITING_MAX = 400
const WAITING_PER_CALLER_MAX = 8
const RETRY_AFTER_S = 5

/** A form that wants to come in. */
export interface Form {
  caller: string
  isGuest: boolean
  /** How large it says that it is; the most that it may be where it does not. */
  bytes: number
}

export interface Place {
  /** Is kept once there is room; refused with REQUEST_LIMIT when the place in the line is lost. */
  admitted: Promise<void>
  /** Whether somebody waits who is let in, or nearer to it, without this form. */
  isWanted(): boolean
  /** Whether its caller has others here while somebody waits for room who has none. */
  isOneTooMany(): boolean
  /** Gives up the room, or the place in the line; again changes nothing. */
  leave(): void
}

interface Entry extends Form {
  admit(): void
  dismiss(): void
}

/** The room that forms with files have in memory: each waits outside, unread, until its bytes fit in. */
export function createUploadRoom(means: UploadMeans): { enter(form: Form): Place } {
  const inside = new Set<Entry>()
  const waiting = new Set<Entry>()

  const bytesOf = (entries: Iterable<Form>) => [...entries].reduce((sum, { bytes }) => sum + bytes, 0)
  const ofCaller = (entries: Iterable<Entry>, caller: string) => [...entries].filter((one) => one.caller === caller)

  /** Why a form is not let in: for its own caller's forms, for those of guests, or for all; null when it is. */
  function lacking(form: Form): 'caller' | 'guests' | 'all' | null {
    if (ofCaller(inside, form.caller).length >= PER_CALLER_MAX) return 'caller'
    const guests = [...inside].filter(({ isGuest }) => isGuest)
    if (form.isGuest && bytesOf(guests) + form.bytes > means.guestBytesMax) return 'guests'
    const isFull = inside.size >= means.formsMax || bytesOf(inside) + form.bytes > means.bytesMax
    return isFull ? 'all' : null
  }

  /** Whoever has least inside comes first, then what is smallest, which is soon gone again, then who came first. */
  function admitNext(): void {
    const line = [...waiting].map((entry) => ({ entry, own: ofCaller(inside, entry.caller).length }))
    const next = line.sort(byTurn).find(({ entry }) => lacking(entry) === null)
    if (!next) return
    waiting.delete(next.entry)
    inside.add(next.entry)
    next.entry.admit()
    admitNext()
  }

  /** A full line has room for whoever has less in it than another, whose last place that takes. */
  function makeRoomInLine(caller: string): void {
    const own = ofCaller(waiting, caller).length
    if (own >= WAITING_PER_CALLER_MAX) throw busy()
    if (waiting.size < WAITING_MAX) return
    const counts = Map.groupBy(waiting, (one) => one.caller)
    const most = [...counts.values()].reduce((one, other) => (other.length > one.length ? other : one))
    const last = most.at(-1)
    if (!last || most.length <= own + 1) throw busy()
    waiting.delete(last)
    last.dismiss()
  }

  const wantersOf = (entry: Entry) =>
    [...waiting].filter((other) => {
      const lack = lacking(other)
      if (lack === 'caller') return other.caller === entry.caller
      return lack === 'all' || entry.isGuest
    })

  return {
    enter(form) {
      makeRoomInLine(form.caller)
      const { promise: admitted, resolve, reject } = Promise.withResolvers<void>()
      const entry: Entry = { ...form, admit: resolve, dismiss: () => reject(busy()) }
      waiting.add(entry)
      admitNext()
      return {
        admitted,
        isWanted: () => wantersOf(entry).length > 0,
        isOneTooMany() {
          const [first] = ofCaller(inside, form.caller)
          if (first === entry || !inside.has(entry)) return false
          return wantersOf(entry).some(({ caller }) => ofCaller(inside, caller).length === 0)
        },
        leave() {
          if (waiting.delete(entry)) entry.dismiss()
          if (inside.delete(entry)) admitNext()
        },
      }
    },
  }
}

interface Waiting {
  entry: Entry
  /** How many its caller has inside. */
  own: number
}

function byTurn(one: Waiting, other: Waiting): number {
  return one.own - other.own || one.entry.bytes - other.entry.bytes
}

function busy(): AppError {
  return new AppError('REQUEST_LIMIT', { retryAfterS: RETRY_AFTER_S })
}
