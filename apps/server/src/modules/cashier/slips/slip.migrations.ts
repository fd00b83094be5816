import type { SqlMigration } from '../../../platform/database/types.ts'

/**
 * Slips. `picture_note` is what the picture itself is refused for, null when it names a transfer; `note` what the slip is
 * refused for. What the bank told stands beside it, for the operator. A slip with `ask_at` is not decided yet.
 */
export const slipMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-61-slips',
    sql: `
create table slip (
  id text primary key,
  member_id text not null references member (id),
  reference text not null unique,
  state text not null check (state in ('open', 'review', 'credited', 'refused')),
  note text,
  file_id text references stored_file (id),
  file_hash text not null,
  picture_note text,
  sending_bank text,
  trans_ref text,
  askings integer not null default 0,
  not_found integer not null default 0,
  ask_at timestamptz,
  review_reason text,
  paid_minor bigint,
  paid_currency text check (paid_currency in ('BAHT', 'LAK')),
  amount_minor bigint,
  house_bank text,
  transfer jsonb,
  deposit_id text,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index slip_member on slip (member_id, created_at desc, id desc);
create index slip_ask on slip (ask_at) where ask_at is not null;
create index slip_review on slip (created_at) where state = 'review';
`,
  },
  {
    name: '2026-11-28-66-slip-reason-codes',
    sql: `
-- Why a slip waits, as codes. The release before keeps it in words, which are read here alone, and once.
alter table slip add column review_reasons text[] not null default '{}';
create function slip_code_reasons() returns trigger language plpgsql as $$
begin
  new.review_reasons := coalesce(
    (select array_agg(code) from (values
      ('the sender cannot be compared', 'SENDER_UNCOMPARED'),
      ('no name of the sender is told', 'SENDER_UNNAMED'),
      ('the sender has another name', 'SENDER_OTHER_NAME'),
      ('the receiver shows too little', 'RECEIVER_UNSURE'),
      ('a collector may have got it', 'MAYBE_COLLECTED'),
      ('later than its slip', 'LATER_THAN_SLIP'),
      ('no bank can be asked', 'NO_BANK_TO_ASK'),
      ('did not decide for 24 hours', 'BANK_UNDECIDED'),
      ('lies in suspense', 'IN_SUSPENSE')
    ) as known (words, code) where strpos(new.review_reason, words) > 0),
    case when new.review_reason is null then '{}'::text[] else '{REVIEW}'::text[] end);
  return new;
end $$;
create trigger slip_reviewed_in_words before update of review_reason on slip
  for each row execute function slip_code_reasons();
update slip set review_reason = review_reason where review_reason is not null;
`,
  },
]
