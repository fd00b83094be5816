import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import type { ApiServer } from './api-server.ts'

/** Ticks of /proc in a second, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** What calls cost that hardly depends on what else the machine does. */
export interface Costs {
  /** Statements that reached the database, each a way there and back. */
  statements: number
  /** Writes of the log to disk: commits, or groups of them. */
  syncs: number
  serverCpuMs: number
  databaseCpuMs: number
}

/** What /proc tells of a process from its parent on: fields 4 and following. */
function statOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text
    .slice(text.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number)
}

function cpuMsOf(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(10, 12)
  return ((user + system) * 1000) / TICKS_PER_SECOND
}

/** What the children of a process took that have ended. */
function cpuMsOfEnded(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(12, 14)
  return ((user + system) * 1000) / TICKS_PER_SECOND
}

/** Counts what one server and its database have done until now; an embedded database is a part of its server. */
export function openCosts(server: ApiServer): { read(): Promise<Costs>; close(): Promise<void> } {
  if (server.databaseUrl === null) {
    const read = async () => ({ statements: 0, syncs: 0, serverCpuMs: cpuMsOf(server.pid), databaseCpuMs: 0 })
    return { read, close: () => Promise.resolve() }
  }
  const pool = new Pool({ connectionString: server.databaseUrl, max: 1 })
  return {
    async read() {
      // A connection tells what it did at most once a second, and at once when it has nothing to do for a moment.
      const { rows: told } = await pool.query<{ statements: string; syncs: string }>(
        `select xact_commit as statements, (select wal_sync from pg_stat_wal) as syncs
         from pg_stat_database where datname = current_database()`,
      )
      const { rows: backends } = await pool.query<{ pid: number; isOwn: boolean }>(
        `select pid, pid = pg_backend_pid() as "isOwn" from pg_stat_activity where datname = current_database()`,
      )
      // A connection that nobody needs for a while is closed; what it took stands with the postmaster from then on.
      const own = backends.find(({ isOwn }) => isOwn)
      const ended = own === undefined ? 0 : cpuMsOfEnded(statOf(own.pid)[0] ?? 0)
      const others = backends.filter(({ isOwn }) => !isOwn)
      return {
        statements: Number(told[0]?.statements),
        syncs: Number(told[0]?.syncs),
        serverCpuMs: cpuMsOf(server.pid),
        databaseCpuMs: others.reduce((sum, { pid }) => sum + cpuMsOf(pid), ended),
      }
    },
    close: () => pool.end(),
  }
}

/** What one of so many calls cost. */
export function tellCosts(before: Costs, after: Costs, calls: number): string {
  const each = (name: keyof Costs, digits: number): string => ((after[name] - before[name]) / calls).toFixed(digits)
  const cpu = `CPU ${each('serverCpuMs', 2)} ms in the server, ${each('databaseCpuMs', 2)} in PostgreSQL`
  return `a call: ${each('statements', 2)} statements, ${each('syncs', 2)} syncs, ${cpu}`
}
