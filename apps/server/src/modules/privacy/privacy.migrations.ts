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
  {
    name: '2026-11-27-50-data-requests',
    sql: `
      -- What a member asks about what is kept of him, written down at the desk or asked for by himself.
      create table data_request (
        id text primary key,
        member_id text not null references member (id),
        kind text not null check (kind in ('copy', 'correction', 'erasure')),
        via text not null check (via in ('desk', 'member')),
        state text not null check (state in ('received', 'verified', 'delivered', 'refused')),
        received_at timestamptz not null,
        verified_at timestamptz,
        -- Since when a copy is being made for it.
        making_at timestamptz,
        ended_at timestamptz,
        reason text,
        -- Words of staff about it, the last ones.
        note text,
        check ((ended_at is null) = (state in ('received', 'verified')))
      );
      create unique index data_request_open_one on data_request (member_id, kind) where ended_at is null;
      create index data_request_open on data_request (received_at, id) where ended_at is null;
      create index data_request_ended on data_request (ended_at desc, id desc) where ended_at is not null;
      create index data_request_of_member on data_request (member_id, received_at desc);
    `,
  },
]
