import type { SqlMigration } from '../../platform/database/types.ts'

/**
 * The deeds of staff and of the command line, chained by hashes in strands as the ledger's movements are: who writes takes
 * a strand that nobody holds, so that no deed waits for another.
 */
export const deedsMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-23-70-deeds',
    sql: `
create sequence deed_order;
create table deed_strand (
  id bigint generated always as identity primary key,
  length bigint not null default 0,
  hash bytea not null default ''
);
create table deed (
  number bigint primary key,
  id text not null unique,
  at timestamptz not null,
  actor text not null check (actor ~ '^(agent|cli):.' or actor in ('nobody', 'system')),
  -- The part of the address that limits count by; null where there is none.
  address text,
  what text not null,
  member_id text,
  -- On what, as a kind and an id: room:…
  subject text,
  before jsonb,
  after jsonb,
  reason text,
  strand_id bigint not null,
  place bigint not null,
  hash bytea not null,
  unique (strand_id, place)
);
create index deed_actor on deed (actor, number desc);
create index deed_member on deed (member_id, number desc) where member_id is not null;
create index deed_subject on deed (subject, number desc) where subject is not null;
create index deed_address on deed (address, at) where what = 'login-failed';
create index deed_recent on deed (actor, what, at);
-- How often a deed came again within a few minutes of it. What is sealed is that it came.
create table deed_tally (
  deed_id text primary key references deed (id),
  again integer not null
);

create function deed_hash(hash_before bytea, kept deed) returns bytea language sql stable as $$
  select sha256(hash_before || int8send(kept.strand_id) || int8send(kept.place) || int8send(kept.number)
    || timestamptz_send(kept.at) || convert_to(jsonb_build_array(kept.id, kept.actor, kept.address, kept.what,
      kept.member_id, kept.subject, kept.before, kept.after, kept.reason)::text, 'UTF8'))
$$;

create function deed_write(id text, at timestamptz, actor text, address text, what text, member_id text, subject text,
  before jsonb, after jsonb, reason text) returns void language plpgsql as $$
declare
  strand deed_strand;
  written deed;
begin
  select * into strand from deed_strand order by deed_strand.id limit 1 for update skip locked;
  if not found then insert into deed_strand default values returning * into strand; end if;
  written := row(nextval('deed_order'), id, at, actor, address, what, member_id, subject, before, after, reason,
    strand.id, strand.length + 1, null);
  written.hash := deed_hash(strand.hash, written);
  insert into deed select written.*;
  update deed_strand set length = written.place, hash = written.hash where deed_strand.id = strand.id;
end $$;

create function deed_stays() returns trigger language plpgsql as $$
begin
  raise exception 'deeds are added, and never changed or removed';
end $$;
create trigger deed_stays before update or delete or truncate on deed execute function deed_stays();
`,
  },
  {
    // What was done about a member, by its times, as his timeline asks.
    name: '2026-11-25-31-deeds-of-a-member-by-time',
    sql: `create index deed_member_time on deed (member_id, at desc, id collate "C" desc) where member_id is not null;`,
  },
  {
    name: '2026-11-27-51-deeds-by-what-and-when',
    sql: `
      create index deed_what on deed (what, number desc);
      create index deed_at on deed (at);
    `,
  },
  {
    // What two of the staff did together.
    name: '2026-11-28-22-deeds-of-two',
    sql: `create index deed_of_two on deed (number desc) where after ? 'proposal';`,
  },
]
