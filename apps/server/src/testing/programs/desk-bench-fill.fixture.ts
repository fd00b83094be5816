import pg from 'pg'

// What `npm run bench desk` is measured on, by large statements: what the use cases would have written, without what only
// an audit reads (seals, hashes, balances after each entry).

export interface DeskSize {
  members: number
  /** Of all members together; each has as many. A tenth of what they do is a withdrawal, three a deposit, four a transfer to a game. */
  movements: number
  /** Decisions that wait, half of them withdrawals. */
  waiting: number
  deeds: number
}

/** One who has more than all others: so many transfers, logins, deeds and notes. */
export const BUSY_MEMBER = 1
const BUSY_ROWS = 100_000
const CHUNK = 500_000
const DAYS = 365

/** How each ten movements of a member go; the next member begins one later, so that all kinds happen at any time. */
const CYCLE = ['deposit', 'in', 'result', 'out', 'deposit', 'in', 'result', 'out', 'deposit', 'withdrawal'] as const
type Step = (typeof CYCLE)[number]

/** How many of these steps are among the first so many of a cycle that goes on and on, as SQL. */
function countedSql(steps: readonly Step[], upTo: string): string {
  const before = CYCLE.map((_, place) => CYCLE.slice(0, place).filter((step) => steps.includes(step)).length)
  const all = CYCLE.filter((step) => steps.includes(step)).length
  return `((${upTo}) / 10 * ${all} + (array[${before.join()}])[(${upTo}) % 10 + 1])`
}

const OF_WALLET: readonly Step[] = ['deposit', 'in', 'out', 'withdrawal']
const OF_GAME: readonly Step[] = ['in', 'out', 'result']
const OF_BANK: readonly Step[] = ['deposit', 'withdrawal']
const OF_PROVIDER: readonly Step[] = ['result']

export const memberIdOf = (number: number): string => `bench${String(number).padStart(21, '0')}`
const memberIdSql = (number: string) => `'bench' || lpad((${number})::text, 21, '0')`

/** Movements from one number to another, in the order of their times. `$1` members, `$2` all movements, `$3` and `$4` from and to. */
const moved = `
  select n, n / $1::bigint as k, n % $1::bigint as m, (n / $1::bigint + n % $1::bigint) % 10 as step,
    'move' || lpad(n::text, 22, '0') as id, ${memberIdSql('n % $1::bigint + 1')} as member_id, 100 + n % 10000 as amount,
    now() - ($2::bigint - n) * (interval '${DAYS} days' / $2::bigint) as at
  from generate_series($3::bigint, $4::bigint - 1) as n`
const stepsSql = (...steps: Step[]) =>
  `step in (${CYCLE.flatMap((one, place) => (steps.includes(one) ? [place] : [])).join()})`

/** The number of an entry among a member's own, and among those of an account of the house. */
const ownNumber = (steps: readonly Step[]) => `${countedSql(steps, 'k + m')} - ${countedSql(steps, 'm')} + 1`
const houseNumber = (steps: readonly Step[]) =>
  `k * ($1::bigint * ${CYCLE.filter((step) => steps.includes(step)).length} / 10)
   + ${countedSql(steps, 'k + m')} - ${countedSql(steps, 'k')} + 1`

const accountId = (name: string) => `(select id from ledger_account where name = '${name}')`

/** Accounts have the numbers of their members, once each purpose in turn. */
const walletId = `(select min(id) from ledger_account where name like 'member/%') + m`
const gameId = `${walletId} + $1::bigint`

const side = (steps: readonly Step[], account: string, number: string, amount: string) =>
  `select ${account}, ${number}, id, ${amount}, 0, at, at,
     case when ${stepsSql('deposit')} then 'deposit' when ${stepsSql('withdrawal')} then 'withdrawal'
       when ${stepsSql('result')} then 'game-result' else 'game-transfer' end, id
   from (${moved}) as moved where ${stepsSql(...steps)}`

