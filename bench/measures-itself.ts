import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { databaseAddress } from './bench-database.ts'

/** Lets a script of the server's measure it: the server's own code, which nothing else may import. Its code is this process's. */
export async function measuresItself(bench: string, script: string): Promise<void> {
  const path = join(import.meta.dirname, '../apps/server/src/modules', script)
  const child = spawn(process.execPath, [path, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseAddress(bench) },
  })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  process.exitCode = exitCode ?? 1
}
