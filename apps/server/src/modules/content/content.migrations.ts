import type { SqlMigration } from '../../platform/database/types.ts'

export const contentMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-26-61-content-versions',
    sql: `
      -- Grows with everything that players are told anew.
      create sequence content_publication;

      -- What players read, part by part. What a version says is never changed; it stands, waits, or has been.
      create table content_version (
        part text not null,
        number integer not null,
        document jsonb not null,
        state text not null check (state in ('SCHEDULED', 'PUBLISHED', 'REPLACED', 'WITHDRAWN', 'FAILED')),
        at timestamptz not null,
        made_by text not null,
        confirmed_by text,
        note text,
        publish_at timestamptz,
        published_at timestamptz,
        publication bigint,
        -- The operation that made it: a second try of that finds it.
        operation_id text unique,
        primary key (part, number),
        check ((state = 'SCHEDULED') <= (publish_at is not null))
      );
      create unique index content_version_standing on content_version (part) where state = 'PUBLISHED';
      create unique index content_version_waiting on content_version (part) where state = 'SCHEDULED';
      create index content_version_due on content_version (publish_at) where state = 'SCHEDULED';
      create index content_version_publication on content_version (publication desc) where publication is not null;

      create table content_picture (
        id text primary key,
        media_type text not null,
        bytes bytea not null,
        at timestamptz not null,
        made_by text not null
      );
    `,
  },
  {
    name: '2026-11-28-23-content-problems',
    sql: `
      -- Why a version could not stand when its time came.
      alter table content_version add column problem text;
    `,
  },
  {
    name: '2026-11-28-64-content-problem-codes',
    sql: `
      -- A code, and what it is told with. What was kept in words before is none of them.
      alter table content_version add column problem_facts jsonb;
      update content_version set problem = 'OTHER', problem_facts = '{}' where problem is not null;
      alter table content_version add check ((problem is null) = (problem_facts is null));
    `,
  },
]
