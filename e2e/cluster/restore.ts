import { execFile, spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { waitUntil } from '../stage/client.ts'
import { freePort } from '../stage/product.ts'
import type { Stage } from './failures.ts'
import { ask } from './nodes.ts'

const scripts = resolve(import.meta.dirname, '../../deploy/ha')
const binaries = process.env['POSTGRES_BINARIES'] ?? ''
const asPostgres =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []

/** A copy of the whole cluster, by the script of deploy/ha. */
export interface Copy {
  path: string
  toString(): string
  /** Writes before and after a moment, to which is restored, and answers it. */
  noteMoment(stage: Stage): Promise<string>
}

const bankAt = (stage: Stage, place: number): string => stage.cluster.adminUrl(place).replace(/postgres$/, 'bank')

function scriptEnvironment({ cluster }: Stage): NodeJS.ProcessEnv {
  return { PATH: `${binaries}:/usr/sbin:/usr/bin:/sbin:/bin`, KRAPAO_ARCHIVE: join(cluster.folder, 'archive') }
}

async function run(stage: Stage, environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<string> {
  const [program = '', ...rest] = [...asPostgres, ...words]
  const env = { ...scriptEnvironment(stage), ...environment }
  const { stdout } = await promisify(execFile)(program, rest, { env, cwd: stage.cluster.folder })
  return stdout.trim()
}

export async function makeCopy(stage: Stage): Promise<Copy> {
  const { cluster } = stage
  const url = new URL(cluster.adminUrl(await cluster.settled()))
  url.username = 'replicator'
  const path = await run(stage, { BACKUP_URL: url.href }, 'sh', join(scripts, 'base-backup.sh'))
  return {
    path,
    toString: () => 'a copy of the whole cluster',
    async noteMoment() {
      const bank = bankAt(stage, await cluster.settled())
      await ask(bank, 'create table if not exists moment (name text)')
      await ask(bank, `insert into moment values ('before')`)
      const [row] = await ask<{ at: string }>(bank, 'select clock_timestamp()::text as at, pg_sleep(1)')
      await ask(bank, `insert into moment values ('after')`)
      return row?.at ?? ''
    },
  }
}

/** Restores the copy to the moment by the archived WAL and has the audit recompute it; throws when it is not that moment. */
export async function restoreTo(stage: Stage, copy: Copy, moment: string): Promise<string> {
  const { cluster, network, world } = stage
  await ask(cluster.adminUrl(await cluster.settled()), 'select pg_switch_wal()')
  const folder = join(cluster.folder, 'archive', 'restored')
  await run(stage, {}, 'sh', join(scripts, 'restore.sh'), copy.path, moment, folder)
  const port = await freePort()
  const address = `${network.prefix}1`
  const words = [join(binaries, 'postgres'), '-D', folder, '-p', `${port}`, '-h', address, '-k', folder]
  const [program = '', ...rest] = [...asPostgres, ...words]
  const server = spawn(program, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log = `${log}${chunk.toString()}`.slice(-4_000)))
  const stop = (): void => void server.kill('SIGINT')
  process.once('exit', stop)
  try {
    const url = new URL(cluster.adminUrl(0))
    url.host = `${address}:${port}`
    const at = (database: string): string => `${url.href.replace(/postgres$/, database)}`
    await waitUntil(
      'the copy has reached the moment',
      () =>
        ask<{ isIn: boolean }>(at('postgres'), 'select pg_is_in_recovery() as "isIn"').catch(() => {
          if (server.exitCode !== null) throw new Error(`the copy cannot be started: ${log}`)
          return []
        }),
      ([row]) => row?.isIn === false,
    )
    const names = (await ask<{ name: string }>(at('bank'), 'select name from moment')).map(({ name }) => name)
    if (names.join() !== 'before') throw new Error(`restored to another moment: it has ${names.join()}`)
    const { text, exitCode } = await world.operatorOn(at('krapao'), 'audit', 'begin')
    if (exitCode !== 0) throw new Error(`the audit of what was restored: ${text}`)
    return `restored to ${moment} by the archived WAL, with what was written before and nothing after: ${text}`
  } finally {
    stop()
    spawnSync('sleep', ['0.5'])
  }
}
