import type { SqlMigration } from '../../platform/database/types.ts'

export const operatorMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-20-operator',
    sql: `
      create table operator_setting (
        key text primary key,
        value jsonb not null,
        updated_at timestamptz not null
      );

      create table operator_text (
        kind text not null,
        language text not null check (language in ('th', 'lo', 'en')),
        position integer not null,
        html text not null,
        primary key (kind, language, position)
      );

      create table bank (
        code text primary key,
        name_th text not null,
        name_en text not null,
        name_lo text not null,
        -- Only such banks can hold a member's account; the others stand for ways of paying in.
        holds_accounts boolean not null,
        sort integer not null
      );

      create table member_source (
        code text primary key,
        description_th text not null,
        description_lo text not null,
        description_en text not null,
        sort integer not null
      );

      create table deposit_account (
        id text primary key,
        kind text not null check (kind in ('bank', 'wallet')),
        bank_code text references bank (code),
        mode text not null,
        bank_type text,
        account_name text not null,
        account_no text,
        currency text not null check (currency in ('BAHT', 'LAK')),
        sort integer not null,
        check (kind = 'wallet' or (bank_code is not null and bank_type is not null and account_no is not null))
      );

      create table game_setting (
        code text primary key,
        name_th text not null,
        name_lo text not null,
        name_en text not null,
        category text not null check (category in ('slot', 'sport', 'casino')),
        -- Game credits for one baht in ten-thousandths: an exact decimal of four places.
        factor_ten_thousandths integer not null check (factor_ten_thousandths > 0),
        logo text not null,
        background text not null,
        web text,
        android text,
        ios text,
        sort integer not null
      );
    `,
  },
  {
    name: '2026-11-22-31-restore',
    sql: `
      -- Moments at which an older copy of the database was put in the place of the lost one; open until compared.
      create table restore_mark (
        marked_at timestamptz primary key,
        ended_at timestamptz
      );
    `,
  },
]
