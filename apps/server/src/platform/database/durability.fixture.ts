import { writeSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { DataFolderBusyError, migrate, openDatabase, type Database } from './index.ts'

/**
 * A process to be killed: `durability.fixture.ts <hold|write> <folder> <first number>`.
 * Both print "open" when the database is open, or the sentence of a busy folder. `write` then prints "kept <numbers>",
 * what it found, and "saved <number>" after each commit, from several writers at once, until it is killed.
 */
const [task = '', dataFolder = '', first = '0'] = process.argv.slice(2)

// Written at once, not when the process gets to it: a line that was printed is a promise that was made.
const say = (line: string): void => {
  writeSync(1, `${line}\n`)
}

async function open(): Promise<Database> {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  try {
    return await openDatabase({ dataFolder, clock: systemClock, logger: silent })
  } catch (error) {
    if (!(error instanceof DataFolderBusyError)) throw error
    say(error.message)
    process.exit(3)
  }
}

async function writeForEver(database: Database): Promise<void> {
  let next = Number(first)
  const write = async (): Promise<never> => {
    for (;;) {
      const number = next
      next += 1
      await database.transaction(async (tx) => {
        await tx.query('insert into saved (number, filler) values ($1, $2)', [number, 'x'.repeat(number % 500)])
        await tx.query('update total set amount = amount + $1', [number])
      })
      say(`saved ${number}`)
    }
  }
  await Promise.all([write(), write(), write(), write()])
}

const database = await open()
say('open')
if (task === 'write') {
  await migrate(database, [
    {
      name: '1',
      sql: `create table saved (number bigint primary key, filler text not null);
        create table total (amount bigint not null);
        insert into total values (0)`,
    },
  ])
  const kept = await database.query<{ number: number }>('select number from saved order by number')
  say(`kept ${kept.map((row) => row.number).join(' ')}`)
  await writeForEver(database)
}
