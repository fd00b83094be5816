import type { SqlMigration } from '../../platform/database/types.ts'

/**
 * Slips. `picture_note` is what the picture itself is refused for, null when it names a transfer; `note` what the slip is
 * refused for. What the bank told stands beside it, for the operator. A slip with `ask_at` is not decided yet.
 */
export const slipMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-61-slips',
    sql: `
create table slip (
  id text primary key,
  member_id text not null references member (id),
  reference text not null unique,
  state text not null check (state in ('open', 'review', 'credited', 'refused')),
  note text,
  file_id text references stored_file (id),
  file_hash text not null,
  picture_note text,
  sending_bank text,
  trans_ref text,
  askings integer not null default 0,
  not_found integer not null default 0,
  ask_at timestamptz,
  review_reason text,
  paid_minor bigint,
  paid_currency text check (paid_currency in ('BAHT', 'LAK')),
  amount_minor bigint,
  house_bank text,
  transfer jsonb,
  deposit_id text,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index slip_member on slip (member_id, created_at desc, id desc);
create index slip_ask on slip (ask_at) where ask_at is not null;
create index slip_review on slip (created_at) where state = 'review';
`,
  },
]
