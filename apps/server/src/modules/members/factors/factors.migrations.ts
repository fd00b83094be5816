import type { SqlMigration } from '../../../platform/database/types.ts'

/** What members prove by that it is they. */
export const factorMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-25-70-member-factors',
    sql: `
      -- When the password or a factor was changed last.
      alter table member add column keys_changed_at timestamptz;

      alter table member_session
        -- Of a device that had not logged in before.
        add column is_new_device boolean not null default false,
        -- When a factor was given in it last.
        add column factor_at timestamptz;

      create table member_passkey (
        id text primary key,
        member_id text not null references member (id),
        credential_id text not null unique,
        -- COSE, as base64url.
        public_key text not null,
        -- How often the authenticator signed, where it counts: one that goes back is a copy.
        counter bigint not null,
        transports text not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz
      );
      create index member_passkey_member on member_passkey (member_id, created_at);

      create table member_authenticator (
        member_id text primary key references member (id),
        -- Sealed.
        totp_key text not null,
        -- No code of this time step or an earlier one is taken.
        last_step bigint not null default 0,
        -- Null until a code of it was given.
        confirmed_at timestamptz
      );

      create table member_recovery_code (
        member_id text not null references member (id),
        code_hash text not null,
        used_at timestamptz,
        primary key (member_id, code_hash)
      );

      create table factor_failure (
        member_id text not null references member (id),
        place text not null,
        count integer not null,
        blocked_until timestamptz,
        last_at timestamptz not null,
        primary key (member_id, place)
      );
      create index factor_failure_last on factor_failure (last_at);

      -- All factors of a member are removed at that time, as was asked for by SMS.
      create table factor_removal (
        member_id text primary key references member (id),
        due_at timestamptz not null,
        language text not null
      );
      create index factor_removal_due on factor_removal (due_at);

      alter table otp_request drop constraint otp_request_purpose_check;
      alter table otp_request add constraint otp_request_purpose_check
        check (purpose in ('register', 'reset', 'factor'));
    `,
  },
]
