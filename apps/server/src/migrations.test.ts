import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ledgerMigrations } from '@krapao/ledger'
import { describe, expect, it } from 'vitest'
import { appMigrations } from './app.ts'

// A database knows migrations by their names alone: one that is edited after its release is not run again where it was
// run, and nobody is told.
const sums = new Map(
  readFileSync(new URL('./migrations.sums.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [name: string, sum: string]),
)
const sumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

const never = 'a released migration is never edited: add another'
const ofLedger = new Set(ledgerMigrations.map(({ name }) => name))
const functionsToo =
  'The functions of the ledger are part of its newest migration: who changes them adds another migration that makes them' +
  ' anew (packages/ledger/src/migrations.ts), and the one before it is left without them: only then is its' +
  ' line written anew.'

describe('migrations', () => {
  it.each(appMigrations.map(({ name, sql }) => [name, sql] as const))('%s is what was released', (name, sql) => {
    const line = `${name}\t${sumOf(sql)}`
    expect(sums.has(name), `a new migration is written into migrations.sums.tsv: ${line}`).toBe(true)
    expect(sumOf(sql), ofLedger.has(name) ? `${never}. ${functionsToo}` : never).toBe(sums.get(name))
  })

  it('that were released are all still there, each once', () => {
    const names = appMigrations.map(({ name }) => name).toSorted()
    expect([...sums.keys()], `${never}; lines are in the order of names`).toEqual(names)
  })
})
