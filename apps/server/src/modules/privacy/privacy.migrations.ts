import type { SqlMigration } from '../../platform/database/types.ts'

export const privacyMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-25-61-privacy',
    sql: `
      -- The last copy of his data that a member asked for.
      create table data_export (
        member_id text primary key references member (id),
        asked_at timestamptz not null,
        -- Who makes it is given this long before another one does.
        taken_until timestamptz not null,
        ready_at timestamptz,
        json_file_id text,
        csv_file_id text
      );
      create index data_export_open on data_export (asked_at) where ready_at is null;
      create index data_export_files on data_export (asked_at) where json_file_id is not null;
    `,
  },
]
