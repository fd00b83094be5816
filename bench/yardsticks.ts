import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchDatabase } from './engines.ts'

/** The pgbench that came with the server that is measured, or whichever the path finds. */
async function pgbench(url: string, args: readonly string[]): Promise<string> {
  const own = join(process.env['POSTGRES_BINARIES'] ?? '', 'pgbench')
  return (await promisify(execFile)(existsSync(own) ? own : 'pgbench', [...args, url])).stdout
}

/** Makes pgbench's tables, and a table for the row that is inserted alone. */
export async function prepareYardsticks(url: string, scale: number, folder: string): Promise<void> {
  await pgbench(url, ['-i', '-q', '-s', String(scale)])
  writeFileSync(
    join(folder, 'insert.sql'),
    'insert into one_row (id, amount) values (gen_random_uuid()::text, 1 + random() * 1000);\n',
  )
}

/** Transactions per second of pgbench: TPC-B-like, or one inserted row each. */
export async function measurePgbench(
  url: string,
  what: 'tpc-b' | 'insert',
  terms: { callers: number; seconds: number; folder: string },
): Promise<number> {
  const script = what === 'insert' ? ['-f', join(terms.folder, 'insert.sql')] : []
  const callers = ['-c', String(terms.callers), '-j', '2', '-M', 'prepared', '-n', '-T', String(terms.seconds)]
  const output = await pgbench(url, [...callers, ...script])
  const found = /tps = ([\d.]+)/.exec(output)?.[1]
  if (found === undefined) throw new Error(`pgbench said: ${output}`)
  return Number(found)
}

/** One transfer by one plain function: an id once, two balances with a limit, two entries with the balance after. */
const plainFunction = `
CREATE TABLE plain_account (id bigint PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0), lines bigint NOT NULL)
  WITH (fillfactor = 70);
CREATE TABLE plain_transfer (id text PRIMARY KEY, source bigint NOT NULL, target bigint NOT NULL, amount bigint NOT NULL);
CREATE TABLE plain_entry (account bigint, number bigint, transfer text NOT NULL, amount bigint NOT NULL,
  balance bigint NOT NULL, PRIMARY KEY (account, number));
CREATE FUNCTION plain_transfer(ref text, one bigint, other bigint, amount bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO plain_transfer VALUES (ref, one, other, amount) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'replayed'; END IF;
  PERFORM 1 FROM plain_account WHERE id IN (one, other) ORDER BY id FOR NO KEY UPDATE;
  WITH debit AS (
    UPDATE plain_account SET balance = balance - amount, lines = lines + 1 WHERE id = one RETURNING *
  ), credit AS (
    UPDATE plain_account SET balance = balance + amount, lines = lines + 1 WHERE id = other RETURNING *
  )
  INSERT INTO plain_entry SELECT id, lines, ref, -amount, balance FROM debit
    UNION ALL SELECT id, lines, ref, amount, balance FROM credit;
  RETURN 'accepted';
END $$;`

/** Fills the tables of the plain function. */
export async function preparePlain(database: BenchDatabase, accounts: number): Promise<void> {
  await database.script(plainFunction)
  await database.query('INSERT INTO plain_account SELECT id, 1000000000, 0 FROM generate_series(1, $1) AS id', [
    accounts,
  ])
}
