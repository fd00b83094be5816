import { type Ledger, LedgerMistake } from '@krapao/ledger'
import { byCommand, writeDeed } from '../modules/deeds/index.ts'
import type { Clock } from '../platform/clock.ts'
import { type Command, CommandError } from '../platform/commands/index.ts'
import type { Database, Sql } from '../platform/database/types.ts'
import { HOUR_MS } from '../platform/durations.ts'
import { rest } from '../platform/rest.ts'

/** What is played under a bonus is looked for from this long before it was granted. */
const CLOCKS_APART_MS = HOUR_MS

/** `archive …`: old months of the ledger, moved out of the tables that commits write. As long as a step takes is left to others. */
export function archiveCommands(parts: {
  ledger: Pick<Ledger, 'archive' | 'archiveMonths' | 'detachMonth' | 'attachMonth' | 'proveMonth'>
  /** How many bonuses that were granted before a moment are held still. */
  countHeldOf(sql: Sql, grantedBefore: Date): Promise<number>
  database: Database
  clock: Clock
}): readonly Command[] {
  const { ledger, database, clock } = parts

  /** How far a bonus is follows from all that was played since its grant: without that it could neither be shown nor end. */
  async function refuseUnderBonuses(end: Date): Promise<void> {
    const count = await parts.countHeldOf(database, new Date(end.getTime() + CLOCKS_APART_MS))
    if (count > 0)
      throw new LedgerMistake(
        `bonuses that were granted before its end are held still, ${count} in all: end them first (bonuses list, bonuses end)`,
      )
  }

  return [
    {
      name: 'archive list',
      usage: '- the months of the ledger that were moved into tables of their own',
      async run() {
        const months = await ledger.archive(database)
        if (months.length === 0) return 'No month was moved.'
        return months
          .map(({ month, state, entries, seals }) => {
            const how = {
              filling: ', not to its end: give the same command again',
              filled: '',
              detached: ', detached',
            }[state]
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
        return orMistake('Nothing is moved', async () => {
          const { entries, seals } = await ledger.archiveMonths(database, { through, now: clock.now(), pause: rest })
          return `Moved: ${entries} entries, ${seals} seals.`
        })
      },
    },
    {
      name: 'archive detach',
      usage:
        'YYYY-MM - proves the oldest month that is attached, and reads its tables no more: they can be kept elsewhere',
      async run([month = ''], actor) {
        return orMistake('Nothing is detached', async () => {
          const note = (tx: Sql) =>
            writeDeed(tx, { ...byCommand(actor), deed: 'ledger-detached', after: { through: month }, at: clock.now() })
          const { seals } = await ledger.detachMonth(database, {
            month,
            now: clock.now(),
            pause: rest,
            allow: refuseUnderBonuses,
            note,
          })
          const suffix = month.replace('-', '_')
          return `Detached: ${seals} seals, proven. Dump ledger_entry_${suffix} and ledger_seal_${suffix}, try the dump, and drop them.`
        })
      },
    },
    {
      name: 'archive prove',
      usage: 'YYYY-MM - proves a month of the archive by its own tables alone; exit code 1 when something is wrong',
      async run([month = '']) {
        return orMistake('Nothing is proven', async () => {
          const { movements, seals, problems } = await ledger.proveMonth(database, {
            month,
            now: clock.now(),
            pause: rest,
          })
          const how = problems.length === 0 ? 'right' : 'wrong'
          const text = [`${month} is ${how}: ${movements} movements, ${seals} seals.`, ...problems].join('\n')
          return { text, exitCode: problems.length === 0 ? 0 : 1 }
        })
      },
    },
    {
      name: 'archive attach',
      usage: 'YYYY-MM - proves the month that was detached last, whose tables are there again, and reads it as before',
      async run([month = ''], actor) {
        return orMistake('Nothing is attached', async () => {
          const note = (tx: Sql) =>
            writeDeed(tx, { ...byCommand(actor), deed: 'ledger-attached', after: { through: month }, at: clock.now() })
          const { seals } = await ledger.attachMonth(database, { month, now: clock.now(), pause: rest, note })
          return `Attached: ${seals} seals, proven.`
        })
      },
    },
  ]
}

/** What may not be done is told in words. */
async function orMistake<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LedgerMistake) throw new CommandError(`${what}: ${error.message}.`)
    throw error
  }
}
