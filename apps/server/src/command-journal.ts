import type { Clock } from './platform/clock.ts'
import { type Command, type CommandTerms, readPage, showPage } from './platform/commands/index.ts'
import type { Database, SqlMigration } from './platform/database/index.ts'
import { addRow } from './platform/database/put-row.ts'
import { newId } from './platform/ids.ts'
import type { Logger } from './platform/logger.ts'

/** What was done from the command line: rows are added, and told how it ended, and never deleted. */
export const commandJournalMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-22-80-command-journal',
    sql: `
      create table operator_command (
        id text primary key,
        at timestamptz not null,
        actor text not null,
        command text not null,
        words text not null,
        -- Null while it runs, and for ever when the process died of it.
        exit_code integer
      );
      create index operator_command_at on operator_command (at desc, id desc);
    `,
  },
]

export interface CommandJournal {
  /** Writes down a command before it is done; `runCommand` asks for it. */
  note: CommandTerms['note']
  command: Command
}

interface JournalRow {
  at: Date
  actor: string
  command: string
  words: string
  exitCode: number | null
}

/** Who did what on whom from the command line, in the database, where a log that is lost takes nothing with it. */
export function createCommandJournal(terms: { database: Database; clock: Clock; logger: Logger }): CommandJournal {
  const { database, clock, logger } = terms
  return {
    async note(given) {
      const { actor, command, words } = given
      const at = clock.now()
      const id = newId(at)
      await addRow(database, 'operator_command', { id, at, actor, command, words })
      logger.info({ actor, command, words }, 'an operator gave a command')
      return async (exitCode) => {
        await database.query('update operator_command set exit_code = $2 where id = $1', [id, exitCode])
      }
    },

    command: {
      name: 'commands list',
      usage: '[page NUMBER] - what was done from the command line, by whom, the newest first',
      async run(words) {
        const { page } = readPage(words)
        const [counted] = await database.query<{ count: number }>('select count(*) as count from operator_command')
        const rows = await database.query<JournalRow>(
          `select at, actor, command, words, exit_code as "exitCode" from operator_command
           order by at desc, id desc limit $1 offset $2`,
          [page.limit, page.offset],
        )
        const total = counted?.count ?? 0
        return showPage({ name: 'commands list', page, total, lines: rows.map(describe), nothing: 'None.' })
      },
    },
  }
}

function describe({ at, actor, command, words, exitCode }: JournalRow): string {
  const end = exitCode === null ? 'no end known' : exitCode === 0 ? 'done' : `refused (${exitCode})`
  return `${at.toISOString()}  ${actor}  ${command} ${words}  ${end}`
}
