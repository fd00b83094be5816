import { drive } from './figures.ts'
import { BUSY, fillUp, prepareFill } from './fill.ts'
import { busyName, HOT } from './subject.ts'
import type { Subject } from './subject.ts'

const FIRST_SIZE = 15_000
const STEP = 10
const PAGE = 20

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/**
 * Measures reading and writing at 15 thousand stored transfers, ten times as many, and so on up to `most`, on a ledger
 * of its own. The first fill is audited.
 */
export async function measureGrowth(subject: Subject, most: number, seconds: number): Promise<void> {
  const { database, ledger, transfer } = subject
  await prepareFill(database)
  const first = new Map<string, number>()
  function tell(name: string, value: number, text: string): void {
    first.set(name, first.get(name) ?? value)
    say(`  ${name.padEnd(30)} ${text}  ${(value / (first.get(name) ?? value)).toFixed(2)} × the first`)
  }
  for (let size = FIRST_SIZE; ; size = Math.min(most, size * STEP)) {
    const began = performance.now()
    const stored = await fillUp(database, size, HOT)
    say(`\n${stored} transfers stored (filled up in ${((performance.now() - began) / 1000).toFixed(0)} s):`)
    if (size === FIRST_SIZE) {
      const { ok, problems } = await ledger.audit(database)
      if (!ok) throw new Error(`the fill is no history: ${problems.join('; ')}`)
    }
    const before = new Date()
    const reads: [string, () => Promise<unknown>][] = [
      ['a balance', () => ledger.states(database, [busyName(BUSY)])],
      ['a page of history', () => ledger.entries(database, busyName(BUSY), { limit: PAGE })],
      ['a page far down a hot history', () => ledger.entries(database, HOT, { beforeNumber: 1_000, limit: PAGE })],
      ['a past balance', () => ledger.balanceAt(database, HOT, before)],
    ]
    for (const [name, read] of reads) {
      const { p50Ms, p99Ms } = await drive(1, seconds / 2, async () => {
        await read()
      })
      tell(name, p50Ms, `p50 ${p50Ms.toFixed(3)} ms  p99 ${p99Ms.toFixed(3)} ms`)
    }
    const { perSecond } = await drive(256, seconds, () => transfer(false))
    tell('256 callers', perSecond, `${perSecond.toFixed(0)}/s`)
    if (size >= most) return
  }
}
