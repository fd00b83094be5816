import type { SqlMigration } from './platform/database/index.ts'

/** An account of commands that there was before deeds. */
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
  {
    // What commands do is told by their deeds. What was written down before is a deed like any other, in its order.
    name: '2026-11-25-30-commands-are-deeds',
    sql: `
do $$
declare
  kept record;
begin
  for kept in select * from operator_command order by at, id loop
    perform deed_write(kept.id, kept.at, kept.actor, null, 'command-given', null, null, null,
      jsonb_build_object('command', kept.command, 'words', kept.words, 'exitCode', kept.exit_code), null);
  end loop;
end $$;
drop table operator_command;
`,
  },
]
