import type { Sql, SqlMigration } from '../database/types.ts'

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
]

/** A remembered key. `status` and `answer` (JSON text) are null while its first call runs. */
export interface RememberedKey {
  bodyHash: string
  owner: string
  leaseUntil: Date
  createdAt: Date
  status: number | null
  answer: string | null
}

/** Takes a key that nobody had. @returns false when somebody has it. */
export async function insertKey(
  sql: Sql,
  row: { id: string; bodyHash: string; owner: string; leaseUntil: Date; createdAt: Date },
): Promise<boolean> {
  const taken = await sql.query<{ id: string }>(
    `insert into idempotency_key (id, body_hash, owner, lease_until, created_at) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing returning id`,
    [row.id, row.bodyHash, row.owner, row.leaseUntil, row.createdAt],
  )
  return taken.length === 1
}

export async function findKey(sql: Sql, id: string): Promise<RememberedKey | undefined> {
  const rows = await sql.query<RememberedKey>(
    `select body_hash as "bodyHash", owner, lease_until as "leaseUntil", created_at as "createdAt", status, answer
     from idempotency_key where id = $1`,
    [id],
  )
  return rows[0]
}

/** Takes a key over from an owner who let its lease run out. @returns false when somebody else was quicker. */
export async function takeOverKey(
  sql: Sql,
  row: { id: string; from: string; owner: string; leaseUntil: Date },
): Promise<boolean> {
  const taken = await sql.query<{ id: string }>(
    `update idempotency_key set owner = $3, lease_until = $4
     where id = $1 and owner = $2 and status is null returning id`,
    [row.id, row.from, row.owner, row.leaseUntil],
  )
  return taken.length === 1
}

export async function renewKey(sql: Sql, id: string, owner: string, leaseUntil: Date): Promise<void> {
  await sql.query(
    'update idempotency_key set lease_until = $3 where id = $1 and owner = $2 and status is null returning id',
    [id, owner, leaseUntil],
  )
}

/** Keeps an answer; an earlier one is replaced only by whoever gave it or by its re-run. */
export async function storeAnswer(
  sql: Sql,
  row: { id: string; owner: string; status: number; answer: string },
): Promise<void> {
  await sql.query('update idempotency_key set status = $3, answer = $4 where id = $1 and owner = $2', [
    row.id,
    row.owner,
    row.status,
    row.answer,
  ])
}

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
