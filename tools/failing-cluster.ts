// `npm run cluster -- --ha`: installs from Debian what a PostgreSQL cluster that fails over needs, and runs the journey over it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installSystemPackages } from './apt.ts'
import { findSystemBinaries } from './postgres.ts'
import { root, run } from './processes.ts'

/** A program, and the package that it comes with. */
const needed: Readonly<Record<string, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  ip: 'iproute2',
  iptables: 'iptables',
}
const besides = ['postgresql', 'etcd-client', 'python3-etcd', 'faketime']
/** Without these there is no cluster; without the others a part of it is not tried, which is said. */
const indispensable = ['patroni', 'etcd', 'redis-server']

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const lacking = (): string[] => Object.keys(needed).filter((program) => !has(program))
/** As Patroni runs it, which is written for the system's own Python. */
const hasPython = (): boolean => spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status === 0

/** Answers the journey's exit code; 1 when no cluster can be had on this machine. */
export async function runOnFailingCluster(words: readonly string[]): Promise<number> {
  if (lacking().length > 0 || !hasPython() || findSystemBinaries() === null) {
    const packages = lacking().flatMap((program) => needed[program] ?? [])
    await installSystemPackages('etcd, Patroni, HAProxy and Redis', [...besides, ...packages])
  }
  const binaries = findSystemBinaries()
  const missing = lacking().filter((program) => indispensable.includes(program))
  if (missing.length > 0 || !hasPython() || binaries === null) {
    process.stdout.write(
      `Something of ${[...missing, 'PostgreSQL', 'python3-etcd'].join(', ')} is not there: as root, apt-get installs it on Debian.\n`,
    )
    return 1
  }
  const said = lacking().map((program) => `There is no ${program}: what needs it is not tried.\n`)
  process.stdout.write(said.join(''))
  return run(process.execPath, [join(root, 'e2e/cluster/ha.ts'), ...words], {
    env: { ...process.env, POSTGRES_BINARIES: binaries },
  })
}
