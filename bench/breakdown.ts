import { connect } from './engines.ts'
import { drive, say } from './figures.ts'
import { subjectOn } from './subject.ts'

/** What the functions of the quick way do, in their order; each with its own time alone. */
const parts: readonly [string, string][] = [
  ['ledger_lock_ids', 'locking the ids'],
  ['ledger_judge_rows', 'locking and judging business rows'],
  ['ledger_judge', 'looking up accounts, hashing contents, judging'],
  ['ledger_write_run', 'balances, transfers, entries and digests, with the wait for accounts that others hold'],
  ['ledger_require_balance', 'checking that entries balance'],
  ['ledger_write_extras', 'claims, business rows and outbox'],
  ['ledger_seal_all', 'the hash chain'],
  ['ledger_try_together', 'what holds these together'],
  ['ledger_submit_together', 'settings, subtransaction, array texts'],
]

/** Tells where the time of a transfer goes while 256 callers wait, by the times that PostgreSQL keeps of functions. */
export async function tellBreakdown(url: string, seconds: number): Promise<void> {
  const database = connect(url, 8, { settings: '-c track_functions=pl' })
  let flownMs = 0
  const query: typeof database.query = async (text, values) => {
    const began = performance.now()
    try {
      return await database.query(text, values)
    } finally {
      flownMs += performance.now() - began
    }
  }
  const { ledger, transfer } = subjectOn({ ...database, query })
  await database.query('SELECT pg_stat_reset()')
  let count = 0
  const cpu = process.cpuUsage()
  await drive(256, seconds, async () => {
    count += 1
    await transfer(false)
  })
  const used = process.cpuUsage(cpu)
  await ledger.close()
  // A session tells its statistics when it ends, at the latest.
  await database.close()
  const reader = connect(url, 1)
  const rows = await reader.query<{ name: string; ms: number }>(
    'SELECT funcname AS name, self_time AS ms FROM pg_stat_user_functions',
  )
  await reader.close()
  const spentMs = new Map(rows.map(({ name, ms }) => [name, ms]))
  const line = (ms: number, what: string) => say(`  ${((ms * 1000) / count).toFixed(1).padStart(6)} µs  ${what}`)
  const inside = parts.reduce((sum, [name]) => sum + (spentMs.get(name) ?? 0), 0)
  say('\nWhere the time of a transfer goes, spread, 256 callers:')
  for (const [name, what] of parts) line(spentMs.get(name) ?? 0, what)
  line(flownMs - inside, 'commit and fsync, the way there and back, reading the parameters')
  line((used.user + used.system) / 1000, 'work of this process, callers included (beside the others, not before them)')
}
