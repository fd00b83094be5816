import type { SqlMigration } from '../../platform/database/types.ts'

/** The staff's tables, but for those that the chat's first migration made for them. */
export const staffMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-81-desk',
    sql: `
alter table support_agent_session add column address text not null;
create table support_login_pair (
  username text not null,
  address text not null,
  failures integer not null,
  retry_at timestamptz not null,
  last_at timestamptz not null,
  primary key (username, address)
);
create index support_login_pair_last on support_login_pair (last_at);
create table support_login_name (
  username text primary key,
  failures integer not null,
  since timestamptz not null
);
create index support_login_name_since on support_login_name (since);
alter table support_audit add column number bigint generated always as identity unique;
create index support_audit_failed on support_audit ((details ->> 'address'), at) where action = 'login-failed';
create index support_audit_agent_room on support_audit (agent_id, room_id, at desc) where room_id is not null;
`,
  },
  {
    // Until when a password that the command line made lets in, once: he then chooses his own. Null: he has chosen it.
    name: '2026-11-22-81-first-passwords',
    sql: `
alter table support_agent add column password_until timestamptz;
create index support_audit_inbox on support_audit (agent_id, at) where action = 'inbox-read';
`,
  },
  {
    // What each of the staff may do. Who was there before there were roles answered chats, and goes on doing so.
    name: '2026-11-23-50-roles-of-staff',
    sql: `
alter table support_agent add column roles text[] not null default '{SUPPORT}'
  check (cardinality(roles) > 0 and roles <@ '{OWNER,PAYMENTS,RISK,SUPPORT,MARKETING,AUDITOR}'::text[]);
`,
  },
  {
    // When a second factor was last given in a session. In those of before it counts for nothing any more.
    name: '2026-11-23-51-fresh-second-factor',
    sql: `
alter table support_agent_session add column second_factor_at timestamptz not null default 'epoch';
`,
  },
  {
    // What was written down of the desk before is a deed like any other, in the order in which it was done.
    name: '2026-11-23-71-deeds-of-the-desk',
    sql: `
do $$
declare
  kept record;
begin
  for kept in select noted.*, room.id as member_id from support_audit noted
    left join support_room room on room.id = noted.room_id and room.owner_kind = 'member' order by noted.number
  loop
    perform deed_write(kept.id, kept.at, case
        when kept.agent_id is not null then 'agent:' || kept.agent_id
        when kept.action = 'login-failed' then 'nobody'
        when kept.action in ('release', 'end') then 'system'
        else 'cli:unknown' end,
      kept.details ->> 'address', kept.action, kept.member_id, 'room:' || kept.room_id, null, kept.details, null);
  end loop;
end $$;
drop table support_audit;
`,
  },
  {
    // By which an owner sees where somebody is logged in, and how old the key of his codes is.
    name: '2026-11-28-21-sessions-of-staff',
    sql: `
alter table support_agent_session add column device text;
alter table support_agent add column totp_made_at timestamptz;
update support_agent set totp_made_at = created_at;
alter table support_agent alter column totp_made_at set not null;
`,
  },
]
