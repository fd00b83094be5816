import { afterAll, beforeAll, expect, it } from 'vitest'
import { appMigrations } from '../../../app.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import type { Database } from '../../../platform/database/types.ts'
import { createFakeClock } from '../../../testing/clock.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { HolderWord } from '../members.types.ts'
import { askForHolders } from './account-proof.ts'

const OF_BEFORE = '2026-11-22-98-members-accounts-of-before'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase({ migrations: appMigrations.filter(({ name }) => name < OF_BEFORE) })
})
afterAll(() => database.close())

it('[MON-002] asks about accounts that were given before anybody asked for their holders, each once', async () => {
  const ids = ['01before', '02before', '03proven', '04asked']
  for (const id of ids) {
    await database.query(
      `insert into member (id, username, name, password_hash, created_at) values ($1, $1, 'Somchai', 'x', now())`,
      [id],
    )
    await database.query(
      `insert into member_bank_account (member_id, bank_code, account_no, account_name, currency, proven_at, ask_until)
       values ($1, 'SCB', $1, 'SOMCHAI JAIDEE', 'BAHT', $2, $3)`,
      [id, id === '03proven' ? new Date() : null, id === '04asked' ? new Date() : null],
    )
  }
  await migrate(database, appMigrations)
  const asked: string[] = []
  const bank = ({ bankAccountNo }: { bankAccountNo: string }): Promise<HolderWord> => {
    asked.push(bankAccountNo)
    return Promise.resolve(bankAccountNo === '01before' ? 'agrees' : 'unsure')
  }
  const clock = createFakeClock(new Date(Date.now() + 3_600_000).toISOString())
  while ((await askForHolders({ database, clock, accountHolders: bank })) > 0) continue
  expect(asked.toSorted()).toEqual(['01before', '02before'])
  const proven = await database.query<{ id: string }>(
    'select member_id as id from member_bank_account where proven_at is not null order by 1',
  )
  expect(proven.map(({ id }) => id)).toEqual(['01before', '03proven'])
})
