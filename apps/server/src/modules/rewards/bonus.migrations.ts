import type { SqlMigration } from '../../platform/database/types.ts'

/** Tables of bonuses and promotions whose rows the ledger may write and guard. */
export const bonusLedgerTables = ['reward_line', 'user_bonus'] as const

export const bonusMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-70-rewards',
    sql: `
      -- What the operator tops deposits up with, each row from a time on: the newest that has begun holds, unless its end
      -- has come. A change is a new row; what a member holds is a copy (user_bonus.terms).
      create table bonus_rule (
        id text primary key,
        source text not null check (source in ('bonus', 'promotion')),
        code text not null check (code <> ''),
        valid_from timestamptz not null,
        valid_until timestamptz,
        -- {th, lo, en}
        names jsonb not null,
        descriptions jsonb not null,
        kind text not null check (kind in ('limit', 'day', 'week')),
        -- How often a member may receive it: in all, a day or a week, as its kind says.
        max_received integer not null check (max_received > 0),
        -- Of the deposit, 2000 is 20 %, or a fixed amount: one of the two.
        percent_hundredths integer check (percent_hundredths > 0),
        fixed_minor bigint check (fixed_minor > 0),
        cap_minor bigint check (cap_minor > 0),
        min_deposit_minor bigint not null check (min_deposit_minor > 0),
        percent_fail integer not null check (percent_fail between 0 and 99),
        percent_success integer not null check (percent_success > 100),
        -- How many members may receive a promotion; null without a limit.
        seats integer check (seats > 0),
        -- Pictures with their words: [{image, html: {th, lo, en}}].
        banners jsonb not null default '[]',
        sort integer not null,
        check ((percent_hundredths is null) <> (fixed_minor is null)),
        unique (source, code, valid_from)
      );

      create table promotion_seat (
        code text primary key,
        taken integer not null check (taken >= 0)
      );

      create table user_bonus (
        id text primary key,
        version integer not null default 1,
        member_id text not null references member (id),
        source text not null check (source in ('bonus', 'promotion', 'invite', 'refund')),
        code text not null,
        -- The rule as it was when the bonus was armed.
        terms jsonb not null,
        state text not null check (state in ('armed', 'granted', 'ending', 'passed', 'failed', 'cancelled')),
        holds_seat boolean not null default false,
        armed_at timestamptz not null,
        deposit_id text,
        bonus_minor bigint check (bonus_minor > 0),
        base_minor bigint check (base_minor > 0),
        granted_at timestamptz,
        -- From here on how it ends: decided when it is marked as ending.
        outcome text check (outcome in ('passed', 'failed')),
        closing_operation text,
        ending_at timestamptz,
        rounds integer not null default 0,
        ask_at timestamptz,
        ended_at timestamptz,
        ended_by text check (ended_by in ('member', 'operator', 'time')),
        current_minor bigint,
        taken_minor bigint,
        check (state in ('armed', 'cancelled') or (base_minor is not null and granted_at is not null)),
        check (state not in ('ending', 'passed', 'failed') or (outcome is not null and ending_at is not null)),
        check ((state in ('passed', 'failed', 'cancelled')) = (ended_at is not null))
      );
      create unique index user_bonus_one_held on user_bonus (member_id) where state in ('armed', 'granted', 'ending');
      create index user_bonus_receipts on user_bonus (member_id, source, code);
      create index user_bonus_armed on user_bonus (armed_at) where state = 'armed';
      create index user_bonus_ending on user_bonus (ask_at) where state = 'ending';
      create index user_bonus_operation on user_bonus (closing_operation) where closing_operation is not null;

      -- Calls that found a bonus ending by another one: a retry speaks of the same bonus, whatever is held by then.
      create table bonus_clearing (
        operation_id text primary key,
        user_bonus_id text not null references user_bonus (id)
      );

      -- What a member's statement tells of bonuses: what was received, and its end.
      create table reward_line (
        id text primary key,
        version integer not null default 1,
        member_id text not null references member (id),
        movement_number bigint not null,
        kind text not null check (kind in ('bonus', 'finish_bonus')),
        about text not null check (about in ('bonus', 'promotion', 'invite', 'refund')),
        descriptions jsonb not null,
        amount_minor bigint not null check (amount_minor >= 0),
        user_bonus_id text not null references user_bonus (id),
        created_at timestamptz not null,
        unique (member_id, movement_number)
      );
      create trigger reward_line_number before insert on reward_line
        for each row execute function assign_movement_number();
    `,
  },
  {
    name: '2026-11-21-91-rewards-forget',
    sql: `
      alter table bonus_clearing add column noted_at timestamptz not null default now();
      create index bonus_clearing_noted on bonus_clearing (noted_at);
      create index user_bonus_cancelled on user_bonus (ended_at) where state = 'cancelled';
    `,
  },
  {
    name: '2026-11-26-70-offers',
    sql: `
      -- What a rule may grant in a month of Bangkok, by when it was armed. It needs an end to what one deposit brings.
      alter table bonus_rule add column monthly_budget_minor bigint check (monthly_budget_minor > 0),
        add check (monthly_budget_minor is null or fixed_minor is not null or cap_minor is not null);
      create index user_bonus_of_code on user_bonus (source, code, armed_at);

      -- What staff write before it is in force, one of each code: a rule that is new, or the next version of one.
      create table bonus_draft (
        source text not null check (source in ('bonus', 'promotion')),
        code text not null check (code <> ''),
        -- Another one with each saving.
        revision text not null,
        -- The rule, as it stands in the operator's file.
        rule jsonb not null,
        saved_by text not null,
        saved_at timestamptz not null,
        -- What it would have done; of this revision.
        simulation jsonb,
        simulated_at timestamptz,
        primary key (source, code),
        check ((simulation is null) = (simulated_at is null))
      );
    `,
  },
]
