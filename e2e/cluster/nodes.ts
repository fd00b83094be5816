import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { waitUntil } from '../stage/client.ts'
import { NAMES, type Network } from './network.ts'

const files = resolve(import.meta.dirname, '../../deploy/ha')
/** What is kept of what a node said, in letters. */
const LOG_MAX = 2_000_000
const PASSWORD = 'quiet-harbour'

export interface Cluster {
  /** The run's folder; all that the nodes keep is in it. */
  folder: string
  nodes: readonly Node[]
  /** For the servers: all hosts, of which they find the primary. */
  databaseUrl: string
  /** A connection of the superuser's to one node. */
  adminUrl(place: number): string
  /** The place of the primary; waits until Patroni has one, and a standby that is in step. */
  settled(withinMs?: number): Promise<number>
  primary(): Promise<number | null>
  /** The place of the standby that commits wait for. */
  standby(): Promise<number>
  /** The place of etcd's leader. */
  leader(): Promise<number>
  file(name: string, place?: number): string
  close(): void
}

export interface Node {
  place: number
  address: string
  start(): void
  /** From its next start on its PostgreSQL goes by a clock of its own, which `moveClock` moves by so many seconds; or by this machine's again. */
  giveClock(isOwn: boolean): void
  moveClock(seconds: number): void
  /** A signal to everything of the node, to PostgreSQL alone, or to etcd alone. */
  signal(name: NodeJS.Signals, what?: 'all' | 'postgres' | 'postmaster' | 'patroni' | 'etcd'): void
  /** Takes all room on its disk; gives it back. */
  fillDisk(): void
  freeDisk(): void
  log(): string
}

