import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { createHash } from 'node:crypto'
import type { CreateOutcome, GameProvider, Move, MoveOutcome, MoveStatus, PlayerReading } from './providers/provider.ts'

/** A number from 0 to just below 1 that always is the same for the same words. */
export function chanceOf(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(words)).digest().readUInt32BE() / 2 ** 32
}

/** What a call meets: whether and when the provider acts, what it answers, and what its status says until when. */
interface Fault {
  acts: 'now' | 'never' | 'later'
  outcome?: MoveOutcome
  /** The longest time until it acts, or until its status is true. */
  untilMs?: number
  status?: 'not-found' | 'unknown' | 'wrong-amount' | 'wrong-way'
}

/** Every way in which a call to a provider is known to fail. */
const faults = {
  'slow, timed out after it acted': { acts: 'now' },
  'timed out before it acted': { acts: 'never' },
  'reset in the middle of the answer': { acts: 'now' },
  'an error after it acted': { acts: 'now' },
  'an error before it acted': { acts: 'never' },
  'the reply of another call': { acts: 'now' },
  'acted twice on one id': { acts: 'now' },
  'arrives soon after "not found"': { acts: 'later', untilMs: 5 * MINUTE_MS, status: 'not-found' },
  'arrives hours after "not found"': { acts: 'later', untilMs: 20 * HOUR_MS, status: 'not-found' },
  'accepted, done later': { acts: 'later', untilMs: 50 * MINUTE_MS, status: 'unknown' },
  'accepted, done after hours': { acts: 'later', untilMs: 5 * HOUR_MS, status: 'unknown' },
  'a status that lags behind': { acts: 'now', untilMs: 10 * MINUTE_MS, status: 'not-found' },
  'a status of another amount': { acts: 'now', untilMs: 0, status: 'wrong-amount' },
  'a status of the other way': { acts: 'now', untilMs: 0, status: 'wrong-way' },
  'half an answer, acted': { acts: 'now' },
  'half an answer, did not act': { acts: 'never' },
  'an error under 200': { acts: 'never' },
  'clocks apart: the signature is refused': { acts: 'never' },
  'a new key: nothing is answered for a while': { acts: 'never', untilMs: 3 * HOUR_MS, status: 'unknown' },
  'no status for hours': { acts: 'now', untilMs: 3 * HOUR_MS, status: 'unknown' },
  refused: { acts: 'never', outcome: 'refused' },
} as const satisfies Record<string, Fault>
export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as readonly FaultName[]

interface Known {
  move: Move
  state: 'done' | 'accepted' | 'refused' | 'waiting'
  /** When it is done, or when its status becomes true. */
  atMs: number
  fault: Fault
}

/**
 * A provider in this process that fails a third of all calls, in every way that is known, by chances that follow from
 * the seed and the id of the call alone: the same seed meets the same faults. Credits are hundredths.
 */
export class SimulatedProvider implements GameProvider {
  readonly balances = new Map<string, number>()
  private readonly players = new Map<string, { reference: string; number: number }>()
  readonly calls = new Map<string, number>()
  readonly met = new Map<FaultName, number>()
  /** What players won less what they lost. */
  wonCredits = 0
  /** For each player, everything that he won and everything that he lost, added up. */
  readonly playedCredits = new Map<string, number>()
  isHealthy = true
  private readonly known = new Map<string, Known>()
  private readonly waiting = new Set<Known>()
  private readonly deniedFirst = new Set<string>()
  /** Players whose balance once showed a transfer that its status denied. */
  readonly contradicted = new Set<string>()
  private readonly asked = new Map<string, number>()
  private readonly seed: string
  private readonly nowMs: () => number

  constructor(seed: string, nowMs: () => number) {
    this.seed = seed
    this.nowMs = nowMs
  }

  create({ username, reference }: { username: string; reference: string }): Promise<CreateOutcome> {
    if (this.balances.has(username)) return Promise.resolve('exists')
    this.balances.set(username, 0)
    this.players.set(username, { reference, number: this.players.size })
    return Promise.resolve('created')
  }

  /** A call that moves nothing gets no answer a third of the time. */
  private isUnanswered(id: string): boolean {
    const times = (this.asked.get(id) ?? 0) + 1
    this.asked.set(id, times)
    return !this.isHealthy && chanceOf(this.seed, 'ask', id, times) < 1 / 3
  }

  read(username: string): Promise<PlayerReading> {
    this.catchUp()
    const player = this.players.get(username)
    // Names are random; the number of a player is the same for the same seed.
    if (this.isUnanswered(`player ${player?.number}`)) return Promise.resolve(null)
    if (player === undefined) return Promise.resolve({ found: false })
    const balance = (this.balances.get(username) ?? 0) / 100
    return Promise.resolve({ found: true, balance, reference: player.reference })
  }

