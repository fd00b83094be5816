import type { SqlMigration } from '../../platform/database/types.ts'
import { slipMigrations } from './slips/slip.migrations.ts'
import { giftMigrations } from './gifts/gift.migrations.ts'
import { underWayMigrations } from './under-way.migrations.ts'

/** Tables of the cashier whose rows the ledger may write and guard. */
export const cashierLedgerTables = [
  'bank_payment',
  'qr_code',
  'deposit',
  'withdrawal',
  'cashier_case',
  'adjustment_line',
  'release_judgement',
] as const

/** The cashier's tables. Movement numbers are given by the members' trigger at insert. */
export const cashierMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-60-cashier',
    sql: `
create table qr_code (
  id text primary key,
  version integer not null default 0,
  member_id text not null references member (id),
  bank_code text not null check (bank_code in ('KBANK', 'WW')),
  reference text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('BAHT', 'LAK')),
  charge_minor bigint not null check (charge_minor > 0),
  payload text not null,
  state text not null check (state in ('live', 'cancelled', 'replaced', 'paid')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  poll_at timestamptz
);
create unique index qr_code_one_live on qr_code (member_id) where state = 'live';
create index qr_code_poll on qr_code (poll_at) where poll_at is not null;

create table deposit (
  id text primary key,
  version integer not null default 0,
  member_id text not null references member (id),
  movement_number bigint not null,
  kind text not null,
  qr_code_id text references qr_code (id),
  house_account text not null,
  amount_minor bigint not null check (amount_minor > 0),
  paid_minor bigint not null check (paid_minor > 0),
  paid_currency text not null check (paid_currency in ('BAHT', 'LAK')),
  sending_bank text,
  trans_ref text,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  unique (member_id, movement_number)
);
create index deposit_time on deposit (member_id, created_at) include (movement_number);
create trigger deposit_movement_number before insert on deposit
  for each row execute function assign_movement_number();

create table bank_payment (
  sending_bank text not null,
  trans_ref text not null,
  reference text not null,
  amount_minor bigint not null,
  currency text not null,
  occurred_at timestamptz not null,
  sender jsonb not null,
  outcome text not null check (outcome in ('credited', 'suspended', 'had')),
  recorded_at timestamptz not null,
  primary key (sending_bank, trans_ref)
);
create index bank_payment_reference on bank_payment (reference);

create table exchange_rate (
  from_at timestamptz primary key,
  lak_per_baht integer not null check (lak_per_baht > 0)
);

create table bank_feed (
  name text primary key,
  cursor text not null,
  read_at timestamptz not null
);

create table withdrawal (
  id text primary key,
  version integer not null default 0,
  member_id text not null references member (id),
  movement_number bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('waiting', 'due', 'sent', 'paid', 'failed')),
  wait_reason text,
  day text not null,
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  payout_currency text not null check (payout_currency in ('BAHT', 'LAK')),
  payout_minor bigint not null check (payout_minor > 0),
  house_account text not null,
  sendings integer not null default 0,
  ask_at timestamptz,
  sent_at timestamptz,
  paid_at timestamptz,
  returned_at timestamptz,
  trans_ref text,
  approved boolean not null default false,
  needs_review boolean not null default false,
  note text,
  created_at timestamptz not null,
  unique (member_id, movement_number)
);
create trigger withdrawal_movement_number before insert on withdrawal
  for each row execute function assign_movement_number();
create index withdrawal_time on withdrawal (member_id, created_at) include (movement_number);
create index withdrawal_day on withdrawal (member_id, day);
create index withdrawal_ask on withdrawal (ask_at) where ask_at is not null;
create index withdrawal_open on withdrawal (created_at) where state in ('waiting', 'due', 'sent');

create table cashier_case (
  id text primary key,
  version integer not null default 0,
  kind text not null,
  state text not null check (state in ('open', 'credited', 'returned', 'closed')),
  member_id text,
  withdrawal_id text references withdrawal (id),
  sending_bank text,
  trans_ref text,
  reference text not null,
  amount_minor bigint,
  currency text,
  occurred_at timestamptz not null,
  detail text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_note text
);
create index cashier_case_open on cashier_case (opened_at) where state = 'open';
`,
  },
  ...slipMigrations,
  ...giftMigrations,
  {
    name: '2026-11-21-93-qr-day',
    sql: 'create index qr_code_member on qr_code (member_id, created_at)',
  },
  {
    name: '2026-11-22-30-unheard',
    sql: `
-- The bank's definite no, until it has been asked about it once; ended by a hand without a word of the bank; asked last.
alter table withdrawal
  add column said_no text check (said_no in ('REFUSED', 'FAILED', 'RETURNED')),
  add column ended_by_hand boolean not null default false,
  add column asked_at timestamptz;
-- What the house lent out of suspense for the member of the case, in satang, and the deed that books it back.
alter table cashier_case add column lent_minor bigint check (lent_minor > 0);
create index cashier_case_of_member on cashier_case (member_id) where state = 'open';
create index cashier_case_of_withdrawal on cashier_case (withdrawal_id) where state = 'open';
-- Cases of before: the bank is asked once more, and what it says is booked.
update withdrawal set ask_at = created_at where state in ('paid', 'failed') and ask_at is null
  and id in (select withdrawal_id from cashier_case where state = 'open' and kind = 'PAID_AFTER_FAILED');

-- A refused gift is watched, and its code kept, until its issuer's word is definite.
alter table gift_link
  add column ended_by_hand boolean not null default false,
  add column refused_at timestamptz;
`,
  },
  {
    name: '2026-11-22-91-transfers-by-reference',
    sql: `
-- One transfer is one however its letters are written: what was claimed before is found by capitals too. Of two claims
-- that differ by their letters alone both stay, for both were credited.
update ledger_claim claim set key = upper(key) where kind = 'bank-transfer' and key <> upper(key)
  and not exists (select from ledger_claim other where other.kind = claim.kind and upper(other.key) = upper(claim.key)
    and (other.key = upper(other.key) or other.key < claim.key));
create index bank_payment_trans_ref on bank_payment (upper(trans_ref));
-- Who was credited with a transfer, for those who send its slip too.
create index deposit_trans_ref on deposit (upper(trans_ref)) where trans_ref is not null;
create index slip_trans_ref on slip (upper(trans_ref)) where trans_ref is not null;
-- What went to an account of a member, which a person may have looked at.
create index withdrawal_account on withdrawal (member_id, account_no) where approved;
`,
  },
  {
    name: '2026-11-22-97-asked-anew',
    sql: `
-- What the bank is asked about anew after a restore, some at a time.
create index qr_code_at_rest on qr_code (created_at, id) where poll_at is null;
create index withdrawal_at_rest on withdrawal (created_at, id) where ask_at is null and sendings > 0;
`,
  },
  {
    name: '2026-11-23-20-adjustments',
    sql: `
-- What the house gave a member or took back from him to set right what was booked before, as his statement tells it.
create table adjustment_line (
  id text primary key,
  version integer not null default 0,
  member_id text not null references member (id),
  movement_number bigint not null,
  change_minor bigint not null check (change_minor <> 0),
  created_at timestamptz not null,
  unique (member_id, movement_number)
);
create index adjustment_line_time on adjustment_line (member_id, created_at) include (movement_number);
create trigger adjustment_line_movement_number before insert on adjustment_line
  for each row execute function assign_movement_number();
-- When its money was given to the member whose transfer it was: from then on another deposit has the transfer.
alter table deposit add column moved_at timestamptz;
-- What is lent already, so that its collecting does not stand there alone.
insert into adjustment_line (id, member_id, change_minor, created_at)
  select 'lent-' || id, member_id, lent_minor, now() from cashier_case
  where state = 'open' and lent_minor is not null and member_id is not null order by opened_at, id;
`,
  },
  {
    name: '2026-11-23-31-transfers-by-one-name',
    sql: `
-- A sending bank is kept under one name, as claims always were: its digits, or its letters where it has none.
create temporary table bank_name as
  select code as name, digits as one_name from bank where digits is not null
  union select jsonb_array_elements_text(also_named), coalesce(digits, code) from bank;
update deposit set sending_bank = one_name from bank_name where upper(trim(sending_bank)) = name;
update slip set sending_bank = one_name from bank_name where upper(trim(sending_bank)) = name;
update cashier_case set sending_bank = one_name from bank_name where upper(trim(sending_bank)) = name;
drop table bank_name;
-- QRs are made on any account that the operator says it of.
alter table qr_code drop constraint qr_code_bank_code_check;
`,
  },
  {
    name: '2026-11-23-62-cashier-movements-by-kind',
    sql: `
create or replace trigger deposit_movement_number before insert on deposit
  for each row execute function assign_movement_number('deposit');
create or replace trigger withdrawal_movement_number before insert on withdrawal
  for each row execute function assign_movement_number('withdraw');
create or replace trigger adjustment_line_movement_number before insert on adjustment_line
  for each row execute function assign_movement_number('adjustment');
create or replace trigger gift_link_movement_number before update on gift_link
  for each row when (new.state = 'redeeming' and old.state = 'checking') execute function assign_movement_number('deposit');
create or replace trigger deposit_notice_movement_number before insert on deposit_notice
  for each row execute function assign_movement_number('deposit');
select count_movements_of_before(member_id, kind, count(*)) from (
  select member_id, 'deposit' as kind from deposit
  union all select member_id, 'deposit' from gift_link_line
  union all select member_id, 'deposit' from deposit_notice_line
  union all select member_id, 'withdraw' from withdrawal
  union all select member_id, 'adjustment' from adjustment_line
) movement group by member_id, kind;
`,
  },
  {
    name: '2026-11-23-81-cashier-payouts-by-reference',
    sql: 'create index withdrawal_trans_ref on withdrawal (upper(trans_ref)) where trans_ref is not null;',
  },
  {
    name: '2026-11-23-92-cashier-parties',
    sql: `
-- Who collects for a QR, under which name, and the picture where no text is handed out.
alter table qr_code
  add column collector text not null default 'bank',
  add column party_id text,
  add column picture text,
  alter column payload drop not null,
  add constraint qr_code_shown check (payload is not null or picture is not null);
create index qr_code_party on qr_code (collector, party_id) where party_id is not null;
-- Through which party a payout goes, written before it is called: no other is ever asked about it.
create table payout_route (
  reference text primary key,
  party text not null
);
insert into payout_route (reference, party) select id, 'bank' from withdrawal where sendings > 0;
`,
  },
  {
    name: '2026-11-23-93-release',
    sql: `
-- The rules of automatic release that two persons put in force, never changed; before the first the settings hold.
create table release_version (
  number integer primary key check (number > 0),
  auto_max_minor bigint not null check (auto_max_minor >= 0),
  auto_day_max_minor bigint not null check (auto_day_max_minor >= 0),
  payee_unchanged_hours integer not null check (payee_unchanged_hours >= 0),
  at timestamptz not null,
  proposed_by text not null,
  confirmed_by text,
  reason text not null
);
-- How a withdrawal was judged, and by what: as it was asked for, and before it was sent where it was made to wait then.
create table release_judgement (
  id text primary key,
  version integer not null default 0,
  withdrawal_id text not null,
  step text not null check (step in ('request', 'send')),
  rules_number integer not null,
  amount_minor bigint not null,
  day_minor bigint not null,
  payee_changed_at timestamptz,
  standing jsonb not null,
  reasons jsonb not null,
  at timestamptz not null,
  unique (withdrawal_id, step)
);
create index release_judgement_time on release_judgement (at, id) where step = 'request';
-- Withdrawals of before, as far as they tell: of one that a person has let go the reason is not known any more.
insert into release_judgement (id, withdrawal_id, step, rules_number, amount_minor, day_minor, payee_changed_at, standing,
  reasons, at)
select id, id, 'request', 0, amount_minor,
  amount_minor + coalesce(sum(amount_minor) filter (where state <> 'failed') over (partition by member_id, day
    order by movement_number rows between unbounded preceding and 1 preceding), 0),
  case when wait_reason = 'PAYEE_CHANGED' then created_at end,
  case when wait_reason in ('AMOUNT', 'PAYEE_CHANGED') or wait_reason is null then '[]'::jsonb
    else jsonb_build_array(wait_reason) end,
  case when wait_reason is null then '[]'::jsonb else jsonb_build_array(wait_reason) end,
  created_at
from withdrawal where created_at > now() - interval '31 days';
`,
  },
  {
    name: '2026-11-24-11-withdrawals-to-decide',
    sql: `
-- Since when it waits for a person where that is not since it was asked for; why it was returned, as the member reads
-- it; until when a person keeps it for further questions.
alter table withdrawal
  add column waiting_at timestamptz,
  add column return_reason text,
  add column held_at timestamptz,
  add column held_until timestamptz,
  add column held_note text;
create index withdrawal_to_decide on withdrawal ((coalesce(waiting_at, created_at)), id)
  where state = 'waiting' or needs_review;
create index withdrawal_held on withdrawal (held_at) where held_at is not null and state = 'waiting';
-- What was asked of a party about something, and what it answered: for who decides about it.
create table cashier_call (
  subject text not null,
  number bigint generated always as identity,
  at timestamptz not null,
  party text not null,
  call text not null,
  answer text not null,
  took_ms integer not null,
  primary key (subject, number)
);
`,
  },
  {
    name: '2026-11-24-22-deposits-to-decide',
    sql: `
-- What waits for a person, the longest waiting first.
create index slip_to_decide on slip (created_at, id) where state = 'review';
create index deposit_notice_to_decide on deposit_notice (created_at, id) where state = 'open';
create index gift_link_to_decide on gift_link (called_at, id) where state = 'redeeming';
create index cashier_case_to_decide on cashier_case (opened_at, id) where state = 'open';
`,
  },
  {
    name: '2026-11-26-10-qr-names-of-parties',
    sql: `
-- A collector's own name of a QR names one. Of two of before the first is kept: what is paid under that name was told of it.
update qr_code set party_id = null
where exists (
  select from qr_code earlier
  where earlier.collector = qr_code.collector and earlier.party_id = qr_code.party_id
    and (earlier.created_at, earlier.id) < (qr_code.created_at, qr_code.id)
);
create unique index qr_code_party_named on qr_code (collector, party_id) where party_id is not null;
drop index qr_code_party;
`,
  },
  ...underWayMigrations,
]
