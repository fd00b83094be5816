import type { Clock } from '../../platform/clock.ts'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { byCommand, writeDeed } from '../deeds/index.ts'
import { endRestore, markRestored, readRestoreMarks } from './restore-marks.store.ts'

/** `restore mark|end|status`: an older copy of the database stands in the place of the one that was lost (beyond 7.12). */
export function createRestoreCommands(deps: {
  database: Database
  clock: Clock
  /** The mark is read anew from here on. */
  onChange(): void
}): Command[] {
  const { database, clock } = deps

  async function note(
    tx: Sql,
    actor: Parameters<typeof byCommand>[0],
    deed: 'restore-marked' | 'restore-ended',
    { before, after }: Record<'before' | 'after', { openAt: Date | null }>,
  ): Promise<void> {
    const facts = ({ openAt }: { openAt: Date | null }) => ({ openAt: openAt?.toISOString() ?? null })
    await writeDeed(tx, { ...byCommand(actor), deed, before: facts(before), after: facts(after), at: clock.now() })
  }

  return [
    {
      name: 'restore mark',
      usage: '- an older copy was restored: until `restore end` nothing that parties did since is booked by itself',
      async run(_, actor) {
        const now = clock.now()
        await database.transaction(async (tx) => {
          const { openAt } = await readRestoreMarks(tx)
          await endRestore(tx, now)
          await markRestored(tx, now)
          await note(tx, actor, 'restore-marked', { before: { openAt }, after: { openAt: now } })
        })
        deps.onChange()
        return `Marked at ${now.toISOString()}. Withdrawals wait for you, and what was paid for unknown QRs opens cases, until \`restore end\`; what differs at a game at its first reading opens one also after that.`
      },
    },
    {
      name: 'restore status',
      usage: '- whether a restored copy is being compared with the parties',
      async run() {
        const { openAt: markedAt } = await readRestoreMarks(database)
        return markedAt === null ? 'No restore is open.' : `Open since ${markedAt.toISOString()}.`
      },
    },
    {
      name: 'restore end',
      usage: '- what the parties did since the copy has been compared and booked: all goes on by itself again',
      async run(_, actor) {
        await database.transaction(async (tx) => {
          const openAt = await endRestore(tx, clock.now())
          if (openAt === null) throw new CommandError('No restore is open.')
          await note(tx, actor, 'restore-ended', { before: { openAt }, after: { openAt: null } })
        })
        deps.onChange()
        return 'Ended.'
      },
    },
  ]
}
