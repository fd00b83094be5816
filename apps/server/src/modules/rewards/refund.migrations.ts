import type { SqlMigration } from '../../platform/database/types.ts'

/** Tables of refunds and invites whose rows the ledger may write and guard. */
export const refundLedgerTables = ['refund_day', 'refund_receipt', 'invite_day', 'reward_credit'] as const

/**
 * Refunds of losses and what inviters get of them (rulings 4.5 and 4.6). A day is a day in Bangkok, which has no summer
 * time: seven hours ahead of UTC all year.
 */
export const refundMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-71-refunds',
    sql: `
      -- What the operator gives back, from a time on until the next row; nothing as long as there is none.
      create table refund_rule (
        valid_from timestamptz primary key,
        is_active boolean not null,
        -- Of what was newly lost: 500 is 5 %.
        percent_hundredths integer not null check (percent_hundredths between 0 and 10000),
        -- A day whose refund is less than this is not given back.
        minimum_minor bigint not null check (minimum_minor >= 0),
        lapse_days integer not null check (lapse_days > 0),
        -- With a success above zero, what is added to the wallet is a bonus under these terms (decisions 2.86).
        percent_fail integer not null check (percent_fail between 0 and 99),
        percent_success integer not null check (percent_success = 0 or percent_success > 100),
        -- What members read about it: {th, lo, en}.
        info jsonb not null
      );

      create table invite_rule (
        valid_from timestamptz primary key,
        is_active boolean not null,
        percent_hundredths integer not null check (percent_hundredths between 0 and 10000),
        percent_fail integer not null check (percent_fail between 0 and 99),
        percent_success integer not null check (percent_success = 0 or percent_success > 100)
      );

      -- Pictures with their words, html as {th, lo, en}.
      create table reward_banner (
        place text not null check (place in ('invite', 'refund')),
        sort integer not null,
        image text not null,
        html jsonb not null,
        primary key (place, sort)
      );

      -- Which days take no more entries, and which have been computed.
      create table loss_calendar (
        name text primary key check (name = 'days'),
        closed_through date not null default '1970-01-01',
        computed_through date not null default '1970-01-01'
      );
      insert into loss_calendar (name) values ('days');

      -- What the games brought a member on a day, below zero when he lost; results under a granted bonus are left out, but
      -- for what they win together.
      create table loss_day (
        member_id text not null,
        day date not null,
        result_minor bigint not null,
        primary key (member_id, day)
      ) with (fillfactor = 80);
      create index loss_day_day on loss_day (day);

      -- Adds the results of a statement of the ledger to their days, in its commit. A result that is recorded after its day
      -- was closed counts on the first open one. The lock makes closing wait for those under way, and them for it.
      create function add_loss_days() returns trigger language plpgsql as $$
      begin
        if not exists (select from added where code = 'game-result') then return null; end if;
        perform pg_advisory_xact_lock_shared(hashtextextended('loss-calendar', 0));
        insert into loss_day as present (member_id, day, result_minor)
        select split_part(account.name, '/', 2),
          greatest((recorded_at at time zone interval '7 hours')::date, closed_through + 1),
          sum(case when added.to_id = account.id then added.amount_minor else -added.amount_minor end)
        from added
        cross join loss_calendar
        join ledger_account account on account.id in (added.from_id, added.to_id)
        where added.code = 'game-result' and account.name like 'member/%' and added.metadata ->> 'bonus' is null
        group by 1, 2 order by 1, 2
        on conflict (member_id, day) do update set result_minor = present.result_minor + excluded.result_minor;
        return null;
      end
      $$;
      create trigger ledger_transfer_loss_days after insert on ledger_transfer referencing new table as added
        for each statement execute function add_loss_days();

      -- What was lost before a grant may be won back under it: a net win under a bonus counts on the day of its end, in the
      -- commit of that end, or on the first open day. A net loss under a bonus never counts.
      create function add_net_win() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('loss-calendar', 0));
        insert into loss_day as present (member_id, day, result_minor)
        select new.member_id, greatest((new.ended_at at time zone interval '7 hours')::date, closed_through + 1),
          new.current_minor - new.base_minor
        from loss_calendar
        on conflict (member_id, day) do update set result_minor = present.result_minor + excluded.result_minor;
        return null;
      end
      $$;
      create trigger user_bonus_net_win after update of state on user_bonus for each row
        when (old.state <> new.state and new.state in ('passed', 'failed') and new.current_minor > new.base_minor)
        execute function add_net_win();

      -- What is due to a member for a day, once. It is received as a whole, or lapses.
      create table refund_day (
        id text primary key,
        version integer not null default 0,
        member_id text not null,
        day date not null,
        loss_minor bigint not null check (loss_minor > 0),
        amount_minor bigint not null check (amount_minor > 0),
        computed_at timestamptz not null,
        lapses_at timestamptz not null,
        receipt_id text,
        unique (member_id, day)
      );
      create index refund_day_unreceived on refund_day (member_id) where receipt_id is null;

      create table refund_receipt (
        id text primary key,
        version integer not null default 0,
        member_id text not null references member (id),
        amount_minor bigint not null check (amount_minor > 0),
        created_at timestamptz not null
      );
      create index refund_receipt_member on refund_receipt (member_id, created_at, id);

      -- What one friend's day brought his inviter.
      create table invite_share (
        invitee_id text not null,
        day date not null,
        inviter_id text not null,
        loss_minor bigint not null check (loss_minor > 0),
        amount_minor bigint not null check (amount_minor > 0),
        computed_at timestamptz not null,
        primary key (invitee_id, day)
      );
      create index invite_share_inviter on invite_share (inviter_id, day, invitee_id);

      -- The shares of a day together, as they are posted to the inviter's account.
      create table invite_day (
        id text primary key,
        version integer not null default 0,
        inviter_id text not null,
        day date not null,
        amount_minor bigint not null check (amount_minor > 0),
        posted_at timestamptz,
        unique (inviter_id, day)
      );
      create index invite_day_unposted on invite_day (id) where posted_at is null;

      -- Refunds and invite bonuses that came into the wallet: lines of the statement.
      create table reward_credit (
        id text primary key,
        version integer not null default 0,
        member_id text not null references member (id),
        movement_number bigint not null,
        kind text not null check (kind in ('refund', 'invite')),
        amount_minor bigint not null check (amount_minor > 0),
        created_at timestamptz not null,
        unique (member_id, movement_number)
      );
      create trigger reward_credit_movement_number before insert on reward_credit
        for each row execute function assign_movement_number();

      -- From where a member logged in, kept when his sessions are gone: what several members share is looked at.
      create table member_trace (
        member_id text not null,
        address text not null,
        device text not null,
        first_at timestamptz not null,
        last_at timestamptz not null,
        primary key (address, device, member_id)
      );
      create index member_trace_member on member_trace (member_id);
      create function leave_trace() returns trigger language plpgsql as $$
      begin
        insert into member_trace as trace (member_id, address, device, first_at, last_at)
        values (new.member_id, new.address, coalesce(new.device, ''), new.created_at, new.created_at)
        on conflict (address, device, member_id) do update set last_at = greatest(trace.last_at, excluded.last_at);
        return null;
      end
      $$;
      create trigger member_session_trace after insert on member_session for each row execute function leave_trace();

      -- What an operator should look at: members who may be one person, or play into each other's hands.
      create table abuse_flag (
        id text primary key,
        kind text not null,
        key text not null,
        -- The first fifty of them, by their ids.
        member_ids text[] not null,
        member_count integer not null,
        state text not null check (state in ('open', 'closed')),
        opened_at timestamptz not null,
        closed_at timestamptz,
        closed_note text,
        unique (kind, key)
      );
      create index abuse_flag_open on abuse_flag (opened_at) where state = 'open';
    `,
  },
  {
    name: '2026-11-21-92-few-traces',
    sql: `
      -- Fifty new traces of a member a day tell enough: a program may call itself something else at each login.
      create index member_trace_first on member_trace (member_id, first_at);
      create or replace function leave_trace() returns trigger language plpgsql as $$
      begin
        update member_trace set last_at = greatest(last_at, new.created_at)
        where address = new.address and device = coalesce(new.device, '') and member_id = new.member_id;
        if found or (
          select count(*) from member_trace
          where member_id = new.member_id and first_at > new.created_at - interval '1 day'
        ) >= 50 then
          return null;
        end if;
        insert into member_trace (member_id, address, device, first_at, last_at)
        values (new.member_id, new.address, coalesce(new.device, ''), new.created_at, new.created_at)
        on conflict (address, device, member_id) do nothing;
        return null;
      end
      $$;
      drop index member_trace_member;
    `,
  },
  {
    name: '2026-11-22-20-traces-by-address',
    sql: `
      -- Ten new devices of a member at an address a day tell enough, for a program may call itself something else at
      -- each login, and they leave room for traces at other addresses: two hundred a day over all.
      create or replace function leave_trace() returns trigger language plpgsql as $$
      declare
        at_address bigint;
        over_all bigint;
      begin
        update member_trace set last_at = greatest(last_at, new.created_at)
        where address = new.address and device = coalesce(new.device, '') and member_id = new.member_id;
        if found then return null; end if;
        select count(*) filter (where address = new.address), count(*) into at_address, over_all
        from member_trace where member_id = new.member_id and first_at > new.created_at - interval '1 day';
        if at_address >= 10 or over_all >= 200 then return null; end if;
        insert into member_trace (member_id, address, device, first_at, last_at)
        values (new.member_id, new.address, coalesce(new.device, ''), new.created_at, new.created_at)
        on conflict (address, device, member_id) do nothing;
        return null;
      end
      $$;
    `,
  },
  {
    name: '2026-11-23-42-results-by-the-ledger',
    sql: `
      -- The ledger tells of results; its table has no trigger of ours any more. All else is as it was: a result that is
      -- recorded after its day was closed counts on the first open one, and the lock makes closing wait for those under
      -- way, and them for it.
      drop trigger ledger_transfer_loss_days on ledger_transfer;
      drop function add_loss_days();
      create function count_results(results jsonb) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('loss-calendar', 0));
        insert into loss_day as present (member_id, day, result_minor)
        select member_of_account(account),
          greatest((recorded_at at time zone interval '7 hours')::date, closed_through + 1), sum(amount_minor)
        from jsonb_to_recordset(results)
          as result (account text, amount_minor bigint, metadata jsonb, recorded_at timestamptz)
        cross join loss_calendar
        where member_of_account(account) is not null and metadata ->> 'bonus' is null
        group by 1, 2 order by 1, 2
        on conflict (member_id, day) do update set result_minor = present.result_minor + excluded.result_minor;
      end
      $$;
      select ledger_follow('game-result', 'count_results');
    `,
  },
  {
    name: '2026-11-23-63-rewards-movements-by-kind',
    sql: `
      create or replace trigger reward_credit_movement_number before insert on reward_credit
        for each row execute function assign_movement_number('bonus');
      select count_movements_of_before(member_id, kind, count(*)) from (
        select member_id, kind from reward_line union all select member_id, 'bonus' from reward_credit
      ) movement group by member_id, kind;
    `,
  },
  {
    name: '2026-11-23-94-high-flags',
    sql: `
      -- A flag that a person calls high makes the withdrawals of its members wait.
      alter table abuse_flag add column severity text not null default 'normal' check (severity in ('normal', 'high'));
      create index abuse_flag_high on abuse_flag (opened_at) where state = 'open' and severity = 'high';
    `,
  },
  {
    name: '2026-11-25-10-flag-verdicts',
    sql: `
      -- What a person found of a flag, by which rules are judged that raise them: it is so, it is not, or nobody can tell.
      -- Of those that were closed before nobody said.
      alter table abuse_flag add column verdict text check (verdict in ('true', 'false', 'unsure')),
        -- What a decision is held against: raised by whatever changes the flag.
        add column version integer not null default 0;
    `,
  },
  {
    name: '2026-11-26-41-flags-name-all',
    sql: `
      -- A flag names all its members; those that named fifty of more name the others once they are looked at again.
      update abuse_flag set member_count = cardinality(member_ids)
        where state = 'open' and member_count > cardinality(member_ids);
      create index abuse_flag_members on abuse_flag using gin (member_ids) where state = 'open';
      create index abuse_flag_to_decide on abuse_flag (opened_at, id) where state = 'open';
      drop index abuse_flag_open;
    `,
  },
  {
    name: '2026-11-26-71-payment-flags',
    sql: `
      -- Since when a new kind of flags is looked for: at first it is only tried.
      create table flag_trial (
        kind text primary key,
        began_at timestamptz not null
      );
      -- Until then a flag holds nothing, however grave; null: from the beginning.
      alter table abuse_flag add column holds_from timestamptz;
    `,
  },
]
