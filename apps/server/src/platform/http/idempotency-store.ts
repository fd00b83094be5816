import { gathered, gatheredRows } from '../database/gathered.ts'
import type { Sql, SqlMigration } from '../database/types.ts'
import { proofMigrations } from '../login/proof-store.ts'

/** The memory of answers to idempotent calls: an answer without status is still being worked out. */
export const platformMigrations: readonly SqlMigration[] = [
  {
    name: '2026-11-21-15-platform',
    sql: `
      create table idempotency_key (
        id text primary key,
        body_hash text not null,
        owner text not null,
        lease_until timestamptz not null,
        created_at timestamptz not null,
        status integer,
        answer text
      );
      create index idempotency_key_created_at on idempotency_key (created_at);
    `,
  },
  ...proofMigrations,
  {
    // The ledger writes these rows too, and tells by the version whether one is still as it was.
    name: '2026-11-23-59-keys-by-the-ledger',
    sql: 'alter table idempotency_key add column version integer not null default 1;',
  },
  {
    // A key is written twice, without its answer and with it: there is room for both in one place, so that no index changes.
    name: '2026-11-28-19-room-for-answers',
    sql: 'alter table idempotency_key set (fillfactor = 50);',
  },
]

/**
 * A remembered key. `status` and `answer` (JSON text) are null while its first call runs; a call that took no key before it
 * had an answer writes both at once.
 */
export interface RememberedKey {
  id: string
  bodyHash: string
  owner: string
  leaseUntil: Date
  createdAt: Date
  status: number | null
  answer: string | null
}

/** Takes a key that nobody had. @returns false when somebody has it. Keys are taken in one order, so that none waits in a ring. */
export const insertKey = gathered(async (sql, keys: readonly RememberedKey[]) => {
  const taken = await sql.query<{ owner: string }>(
    `insert into idempotency_key (id, body_hash, owner, lease_until, created_at, status, answer)
     select id, body_hash, owner, lease_until, created_at, status, answer
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::text[])
       as key (id, body_hash, owner, lease_until, created_at, status, answer)
     order by id
     on conflict (id) do nothing returning owner`,
    [
      keys.map(({ id }) => id),
      keys.map(({ bodyHash }) => bodyHash),
      keys.map(({ owner }) => owner),
      keys.map(({ leaseUntil }) => leaseUntil),
      keys.map(({ createdAt }) => createdAt),
      keys.map(({ status }) => status),
      keys.map(({ answer }) => answer),
    ],
  )
  // Two of one key may come together: the owner tells which of them has it.
  const owners = new Set(taken.map(({ owner }) => owner))
  return keys.map(({ owner }) => owners.has(owner))
})

export const findKey = gatheredRows<RememberedKey>(
  (sql, ids) =>
    sql.query(
      `select id, body_hash as "bodyHash", owner, lease_until as "leaseUntil", created_at as "createdAt", status, answer
       from idempotency_key where id = any ($1::text[])`,
      [ids],
    ),
  ({ id }) => id,
)

/** Takes a key over from an owner who let its lease run out. @returns its version; null when somebody else was quicker. */
export async function takeOverKey(
  sql: Sql,
  row: { id: string; from: string; owner: string; leaseUntil: Date },
): Promise<number | null> {
  const taken = await sql.query<{ version: number }>(
    `update idempotency_key set owner = $3, lease_until = $4, version = version + 1
     where id = $1 and owner = $2 and status is null returning version`,
    [row.id, row.from, row.owner, row.leaseUntil],
  )
  return taken[0]?.version ?? null
}

export async function renewKey(sql: Sql, id: string, owner: string, leaseUntil: Date): Promise<void> {
  await sql.query(
    'update idempotency_key set lease_until = $3 where id = $1 and owner = $2 and status is null returning id',
    [id, owner, leaseUntil],
  )
}

interface KeptAnswer {
  id: string
  owner: string
  status: number
  answer: string
}

/** Keeps an answer; an earlier one is replaced only by whoever gave it or by its re-run. */
export const storeAnswer = gathered(async (sql, answers: readonly KeptAnswer[]) => {
  await sql.query(
    `update idempotency_key set status = kept.status, answer = kept.answer
     from (
       select key.id, kept.status, kept.answer
       from unnest($1::text[], $2::text[], $3::integer[], $4::text[]) as kept (id, owner, status, answer)
       join idempotency_key key on key.id = kept.id and key.owner = kept.owner
       order by key.id for update of key
     ) kept
     where idempotency_key.id = kept.id`,
    [
      answers.map(({ id }) => id),
      answers.map(({ owner }) => owner),
      answers.map(({ status }) => status),
      answers.map(({ answer }) => answer),
    ],
  )
  return answers.map(() => undefined)
})

/** Frees a key whose call ended without an answer to keep. */
export async function releaseKey(sql: Sql, id: string, owner: string): Promise<void> {
  await sql.query('delete from idempotency_key where id = $1 and owner = $2 and status is null', [id, owner])
}

/** Forgets a key that is older than its time. */
export async function forgetKey(sql: Sql, id: string, before: Date): Promise<void> {
  await sql.query('delete from idempotency_key where id = $1 and created_at <= $2', [id, before])
}

/** Forgets at most `limit` keys older than their time. @returns how many. */
export async function forgetOldKeys(sql: Sql, before: Date, limit: number): Promise<number> {
  const gone = await sql.query<{ id: string }>(
    `delete from idempotency_key where id in
       (select id from idempotency_key where created_at <= $1 order by created_at limit $2)
     returning id`,
    [before, limit],
  )
  return gone.length
}

/** Forgets every call that was running: for the start of the only process that works on a database. */
export async function forgetRunningKeys(sql: Sql): Promise<void> {
  await sql.query('delete from idempotency_key where status is null')
}
