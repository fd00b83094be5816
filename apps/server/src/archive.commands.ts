import { type Ledger, LedgerMistake } from '@krapao/ledger'
import { byCommand, writeDeed } from './modules/deeds/index.ts'
import type { Clock } from './platform/clock.ts'
import { type Command, CommandError } from './platform/commands/index.ts'
import type { Database } from './platform/database/types.ts'

/** Of the time that a step takes as much is left to others. */
const RESTS_PER_STEP = 1

/** `archive …`: old months of the ledger, moved out of the tables that commits write. */
export function archiveCommands(parts: {
  ledger: Pick<Ledger, 'archive' | 'archiveMonths'>
  database: Database
  clock: Clock
}): readonly Command[] {
  const { ledger, database, clock } = parts
  return [
    {
      name: 'archive list',
      usage: '- the months of the ledger that were moved into tables of their own',
      async run() {
        const months = await ledger.archive(database)
        if (months.length === 0) return 'No month was moved.'
        return months
          .map(({ month, isFilled, entries, seals }) => {
            const how = isFilled ? '' : ', not to its end: give the same command again'
            return `${month}: ${entries} entries, ${seals} seals${how}`
          })
          .join('\n')
      },
    },
    {
      name: 'archive move',
      usage:
        'YYYY-MM - moves all months of the ledger up to this one into tables of their own, while everything goes on',
      async run([through = ''], actor) {
        // Written before it is begun: it goes on from where it was broken off, whoever gives it again.
        await writeDeed(database, { ...byCommand(actor), deed: 'ledger-archived', after: { through }, at: clock.now() })
        try {
          const { entries, seals } = await ledger.archiveMonths(database, { through, now: clock.now(), pause: rest })
          return `Moved: ${entries} entries, ${seals} seals.`
        } catch (error) {
          if (error instanceof LedgerMistake) throw new CommandError(`Nothing is moved: ${error.message}.`)
          throw error
        }
      },
    },
  ]
}

function rest(tookMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, tookMs * RESTS_PER_STEP)
  })
}
