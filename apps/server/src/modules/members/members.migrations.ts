import type { SqlMigration } from '../../platform/database/types.ts'
import { factorMigrations } from './factors/factors.migrations.ts'

export const membersMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-30-members',
    sql: `
      -- What people read out on the phone: eight digits, one step of a walk over all of them that hits each once.
      create sequence member_number_sequence;

      create table member (
        id text primary key,
        -- Raised whenever the bonus state changes: holds carry it as a guard (rulings 4.1).
        version integer not null default 1,
        member_number bigint not null unique
          default 10000000 + (nextval('member_number_sequence') * 38160787) % 90000000,
        username text not null unique,
        name text not null,
        password_hash text not null,
        state text not null default 'active' check (state in ('active', 'inactive', 'gone', 'merged', 'closed')),
        bonus_state text check (bonus_state in ('armed', 'granted', 'ending')),
        -- Which bonus that is: its row lies with the rewards, which set both together.
        bonus_id text,
        source_code text,
        inviter_id text references member (id),
        created_at timestamptz not null
      );
      create index member_inviter on member (inviter_id) where inviter_id is not null;

      create table member_bank_account (
        member_id text primary key references member (id),
        bank_code text not null,
        account_no text not null,
        account_name text not null,
        -- Of the account: the wallet is always in baht.
        currency text not null check (currency in ('BAHT', 'LAK')),
        -- Null until it is changed after registration (rulings 3.6).
        changed_at timestamptz,
        unique (bank_code, account_no)
      );

      create table member_session (
        id text primary key,
        member_id text not null,
        token_hash text not null unique,
        -- As it was when the session began: a session does not outlive a change of the phone.
        username text not null,
        address text not null,
        device text,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index member_session_member on member_session (member_id, created_at);
      create index member_session_expiry on member_session (expires_at);

      create table otp_request (
        id text primary key,
        purpose text not null check (purpose in ('register', 'reset')),
        phone text not null,
        code_hash text not null,
        state text not null check (state in ('sending', 'sent', 'unknown', 'failed')),
        tries integer not null default 0,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        verified_at timestamptz,
        -- Whom the verification belongs to: the holder of the token, or also the address it came from (rulings 5.7).
        verified_address text,
        used_at timestamptz
      );
      create index otp_request_phone on otp_request (phone, created_at);
      create index otp_request_created on otp_request (created_at);

      -- One row a phone: it is locked while its requests are counted, and counts the wrong codes of an hour.
      create table otp_phone (
        phone text primary key,
        wrong_tries integer not null default 0,
        wrong_since timestamptz not null
      );

      create table otp_minute (
        minute timestamptz primary key,
        sent integer not null
      );

      create table login_pair (
        phone text not null,
        address text not null,
        failures integer not null,
        retry_at timestamptz not null,
        last_at timestamptz not null,
        primary key (phone, address)
      );
      create index login_pair_last on login_pair (last_at);

      create table login_phone (
        phone text primary key,
        failures integer not null,
        since timestamptz not null
      );
      create index login_phone_since on login_phone (since);

      create table member_lease (
        member_id text primary key,
        holder text not null,
        purpose text not null,
        until timestamptz not null
      );

      create table member_audit (
        id text primary key,
        member_id text not null,
        action text not null,
        detail jsonb not null,
        address text,
        occurred_at timestamptz not null
      );
      create index member_audit_member on member_audit (member_id, occurred_at);

      create table movement_counter (
        member_id text primary key,
        last bigint not null
      );

      -- Gives each money movement of a member the next number of the statement (rulings 2.4). It counts also for rows
      -- that "on conflict do nothing" then leaves out: tables with this trigger are inserted into only when new.
      create function assign_movement_number() returns trigger language plpgsql as $$
      begin
        if new.movement_number is null then
          insert into movement_counter as counter (member_id, last) values (new.member_id, 1)
          on conflict (member_id) do update set last = counter.last + 1
          returning counter.last into new.movement_number;
        end if;
        return new;
      end
      $$;
    `,
  },
  {
    name: '2026-11-21-31-members-otp-address',
    sql: `
      -- Codes sent for one address, counted over an hour that begins with the first.
      create table otp_address (
        address text primary key,
        sent integer not null,
        since timestamptz not null
      );
      create index otp_address_since on otp_address (since);
    `,
  },
  {
    name: '2026-11-22-90-members-proven-accounts',
    sql: `
      alter table member_bank_account
        -- When a transfer came from the account under the member's name, or a bank named him its holder.
        add column proven_at timestamptz,
        -- When a bank that can be asked is asked who holds it, and how long that is worth while.
        add column ask_at timestamptz,
        add column ask_until timestamptz;
      create index member_bank_account_ask on member_bank_account (ask_at) where ask_at is not null;
    `,
  },
  {
    name: '2026-11-22-95-members-lanes',
    sql: `
      -- Wrong codes count by who enters them, so that nobody uses up another's tries.
      create table otp_wrong (
        phone text not null,
        asker text not null,
        tries integer not null,
        since timestamptz not null,
        primary key (phone, asker)
      );
      create index otp_wrong_since on otp_wrong (since);
      -- Whom a code was sent for: an address, or a device known for the phone.
      alter table otp_request add column asker text;
      -- Registrations and new passwords have a quota each, of codes that were sent.
      create table otp_sent_minute (
        purpose text not null,
        minute timestamptz not null,
        sent integer not null,
        primary key (purpose, minute)
      );
      insert into otp_sent_minute (purpose, minute, sent) select 'register', minute, sent from otp_minute;
    `,
  },
  {
    name: '2026-11-22-96-members-confirmed-sessions',
    // When the password was last asked for; of a session that has none, when it was opened.
    sql: 'alter table member_session add column confirmed_at timestamptz;',
  },
  {
    name: '2026-11-22-98-members-accounts-of-before',
    sql: `
      -- Accounts that were given before anybody asked for their holders are asked about too, ten a second at most.
      update member_bank_account account set ask_at = asked.at, ask_until = asked.at + interval '1 day'
      from (
        select member_id, now() + row_number() over (order by member_id) * interval '0.1 seconds' as at
        from member_bank_account where proven_at is null and ask_until is null
      ) asked
      where account.member_id = asked.member_id;
    `,
  },
  {
    name: '2026-11-23-41-members-of-accounts',
    sql: `
      -- Whose an account of the ledger is, by its name (wallet.ts); null for one of the house.
      create function member_of_account(account text) returns text language sql immutable as
        $$ select substring(account from '^member/([^/]+)/') $$;
    `,
  },
  {
    name: '2026-11-23-60-members-movements-by-kind',
    sql: `
      -- How many movements of each kind of the statement a member has: kept with the number that each is given anyway.
      alter table movement_counter add column by_kind jsonb not null default '{}';

      -- A table whose movements are of one kind says so with its trigger; of one with several each row does.
      create or replace function assign_movement_number() returns trigger language plpgsql as $$
      declare
        its_kind text := coalesce(tg_argv[0], to_jsonb(new) ->> 'kind');
      begin
        if new.movement_number is null then
          insert into movement_counter as counter (member_id, last, by_kind)
          values (new.member_id, 1, jsonb_build_object(its_kind, 1))
          on conflict (member_id) do update set last = counter.last + 1,
            by_kind = counter.by_kind || jsonb_build_object(its_kind, coalesce((counter.by_kind ->> its_kind)::bigint, 0) + 1)
          returning counter.last into new.movement_number;
        end if;
        return new;
      end
      $$;

      -- Counts what had its numbers before kinds were counted.
      create function count_movements_of_before(whose text, its_kind text, more bigint) returns void language sql as $$
        update movement_counter
        set by_kind = by_kind || jsonb_build_object(its_kind, coalesce((by_kind ->> its_kind)::bigint, 0) + more)
        where member_id = whose
      $$;
    `,
  },
  {
    name: '2026-11-23-80-members-search',
    sql: `
      -- All runs of three characters of a name: whoever's has those of some words may hold the words.
      create function name_parts(name text) returns text[] language sql immutable as $$
        select coalesce(array_agg(distinct substr(lower(name), place, 3)), '{}')
        from generate_series(1, length(name) - 2) as place
      $$;
      create index member_name_parts on member using gin (name_parts(name));
      create index member_bank_account_name_parts on member_bank_account using gin (name_parts(account_name));
      create index member_bank_account_no on member_bank_account (account_no);
    `,
  },
  {
    name: '2026-11-23-99-members-senders-of-codes',
    sql: `
      alter table otp_request
        -- Who took the message, and what he calls it.
        add column sender text,
        add column sender_message_id text,
        -- When a sender was asked who did not answer: the message may have gone out.
        add column unanswered_at timestamptz;
      create index otp_request_sender_message on otp_request (sender_message_id) where sender_message_id is not null;
    `,
  },
  {
    name: '2026-11-24-20-member-notes',
    sql: `
      -- What staff wrote about a member: never changed, and in no answer to himself.
      create table member_note (
        id text primary key,
        member_id text not null references member (id),
        actor text not null,
        text text not null check (length(text) between 1 and 2000),
        created_at timestamptz not null
      );
      create index member_note_member on member_note (member_id, created_at);
      create function refuse_note_change() returns trigger language plpgsql as $$
      begin
        raise exception 'a note is never changed' using errcode = 'restrict_violation';
      end
      $$;
      create trigger member_note_unchanged before update on member_note
        for each statement execute function refuse_note_change();
      create index member_created on member (created_at, id);
      create index member_audit_logins on member_audit (occurred_at) where action = 'login';
    `,
  },
  {
    name: '2026-11-25-50-members-protected',
    sql: `
      alter table member
        -- Stands here because the version of this row guards what moves money, as a bonus does.
        add column excluded_as text check (excluded_as in ('cool-off', 'self-exclusion')),
        -- Null of one that is for good.
        add column excluded_until timestamptz,
        add column has_limits boolean not null default false,
        add constraint member_excluded check (excluded_as is not null or excluded_until is null);
    `,
  },
  {
    name: '2026-11-25-64-excluded-marks',
    sql: `
      -- Of erased members who had excluded themselves: digests of their phones and accounts, under a key.
      create table excluded_mark (
        digest text primary key,
        marked_at timestamptz not null
      );
    `,
  },
  {
    name: '2026-11-28-70-former-accounts',
    sql: `
      create index member_audit_former_accounts on member_audit ((detail -> 'from' ->> 'bankAccountNo'))
        where action = 'bank-account';
    `,
  },
  ...factorMigrations,
]
