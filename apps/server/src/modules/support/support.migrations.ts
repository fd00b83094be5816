import type { SqlMigration } from '../../platform/database/types.ts'

/**
 * The support chat and its desk. A room has the id of its owner: a member's, or one derived of a guest's. Messages count
 * from 1 in each room, without holes, in the order in which they were stored. A message that is not `told` yet is told by the
 * job of whichever process finds it.
 */
export const supportMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-80-support',
    sql: `
create table support_room (
  id text primary key,
  owner_kind text not null check (owner_kind in ('member', 'guest')),
  language text,
  name text,
  username text,
  last_seq bigint not null default 0,
  customer_read_seq bigint not null default 0,
  agent_read_seq bigint not null default 0,
  customer_seq bigint not null default 0,
  robot_seq bigint not null default 0,
  session_id text not null,
  session_state text not null check (session_state in ('robot', 'waiting', 'held', 'ended')),
  waiting_since timestamptz,
  agent_id text,
  claimed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((agent_id is not null) = (session_state = 'held'))
);
create index support_room_waiting on support_room (waiting_since, id) where waiting_since is not null;
create index support_room_queue on support_room (owner_kind desc, waiting_since, id) where session_state = 'waiting';
create index support_room_agent on support_room (agent_id, updated_at desc) where agent_id is not null;
create index support_room_open on support_room (updated_at desc, id)
  where last_seq > 0 and session_state in ('robot', 'waiting', 'held');
create index support_room_state on support_room (session_state, updated_at desc, id);
create index support_room_robot on support_room (updated_at) where session_state = 'robot' and customer_seq > robot_seq;

create table support_message (
  id text primary key,
  room_id text not null references support_room (id),
  seq bigint not null check (seq > 0),
  client_id text not null,
  content_hash text not null,
  sender text not null check (sender in ('customer', 'admin', 'robot')),
  agent_id text,
  kind text not null,
  message jsonb not null,
  session_id text not null,
  created_at timestamptz not null,
  told boolean not null default false,
  unique (room_id, seq),
  unique (room_id, client_id)
);
create index support_message_untold on support_message (created_at) where not told;

create table support_robot_file (
  name text primary key,
  file_id text not null references stored_file (id)
);

create table support_agent (
  id text primary key,
  username text not null unique,
  name text not null,
  password_hash text not null,
  totp_key text not null,
  totp_last_step bigint not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create table support_agent_session (
  token_hash text primary key,
  agent_id text not null references support_agent (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index support_agent_session_agent on support_agent_session (agent_id);
create index support_agent_session_expiry on support_agent_session (expires_at);
create table support_canned_reply (
  id text primary key,
  title text not null,
  th text not null,
  lo text not null,
  en text not null,
  sort integer not null default 0
);
create table support_audit (
  id text primary key,
  at timestamptz not null,
  agent_id text,
  action text not null,
  room_id text,
  details jsonb
);
create index support_audit_at on support_audit (at desc, id desc);
create index support_audit_room on support_audit (room_id, at desc) where room_id is not null;
`,
  },
  {
    // By which it is known whether a file stands in any message still.
    name: '2026-11-21-94-chat-files',
    sql: `
create index support_message_files on support_message using gin (message jsonb_path_ops) where kind in ('media', 'generic');
`,
  },
]
