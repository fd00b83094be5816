import type { SqlMigration } from '../../platform/database/types.ts'

export const playTimeMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-25-62-play-time',
    sql: `
      -- How long a member uses the wallet, all his pages and devices as one.
      create table protection_time (
        member_id text primary key references member (id),
        -- Null: no limit. One that was lowered holds at once, a higher one or none from a time on.
        limit_minutes integer check (limit_minutes between 15 and 1440),
        next_from timestamptz,
        next_minutes integer check (next_minutes between 15 and 1440),
        check_minutes integer not null check (check_minutes in (15, 30, 60)),
        -- Of the day of Bangkok on which a page was last heard of.
        used_ms bigint not null default 0,
        -- Since a check was last answered, and since when that goes on without a break.
        unchecked_ms bigint not null default 0,
        unchecked_since timestamptz,
        heard_at timestamptz
      );
    `,
  },
  {
    name: '2026-11-25-63-check-as-the-operator-has-it',
    sql: `
      -- Null: as the operator has it, which was 60 minutes so far.
      alter table protection_time alter column check_minutes drop not null;
      update protection_time set check_minutes = null where check_minutes = 60;
    `,
  },
  {
    name: '2026-11-26-20-limits-of-time-are-limits',
    sql: `
      -- The member's row says of limits of time too whether there are any, so that nobody else is asked about.
      update member set has_limits = true, version = version + 1
      where not has_limits and id in (select member_id from protection_time where limit_minutes is not null);
    `,
  },
]
