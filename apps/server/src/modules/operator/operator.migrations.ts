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
  {
    name: '2026-11-23-30-furnished-by-file',
    sql: `
      -- Rows say everything about a bank and a game. What is not offered any more stays: members hold what came of it.
      alter table bank
        -- The Bank of Thailand's code, by which slips name a sending bank.
        add column digits text unique check (digits ~ '^[0-9]{3}$'),
        -- Other letters that senders name it by.
        add column also_named jsonb not null default '[]',
        add column latin_names_only boolean not null default false,
        add column currency text not null default 'BAHT' check (currency in ('BAHT', 'LAK')),
        -- The bank in a LAO QR.
        add column qr_institution text check (qr_institution ~ '^[0-9]{8}$'),
        add column is_offered boolean not null default true;
      alter table member_source add column is_offered boolean not null default true;
      alter table deposit_account
        -- What QRs on it are made for: {minimumMinor, presetsMinor}; null where none are made.
        add column qr jsonb,
        add column is_offered boolean not null default true;
      alter table game_setting
        -- What the call carries that makes the link into the game; null where the game has a page of its own.
        add column auto_login text check (auto_login in ('username', 'username-and-password')),
        -- How its provider is reached, without the key: {family, url, …}.
        add column provider jsonb,
        add column is_offered boolean not null default true;

      -- What the program itself knew until now, for rows that are there.
      insert into bank (code, name_th, name_en, name_lo, holds_accounts, sort)
        select code, name, name, name, false, 999 from (values ('EXIM', 'Export-Import Bank of Thailand'),
          ('SME', 'SME Development Bank')) as known (code, name)
        where exists (select from bank) on conflict do nothing;
      update bank set digits = known.digits from (values ('BBL', '002'), ('KBANK', '004'), ('KTB', '006'), ('TMB', '011'),
          ('SCB', '014'), ('CITI', '017'), ('CIMB', '022'), ('UOB', '024'), ('BAY', '025'), ('GSB', '030'), ('GHB', '033'),
          ('BAAC', '034'), ('EXIM', '035'), ('IBANK', '066'), ('TISCO', '067'), ('KKP', '069'), ('ICBC', '070'),
          ('TCRB', '071'), ('LH', '073'), ('SME', '098')) as known (code, digits)
        where bank.code = known.code;
      update bank set digits = '011' where code = 'TTB' and not exists (select from bank where code = 'TMB');
      update bank set also_named = '["TTB"]' where code = 'TMB';
      update bank set latin_names_only = true where code in ('KTB', 'TMB', 'BBL');
      update bank set currency = 'LAK' where code in ('BCEL', 'LDB', 'APB', 'JDB', 'PSV', 'LVB');
      update bank set qr_institution = known.institution
        from (values ('BCEL', '27710418'), ('JDB', '32170418')) as known (code, institution) where bank.code = known.code;
      update deposit_account set qr = jsonb_build_object('minimumMinor', known.minimum, 'presetsMinor',
          (select coalesce(jsonb_agg(preset), '[]') from unnest(known.presets) as preset where preset >= known.minimum))
        from (select code, presets, coalesce(
            (select (value ->> code)::bigint from operator_setting where key = 'qrMinimumMinor'), minimum) as minimum
          from (values ('KBANK', 100, array[1000, 2000, 5000, 10000, 50000, 100000]),
            ('WW', 2000, array[2000, 5000, 10000, 50000, 100000])) as known (code, minimum, presets)) as known
        where bank_code = known.code and (mode = 'QR' or bank_type = 'PAYMENT');
      delete from operator_setting where key = 'qrMinimumMinor';
      update game_setting set auto_login = 'username' where code in ('PG', 'BETFLIX', 'AREASLOT', 'JOKER2');
      update game_setting set auto_login = 'username-and-password'
        where code in ('ASKMEBET', 'IMI', 'USUN', 'CIRCUS', 'SLOTRACHA', 'PGSLOT');
      -- Those of the sandbox; a real operator's are imported.
      update game_setting set provider = json_build_object('family', known.family, 'url',
          '/games/' || known.code || '/' || case known.family when 'plain-json' then 'api' else known.family end)
        from (values ('JOKER', 'signed-form'), ('SEXYGAME', 'signed-json'), ('BETFLIX', 'signed-json'),
          ('ASKMEBET', 'signed-json'), ('UFABET', 'plain-json'), ('SUPERSLOT', 'signed-json'), ('PG', 'token-form'),
          ('SLOTXO', 'signed-form'), ('IMI', 'token-form'), ('USUN', 'plain-json'), ('AREASLOT', 'plain-json'),
          ('CIRCUS', 'token-form'), ('SLOTRACHA', 'signed-form'), ('PGSLOT', 'token-form'), ('JOKER2', 'signed-form')
        ) as known (code, family)
        where game_setting.code = known.code;
    `,
  },
  {
    name: '2026-11-26-60-setting-changes',
    sql: `
      -- What a setting was and became, by whom, and who proposed it where two did it. Nothing here is ever changed.
      create table operator_setting_change (
        number bigint generated always as identity primary key,
        key text not null,
        at timestamptz not null,
        -- What held; null in a row, as JSON, is a value of its own.
        before jsonb not null,
        after jsonb not null,
        by text not null,
        proposed_by text,
        reason text
      );
      create index operator_setting_change_key on operator_setting_change (key, number desc);
    `,
  },
  {
    name: '2026-11-26-62-game-maintenance',
    sql: `
      -- Being mended: money comes out of it, and none goes in.
      alter table game_setting add column maintenance boolean not null default false;
    `,
  },
]
