import type { SqlMigration } from '../../platform/database/types.ts'

/** What one proposed and another is to confirm. */
export const proposalsMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-23-93-proposals',
    sql: `
create table proposal (
  id text primary key,
  kind text not null,
  state text not null check (state in ('OPEN', 'CONFIRMED', 'REFUSED', 'WITHDRAWN', 'LAPSED')),
  terms jsonb not null,
  member_id text references member (id),
  amount_minor bigint,
  -- On what, as a kind and an id: withdrawal:…
  subject text,
  proposed_by text not null,
  proposed_at timestamptz not null,
  lapses_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text,
  check ((state = 'OPEN') = (decided_at is null))
);
-- Two do not propose about one thing at once.
create unique index proposal_open_subject on proposal (subject) where state = 'OPEN' and subject is not null;
create index proposal_open on proposal (lapses_at) where state = 'OPEN';
create index proposal_state on proposal (state, proposed_at desc, id desc);
create index proposal_time on proposal (proposed_at desc, id desc);
create index proposal_by on proposal (proposed_by, kind, proposed_at);
create index proposal_decided on proposal (decided_by, kind, decided_at) where state = 'CONFIRMED';
create index proposal_member on proposal (member_id, proposed_at desc) where member_id is not null;
`,
  },
  {
    // What its deed was judged by when it was proposed, so that whoever confirms it sees what moved since.
    name: '2026-11-28-65-proposal-seen',
    sql: 'alter table proposal add column seen jsonb',
  },
]