/** Starts three etcd, three Patroni with PostgreSQL, from the files of deploy/ha with other addresses and folders. */
export async function startCluster(network: Network, folder: string, binaries: string): Promise<Cluster> {
  const addresses = NAMES.map((_, place) => `${network.prefix}${11 + place}`)
  const own = process.getuid?.() === 0
  const owned = (path: string): string => {
    mkdirSync(path, { recursive: true })
    if (own) spawnSync('chown', ['postgres:postgres', path])
    return path
  }
  chmodSync(folder, 0o755)
  owned(join(folder, 'archive'))

  /** A file of deploy/ha as it is for a node here. */
  function file(name: string, place = 0): string {
    const text = readFileSync(join(files, name), 'utf8')
      .replaceAll('10.0.0.0/24', `${network.prefix}0/24`)
      .replaceAll(/\b10\.0\.0\.(1[123])\b/g, `${network.prefix}$1`)
      .replaceAll('/var/lib/krapao-postgres/data', join(folder, `${place}`, 'disk', 'data'))
      .replaceAll('/var/lib/krapao-etcd', join(folder, `${place}`, 'etcd'))
      .replaceAll(/\/(var\/lib|run)\/krapao-postgres/g, join(folder, `${place}`))
      .replaceAll('/usr/lib/postgresql/15/bin', binaries)
      .replaceAll(/\/etc\/krapao\/(\w[\w-]*\.sh)/g, join(files, '$1'))
      .replaceAll('/etc/krapao', join(folder, `${place}`))
    const path = join(folder, `${place}`, name)
    writeFileSync(path, text, { mode: 0o644 })
    return path
  }

  /** What a unit starts, with what its EnvironmentFile says in place. */
  function commandOf(unit: string, place: number): string[] {
    const line = /^ExecStart=(.*)$/m.exec(readFileSync(file(unit, place), 'utf8'))?.[1] ?? ''
    const known: Record<string, string> = { NAME: NAMES[place] ?? '', ADDRESS: addresses[place] ?? '' }
    return line.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => known[name] ?? '').split(' ')
  }
  const passwords = [...readFileSync(join(files, 'node.env'), 'utf8').matchAll(/^(\w+_PASSWORD)=$/gm)]
  const secrets = Object.fromEntries(passwords.map(([, name = '']) => [name, PASSWORD]))
  const users = [...readFileSync(join(files, 'node.env'), 'utf8').matchAll(/^(\w+_USERNAME)=(.*)$/gm)]
  const shared: NodeJS.ProcessEnv = {
    PATH: `${binaries}:/usr/sbin:/usr/bin:/sbin:/bin`,
    LANG: 'C.UTF-8',
    KRAPAO_ARCHIVE: join(folder, 'archive'),
    ...secrets,
    ...Object.fromEntries(users.map(([, name = '', value = '']) => [name, value])),
  }

  function makeNode(place: number): Node {
    const base = owned(join(folder, `${place}`))
    const disk = owned(join(base, 'disk'))
    // A disk of its own that can be full, where mounting is allowed.
    const isOwnDisk =
      own && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3g,mode=0755', 'krapao-ha', disk]).status === 0
    owned(disk)
    owned(join(base, 'etcd'))
    if (own) spawnSync('chmod', ['0700', join(base, 'etcd')])
    file('patroni.yml', place)
    const filler = join(disk, 'filler')
    const clock = join(base, 'clock')
    let children: ChildProcess[] = []
    let log = ''
    const run = (unit: string): void => {
      const asUser = own ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []
      const [program = '', ...words] = network.inside(place, [...asUser, ...commandOf(unit, place)])
      const child = spawn(program, words, {
        cwd: base,
        env: shared,
        stdio: ['ignore', 'pipe', 'pipe'],
        // Not of our group: what interrupts us is not to stop them in their own way before we end them.
        detached: true,
      })
      const keep = (chunk: Buffer): void => {
        log = `${log}${chunk.toString()}`.slice(-LOG_MAX)
      }
      child.stdout.on('data', keep)
      child.stderr.on('data', keep)
      child.on('error', (error) => (log += String(error)))
      // As systemd does it.
      child.on('exit', () => {
        children = children.filter((one) => one !== child)
        const isAsked = asked.has(child)
        if (!isAsked && !isEnded) setTimeout(() => run(unit), 1_000).unref()
      })
      ofUnit.set(child, unit)
      children.push(child)
    }
    const asked = new WeakSet<ChildProcess>()
    const ofUnit = new WeakMap<ChildProcess, string>()
    const pidsOf = (unit: string) =>
      children.filter((child) => ofUnit.get(child) === unit).flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
    const postmaster = (): number[] => {
      try {
        const pid = Number(readFileSync(join(disk, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') ? [pid] : []
      } catch {
        return []
      }
    }
    const family = (): number[] => postmaster().flatMap((pid) => [pid, ...childrenOf(pid)])
    return {
      place,
      address: addresses[place] ?? '',
      start() {
        if (pidsOf('krapao-etcd.service').length === 0) run('krapao-etcd.service')
        if (pidsOf('krapao-patroni.service').length === 0) run('krapao-patroni.service')
      },
      giveClock(isOwn) {
        const path = file('patroni.yml', place)
        if (!isOwn) return
        this.moveClock(0)
        const folder = binariesByClock(join(base, 'bin'), binaries, clock)
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`bin_dir: ${binaries}`, `bin_dir: ${folder}`))
      },
      moveClock: (seconds) => writeFileSync(clock, `+${seconds}s\n`, { mode: 0o644 }),
      signal(name, what = 'all') {
        const patroni = pidsOf('krapao-patroni.service')
        const pids = {
          postmaster,
          postgres: family,
          patroni: () => patroni.flatMap((pid) => [pid, ...childrenOf(pid)]),
          etcd: () => pidsOf('krapao-etcd.service'),
          all: () => [
            ...pidsOf('krapao-etcd.service'),
            ...patroni,
            ...patroni.flatMap(childrenOf),
            ...family(),
            ...network.pids(place),
          ],
        }[what]()
        if (name === 'SIGKILL' && what === 'all') for (const child of children) asked.add(child)
        for (const pid of new Set(pids)) send(pid, name)
      },
      fillDisk() {
        if (!isOwnDisk) throw new Error('it has no disk of its own')
        const { bavail, bsize } = statfsSync(disk)
        const filled = statSync(filler, { throwIfNoEntry: false })?.size ?? 0
        spawnSync('fallocate', ['-l', `${filled + bavail * bsize}`, filler])
      },
      freeDisk: () => rmSync(filler, { force: true }),
      log: () => log,
    }
  }

  let isEnded = false
  const nodes = NAMES.map((_, place) => makeNode(place))
  const adminUrl = (place: number) => `postgres://postgres:${PASSWORD}@${addresses[place]}:5432/postgres`

  async function members(): Promise<{ name: string; role: string; state: string }[]> {
    for (const address of addresses) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) }).catch(
        () => null,
      )
      if (answer?.ok === true)
        return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members
      await answer?.body?.cancel()
    }
    return []
  }
  const placeOf = (name: string): number => NAMES.findIndex((one) => one === name)

  async function settled(withinMs = 90_000): Promise<number> {
    const seen = await waitUntil(
      'a primary and two standbys, one of them in step',
      async () => ({ list: await members(), primary: await primary() }),
      ({ list, primary: place }) =>
        place !== null &&
        list.length === NAMES.length &&
        list.some(({ role }) => role === 'sync_standby') &&
        list.filter(({ role, state }) => role !== 'leader' && /running|streaming/.test(state)).length === 2,
      withinMs,
    )
    return seen.primary ?? 0
  }

  /** Who has the lock may not be primary yet, and is asked himself. */
  async function primary(): Promise<number | null> {
    const said = await Promise.all(
      addresses.map((address) =>
        fetch(`http://${address}:8008/primary`, { method: 'OPTIONS', signal: AbortSignal.timeout(1_500) }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    )
    const place = said.indexOf(true)
    return place === -1 ? null : place
  }

  for (const node of nodes) node.start()
  return {
    folder,
    nodes,
    databaseUrl: `postgres://krapao:${PASSWORD}@${addresses.map((address) => `${address}:5432`).join(',')}/krapao`,
    adminUrl,
    settled,
    primary,
    async standby() {
      return placeOf((await members()).find(({ role }) => role === 'sync_standby')?.name ?? '')
    },
    async leader() {
      const said = await Promise.all(
        addresses.map((address) =>
          fetch(`http://${address}:2379/v2/stats/self`, { signal: AbortSignal.timeout(1_500) }).then(
            async (answer) => ((await answer.json()) as { state: string }).state === 'StateLeader',
            () => false,
          ),
        ),
      )
      return said.indexOf(true)
    },
    file,
    close() {
      isEnded = true
      for (const node of nodes) {
        node.signal('SIGCONT')
        node.signal('SIGKILL')
      }
      for (const { place } of nodes) if (own) spawnSync('umount', ['-l', join(folder, `${place}`, 'disk')])
    },
  }
}

/**
 * Debian's libfaketime; null where it is not. PostgreSQL alone can be told another time by it: etcd asks no library, Python does not
 * sleep under it, and both count leases by the time that passes.
 */
export function clockLibrary(): string | null {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null
}

/** A folder of PostgreSQL's programs of which the server goes by the clock of a file. */
function binariesByClock(folder: string, binaries: string, clock: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const name of readdirSync(binaries))
    if (name !== 'postgres') symlinkSync(join(binaries, name), join(folder, name))
  // Waiting goes by the time that passes, as where somebody sets the clock of a machine.
  const settings = [
    `LD_PRELOAD=${clockLibrary()}`,
    `FAKETIME_TIMESTAMP_FILE=${clock}`,
    'FAKETIME_CACHE_DURATION=1',
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
    'DONT_FAKE_MONOTONIC=1',
  ]
  const script = `#!/bin/sh\nexec env ${settings.join(' ')} ${join(binaries, 'postgres')} "$@"\n`
  writeFileSync(join(folder, 'postgres'), script, { mode: 0o755 })
  return folder
}

/** Runs a statement of the superuser's on one server. */
export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 30_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

function childrenOf(pid: number): number[] {
  if (!existsSync(`/proc/${pid}/task`)) return []
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter((child) => child !== '')
        .map(Number),
    )
  } catch {
    return []
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended meanwhile.
  }
}
