// `npm run bench audit`: what it takes to prove a large ledger in slices, wholly and from a mark, and what callers lose while
// it goes on: rounds without and with it, in turns.
import { parseArgs } from 'node:util'
import { AUDIT_RESTS, type AuditMark } from '@krapao/ledger'
import { databaseAddress } from './bench-database.ts'
import { connect, openSchema } from './engines.ts'
import { drive, median, say, spread } from './figures.ts'
import { fillUp, prepareFill } from './fill.ts'
import { HOT, openSubject, subjectOn } from './subject.ts'

const { values } = parseArgs({
  options: {
    transfers: { type: 'string', default: '10000000' },
    /** How many are written before what came since is proven. */
    since: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    callers: { type: 'string', default: '256' },
    /** Drive callers beside a whole audit alone, without proving the ledger first: minutes in place of most of an hour. */
    whole: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const [seconds, callers] = [Number(values.seconds), Number(values.callers)]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const address = databaseAddress('audit')
const database = await openSchema(address, 8)
const subject = await openSubject(database)
await prepareFill(database)
const stored = await fillUp(database, Number(values.transfers), HOT)
say(`${stored} transfers stored.`)
// Audits have a session of their own, as a job has beside the callers.
const beside = connect(address, 1)
const auditor = subjectOn(beside).ledger

/** Audits once, as fast as it goes. */
async function audit(what: string, since: AuditMark | null): Promise<AuditMark> {
  const began = performance.now()
  let longest = 0
  const pause = (tookMs: number): Promise<void> => {
    longest = Math.max(longest, tookMs)
    return Promise.resolve()
  }
  const found = await auditor.auditInSlices(beside, { now: new Date(), since, pause, overAfterMs: 0 })
  if (!found.ok) throw new Error(found.problems.join('; '))
  const took = (performance.now() - began) / 1000
  const each = ((took * 1_000_000) / Math.max(1, found.movements)).toFixed(0)
  say(
    `${what}: ${found.movements} movements in ${took.toFixed(1)} s, ${each} µs each, the longest slice ${longest.toFixed(0)} ms`,
  )
  return found.mark
}

/** Audits again and again, as the server's job does, until it is told to stop. */
async function auditOn(since: AuditMark | null, signal: AbortSignal): Promise<void> {
  const stopped = new Error('stopped')
  const pause = async (tookMs: number): Promise<void> => {
    if (signal.aborted) throw stopped
    await wait(tookMs * (since === null ? AUDIT_RESTS.whole : AUDIT_RESTS.sinceMark))
  }
  while (!signal.aborted) {
    await auditor.auditInSlices(beside, { now: new Date(), since, pause }).catch((error: unknown) => {
      if (error !== stopped) throw error
    })
  }
}

const kinds: [string, AuditMark | null][] = [['whole', null]]
if (!values.whole) {
  const mark = await audit('whole', null)
  await fillUp(database, stored + Number(values.since), HOT)
  kinds.push(['since a mark', await audit('since the mark', mark)])
}
const kept = new Map<string, number[]>(kinds.map(([kind]) => [kind, []]))
const alone: number[] = []
for (let round = 0; round <= rounds; round += 1) {
  const rate = async () => (await drive(callers, seconds, () => subject.transfer(false))).perSecond
  const first = await rate()
  const beside: [string, number][] = []
  for (const [kind, since] of kinds) {
    const stop = new AbortController()
    const going = auditOn(since, stop.signal)
    beside.push([kind, await rate()])
    stop.abort()
    await going
  }
  // The first round writes most pages in full to the log, as after every checkpoint.
  if (round === 0) continue
  const last = await rate()
  alone.push((first + last) / 2)
  for (const [kind, there] of beside) kept.get(kind)?.push(there / ((first + last) / 2))
}
say(`${callers} callers alone: ${spread(alone, 0)}/s`)
for (const [kind, ratios] of kept) {
  const verdict = median(ratios) >= 0.9 ? 'at most a tenth is lost' : 'MORE THAN A TENTH IS LOST'
  say(`  while an audit goes on (${kind}): ${spread(ratios, 2)} × as many, ${verdict}`)
}
await subject.ledger.close()
await auditor.close()
await beside.close()
await database.close()