const entries = [
  side(
    OF_WALLET,
    walletId,
    ownNumber(OF_WALLET),
    `case when ${stepsSql('deposit', 'out')} then amount else -amount end`,
  ),
  side(OF_GAME, gameId, ownNumber(OF_GAME), `case when ${stepsSql('in', 'result')} then amount else -amount end`),
  side(
    OF_BANK,
    accountId('house/bank:KBANK'),
    houseNumber(OF_BANK),
    `case when ${stepsSql('deposit')} then -amount else amount end`,
  ),
  side(OF_PROVIDER, accountId('house/provider:PG'), houseNumber(OF_PROVIDER), '-amount'),
].map(
  (rows) => `insert into ledger_entry (account_id, number, transfer_id, amount_minor, balance_minor, occurred_at,
    recorded_at, code, reference) ${rows}`,
)

const chunks = [
  `insert into ledger_transfer (id, from_id, to_id, amount_minor, state, settled_minor, code, reference, occurred_at,
     recorded_at, content)
   select id, case when ${stepsSql('deposit')} then ${accountId('house/bank:KBANK')}
       when ${stepsSql('result')} then ${accountId('house/provider:PG')}
       when ${stepsSql('out')} then ${gameId} else ${walletId} end,
     case when ${stepsSql('withdrawal')} then ${accountId('house/bank:KBANK')}
       when ${stepsSql('in', 'result')} then ${gameId} else ${walletId} end,
     amount, 'posted', amount, 'bench', id, at, at, ''
   from (${moved}) as moved`,
  ...entries,
  `insert into deposit (id, member_id, movement_number, kind, house_account, amount_minor, paid_minor, paid_currency,
     sending_bank, trans_ref, occurred_at, created_at)
   select id, member_id, k + 1, 'qr', 'house/bank:KBANK', amount, amount, 'BAHT', '014', 'REF' || id, at, at
   from (${moved}) as moved where ${stepsSql('deposit')}`,
  `insert into game_transfer (id, member_id, movement_number, operation_id, from_code, to_code, amount_minor, status,
     created_at, updated_at)
   select id, member_id, k + 1, id, 'WALLET', 'PG', amount, 'SUCCESS', at, at
   from (${moved}) as moved where ${stepsSql('in', 'out')}`,
  `insert into withdrawal (id, member_id, movement_number, amount_minor, state, day, bank_code, account_no, account_name,
     payout_currency, payout_minor, house_account, trans_ref, paid_at, created_at)
   select id, member_id, k + 1, amount, 'paid', (at at time zone 'Asia/Bangkok')::date::text, 'SCB', '1', 'A', 'BAHT',
     amount, 'house/bank:KBANK', 'OUT' || id, at, at
   from (${moved}) as moved where ${stepsSql('withdrawal')}`,
]

const names = `(array['Somchai','Somsak','Malee','Pranee','Anong','Kittisak','Boun','Khamla','Noy','Vilay','Thongchai','Siri'])`
const families = `(array['Jaidee','Saetang','Phommachanh','Wongsa','Srisuk','Bunmi','Chanthavong','Keomany','Rattana','Thepsiri'])`
const nameOf = (n: string) =>
  `${names}[1 + ${n} % 12] || ' ' || ${families}[1 + ${n} / 12 % 10] || upper(to_hex(${n} / 120))`

/** Before the movements: members and their accounts. `$1` members. */
const people = [
  `insert into member (id, username, name, password_hash, created_at)
   select ${memberIdSql('n')}, '08' || lpad(n::text, 8, '0'), ${nameOf('n')}, '', now() - n * interval '5 minutes'
   from generate_series(1, $1::int) as n`,
  `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency, proven_at)
   select ${memberIdSql('n')}, 'SCB', '40' || lpad(n::text, 8, '0'), upper(${nameOf('n')}), 'BAHT', now()
   from generate_series(1, $1::int) as n`,
  `insert into game_account (id, member_id, code, state, username, password_sealed, created_at, opened_at)
   select ${memberIdSql('n')} || 'PG', ${memberIdSql('n')}, 'PG', 'active', 'pg' || n, '', now(), now()
   from generate_series(1, $1::int) as n`,
  `insert into ledger_account (name, currency, floor_minor)
   select name, 'BAHT', null from unnest(array['house/bank:KBANK', 'house/provider:PG']) as name
   where not exists (select from ledger_account where ledger_account.name = unnest)`.replace('unnest)', 'name)'),
  ...['wallet', 'game:PG'].map(
    (purpose) => `insert into ledger_account (name, currency, floor_minor)
      select 'member/' || ${memberIdSql('n')} || '/${purpose}', 'BAHT', null from generate_series(1, $1::int) as n order by n`,
  ),
]

