import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
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
import type { Network } from './network.ts'

/** What is kept of what a node said, in letters. */
const LOG_MAX = 2_000_000

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
  /** The environment of its programs. */
  settings: NodeJS.ProcessEnv
  /** Writes a file of deploy/ha as it is for this node, and answers its path. */
  file(name: string): string
  /** What a unit starts. */
  commandOf(unit: string): string[]
}

const isRoot = process.getuid?.() === 0

/** A folder that PostgreSQL's user owns. */
export function owned(path: string): string {
  mkdirSync(path, { recursive: true })
  if (isRoot) spawnSync('chown', ['postgres:postgres', path])
  return path
}

/** One etcd and one Patroni with PostgreSQL, which are started again whenever they end by themselves. */
export function makeNode({ place, address, base, binaries, network, settings, file, commandOf }: Ground): Node {
  owned(base)
  const disk = owned(join(base, 'disk'))
  // A disk of its own that can be full, where mounting is allowed.
  const isOwnDisk =
    isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3g,mode=0755', 'krapao-ha', disk]).status === 0
  owned(disk)
  owned(join(base, 'etcd'))
  if (isRoot) spawnSync('chmod', ['0700', join(base, 'etcd')])
  file('patroni.yml')
  const filler = join(disk, 'filler')
  const clock = join(base, 'clock')
  let children: ChildProcess[] = []
  let log = ''
  let isEnded = false
  const run = (unit: string): void => {
    const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []
    const [program = '', ...words] = network.inside(place, [...asUser, ...commandOf(unit)])
    const child = spawn(program, words, {
      cwd: base,
      env: settings,
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
    address,
    start() {
      if (pidsOf('krapao-etcd.service').length === 0) run('krapao-etcd.service')
      if (pidsOf('krapao-patroni.service').length === 0) run('krapao-patroni.service')
    },
    giveClock(isOwn) {
      const path = file('patroni.yml')
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
    end() {
      isEnded = true
      this.signal('SIGCONT')
      this.signal('SIGKILL')
      if (isRoot) spawnSync('umount', ['-l', disk])
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
