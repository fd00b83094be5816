import type { CreateOutcome, GameProvider, Move, MoveOutcome, MoveStatus, PlayerReading } from './providers/provider.ts'

/** How the provider treats one move: `cut` breaks the connection, `late` acts later and does not know the id until then. */
export type Behaviour =
  | 'normal'
  | 'cut-before'
  | 'cut-after'
  | 'refuse'
  | 'insufficient'
  | 'late'
  | 'in-progress'
  | Liar
/** It does what it is asked, and says that it did not. */
type Liar = 'refuse-after' | 'insufficient-after'

interface KnownMove extends Move {
  state: 'done' | 'in-progress'
}

/** A provider in this process whose every move can be made to fail in a chosen way. Credits are hundredths. */
export class ScriptedProvider implements GameProvider {
  readonly balances = new Map<string, number>()
  readonly moves = new Map<string, KnownMove>()
  /** How many times each id was called with: a second call of one id would be a defect of ours. */
  readonly calls = new Map<string, number>()
  /** One entry for each coming move; normal when empty. */
  readonly script: Behaviour[] = []
  readonly arriving: Move[] = []
  /** The moves that it was asked about by their ids, in order. */
  readonly asked: string[] = []
  /** Moves that it says to have refused. */
  readonly refused = new Set<string>()
  /** Answers to the coming balance questions in place of the truth. */
  readonly readings: unknown[] = []
  isDown = false
  isStatusDown = false
  createOutcomes: CreateOutcome[] = []
  /** Run before a balance is answered: what happens while a reading is under way. */
  whileReading: () => Promise<void> = async () => {}
  /** Run when a move is called, before anything happens. */
  whileMoving: (move: Move) => Promise<void> = async () => {}
  references = new Map<string, string>()

  create(player: { username: string; reference: string }): Promise<CreateOutcome> {
    const scripted = this.createOutcomes.shift()
    if (scripted !== undefined && scripted !== 'created') return Promise.resolve(scripted)
    if (this.balances.has(player.username)) return Promise.resolve('exists')
    this.balances.set(player.username, 0)
    this.references.set(player.username, player.reference)
    return Promise.resolve('created')
  }

  async read(username: string): Promise<PlayerReading> {
    if (this.isDown) return null
    const balance = this.balances.get(username)
    if (balance === undefined) return { found: false }
    const answer: PlayerReading = {
      found: true,
      balance: this.readings.length > 0 ? this.readings.shift() : balance / 100,
      reference: this.references.get(username) ?? null,
    }
    await this.whileReading()
    return answer
  }

  async move(move: Move): Promise<MoveOutcome> {
    this.calls.set(move.id, (this.calls.get(move.id) ?? 0) + 1)
    await this.whileMoving(move)
    const behaviour = this.isDown ? 'cut-before' : (this.script.shift() ?? 'normal')
    if (behaviour === 'refuse') return 'refused'
    if (behaviour === 'insufficient') return 'insufficient'
    if (behaviour === 'cut-before') return 'unknown'
    if (behaviour === 'late') {
      this.arriving.push(move)
      return 'unknown'
    }
    if (behaviour === 'in-progress') {
      this.moves.set(move.id, { ...move, state: 'in-progress' })
      return 'unknown'
    }
    if (!this.carryOut(move)) return 'insufficient'
    if (behaviour === 'refuse-after') return 'refused'
    if (behaviour === 'insufficient-after') return 'insufficient'
    return behaviour === 'cut-after' ? 'unknown' : 'done'
  }

  /** Does what a move asks, once. */
  carryOut(move: Move): boolean {
    if (this.moves.get(move.id)?.state === 'done') return true
    const balance = this.balances.get(move.username) ?? 0
    const after = move.direction === 'in' ? balance + move.credits : balance - move.credits
    if (after < 0) return false
    this.balances.set(move.username, after)
    this.moves.set(move.id, { ...move, state: 'done' })
    return true
  }

  moveStatus(id: string): Promise<MoveStatus> {
    this.asked.push(id)
    if (this.isDown || this.isStatusDown) return Promise.resolve({ status: 'unknown', credits: null })
    if (this.refused.has(id)) return Promise.resolve({ status: 'refused', credits: null })
    const known = this.moves.get(id)
    if (known === undefined) return Promise.resolve({ status: 'not-found', credits: null })
    return Promise.resolve({ status: known.state === 'done' ? 'done' : 'under-way', credits: known.credits })
  }

  setPassword(username: string): Promise<'done' | 'refused' | 'unknown'> {
    if (this.isDown) return Promise.resolve('unknown')
    return Promise.resolve(this.balances.has(username) ? 'done' : 'refused')
  }

  launch(username: string, password: string | null): Promise<string | null> {
    if (this.isDown) return Promise.resolve(null)
    return Promise.resolve(
      `https://games.example/play?name=${username}&with=${password === null ? 'name' : 'password'}`,
    )
  }

  /** What everybody holds here, in credits. */
  get heldCredits(): number {
    return [...this.balances.values()].reduce((sum, balance) => sum + balance, 0)
  }
}
