import type { Config } from './config.ts'
import { canWrite, type Database } from './platform/database/index.ts'

const SANDBOX_TIMEOUT_MS = 2_000

/** What /ready asks: the database, which was migrated before anybody could ask, and the sandbox where it runs (6.3). */
export function createReadiness(config: Config, database: Database): Record<string, () => Promise<boolean>> {
  const { parties } = config
  const checks = {
    database() {
      // One that only reads, as a standby does, answers every question but cannot serve. Asked where money is written.
      return database.transaction(canWrite)
    },
  }
  if (parties.kind !== 'sandbox') return checks
  return {
    ...checks,
    async sandbox() {
      const response = await fetch(`${parties.url}/health`, { signal: AbortSignal.timeout(SANDBOX_TIMEOUT_MS) })
      await response.body?.cancel()
      return response.ok
    },
  }
}
