// A real Redis for the tests, of this machine alone: found, or installed, started on a free port, keeping nothing.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installSystemPackages } from './apt.ts'
import { freePort } from './ports.ts'
import { untilReady } from './processes.ts'

/** Redis, and its free continuation, which speaks the same language. */
const programs = ['redis-server', 'valkey-server']

interface RunningRedis {
  url: string
  version: string
  stop: () => Promise<void>
}

function findProgram(): string | null {
  return programs.find((program) => spawnSync(program, ['--version']).status === 0) ?? null
}

/** Starts a Redis; throws in words when none can be had on this machine. */
export async function startRedis(): Promise<RunningRedis> {
  if (findProgram() === null) await installSystemPackages('Redis', ['redis-server'])
  const program = findProgram()
  if (program === null) {
    throw new Error(
      'No Redis is installed and none could be installed (as root, apt-get does it): the tests of several processes cannot run.',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'krapao-redis-'))
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn(program, options, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  await untilReady('Redis', child, child.stdout)
  return {
    url: `redis://127.0.0.1:${port}`,
    version: spawnSync(program, ['--version']).stdout.toString().split(' sha', 1)[0] ?? program,
    stop: async () => {
      const ended = new Promise((done) => child.on('exit', done))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
