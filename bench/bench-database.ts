import { Pool } from 'pg'

/** The PostgreSQL that the bench of this name measures; throws in words where none is named. */
export function databaseAddress(bench: string): string {
  const address = process.env['BENCH_DATABASE_URL']
  if (address !== undefined) return address
  throw new Error(`BENCH_DATABASE_URL names no PostgreSQL: start this with npm run bench ${bench}`)
}

/** Makes a database of its own for one server. @returns its address. */
export async function makeDatabase(address: string, name: string): Promise<string> {
  const pool = new Pool({ connectionString: address, max: 1 })
  await pool.query(`CREATE DATABASE ${name}`)
  await pool.end()
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}
