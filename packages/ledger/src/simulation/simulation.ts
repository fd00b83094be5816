import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { createLedger } from '../ledger.ts'
import { ledgerMigrations } from '../migrations.ts'
import { LedgerMistake } from '../mistake.ts'
import { createModel, verdictOf } from '../testing/model.ts'
import type { Model, Verdict } from '../testing/model.ts'
import type { ChainHead, Ledger, News, Outcome, Sql, Submission } from '../types.ts'
import { createCallers, simulatedAccounts } from './callers.ts'
import type { Callers } from './callers.ts'
import { checkAll, checkStates, requireThat } from './checks.ts'
import { startEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { createFaultyPool, InjectedFault } from './faults.ts'
import type { FaultyPool } from './faults.ts'
import { createRandom } from '../testing/random.ts'
import type { Random } from '../testing/random.ts'

/** The probability that a commit meets a fault. */
const FAULT_RATE = 0.25
const BATCH_MAX = 96
/** A caller that was not answered asks again within so many rounds. */
const RETRY_ROUNDS_MAX = 12
const ROUNDS_BETWEEN_VACUUMS = 250
const HOUR_MS = 3_600_000

const names = simulatedAccounts.map(({ account }) => account)

export interface SimulationTerms {
  seed: number
  /** How many submissions callers make; what they send twice or again comes on top. */
  operations: number
  /** How often everything is looked at; the last time is the end. */
  checkpoints: number
  /** An empty folder for the engine's files. */
  folder: string
}

/** Counts by name. */
export type Counts = Map<string, number>

export interface SimulationResult {
  operations: Counts
  faults: Counts
  verdicts: Counts
  /** SHA-256 over every answer and every balance, in hexadecimal digits: the same for the same seed. */
  digest: string
}

function raise(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const parcelTable = `
CREATE TABLE parcel (id text PRIMARY KEY, version integer NOT NULL DEFAULT 1, label text NOT NULL UNIQUE, weight bigint);`

class TakenBack extends Error {}

/** A run of the ledger beside its model: rounds of what callers do, with faults, and looks at what came of it. */
class Simulation {
  readonly #operations: Counts = new Map()
  readonly #verdicts: Counts = new Map()
  readonly #digest = createHash('sha256')
  readonly #acknowledged = new Set<string>()
  readonly #model: Model = createModel(simulatedAccounts)
  readonly #random: Random
  readonly #engine: Engine
  readonly #pool: FaultyPool
  readonly #ledger: Ledger
  readonly #callers: Callers
  readonly #direct: Sql
  #clockMs = Date.UTC(2026, 10, 21)
  #round = 0
  #made = 0
  #waiting: { submission: Submission; dueRound: number }[] = []
  #noted: readonly ChainHead[] = []

  constructor(engine: Engine, seed: number) {
    this.#random = createRandom(seed)
    this.#engine = engine
    this.#direct = { query: (text, values = []) => engine.query(text, values) }
    this.#pool = createFaultyPool(engine, this.#random, () => this.#ledger.states(this.#direct, names))
    const now = () => new Date(this.#clockMs)
    // With one flight submissions take effect in the order in which they were sent, whatever fails: so every answer can
    // be foretold.
    this.#ledger = createLedger({ pool: this.#pool, tables: ['parcel'], now, flights: 1, batchMax: BATCH_MAX })
    this.#callers = createCallers(this.#random, this.#model, now)
  }

  async run({ operations, checkpoints }: SimulationTerms): Promise<SimulationResult> {
    await this.#engine.script([...ledgerMigrations.map(({ sql }) => sql), parcelTable].join(';\n'))
    await this.#ledger.open(this.#direct, simulatedAccounts)
    for (let checkpoint = 1; checkpoint <= checkpoints; checkpoint += 1) {
      this.#pool.rate = FAULT_RATE
      while (this.#made < (operations * checkpoint) / checkpoints) await this.#playRound()
      // Nobody is left without an answer: only then can it be said what must be there.
      this.#pool.rate = 0
      while (this.#waiting.length > 0) await this.#playRound()
      this.#noted = await checkAll(
        this.#ledger,
        this.#direct,
        this.#model,
        this.#acknowledged,
        this.#noted,
        this.#random,
      )
      this.#tell([...this.#model.accounts.values()], this.#noted)
    }
    await this.#ledger.close()
    return {
      operations: this.#operations,
      faults: this.#pool.counts,
      verdicts: this.#verdicts,
      digest: this.#digest.digest('hex'),
    }
  }

  #tell(...facts: unknown[]): void {
    this.#digest.update(JSON.stringify(facts))
  }

  async #playRound(): Promise<void> {
    this.#round += 1
    this.#turnClock()
    const draining = this.#pool.rate === 0
    const what = draining ? 'plain' : this.#random.weighted({ plain: 60, mixed: 22, post: 9, news: 9 })
    if (what === 'plain') await this.#submitAll(this.#gather(draining ? 0 : 80 + this.#random.below(160), true))
    else if (what === 'mixed') await this.#submitAll(this.#gather(16 + this.#random.below(112), false))
    else if (what === 'post') await this.#postAll(this.#gather(1 + this.#random.below(4), false))
    else await this.#readNews()
    checkStates(await this.#ledger.states(this.#direct, names), this.#model)
    if (this.#round % ROUNDS_BETWEEN_VACUUMS === 0) await this.#engine.script('VACUUM')
  }

  #turnClock(): void {
    this.#clockMs += this.#random.below(50)
    if (this.#pool.rate === 0 || !this.#random.chance(0.1)) return
    const back = this.#random.chance(0.5)
    this.#clockMs += this.#random.below(HOUR_MS) * (back ? -1 : 1)
    raise(this.#pool.counts, back ? 'clock jumped back' : 'clock jumped ahead')
  }

  /** New submissions, what callers send twice or wrongly with them, and what they ask again; partly out of order. */
  #gather(count: number, plain: boolean): Submission[] {
    const gathered: Submission[] = []
    const again: Submission[] = []
    for (let made = 0; made < count; made += 1) {
      const { kind, submission, extra } = this.#callers.next(plain)
      this.#made += 1
      raise(this.#operations, kind)
      gathered.push(submission)
      for (const { misbehaviour, submission: sent } of extra) {
        raise(this.#pool.counts, misbehaviour)
        again.push(sent)
      }
    }
    const due = this.#waiting.filter(({ dueRound }) => dueRound <= this.#round || this.#pool.rate === 0)
    this.#waiting = this.#waiting.filter((one) => !due.includes(one))
    const occurredAt = new Date(this.#clockMs)
    gathered.push(
      ...again,
      ...due.map(({ submission }) => ({
        ...submission,
        movements: submission.movements.map((movement) => ({ ...movement, occurredAt })),
      })),
    )
    for (let place = 1; place < gathered.length && this.#pool.rate > 0; place += 1) {
      if (!this.#random.chance(0.03)) continue
      const other = this.#random.below(place)
      const [one, two] = [gathered[place], gathered[other]]
      if (one === undefined || two === undefined) continue
      gathered[other] = one
      gathered[place] = two
      raise(this.#pool.counts, 'sent out of order')
    }
    return gathered
  }

  #askAgain(submission: Submission): void {
    this.#waiting.push({ submission, dueRound: this.#round + 1 + this.#random.below(RETRY_ROUNDS_MAX) })
  }

  /** An answer reached its caller: it must be the one that was foretold. */
  #hear(submission: Submission, answer: Verdict, expected: Verdict): void {
    requireThat(answer === expected, `${JSON.stringify(submission)} was answered ${answer}, and should be ${expected}`)
    raise(this.#verdicts, answer)
    this.#tell(answer)
    if (answer !== 'accepted' && answer !== 'replayed') return
    for (const { kind, id } of submission.movements) {
      if (kind === 'post' || kind === 'hold') this.#acknowledged.add(id)
    }
  }

  async #submitAll(submissions: readonly Submission[]): Promise<void> {
    const answers = await Promise.allSettled(submissions.map((submission) => this.#ledger.submit(submission)))
    for (let place = 0; place < answers.length; place += 1) {
      const [answer, submission] = [answers[place], submissions[place]]
      if (answer === undefined || submission === undefined) break
      const verdict = readAnswer(answer)
      if (!(verdict instanceof InjectedFault)) {
        this.#hear(submission, verdict, this.#model.submit(submission))
        continue
      }
      // All of a commit met the same fault; what came after it in the round was sent after it.
      let end = place
      while (end < answers.length && isRejectedBy(answers[end], verdict)) end += 1
      this.#suffer(verdict, submissions.slice(place, end))
      place = end - 1
    }
  }

  /** A commit whose answer never came: written as a whole or not at all, and asked for again. */
  #suffer(fault: InjectedFault, commit: readonly Submission[]): void {
    const unknown = fault.committed === null
    const wasWritten = unknown ? !isDeepStrictEqual(fault.after, new Map(this.#model.accounts)) : fault.committed
    if (wasWritten === true) for (const submission of commit) this.#model.submit(submission)
    if (unknown) {
      const whole = isDeepStrictEqual(fault.after, new Map(this.#model.accounts))
      requireThat(whole, 'a commit that was killed while it was written is there in part')
    }
    this.#tell(fault.fault, wasWritten)
    for (const submission of commit) this.#askAgain(submission)
  }

  async #postAll(submissions: readonly Submission[]): Promise<void> {
    const changesHisMind = this.#pool.rate > 0 && this.#random.chance(0.1)
    try {
      const verdicts = await this.#pool.transaction(async (tx) => {
        const answered: Verdict[] = []
        for (const submission of submissions) answered.push(await readPost(this.#ledger.post(tx, submission)))
        if (changesHisMind) throw new TakenBack()
        return answered
      })
      for (const [place, submission] of submissions.entries()) {
        this.#hear(submission, verdicts[place] ?? 'mistake', this.#model.submit(submission))
      }
    } catch (error) {
      if (error instanceof InjectedFault) return this.#suffer(error, submissions)
      if (!(error instanceof TakenBack)) throw error
      raise(this.#pool.counts, 'transaction taken back by its caller')
      for (const submission of submissions) this.#askAgain(submission)
    }
  }

  /** A reader of the outbox: sees the oldest news in their order, and again what it could not take. */
  async #readNews(): Promise<void> {
    const limit = 1 + this.#random.below(400)
    const expected = this.#model.news.slice(0, limit)
    const take = async (tx: Sql): Promise<News[]> => {
      const taken = await this.#ledger.takeNews(tx, ['moved'], limit)
      requireThat(isDeepStrictEqual(taken, expected), 'the outbox does not hand out what was written to it')
      return taken
    }
    let taken: boolean
    try {
      await this.#pool.transaction(take)
      taken = true
    } catch (error) {
      if (!(error instanceof InjectedFault)) throw error
      taken = error.committed ?? !isDeepStrictEqual(await this.#firstNews(), this.#model.news.slice(0, 1))
    }
    if (taken) this.#model.news.splice(0, expected.length)
    requireThat(isDeepStrictEqual(await this.#firstNews(), this.#model.news.slice(0, 1)), 'news were lost')
    this.#tell('news', taken, expected.length)
  }

  async #firstNews(): Promise<News[]> {
    await this.#engine.script('BEGIN')
    const first = await this.#ledger.takeNews(this.#direct, ['moved'], 1)
    await this.#engine.script('ROLLBACK')
    return first
  }
}

function readAnswer(answer: PromiseSettledResult<Outcome>): Verdict | InjectedFault {
  if (answer.status === 'fulfilled') return verdictOf(answer.value)
  const reason: unknown = answer.reason
  if (reason instanceof LedgerMistake) return 'mistake'
  if (reason instanceof InjectedFault) return reason
  throw reason
}

function isRejectedBy(answer: PromiseSettledResult<Outcome> | undefined, fault: InjectedFault): boolean {
  return answer?.status === 'rejected' && answer.reason === fault
}

async function readPost(posting: Promise<Outcome>): Promise<Verdict> {
  try {
    return verdictOf(await posting)
  } catch (error) {
    if (error instanceof LedgerMistake) return 'mistake'
    throw error
  }
}

/** Runs one simulation from an empty database; throws a Violation when the ledger breaks a promise. */
export async function simulate(terms: SimulationTerms): Promise<SimulationResult> {
  const engine = await startEngine(terms.folder)
  try {
    return await new Simulation(engine, terms.seed).run(terms)
  } finally {
    await engine.kill()
  }
}
