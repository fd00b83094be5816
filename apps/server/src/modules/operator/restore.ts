import type { Clock } from '../../platform/clock.ts'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import type { Database, Sql } from '../../platform/database/types.ts'

/** When a restored copy was marked; null while nothing is open. */
export async function readRestoreMark(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ markedAt: Date }>(
    `select marked_at as "markedAt" from restore_mark where ended_at is null order by marked_at desc limit 1`,
  )
  return row?.markedAt ?? null
}

/** `restore mark|end|status`: an older copy of the database stands in the place of the one that was lost (beyond 7.12). */
export function createRestoreCommands(deps: {
  database: Database
  clock: Clock
  /** The mark is read anew from here on. */
  onChange(): void
}): Command[] {
  const { database, clock } = deps

  return [
    {
      name: 'restore mark',
      usage: '- an older copy was restored: until `restore end` nothing that parties did since is booked by itself',
      async run() {
        const now = clock.now()
        await database.transaction(async (tx) => {
          await tx.query('update restore_mark set ended_at = $1 where ended_at is null', [now])
          await tx.query('insert into restore_mark (marked_at) values ($1)', [now])
        })
        deps.onChange()
        return `Marked at ${now.toISOString()}. Withdrawals wait for you, and what differs at the games or was paid for unknown QRs opens cases, until \`restore end\`.`
      },
    },
    {
      name: 'restore status',
      usage: '- whether a restored copy is being compared with the parties',
      async run() {
        const markedAt = await readRestoreMark(database)
        return markedAt === null ? 'No restore is open.' : `Open since ${markedAt.toISOString()}.`
      },
    },
    {
      name: 'restore end',
      usage: '- what the parties did since the copy has been compared and booked: all goes on by itself again',
      async run() {
        const rows = await database.query(
          'update restore_mark set ended_at = $1 where ended_at is null returning marked_at',
          [clock.now()],
        )
        if (rows.length === 0) throw new CommandError('No restore is open.')
        deps.onChange()
        return 'Ended.'
      },
    },
  ]
}
