// The simulation by hand: `npm run sim -- --ops 10000000 --seed 7`. Prints what was done and what failed, by kind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Violation } from './checks.ts'
import { simulate } from './simulation.ts'
import type { Counts, SimulationResult } from './simulation.ts'

/** The largest run on one database: longer ones are several, so that they may take as long as one likes. */
const OPERATIONS_A_DATABASE = 20_000
/** How many databases are under way at once, each in a process of its own; what comes of each follows from its seed. */
const DATABASES_AT_ONCE = 2
const CHECKPOINTS = 2
/** At least one fault to so many operations. */
const OPERATIONS_A_FAULT = 10

const { values } = parseArgs({
  options: {
    ops: { type: 'string', default: '40000' },
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

async function simulatePart(part: number): Promise<SimulationResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-simulation-'))
  try {
    const wanted = Math.min(OPERATIONS_A_DATABASE, operations - part * OPERATIONS_A_DATABASE)
    return await simulate({ seed: seed + part * 7919, operations: wanted, checkpoints: CHECKPOINTS, folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const startedAt = performance.now()
say(`Simulating ${operations} operations on the ledger under faults, seed ${seed}.`)
const parts = Math.ceil(operations / OPERATIONS_A_DATABASE)
const digests: string[] = []
let nextPart = 0
async function simulateParts(): Promise<void> {
  for (let part = nextPart++; part < parts; part = nextPart++) {
    const result = await simulatePart(part)
    digests[part] = result.digest
    for (const name of ['operations', 'faults', 'verdicts'] as const) {
      for (const [kind, count] of result[name]) totals[name].set(kind, (totals[name].get(kind) ?? 0) + count)
    }
    say(`${sum(totals.operations)} operations, ${sum(totals.faults)} faults`)
  }
}
try {
  await Promise.all(Array.from({ length: DATABASES_AT_ONCE }, simulateParts))
} catch (error) {
  if (!(error instanceof Violation)) throw error
  say(
    `\nThe ledger broke a promise: ${error.message}\nTo see it again: npm run sim -- --ops ${operations} --seed ${seed}`,
  )
  process.exit(1)
}
const digest = createHash('sha256').update(digests.join('\n'))
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
