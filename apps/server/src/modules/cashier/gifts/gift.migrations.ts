import type { SqlMigration } from '../../../platform/database/types.ts'

/** Gift links, and notices of deposits made by hand. */
export const giftMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-62-gifts',
    sql: `
-- Gift links that were sent in, one row each try. A gift has one owner at a time; a definite refusal frees it. The code
-- itself is as good as money and forgotten at the end. The line of the statement stands here until the share is
-- credited: then the deposit takes its number over.
create table gift_link (
  id text primary key,
  version integer not null default 0,
  member_id text not null references member (id),
  movement_number bigint,
  code text,
  code_hash text not null,
  mobile text not null,
  state text not null check (state in ('checking', 'redeeming', 'credited', 'refused')),
  people integer,
  amount_minor bigint check (amount_minor > 0),
  refusal text,
  refusal_details jsonb,
  refused_as text,
  calls integer not null default 0,
  called_at timestamptz,
  ask_at timestamptz,
  created_at timestamptz not null,
  unique (member_id, movement_number),
  check (state not in ('checking', 'redeeming') or code is not null)
);
create unique index gift_link_one_owner on gift_link (code_hash) where state <> 'refused';
create index gift_link_refused on gift_link (code_hash) where state = 'refused' and calls > 0;
create index gift_link_ask on gift_link (ask_at) where ask_at is not null;
-- Numbered when a share is about to be taken: what is refused before was no movement.
create trigger gift_link_movement_number before update on gift_link
  for each row when (new.state = 'redeeming' and old.state = 'checking') execute function assign_movement_number();

create index gift_link_time on gift_link (member_id, created_at) include (movement_number)
  where movement_number is not null;
create view gift_link_line as
  select id, member_id, movement_number, amount_minor, state, created_at from gift_link
  where movement_number is not null;

create table deposit_notice (
  id text primary key,
  version integer not null default 0,
  member_id text not null references member (id),
  movement_number bigint,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('open', 'credited', 'failed')),
  note text,
  due_at timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (member_id, movement_number)
);
create index deposit_notice_open on deposit_notice (due_at) where state = 'open';
create index deposit_notice_of_member on deposit_notice (member_id) where state = 'open';
create trigger deposit_notice_movement_number before insert on deposit_notice
  for each row execute function assign_movement_number();
create index deposit_notice_time on deposit_notice (member_id, created_at) include (movement_number)
  where movement_number is not null;
create view deposit_notice_line as
  select id, member_id, movement_number, amount_minor, state, created_at from deposit_notice
  where movement_number is not null;
`,
  },
]
