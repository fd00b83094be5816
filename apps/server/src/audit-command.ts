import type { Ledger } from '@krapao/ledger'
import type { Command } from './platform/commands/index.ts'
import type { Database } from './platform/database/index.ts'

/** `audit`: recomputes every balance from the entries; the exit code is 1 when something does not follow from them. */
export function createAuditCommand({ ledger, database }: { ledger: Ledger; database: Database }): Command {
  return {
    name: 'audit',
    usage: '- recomputes all balances from the entries of the ledger; exit code 1 when one is wrong',
    async run() {
      const { ok, accounts, transfers, problems } = await ledger.audit(database)
      const seen = `${accounts} accounts, ${transfers} transfers`
      if (ok) return `The ledger is right: ${seen}.`
      return { text: [`The ledger is wrong: ${seen}.`, ...problems].join('\n'), exitCode: 1 }
    },
  }
}
