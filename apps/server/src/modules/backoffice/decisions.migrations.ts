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
]
