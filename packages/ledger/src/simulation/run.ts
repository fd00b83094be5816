// The simulation by hand: `npm run sim -- --ops 10000000 --seed 7`. Prints what was done and what failed, by kind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Violation } from './checks.ts'
import { simulate } from './simulation.ts'
import type { Counts } from './simulation.ts'

/** The largest run on one database: longer ones are several, so that they may take as long as one likes. */
const OPERATIONS_A_DATABASE = 250_000
const CHECKPOINTS = 2
/** At least one fault to so many operations. */
const OPERATIONS_A_FAULT = 10

const { values } = parseArgs({
  options: {
    ops: { type: 'string', default: String(OPERATIONS_A_DATABASE) },
    seed: { type: 'string', default: '20261121' },
  },
})
const operations = Number(values.ops)
const seed = Number(values.seed)
if (!Number.isSafeInteger(operations) || operations < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('--ops and --seed are integers, and --ops is above zero')
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const totals: Record<'operations' | 'faults' | 'verdicts', Counts> = {
  operations: new Map(),
  faults: new Map(),
  verdicts: new Map(),
}

function sum(counts: Counts): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}

function sayTable(title: string, counts: Counts): void {
  say(`\n${String(sum(counts)).padStart(10)}  ${title}`)
  for (const [name, count] of [...counts].toSorted(([, one], [, two]) => two - one)) {
    say(`${String(count).padStart(10)}    ${name}`)
  }
}

const startedAt = performance.now()
const digest = createHash('sha256')
say(`Simulating ${operations} operations on the ledger under faults, seed ${seed}.`)
try {
  for (let done = 0, part = 0; done < operations; done += OPERATIONS_A_DATABASE, part += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-simulation-'))
    try {
      const wanted = Math.min(OPERATIONS_A_DATABASE, operations - done)
      const terms = { seed: seed + part * 7919, operations: wanted, checkpoints: CHECKPOINTS, folder }
      const result = await simulate(terms)
      for (const name of ['operations', 'faults', 'verdicts'] as const) {
        for (const [kind, count] of result[name]) totals[name].set(kind, (totals[name].get(kind) ?? 0) + count)
      }
      digest.update(result.digest)
      if (operations > OPERATIONS_A_DATABASE) say(`${done + wanted} operations, ${sum(totals.faults)} faults`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
} catch (error) {
  if (!(error instanceof Violation)) throw error
  say(
    `\nThe ledger broke a promise: ${error.message}\nTo see it again: npm run sim -- --ops ${operations} --seed ${seed}`,
  )
  process.exit(1)
}
sayTable('operations', totals.operations)
sayTable('faults', totals.faults)
sayTable('answers', totals.verdicts)
say(`\nNothing lost, nothing twice, every balance as foretold; audit and hash chain hold.`)
say(`${((performance.now() - startedAt) / 1000).toFixed(1)} s, seed ${seed}, digest ${digest.digest('hex')}`)
if (sum(totals.faults) * OPERATIONS_A_FAULT < operations) {
  say('There were too few faults for a proof.')
  process.exit(1)
}
process.exit(0)
