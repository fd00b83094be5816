import type { SqlMigration } from '../../platform/database/types.ts'

export const backofficeMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-24-10-decisions',
    sql: `
-- Who of the staff has taken what waits for a decision, and until when nobody else may take it.
create table decision_claim (
  kind text not null,
  id text not null,
  agent_id text not null,
  until timestamptz not null,
  primary key (kind, id)
);
create index decision_claim_until on decision_claim (until);
`,
  },
  {
    name: '2026-11-26-30-alerts',
    sql: `
-- What somebody should look at: from when it was seen until it was over, and who has taken note of it.
create table desk_alert (
  id text primary key,
  alert text not null,
  -- Which queue or party; empty for none.
  what text not null,
  count integer not null,
  since timestamptz,
  raised_at timestamptz not null,
  -- When those outside are told next.
  tell_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  over_at timestamptz
);
create unique index desk_alert_open on desk_alert (alert, what) where over_at is null;
create index desk_alert_over on desk_alert (over_at);
`,
  },
  {
    name: '2026-11-28-63-decision-looks',
    sql: `
-- Who of the staff has something open that waits for a decision, since when, and when he was last seen at it.
create table decision_look (
  kind text not null,
  id text not null,
  agent_id text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (kind, id, agent_id)
);
create index decision_look_seen on decision_look (seen_at);
`,
  },
]
