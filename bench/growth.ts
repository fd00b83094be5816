import { drive, median, say, spread } from './figures.ts'
import { BUSY, fillUp, prepareFill } from './fill.ts'
import { busyName, HOT, type Subject } from './subject.ts'

const FIRST_SIZE = 15_000
const STEP = 10
const PAGE = 20
const WRITERS = 256

const reads: readonly [string, (subject: Subject, before: Date) => Promise<unknown>][] = [
  ['a balance', ({ ledger, database }) => ledger.states(database, [busyName(BUSY)])],
  ['a page of history', ({ ledger, database }) => ledger.entries(database, busyName(BUSY), { limit: PAGE })],
  [
    'a page far down a hot history',
    ({ ledger, database }) => ledger.entries(database, HOT, { beforeNumber: 1_000, limit: PAGE }),
  ],
  ['a past moment', ({ ledger, database }, before) => ledger.entriesBetween(database, HOT, before, before)],
]

/** How long one thing is measured at a time, and how often. */
export interface GrowthTerms {
  rounds: number
  seconds: number
}

async function fill(subject: Subject, size: number): Promise<void> {
  const began = performance.now()
  const stored = await fillUp(subject.database, size, HOT)
  say(`\n${stored} transfers stored (filled up in ${((performance.now() - began) / 1000).toFixed(0)} s):`)
}

/** The middle times of a read on both ledgers, in turns; the first turn only warms both up. */
async function compareReads(
  read: (subject: Subject) => Promise<unknown>,
  [small, growing]: readonly [Subject, Subject],
  { rounds, seconds }: GrowthTerms,
): Promise<{ p50Ms: number; p99Ms: number; ratios: number[] }> {
  const measure = (subject: Subject) => drive(1, seconds, () => read(subject))
  const p50s: number[] = []
  const p99s: number[] = []
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const first = await measure(small)
    const grown = await measure(growing)
    if (round === 0) continue
    p50s.push(grown.p50Ms)
    p99s.push(grown.p99Ms)
    ratios.push(grown.p50Ms / first.p50Ms)
  }
  return { p50Ms: median(p50s), p99Ms: median(p99s), ratios }
}

/**
 * Measures reading and writing at 15 thousand stored transfers, ten times as many, and so on up to `most`. Reads are
 * compared in turns with another ledger that stays as small as the first was; both are filled alike, and the first fill
 * is audited.
 */
export async function measureGrowth(
  subjects: readonly [small: Subject, growing: Subject],
  most: number,
  terms: GrowthTerms,
): Promise<void> {
  const [small, growing] = subjects
  for (const { database } of subjects) await prepareFill(database)
  await fillUp(small.database, FIRST_SIZE, HOT)
  let firstRate: number | null = null
  for (let size = FIRST_SIZE; ; size = Math.min(most, size * STEP)) {
    await fill(growing, size)
    if (size === FIRST_SIZE) {
      const { ok, problems } = await growing.ledger.audit(growing.database)
      if (!ok) throw new Error(`the fill is no history: ${problems.join('; ')}`)
    }
    const before = new Date()
    for (const [name, read] of reads) {
      const { p50Ms, p99Ms, ratios } = await compareReads((subject) => read(subject, before), subjects, terms)
      const times = `p50 ${p50Ms.toFixed(3)} ms  p99 ${p99Ms.toFixed(3)} ms`
      say(`  ${name.padEnd(30)} ${times}  ${spread(ratios, 2)} × the small ledger`)
    }
    const rates: number[] = []
    // The first round writes most pages in full to the log, as after every checkpoint.
    for (let round = 0; round <= terms.rounds; round += 1) {
      const { perSecond } = await drive(WRITERS, terms.seconds, () => growing.transfer(false))
      if (round > 0) rates.push(perSecond)
    }
    firstRate ??= median(rates)
    say(
      `  ${`${WRITERS} callers`.padEnd(30)} ${spread(rates, 0)}/s  ${(median(rates) / firstRate).toFixed(2)} × the first`,
    )
    if (size >= most) return
  }
}
