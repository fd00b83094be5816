import type { SqlMigration } from '../../platform/database/index.ts'

export const protectionMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-25-51-protection',
    sql: `
      -- What a player, or the operator for him, lets in or lose in a period. Of several the least remainder holds.
      create table protection_limit (
        member_id text not null references member (id),
        kind text not null check (kind in ('deposit', 'loss')),
        period text not null check (period in ('day', 'week', 'month')),
        set_by text not null check (set_by in ('member', 'operator')),
        amount_minor bigint not null check (amount_minor between 10000 and 1000000000),
        set_at timestamptz not null,
        -- A higher one, or none at all (null), that waits to be confirmed from this moment on.
        pending_from timestamptz,
        pending_amount_minor bigint check (pending_amount_minor between 10000 and 1000000000),
        check (pending_from is not null or pending_amount_minor is null),
        check (set_by = 'member' or pending_from is null),
        primary key (member_id, kind, period, set_by)
      );

      -- Each break and each exclusion as it was taken; what holds now stands with the member.
      create table protection_exclusion (
        id text primary key,
        member_id text not null references member (id),
        kind text not null check (kind in ('cool-off', 'self-exclusion')),
        -- The member, or the actor who did it for him.
        taken_by text not null,
        taken_at timestamptz not null,
        -- Null: for good.
        until timestamptz,
        -- When the member asked to come back, and when he did.
        return_asked_at timestamptz,
        ended_at timestamptz,
        check (kind = 'self-exclusion' or (until is not null and return_asked_at is null))
      );
      create index protection_exclusion_member on protection_exclusion (member_id, taken_at);

      -- By which channels a member wants to hear of offers: none of them until he says so.
      create table marketing_consent (
        member_id text not null references member (id),
        channel text not null,
        given_at timestamptz not null,
        primary key (member_id, channel)
      );
    `,
  },
  {
    name: '2026-11-25-52-protection-homecoming',
    sql: `
      -- What is to come home from the games: of who takes part no more, with new passwords there, or has reached a loss limit.
      create table protection_homecoming (
        id text primary key,
        member_id text not null references member (id),
        cause text not null check (cause in ('exclusion', 'loss-limit')),
        created_at timestamptz not null,
        rounds integer not null default 0,
        -- When it is tried next; null once all is home.
        ask_at timestamptz,
        -- Games whose passwords were changed.
        locked_out text[] not null default '{}',
        reported_at timestamptz
      );
      create index protection_homecoming_due on protection_homecoming (ask_at) where ask_at is not null;
      -- Loss limits are looked at one after the other; when a player was told that one is near or reached.
      alter table protection_limit
        add column looked_at timestamptz not null default '-infinity',
        add column told text;
      create index protection_limit_losses on protection_limit (looked_at) where kind = 'loss';
    `,
  },
]
