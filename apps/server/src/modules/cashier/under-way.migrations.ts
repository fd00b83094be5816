import type { SqlMigration } from '../../platform/database/types.ts'

/** Where what is asked about is found: beside the large tables. */
export const underWayMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-28-61-cashier-under-way',
    sql: `
-- What is looked for while it is under way stands in narrow tables of its own, so that a question about a withdrawal or
-- a QR changes no column of an index of theirs: such an update stays in its page.
alter index withdrawal_open rename to withdrawal_open_of_before;
create table withdrawal_open (
  id text primary key,
  state text not null,
  to_decide boolean not null,
  since timestamptz not null,
  ask_at timestamptz
);
create table qr_code_due (
  id text primary key,
  poll_at timestamptz not null
);

create function withdrawal_keep_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from withdrawal_open using changed where withdrawal_open.id = changed.id
      and changed.state not in ('waiting', 'due', 'sent') and not changed.needs_review and changed.ask_at is null;
  end if;
  insert into withdrawal_open as open (id, state, to_decide, since, ask_at)
  select id, state, state = 'waiting' or needs_review, coalesce(waiting_at, created_at), ask_at
  from changed where state in ('waiting', 'due', 'sent') or needs_review or ask_at is not null
  on conflict (id) do update set state = excluded.state, to_decide = excluded.to_decide, since = excluded.since,
      ask_at = excluded.ask_at
    where (open.state, open.to_decide, open.since, open.ask_at)
      is distinct from (excluded.state, excluded.to_decide, excluded.since, excluded.ask_at);
  return null;
end $$;
create trigger withdrawal_opened after insert on withdrawal referencing new table as changed
  for each statement execute function withdrawal_keep_open();
create trigger withdrawal_moved after update on withdrawal referencing new table as changed
  for each statement execute function withdrawal_keep_open();

create function qr_code_keep_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from qr_code_due using changed where qr_code_due.id = changed.id and changed.poll_at is null;
  end if;
  insert into qr_code_due as due (id, poll_at) select id, poll_at from changed where poll_at is not null
  on conflict (id) do update set poll_at = excluded.poll_at where due.poll_at <> excluded.poll_at;
  return null;
end $$;
create trigger qr_code_made after insert on qr_code referencing new table as changed
  for each statement execute function qr_code_keep_due();
create trigger qr_code_moved after update on qr_code referencing new table as changed
  for each statement execute function qr_code_keep_due();

insert into withdrawal_open (id, state, to_decide, since, ask_at)
  select id, state, state = 'waiting' or needs_review, coalesce(waiting_at, created_at), ask_at
  from withdrawal where state in ('waiting', 'due', 'sent') or needs_review or ask_at is not null;
-- A QR that was paid is asked about no more: see qr.rules.ts.
insert into qr_code_due (id, poll_at) select id, poll_at from qr_code where poll_at is not null;
create index withdrawal_open_due on withdrawal_open (ask_at) where ask_at is not null;
create index withdrawal_open_to_decide on withdrawal_open (since, id) where to_decide;
create index qr_code_due_time on qr_code_due (poll_at);

-- Made before the others are dropped: while they are made only writes wait.
create index withdrawal_sent on withdrawal (created_at, id) where sendings > 0;
create index qr_code_time on qr_code (created_at, id);
drop index withdrawal_ask, withdrawal_open_of_before, withdrawal_to_decide, withdrawal_held, withdrawal_at_rest,
  qr_code_poll, qr_code_at_rest;
alter table withdrawal set (fillfactor = 70);
alter table qr_code set (fillfactor = 80);
`,
  },
  {
    name: '2026-11-28-63-payments-together',
    sql: `
-- A payment that is credited in one commit with others is written by the ledger, which knows a row by its id.
alter table bank_payment add column id text unique, add column version integer not null default 0;
`,
  },
]
