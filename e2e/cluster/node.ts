import { spawnSync } from 'node:child_process'
import {
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
import { join } from 'node:path'
import type { Deployed } from './deployed-files.ts'
import { createKeptRunning } from './kept-running.ts'
import type { Network } from './network.ts'

export interface Node {
  place: number
  address: string
  start(): void
  /** From its next start on its PostgreSQL has a clock of its own, which `moveClock` moves, or this machine's again. */
  giveClock(isOwn: boolean): void
  moveClock(seconds: number): void
  /** A signal to everything of the node, to PostgreSQL alone, or to etcd alone. */
  signal(name: NodeJS.Signals, what?: 'all' | 'postgres' | 'postmaster' | 'patroni' | 'etcd'): void
  /** Takes all room on its disk; gives it back. */
  fillDisk(): void
  freeDisk(): void
  log(): string
  /** For good, with its disk. */
  end(): void
}

/** What a node is made from. */
interface Ground extends Pick<Node, 'place' | 'address'> {
  /** Its folder. */
  base: string
  /** The folder of PostgreSQL's programs. */
  binaries: string
  network: Network
  deployed: Deployed
}

const ETCD = 'krapao-etcd.service'
const PATRONI = 'krapao-patroni.service'

const isRoot = process.getuid?.() === 0
const asPostgres = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []

/** A folder that PostgreSQL's user owns. */
export function owned(path: string): string {
  mkdirSync(path, { recursive: true })
  if (isRoot) spawnSync('chown', ['postgres:postgres', path])
  return path
}

/** One etcd and one Patroni with PostgreSQL, which are started again whenever they end by themselves. */
export function makeNode({ place, address, base, binaries, network, deployed }: Ground): Node {
  owned(base)
  const disk = makeDisk(join(base, 'disk'))
  owned(join(base, 'etcd'))
  if (isRoot) spawnSync('chmod', ['0700', join(base, 'etcd')])
  deployed.file('patroni.yml', place)
  const clock = join(base, 'clock')
  const commandOf = (unit: string) => network.inside(place, [...asPostgres, ...deployed.commandOf(unit, place)])
  const programs = createKeptRunning(commandOf, base, deployed.environment)
  const pidsOf = {
    postmaster: () => postmasterOf(join(disk.folder, 'data')),
    postgres: () => withChildren(pidsOf.postmaster()),
    patroni: () => withChildren(programs.pidsOf(PATRONI)),
    etcd: () => programs.pidsOf(ETCD),
    all: () => [...pidsOf.etcd(), ...pidsOf.patroni(), ...pidsOf.postgres(), ...network.pids(place)],
  }
  return {
    place,
    address,
    start() {
      programs.start(ETCD)
      programs.start(PATRONI)
    },
    giveClock(isOwn) {
      const path = deployed.file('patroni.yml', place)
      if (!isOwn) return
      this.moveClock(0)
      const folder = binariesByClock(join(base, 'bin'), binaries, clock)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`bin_dir: ${binaries}`, `bin_dir: ${folder}`))
    },
    moveClock: (seconds) => writeFileSync(clock, `+${seconds}s\n`, { mode: 0o644 }),
    signal(name, what = 'all') {
      const pids = new Set(pidsOf[what]())
      if (name === 'SIGKILL' && what === 'all') programs.letEnd()
      for (const pid of pids) send(pid, name)
    },
    fillDisk: disk.fill,
    freeDisk: disk.free,
    log: programs.log,
    end() {
      this.signal('SIGCONT')
      this.signal('SIGKILL')
      disk.end()
    },
  }
}

/** A disk of its own that can be full, where mounting is allowed; elsewhere a folder. */
function makeDisk(folder: string) {
  owned(folder)
  const isOwn =
    isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3g,mode=0755', 'krapao-ha', folder]).status === 0
  owned(folder)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      if (!isOwn) throw new Error('it has no disk of its own')
      const { bavail, bsize } = statfsSync(folder)
      const filled = statSync(filler, { throwIfNoEntry: false })?.size ?? 0
      spawnSync('fallocate', ['-l', `${filled + bavail * bsize}`, filler])
    },
    free: () => rmSync(filler, { force: true }),
    end() {
      if (isRoot) spawnSync('umount', ['-l', folder])
    },
  }
}

/** The postmaster by what it wrote down in its data; none while it does not run. */
function postmasterOf(data: string): number[] {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') ? [pid] : []
  } catch {
    return []
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

const withChildren = (pids: readonly number[]): number[] => pids.flatMap((pid) => [pid, ...childrenOf(pid)])

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
