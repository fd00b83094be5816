import type { SqlMigration } from '../../platform/database/types.ts'

/** Tables whose rows are written together with movements, and guarded by their versions. */
export const gamesLedgerTables = [
  'game_account',
  'game_adjustment_line',
  'game_case',
  'game_first_reading',
  'game_leg',
  'game_transfer',
] as const

export const gamesMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-40-games',
    sql: `
      create table game_account (
        id text primary key,
        version integer not null default 1,
        member_id text not null references member (id),
        code text not null,
        state text not null check (state in ('opening', 'active')),
        username text not null,
        password_sealed text not null,
        candidate_sealed text,
        attempts integer not null default 0,
        created_at timestamptz not null,
        opened_at timestamptz,
        -- The newest granted bonus since whose grant it was read: until then what a reading finds is older (rulings 4.2).
        read_under text,
        unique (member_id, code),
        unique (code, username)
      );

      -- What a member asked for: one line of the statement, whatever number of steps it takes.
      create table game_transfer (
        id text primary key,
        version integer not null default 1,
        member_id text not null references member (id),
        movement_number bigint not null,
        operation_id text not null,
        from_code text not null,
        to_code text not null,
        amount_minor bigint not null check (amount_minor > 0),
        status text not null check (status in ('IN_PROGRESS', 'SUCCESS', 'FAILED')),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (member_id, movement_number)
      );
      create index game_transfer_time on game_transfer (member_id, created_at) include (movement_number);
      create index game_transfer_under_way on game_transfer (updated_at) where status = 'IN_PROGRESS';
      create trigger game_transfer_number before insert on game_transfer
        for each row execute function assign_movement_number();

      -- One call to one provider, with the hold that it settles or frees. Its id is the one the provider knows.
      create table game_leg (
        id text primary key,
        version integer not null default 1,
        transfer_id text not null references game_transfer (id),
        member_id text not null references member (id),
        code text not null,
        username text not null,
        direction text not null check (direction in ('in', 'out')),
        amount_minor bigint not null check (amount_minor > 0),
        credits bigint not null check (credits > 0),
        state text not null check (state in ('held', 'done', 'void', 'watched', 'late', 'review')),
        called_at timestamptz not null,
        ask_at timestamptz,
        asks integer not null default 0,
        not_founds integer not null default 0,
        closed_at timestamptz
      );
      create index game_leg_due on game_leg (ask_at) where ask_at is not null;
      create index game_leg_open on game_leg (member_id, code) where state in ('held', 'watched', 'review');
      create index game_leg_transfer on game_leg (transfer_id);

      -- A call that moves several games at once, so that a retry of it answers of the same games.
      create table game_operation (
        id text primary key,
        member_id text not null references member (id),
        to_code text not null,
        parts jsonb,
        created_at timestamptz not null
      );

      -- Balances that no rule may book: a person accepts or rejects them.
      create table game_reading (
        id text primary key,
        member_id text not null references member (id),
        code text not null,
        raw text not null,
        state text not null check (state in ('open', 'accepted', 'rejected')),
        created_at timestamptz not null,
        closed_at timestamptz
      );
      create unique index game_reading_open on game_reading (member_id, code) where state = 'open';

      -- Granted bonuses after whose grant some game is still to be read; the id is the bonus's.
      create table game_first_reading (
        id text primary key,
        version integer not null default 1,
        member_id text not null references member (id),
        ask_at timestamptz not null,
        created_at timestamptz not null
      );
      create index game_first_reading_due on game_first_reading (ask_at);

      -- Money that arrived at a game after it had been given back: the operator decides, withdrawals wait meanwhile.
      create table game_case (
        id text primary key,
        version integer not null default 1,
        member_id text not null references member (id),
        leg_id text not null unique references game_leg (id),
        amount_minor bigint not null,
        state text not null check (state in ('open', 'closed')),
        created_at timestamptz not null,
        closed_at timestamptz
      );
      create index game_case_open on game_case (member_id) where state = 'open';
    `,
  },
  {
    name: '2026-11-21-90-games-forget',
    sql: 'create index game_operation_created on game_operation (created_at)',
  },
  {
    name: '2026-11-22-85-games-unheard',
    sql: `
      -- Legs that a person ended without a word of the provider are asked about on; see games.store.ts.
      alter table game_leg drop constraint game_leg_state_check, add constraint game_leg_state_check
        check (state in ('held', 'done', 'void', 'watched', 'late', 'review', 'assumed', 'undone'));
      create index game_leg_unheard on game_leg (member_id, code) where state in ('watched', 'assumed');
      -- What waited for a person is asked about again.
      update game_leg set ask_at = called_at where state = 'review' and ask_at is null;

      alter table game_case drop constraint game_case_leg_id_key,
        add column kind text not null default 'late-arrival'
          check (kind in ('late-arrival', 'undone', 'contradiction')),
        add constraint game_case_leg_kind unique (leg_id, kind);

      -- An account that is being opened is so by one caller at a time; 'missing': the provider knows no such name.
      alter table game_account drop constraint game_account_state_check,
        add constraint game_account_state_check check (state in ('opening', 'active', 'missing')),
        add column claimed_until timestamptz,
        -- When what the provider holds was last found to agree, or was booked by a person: see readings after a restore.
        add column compared_at timestamptz;

      alter table game_reading
        add column kind text not null default 'absurd' check (kind in ('absurd', 'restored'));
    `,
  },
  {
    name: '2026-11-23-50-games-adjustments',
    sql: `
      -- What the house lent a member for a transfer that came to light late, or took back from him, as his statement tells it.
      create table game_adjustment_line (
        id text primary key,
        version integer not null default 0,
        member_id text not null references member (id),
        movement_number bigint not null,
        change_minor bigint not null check (change_minor <> 0),
        created_at timestamptz not null,
        unique (member_id, movement_number)
      );
      create index game_adjustment_line_time on game_adjustment_line (member_id, created_at) include (movement_number);
      create trigger game_adjustment_line_number before insert on game_adjustment_line
        for each row execute function assign_movement_number();
      -- What is lent already, so that its collecting does not stand there alone.
      insert into game_adjustment_line (id, member_id, change_minor, created_at)
        select 'lent-' || id, member_id, amount_minor, now() from game_case
        where state = 'open' and kind in ('late-arrival', 'undone') order by created_at, id;
    `,
  },
  {
    name: '2026-11-23-61-games-movements-by-kind',
    sql: `
      create or replace trigger game_transfer_number before insert on game_transfer
        for each row execute function assign_movement_number('transfer');
      create or replace trigger game_adjustment_line_number before insert on game_adjustment_line
        for each row execute function assign_movement_number('adjustment');
      select count_movements_of_before(member_id, kind, count(*)) from (
        select member_id, 'transfer' as kind from game_transfer
        union all select member_id, 'adjustment' from game_adjustment_line
      ) movement group by member_id, kind;
    `,
  },
  {
    name: '2026-11-24-21-game-read-at',
    sql: `
      -- When the provider last said what there is, for people who look at it; to within a few seconds.
      alter table game_account add column read_at timestamptz, add column asked_anew_at timestamptz;
    `,
  },
  {
    name: '2026-11-25-32-games-to-decide',
    sql: `
      -- What waits for a person, the longest waiting first.
      create index game_leg_to_decide on game_leg (called_at, id) where state = 'review';
      create index game_reading_to_decide on game_reading (created_at, id) where state = 'open';
    `,
  },
  {
    name: '2026-11-26-40-game-cases-to-decide',
    sql: `
      create index game_case_to_decide on game_case (created_at, id) where state = 'open';
    `,
  },
  {
    name: '2026-11-26-51-legs-by-provider',
    sql: `
-- What came about at a provider in a day, held against its own report.
create index game_leg_closed on game_leg (code, closed_at) where closed_at is not null;
`,
  },
  {
    name: '2026-11-28-19-moves-without-foreign-keys',
    sql: `
      -- Each looked its row up and locked it, once for every row of a transfer. The ledger writes leg and transfer in one
      -- commit, in which the member's row is guarded; none of the three is ever deleted.
      alter table game_transfer drop constraint game_transfer_member_id_fkey;
      alter table game_leg drop constraint game_leg_transfer_id_fkey, drop constraint game_leg_member_id_fkey;
    `,
  },
  {
    name: '2026-11-28-60-games-under-way',
    sql: `
-- What of legs and transfers is looked for while it is under way stands in narrow tables of its own, so that no index of the
-- large ones has a column that changes: each of their updates stays in its page and touches no index.
alter index game_leg_open rename to game_leg_open_of_before;
create table game_leg_open (
  id text primary key,
  state text not null,
  called_at timestamptz not null,
  ask_at timestamptz
);
-- Legs that came to their end a day or more after they were called; the others are found by when they were called.
create table game_leg_late (
  id text primary key,
  code text not null,
  closed_at timestamptz not null
);
-- Of transfers out of games, which alone can be under way without an open leg.
create table game_transfer_open (id text primary key);

create function game_leg_keep_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from game_leg_open using changed where game_leg_open.id = changed.id
      and changed.state not in ('held', 'review', 'watched', 'assumed') and changed.ask_at is null;
  end if;
  insert into game_leg_open as open (id, state, called_at, ask_at)
  select id, state, called_at, ask_at from changed
  where state in ('held', 'review', 'watched', 'assumed') or ask_at is not null
  on conflict (id) do update set state = excluded.state, ask_at = excluded.ask_at
    where (open.state, open.ask_at) is distinct from (excluded.state, excluded.ask_at);
  insert into game_leg_late as late (id, code, closed_at)
  select id, code, closed_at from changed where closed_at >= called_at + interval '1 day'
  on conflict (id) do update set closed_at = excluded.closed_at where late.closed_at <> excluded.closed_at;
  return null;
end $$;
create trigger game_leg_opened after insert on game_leg referencing new table as changed
  for each statement execute function game_leg_keep_open();
create trigger game_leg_moved after update on game_leg referencing new table as changed
  for each statement execute function game_leg_keep_open();

create function game_transfer_keep_open() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from game_transfer_open using changed where game_transfer_open.id = changed.id
      and changed.from_code <> 'WALLET' and changed.status <> 'IN_PROGRESS';
  end if;
  insert into game_transfer_open (id)
  select id from changed where from_code <> 'WALLET' and status = 'IN_PROGRESS' on conflict do nothing;
  return null;
end $$;
create trigger game_transfer_opened after insert on game_transfer referencing new table as changed
  for each statement execute function game_transfer_keep_open();
create trigger game_transfer_moved after update on game_transfer referencing new table as changed
  for each statement execute function game_transfer_keep_open();

insert into game_leg_open (id, state, called_at, ask_at)
  select id, state, called_at, ask_at from game_leg where state in ('held', 'review', 'watched', 'assumed')
  union select id, state, called_at, ask_at from game_leg where ask_at is not null;
insert into game_leg_late (id, code, closed_at)
  select id, code, closed_at from game_leg where closed_at >= called_at + interval '1 day';
insert into game_transfer_open (id) select id from game_transfer where status = 'IN_PROGRESS' and from_code <> 'WALLET';
create index game_leg_open_due on game_leg_open (ask_at) where ask_at is not null;
create index game_leg_late_closed on game_leg_late (code, closed_at);

-- Made before the others are dropped: while it is made only writes wait.
create index game_leg_called on game_leg (code, called_at);
drop index game_leg_due, game_leg_open_of_before, game_leg_unheard, game_leg_to_decide, game_leg_closed, game_transfer_under_way;
alter table game_leg set (fillfactor = 70);
alter table game_transfer set (fillfactor = 70);
`,
  },
]
