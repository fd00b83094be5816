import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from './until.ts'

/** A PostgreSQL of a test's own, which it may kill, freeze and start again on its port and files. */
export interface OwnPostgres {
  host: string
  /** Starts it, where it was ended. */
  start(): Promise<void>
  /** Ends the postmaster as a power cut would. */
  kill(): Promise<void>
  /** Ends it and has it come back with a history of its own from here, as one that was promoted. */
  fork(): Promise<void>
  /** Stops all its processes where they stand, and lets them go on. */
  freeze(): void
  thaw(): void
  /** Whether new sessions take writes; those that are there keep what they have. */
  setWritable(isWritable: boolean): Promise<void>
  /** A standby of it, which streams what it writes. */
  follow(): Promise<OwnPostgres>
  /** Runs statements in one session; the rows of the last. */
  ask(...sql: string[]): Promise<object[]>
  close(): Promise<void>
}

/** PostgreSQL refuses to run as root, so that root runs it as the system's user of that name. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres']).toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function binariesOf(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { rows } = await client.query<{ setting: string }>(`select setting from pg_config where name = 'BINDIR'`)
  await client.end()
  return rows[0]?.setting ?? ''
}

/** So many servers of the programs of TEST_DATABASE_URL, which know nothing of each other. */
export async function openPostgresServers(count: number): Promise<OwnPostgres[]> {
  const binaries = await binariesOf(process.env['TEST_DATABASE_URL'] ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'krapao-own-postgres-'))
  chmodSync(folder, 0o777)
  const user = serverUser()
  const settings = ['-U', 'krapao', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(binaries, 'initdb'), ['-D', join(folder, '0'), ...settings], { cwd: folder, ...user })
  const folders = Array.from({ length: count }, (_, index) => join(folder, `${index}`))
  for (const data of folders.slice(1)) execFileSync('cp', ['-a', join(folder, '0'), data], user)
  let open = count
  const servers: OwnPostgres[] = []
  for (const data of folders) {
    const server = makeServer(binaries, data, await freePort(), () => {
      open -= 1
      if (open === 0) rmSync(folder, { recursive: true, force: true })
    })
    await server.start()
    servers.push(server)
  }
  return servers
}

function makeServer(binaries: string, data: string, port: number, onClose: () => void): OwnPostgres {
  const host = `127.0.0.1:${port}`
  let exited: Promise<unknown> = Promise.resolve()
  const postmaster = (): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const family = (): number[] => {
    const own = postmaster()
    const children = readFileSync(`/proc/${own}/task/${own}/children`, 'utf8').trim().split(' ')
    return [own, ...children.filter((pid) => pid !== '').map(Number)]
  }
  const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // A session that ended meanwhile.
      }
    }
  }
  async function ask(...sql: string[]): Promise<object[]> {
    const client = new pg.Client({ connectionString: `postgres://krapao@${host}/postgres` })
    await client.connect()
    try {
      let rows: object[] = []
      for (const text of sql) rows = (await client.query<object>(text)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  const server: OwnPostgres = {
    host,
    ask,
    async fork() {
      await server.kill()
      writeFileSync(join(data, 'recovery.signal'), '')
      await server.start()
      await until('it has a history of its own', async () =>
        (await ask('select pg_is_in_recovery() as "isIn"')).some((row) => 'isIn' in row && row.isIn === false),
      )
    },
    async start() {
      const settings = ['fsync=off', `unix_socket_directories=${data}`, 'max_connections=60', 'restore_command=false']
      const args = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', ...settings.flatMap((setting) => ['-c', setting])]
      let child: ChildProcess | undefined
      // Sessions of the one that was killed may be there a moment longer: so long it ends again.
      const run = (): void => {
        child = spawn(join(binaries, 'postgres'), args, { cwd: data, stdio: 'ignore', ...serverUser() })
        exited = new Promise((done) => child?.once('exit', done))
      }
      await until('it takes connections', async () => {
        if (child === undefined || child.exitCode !== null) run()
        return ask('select 1').then(
          () => true,
          () => false,
        )
      })
    },
    async kill() {
      signal([postmaster()], 'SIGKILL')
      await exited
    },
    async follow() {
      const folder = mkdtempSync(join(tmpdir(), 'krapao-own-standby-'))
      chmodSync(folder, 0o777)
      const standby = join(folder, 'data')
      const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'krapao', '-D', standby]
      const how = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
      execFileSync(join(binaries, 'pg_basebackup'), [...from, ...how], { cwd: folder, ...serverUser() })
      const server = makeServer(binaries, standby, await freePort(), () =>
        rmSync(folder, { recursive: true, force: true }),
      )
      await server.start()
      return server
    },
    freeze: () => signal(family(), 'SIGSTOP'),
    thaw: () => signal(family(), 'SIGCONT'),
    async setWritable(isWritable) {
      const to = isWritable ? 'off' : 'on'
      const isSo = `select current_setting('default_transaction_read_only') = '${to}' as "isSo"`
      await ask(
        'set default_transaction_read_only = off',
        `alter system set default_transaction_read_only = ${to}`,
        'select pg_reload_conf()',
      )
      await until('it has read its settings', async () =>
        (await ask(isSo)).some((row) => 'isSo' in row && row.isSo === true),
      )
    },
    async close() {
      signal(family(), 'SIGCONT')
      signal([postmaster()], 'SIGQUIT')
      await exited
      onClose()
    },
  }
  return server
}