/** After them: what accounts say of their entries, what waits, what staff did, and one who has more than all others. */
const rest: readonly [string, (size: DeskSize) => readonly unknown[]][] = [
  [
    `update ledger_account set entry_count = told.entries, version = told.entries, last_recorded_at = told.last_at,
       posted_minor = case when name like 'member/%' then 100000 else -100000 end
     from (select account_id, count(*) as entries, max(recorded_at) as last_at from ledger_entry group by 1) as told
     where told.account_id = id`,
    () => [],
  ],
  [
    `insert into movement_counter (member_id, last, by_kind)
     select ${memberIdSql('n')}, $2::bigint / $1::int,
       jsonb_build_object('deposit', $2::bigint / $1::int * 3 / 10, 'transfer', $2::bigint / $1::int * 4 / 10, 'withdraw', $2::bigint / $1::int / 10)
     from generate_series(1, $1::int) as n on conflict do nothing`,
    ({ members, movements }) => [members, movements],
  ],
  [
    `insert into withdrawal (id, member_id, movement_number, amount_minor, state, wait_reason, day, bank_code, account_no,
       account_name, payout_currency, payout_minor, house_account, waiting_at, created_at)
     select 'wait' || lpad(n::text, 22, '0'), ${memberIdSql('n * 7 % $2::int + 1')}, 1000000 + n, 100000 + n, 'waiting', 'AMOUNT',
       '2026-11-23', 'SCB', '1', 'A', 'BAHT', 100000 + n, 'house/bank:KBANK', now() - n * interval '1 second', now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    ({ waiting, members }) => [waiting / 2, members],
  ],
  [
    `insert into slip (id, member_id, reference, state, file_hash, review_reasons, sending_bank, trans_ref, paid_minor,
       paid_currency, amount_minor, created_at)
     select 'slip' || lpad(n::text, 22, '0'), ${memberIdSql('n * 7 % $2::int + 1')}, 'SLIPREF' || n, 'review', n::text,
       '{SENDER_UNCOMPARED}', '014', 'SLIP' || n, 10000, 'BAHT', 10000, now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    ({ waiting, members }) => [waiting / 10, members],
  ],
  [
    `insert into deposit_notice (id, member_id, amount_minor, state, due_at, created_at)
     select 'note' || lpad(n::text, 22, '0'), ${memberIdSql('n * 11 % $2::int + 1')}, 10000, 'open', now() + interval '1 day',
       now() - n * interval '1 second' from generate_series(1, $1::int) as n`,
    ({ waiting, members }) => [waiting / 10, members],
  ],
  [
    `insert into cashier_case (id, kind, state, sending_bank, trans_ref, reference, amount_minor, currency, occurred_at,
       detail, opened_at)
     select 'case' || lpad(n::text, 22, '0'), case n % 2 when 0 then 'UNKNOWN_PAYMENT' else 'PAYOUT_UNKNOWN' end, 'open', '014',
       'CASE' || n, 'CASEREF' || n, 10000, 'BAHT', now(), 'filled', now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    ({ waiting }) => [waiting / 10],
  ],
  [
    `insert into game_transfer (id, member_id, movement_number, operation_id, from_code, to_code, amount_minor, status,
       created_at, updated_at)
     select 'unkn' || lpad(n::text, 22, '0'), ${memberIdSql('n * 13 % $2::int + 1')}, 2000000 + n, 'unkn' || n, 'WALLET', 'PG', 4000,
       'IN_PROGRESS', now(), now() from generate_series(1, $1::int) as n`,
    ({ waiting, members }) => [waiting / 10, members],
  ],
  [
    `insert into game_leg (id, transfer_id, member_id, code, username, direction, amount_minor, credits, state, called_at)
     select 'leg' || lpad(n::text, 23, '0'), 'unkn' || lpad(n::text, 22, '0'), ${memberIdSql('n * 13 % $2::int + 1')}, 'PG', 'pg',
       'in', 4000, 4000, 'review', now() - n * interval '1 second' from generate_series(1, $1::int) as n`,
    ({ waiting, members }) => [waiting / 10, members],
  ],
  [
    `insert into proposal (id, kind, state, terms, member_id, amount_minor, subject, proposed_by, proposed_at, lapses_at, decided_by, decided_at)
     select 'prop' || lpad(n::text, 22, '0'), 'adjustment', case when n <= $1::int then 'OPEN' else 'CONFIRMED' end, '{}',
       ${memberIdSql('n % $2::int + 1')}, 1000, null, 'agent:bench', now() - n * interval '1 minute', now() + interval '30 days',
       case when n > $1::int then 'agent:other' end, case when n > $1::int then now() end
     from generate_series(1, 100000) as n`,
    ({ waiting, members }) => [waiting / 10, members],
  ],
  [
    `insert into deed (number, id, at, actor, what, member_id, subject, after, strand_id, place, hash)
     select nextval('deed_order'), 'deed' || lpad(n::text, 22, '0'), now() - ($1::int - n) * interval '20 seconds', 'agent:' || case n % 10 when 0 then 'bench' else (n % 50)::text end,
       'withdrawal-released', case n % 10 when 1 then '${memberIdOf(BUSY_MEMBER)}' else ${memberIdSql('n * 17 % $2::int + 1')} end, 'withdrawal:' || n, '{"state":"due"}', -1, n, ''
     from generate_series(1, $1::int) as n`,
    ({ deeds, members }) => [deeds, members],
  ],
  [
    `insert into game_transfer (id, member_id, movement_number, operation_id, from_code, to_code, amount_minor, status,
       created_at, updated_at)
     select 'busy' || lpad(n::text, 22, '0'), '${memberIdOf(BUSY_MEMBER)}', 3000000 + n, 'busy' || n, 'WALLET', 'PG', 100, 'SUCCESS', at, at
     from (select n, now() - n * interval '3 minutes' as at from generate_series(1, $1::int) as n) as busy`,
    () => [BUSY_ROWS],
  ],
  [
    `insert into member_audit (id, member_id, action, detail, address, occurred_at)
     select 'aud' || lpad(n::text, 23, '0'), '${memberIdOf(BUSY_MEMBER)}', case n % 10 when 0 then 'bank-changed' else 'login' end, '{}', '10.0.0.1',
       now() - n * interval '4 minutes' from generate_series(1, $1::int) as n`,
    () => [BUSY_ROWS],
  ],
  ['insert into deed_strand (length) values ($1::int)', ({ deeds }) => [deeds]],
]

/**
 * Fills the database of this address once, and goes on where a run before it was stopped. @returns the seconds that it
 * took, 0 where all was filled before.
 */
export async function fillDesk(databaseUrl: string, size: DeskSize, say: (text: string) => void): Promise<number> {
  // Without triggers and checks of foreign keys: all that is written fits. A statement may take minutes.
  const options = '-c session_replication_role=replica -c statement_timeout=0'
  const client = new pg.Client({ connectionString: databaseUrl, options })
  await client.connect()
  const began = performance.now()
  const elapsedS = () => (performance.now() - began) / 1000
  try {
    await client.query('create table if not exists desk_bench (stage text primary key)')
    const { rows } = await client.query<{ stage: string }>('select stage from desk_bench')
    const done = new Set(rows.map(({ stage }) => stage))
    const ofSize = `size ${JSON.stringify(size)}`
    if (done.size > 0 && !done.has(ofSize)) throw new Error('another size is filled in: remove .cache/desk-bench')
    let isNew = false
    const once = async (
      stage: string,
      statements: readonly (readonly [string, readonly unknown[]])[],
    ): Promise<void> => {
      if (done.has(stage)) return
      isNew = true
      await client.query('begin')
      for (const [sql, values] of statements) await client.query(sql, [...values])
      await client.query('insert into desk_bench (stage) values ($1)', [stage])
      await client.query('commit')
      say(`${stage} after ${elapsedS().toFixed(0)} s`)
    }
    const { members, movements } = size
    await once(ofSize, [])
    await once(
      'members',
      people.map((sql) => [sql, sql.includes('$1') ? [members] : []]),
    )
    for (let from = 0; from < movements; from += CHUNK) {
      const until = Math.min(movements, from + CHUNK)
      await once(
        `${until} movements`,
        chunks.map((sql) => [sql, [members, movements, from, until]]),
      )
    }
    for (const [place, [sql, values]] of rest.entries()) await once(`rest ${place}`, [[sql, values(size)]])
    if (!isNew) return 0
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return elapsedS()
  } finally {
    await client.end()
  }
}
