import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyTemplate } from '../../testing/database.ts'
import { systemClock } from '../clock.ts'
import { openEmbedded } from './embedded.ts'
import { DataFolderBusyError, openDatabase } from './index.ts'
import { searchTimes as times } from '../../testing/search.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const settings = (dataFolder: string): Parameters<typeof openDatabase>[0] => ({
  dataFolder,
  clock: systemClock,
  logger: silent,
})

const kills = 2 * times

const children: ChildProcess[] = []
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'krapao-database-'))
})

async function prepareFolder(): Promise<void> {
  const { database } = await openEmbedded({ dataFolder: folder, template: await emptyTemplate(), logger: silent })
  await database.close()
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function start(task: 'hold' | 'write', first = 0): { child: ChildProcess; lines: Interface } {
  const script = join(import.meta.dirname, 'durability.fixture.ts')
  const child = spawn(process.execPath, [script, task, folder, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return { child, lines: createInterface({ input: child.stdout }) }
}

async function firstLine(lines: Interface): Promise<string> {
  const [line] = (await once(lines, 'line')) as [string]
  return line
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Lets a process write until it has saved so many, kills it, and returns what it found at its start and what it promised. */
async function writeAndKill(first: number, count: number): Promise<{ kept: number[]; saved: number[] }> {
  const { child, lines } = start('write', first)
  const found: { kept: number[]; saved: number[] } = { kept: [], saved: [] }
  // The lines of a killed process end with it; all that it wrote before are read.
  for await (const line of lines) {
    const [word, ...numbers] = line.split(' ')
    if (word === 'kept') found.kept = numbers.filter((text) => text !== '').map(Number)
    if (word === 'saved') found.saved.push(Number(numbers[0]))
    if (found.saved.length === count) child.kill('SIGKILL')
  }
  expect(child.killed).toBe(true)
  return found
}

describe('the data folder', () => {
  it('refuses a second process in words that name the folder, and is free at once after kill -9', async () => {
    await prepareFolder()
    const { child, lines } = start('hold')
    expect(await firstLine(lines)).toBe('open')

    const refusal = await openDatabase(settings(folder)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataFolderBusyError)
    expect(String(refusal)).toContain(`The data folder ${folder} is in use`)

    await killed(child)
    const database = await openDatabase(settings(folder))
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])

    const { lines: otherLines } = start('hold')
    expect(await firstLine(otherLines)).toContain(`The data folder ${folder} is in use`)
    await expect(openDatabase(settings(folder))).rejects.toBeInstanceOf(DataFolderBusyError)
    await database.close()
  })

  it('is made anew when the first start was killed before the database was whole', async () => {
    mkdirSync(join(folder, 'database.making'))
    writeFileSync(join(folder, 'database.making', 'PG_VERSION'), '18\n')
    const database = await openDatabase(settings(folder))
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    await database.close()
  })
})

describe('a commit', () => {
  it('is synced to the disk at least once each, and reading syncs nothing', async () => {
    const embedded = await openEmbedded({ dataFolder: folder, template: await emptyTemplate(), logger: silent })
    const { database } = embedded
    await database.query('create table numbers (number bigint primary key)')
    expect(await database.query('show fsync')).toEqual([{ fsync: 'on' }])

    const before = embedded.syncCount()
    for (let number = 0; number < 100; number += 1) {
      const counted = embedded.syncCount()
      await database.query('insert into numbers values ($1)', [number])
      expect(embedded.syncCount() - counted).toBeGreaterThanOrEqual(1n)
    }
    expect(embedded.syncCount() - before).toBeLessThan(200n)

    const afterwards = embedded.syncCount()
    for (let number = 0; number < 100; number += 1) {
      await database.query('select * from numbers where number = $1', [number])
    }
    expect(embedded.syncCount()).toBe(afterwards)
    await database.close()
  })

  it(
    `that was acknowledged is found again after each of ${kills} kills -9 in the middle of writes`,
    { timeout: 300_000 * kills },
    async () => {
      await prepareFolder()
      const promised = new Set<number>()
      for (let round = 0; round < kills; round += 1) {
        const { kept, saved } = await writeAndKill(round * 100_000, 40 + ((round * 37) % 160))
        const found = new Set(kept)
        expect([...promised].filter((number) => !found.has(number))).toEqual([])
        for (const number of saved) promised.add(number)
      }
      expect(promised.size).toBeGreaterThan(kills * 40)

      const database = await openDatabase(settings(folder))
      const rows = await database.query<{ number: number }>('select number from saved')
      const found = new Set(rows.map((row) => row.number))
      expect([...promised].filter((number) => !found.has(number))).toEqual([])
      // Neither half of a transaction without the other, and the index agrees with the table.
      expect(await database.query('select amount from total')).toEqual(
        await database.query('select sum(number)::int8 as amount from saved'),
      )
      await database.query('set enable_seqscan = off')
      expect(await database.query('select count(*) from saved where number >= 0')).toEqual([{ count: rows.length }])
      await database.close()
    },
  )
})
