import type { SqlMigration } from '../../platform/database/types.ts'

export const rewardsMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-70-rewards',
    sql: `
      -- What the operator tops deposits up with; empty until it says something.
      create table bonus (
        code text primary key,
        name_th text not null,
        name_lo text not null,
        name_en text not null,
        kind text not null check (kind in ('limit', 'day', 'week')),
        -- How often a member may receive it: in all, a day or a week, as its kind says.
        max_received integer not null check (max_received > 0),
        percent_fail integer not null check (percent_fail between 0 and 100),
        -- Pictures with their words: [{image, html: {th, lo, en}}].
        banners jsonb not null default '[]',
        sort integer not null
      );
    `,
  },
]