  move(move: Move): Promise<MoveOutcome> {
    this.catchUp()
    this.calls.set(move.id, (this.calls.get(move.id) ?? 0) + 1)
    const chance = chanceOf(this.seed, 'move', move.id)
    if (this.isHealthy || chance >= 1 / 3) return Promise.resolve(this.carryOut(move) ? 'done' : 'insufficient')
    const name = faultNames[Math.floor(chance * 3 * faultNames.length)] ?? 'refused'
    this.met.set(name, (this.met.get(name) ?? 0) + 1)
    const fault: Fault = faults[name]
    if (fault.status === 'not-found') this.deniedFirst.add(move.id)
    if (fault.status === 'not-found' && fault.acts === 'now') this.contradicted.add(move.username)
    const atMs = this.nowMs() + Math.floor(chanceOf(this.seed, 'until', move.id) * (fault.untilMs ?? 0))
    if (fault.acts === 'now') {
      this.carryOut(move)
      if (name === 'acted twice on one id') this.carryOut(move)
      const known = this.known.get(move.id)
      if (known !== undefined) this.known.set(move.id, { ...known, atMs, fault })
    } else {
      this.wait({ move, state: fault.acts === 'later' ? 'accepted' : 'waiting', atMs, fault })
    }
    return Promise.resolve(fault.outcome ?? 'unknown')
  }

  private wait(known: Known): void {
    this.known.set(known.move.id, known)
    if (known.state === 'accepted') this.waiting.add(known)
  }

  /** Does what a move asks, once, if there is enough. */
  private carryOut(move: Move): boolean {
    const known = this.known.get(move.id)
    if (known?.state === 'done') return true
    const balance = this.balances.get(move.username) ?? 0
    const after = move.direction === 'in' ? balance + move.credits : balance - move.credits
    const isDone = after >= 0
    if (isDone) this.balances.set(move.username, after)
    const state = isDone ? 'done' : 'refused'
    this.known.set(move.id, { move, state, atMs: this.nowMs(), fault: { acts: 'now' } })
    return isDone
  }

  /** Lets everything happen whose time has come. */
  catchUp(): void {
    for (const known of this.waiting) {
      if (known.atMs > this.nowMs()) continue
      this.waiting.delete(known)
      this.carryOut(known.move)
    }
  }

  moveStatus(id: string): Promise<MoveStatus> {
    this.catchUp()
    if (this.isUnanswered(id)) return Promise.resolve({ status: 'unknown', credits: null })
    return Promise.resolve(this.trueStatus(id, true))
  }

  private trueStatus(id: string, withFaults: boolean): MoveStatus {
    const known = this.known.get(id)
    if (known === undefined) return { status: 'not-found', credits: null }
    const { move, state, fault } = known
    const { credits, direction } = move
    if (withFaults && !this.isHealthy) {
      if (fault.status === 'wrong-amount') return { status: 'done', credits: credits + 1, direction }
      if (fault.status === 'wrong-way') return { status: 'done', credits, direction: direction === 'in' ? 'out' : 'in' }
    }
    if (withFaults && known.atMs > this.nowMs()) {
      if (fault.status === 'not-found') return { status: 'not-found', credits: null }
      if (fault.status === 'unknown') return { status: 'unknown', credits: null }
    }
    if (state === 'done') return { status: 'done', credits, direction }
    if (state === 'refused') return { status: 'refused', credits, direction }
    return fault.outcome === 'refused'
      ? { status: 'refused', credits, direction }
      : { status: 'not-found', credits: null }
  }

  /** The truth about an id, which no fault touches. */
  hasMoved(id: string): boolean {
    return this.trueStatus(id, false).status === 'done'
  }

  /** Whether this provider ever denied an id that it carried out, or would yet carry out. */
  hasDenied(id: string): boolean {
    return this.deniedFirst.has(id)
  }

  setPassword(): Promise<'done'> {
    return Promise.resolve('done')
  }

  launch(): Promise<null> {
    return Promise.resolve(null)
  }

  /** A win or a loss, as far as there is something to lose. */
  play(username: string, changeCredits: number): void {
    this.catchUp()
    const balance = this.balances.get(username) ?? 0
    const change = Math.max(changeCredits, -balance)
    this.balances.set(username, balance + change)
    this.wonCredits += change
    this.playedCredits.set(username, (this.playedCredits.get(username) ?? 0) + Math.abs(change))
  }
}
