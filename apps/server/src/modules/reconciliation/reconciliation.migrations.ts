import type { SqlMigration } from '../../platform/database/types.ts'

export const reconciliationMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-26-52-reconciliation',
    sql: `
-- By which columns the files of a bank or a provider are read.
create table recon_mapping (
  kind text not null,
  party text not null,
  mapping jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (kind, party)
);
-- A statement that was taken in, and its lines.
create table recon_file (
  id text primary key,
  kind text not null,
  party text not null,
  hash text not null,
  imported_at timestamptz not null,
  imported_by text not null,
  opening_minor bigint,
  closing_minor bigint,
  unique (kind, party, hash)
);
create table recon_line (
  id text primary key,
  file_id text not null references recon_file (id),
  kind text not null,
  party text not null,
  day date not null,
  number integer not null,
  at timestamptz,
  amount_minor bigint not null,
  reference text,
  account text,
  words text,
  balance_minor bigint
);
create index recon_line_day on recon_line (kind, party, day);
create index recon_line_file on recon_line (file_id);
-- A line and a movement of ours that are one: by a person's word, or as a day was closed.
create table recon_match (
  kind text not null,
  party text not null,
  line_id text not null references recon_line (id),
  own_id text not null,
  how text not null,
  at timestamptz not null,
  by text,
  primary key (line_id),
  unique (kind, party, own_id)
);
-- What a movement of one side alone is said to be; 'case': somebody looks into it.
create table recon_word (
  kind text not null,
  party text not null,
  side text not null,
  id text not null,
  says text not null,
  reason text not null,
  day date not null,
  at timestamptz not null,
  by text not null,
  primary key (kind, party, side, id)
);
create index recon_word_case on recon_word (kind, party) where says = 'case';
create table recon_closing (
  kind text not null,
  party text not null,
  day date not null,
  at timestamptz not null,
  by text not null,
  opening_minor bigint,
  closing_minor bigint,
  lines bigint not null,
  lines_minor bigint not null,
  own_count bigint not null,
  own_minor bigint not null,
  primary key (kind, party, day)
);
create function recon_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: a closed day never changes', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger recon_closing_unchanged before update or delete or truncate on recon_closing
  for each statement execute function recon_refuse_change();
`,
  },
]
