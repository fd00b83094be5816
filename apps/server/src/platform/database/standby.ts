import pg from 'pg'
import { addressesOf } from './addresses.ts'
import { SESSION_TYPES } from './postgres.ts'
import { dropClient } from './primary.ts'
import type { Sql } from './types.ts'
import { encodeValue } from './values.ts'

const ANSWERS_WITHIN_MS = 2_000

/** A server that follows another one: read by transactions of one session, one after the other. */
export interface StandbyReader {
  query: Sql['query']
  transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result>
  close(): void
}

/** Opens a session of a standby among the hosts of an address; null when it names one host, or none of them follows. */
export async function openStandbyReader(databaseUrl: string): Promise<StandbyReader | null> {
  const addresses = addressesOf(databaseUrl)
  if (addresses.length < 2) return null
  for (const address of addresses) {
    const client = await connectTo(address)
    if (client !== null) return readerOn(client)
  }
  return null
}

async function connectTo(address: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'krapao-audit',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    options: '-c timezone=UTC',
    types: SESSION_TYPES,
  })
  // A broken session rejects what is asked of it; nobody else has to hear of it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
    if (rows[0]?.follows === true) return client
  } catch {
    // It is away: another one may be there.
  }
  dropClient(client)
  return null
}

function readerOn(client: pg.Client): StandbyReader {
  const sql: Sql = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, values.map(encodeValue))).rows,
  }
  return {
    ...sql,
    async transaction(work) {
      await client.query('begin read only')
      const result = await work(sql).catch(async (error: unknown) => {
        await client.query('rollback').catch(() => undefined)
        throw error
      })
      await client.query('commit')
      return result
    },
    close: () => dropClient(client),
  }
}
