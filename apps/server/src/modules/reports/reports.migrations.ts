import type { SqlMigration } from '../../platform/database/types.ts'

export const reportsMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-26-50-report-days',
    sql: `
-- The figures of days of Bangkok that are over, as they were when each was closed. What each account of the house had booked by
-- then is noted by the number of its last entry: whatever comes later is of the next day.
create table report_day (
  day date primary key,
  closed_at timestamptz not null,
  marks jsonb not null,
  deposits_minor bigint not null,
  withdrawals_minor bigint not null,
  ggr_minor bigint not null,
  bonus_cost_minor bigint not null,
  refunds_minor bigint not null,
  invites_minor bigint not null,
  adjustments_minor bigint not null,
  active bigint not null,
  registered bigint not null
);
create table report_provider_day (
  day date not null references report_day (day),
  provider text not null,
  ggr_minor bigint not null,
  active bigint not null,
  primary key (day, provider)
);
create function report_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: a closed day never changes', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger report_day_unchanged before update or delete or truncate on report_day
  for each statement execute function report_refuse_change();
create trigger report_provider_day_unchanged before update or delete or truncate on report_provider_day
  for each statement execute function report_refuse_change();
`,
  },
]
