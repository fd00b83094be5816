import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const program = resolve(import.meta.dirname, '../../apps/server/src/testing/programs/bank.fixture.ts')

interface Move {
  from: string
  to: string
  amountMinor: number
  began: number
  /** When it was acknowledged. */
  ended: number | null
}

interface Reading {
  began: number
  ended: number
  minor: Record<string, number>
}

interface Line extends Partial<Move & Reading> {
  kind: 'open' | 'move' | 'moved' | 'read' | 'end'
  mover?: string
  number?: number
  accounts?: string[]
  eachMinor?: number
}

/** All that movers and readers of a bank began and were told. */
export interface BankHistory {
  accounts: readonly string[]
  eachMinor: number
  moves: Map<string, Move[]>
  readings: Reading[]
}

export interface Bank {
  history: BankHistory
  /** What a process said that ended before it was stopped; null while both are there. */
  ended(): string | null
  stop(): Promise<void>
}

/** Two processes on the product's own pool, each with movers and readers, in a database of its own. */
export async function startBank(databaseUrl: string, onLine: (kind: 'write' | 'read') => void): Promise<Bank> {
  const history: BankHistory = { accounts: [], eachMinor: 0, moves: new Map(), readings: [] }
  const children: ChildProcess[] = []
  let said = ''
  let isOver = false

  function take(line: Line): void {
    const moves = history.moves.get(line.mover ?? '') ?? []
    if (line.kind === 'open') Object.assign(history, { accounts: line.accounts, eachMinor: line.eachMinor })
    if (line.kind === 'move') {
      const { from = '', to = '', amountMinor = 0, began = 0 } = line
      moves.push({ from, to, amountMinor, began, ended: null })
      history.moves.set(line.mover ?? '', moves)
    }
    const move = moves[(line.number ?? 0) - 1]
    if (line.kind === 'moved' && move !== undefined) {
      move.ended = line.ended ?? null
      onLine('write')
    }
    if (line.kind === 'read') {
      history.readings.push({ began: line.began ?? 0, ended: line.ended ?? 0, minor: line.minor ?? {} })
      onLine('read')
    }
  }

  async function start(name: string, ...words: readonly string[]): Promise<void> {
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
    const child = spawn(process.execPath, [program, name, ...words], { env, stdio: 'pipe' })
    children.push(child)
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-5_000)))
    const lines = createInterface(child.stdout)
    await new Promise<void>((done, fail) => {
      child.once('exit', () => fail(new Error(`the bank ended: ${said}`)))
      lines.on('line', (text) => {
        const line = JSON.parse(text) as Line
        take(line)
        if (line.kind === 'open') done()
      })
    })
  }
  await start('one', 'first')
  await start('two')
  return {
    history,
    ended: () => (isOver || children.every(({ exitCode }) => exitCode === null) ? null : said),
    async stop() {
      isOver = true
      await Promise.all(
        children.map((child) => {
          if (child.exitCode !== null || child.signalCode !== null) return undefined
          const ended = new Promise((done) => child.once('exit', done))
          const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
          child.stdin?.end()
          return ended.finally(() => clearTimeout(late))
        }),
      )
    },
  }
}

/**
 * What of a history no single bank can have shown, in words. Each move counts in the same commit for its mover, so that a reading
 * says of each mover how many of his moves it has seen: the balances must be those after just these moves; what was acknowledged
 * before the reading began must be among them, and what began after it ended must not.
 */
export function judge({ accounts, eachMinor, moves, readings }: BankHistory): string[] {
  const found: string[] = []
  const movers = [...moves.keys()].toSorted()
  const seenBy = ({ minor }: Reading): number[] => movers.map((mover) => minor[`count:${mover}`] ?? 0)
  const prefixes = new Map(movers.map((mover) => [mover, prefixOf(moves.get(mover) ?? [], accounts)]))
  for (const reading of readings) {
    const seen = seenBy(reading)
    const sum = accounts.reduce((total, account) => total + (reading.minor[account] ?? 0), 0)
    if (sum !== accounts.length * eachMinor) found.push(`a reading has ${sum} in all accounts together`)
    for (const [place, account] of accounts.entries()) {
      const moved = movers.reduce(
        (total, mover, index) => total + (prefixes.get(mover)?.[seen[index] ?? 0]?.[place] ?? Number.NaN),
        0,
      )
      if (reading.minor[account] !== eachMinor + moved)
        found.push(`a reading has ${reading.minor[account]} in ${account}, ${eachMinor + moved} after what it has seen`)
    }
    for (const [index, mover] of movers.entries()) {
      const own = moves.get(mover) ?? []
      const count = seen[index] ?? 0
      const next = own[count]
      if (next?.ended !== undefined && next.ended !== null && next.ended < reading.began)
        found.push(
          `a stale reading: move ${count + 1} of ${mover} was acknowledged ${(reading.began - next.ended).toFixed(0)} ms before it began`,
        )
      const last = own[count - 1]
      if (count > own.length || (last !== undefined && last.began > reading.ended))
        found.push(`a reading has seen a move of ${mover} before it began`)
    }
  }
  return found
}

/**
 * How many readings have seen a move that one which began after their end has not. A move that was acknowledged and is missed is
 * a stale reading, which `judge` names; what is left are moves that nobody had been told of: a primary that is ended shows what
 * still waits for its standby, and the next one has it not.
 */
export function countEarly({ moves, readings }: BankHistory): number {
  const movers = [...moves.keys()]
  const seenBy = ({ minor }: Reading): number[] => movers.map((mover) => minor[`count:${mover}`] ?? 0)
  const later = readings.toSorted((one, other) => other.began - one.began)
  const least = movers.map(() => Number.POSITIVE_INFINITY)
  let next = 0
  let early = 0
  for (const reading of readings.toSorted((one, other) => other.ended - one.ended)) {
    for (let after = later[next]; after !== undefined && after.began > reading.ended; after = later[next]) {
      for (const [index, count] of seenBy(after).entries()) least[index] = Math.min(least[index] ?? 0, count)
      next += 1
    }
    if (seenBy(reading).some((count, index) => count > (least[index] ?? 0))) early += 1
  }
  return early
}

/** What the first so many moves did to each account. */
function prefixOf(moves: readonly Move[], accounts: readonly string[]): number[][] {
  const prefix = [accounts.map(() => 0)]
  for (const { from, to, amountMinor } of moves) {
    const next = [...(prefix.at(-1) ?? [])]
    next[accounts.indexOf(from)] = (next[accounts.indexOf(from)] ?? 0) - amountMinor
    next[accounts.indexOf(to)] = (next[accounts.indexOf(to)] ?? 0) + amountMinor
    prefix.push(next)
  }
  return prefix
}
