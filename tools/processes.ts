import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'

/** The root of the checkout. */
export const root = resolve(import.meta.dirname, '..')

/** Runs a command to its end with the terminal shared and answers its exit code; a signal counts as 128. */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', fail)
    child.on('exit', (code) => done(code ?? 128))
  })
}

/** Runs a command to its end and answers its exit code and all that it printed, both streams together. */
export function capture(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', fail)
    child.on('exit', (code) => done({ code: code ?? 128, output }))
  })
}

/** Installs a package of npm into a folder of its own, without running its scripts; answers what npm said where it could not. */
export async function installAside(folder: string, wanted: string): Promise<string | null> {
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', wanted]
  const { code, output } = await capture('npm', args)
  return code === 0 ? null : output
}

/** Waits until a server says on one of its streams that it takes connections; throws with what it said when it does not. */
export async function untilReady(name: string, child: ChildProcess, said: Readable | null): Promise<void> {
  let log = ''
  said?.on('data', (chunk: Buffer) => (log = `${log}${chunk.toString()}`.slice(-20_000)))
  for (let tries = 0; !/ready to accept connections/i.test(log); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`${name} did not start: ${log}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** The embedded database, pictures and passwords work in threads: freed memory of theirs goes back to the system. */
export function keptSmall(): NodeJS.ProcessEnv {
  const { MALLOC_ARENA_MAX = '1', MALLOC_TRIM_THRESHOLD_ = '131072', MALLOC_MMAP_THRESHOLD_ = '131072' } = process.env
  return { MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_, MALLOC_MMAP_THRESHOLD_ }
}

/**
 * Starts a program of the product on this same Node and leaves it running. The channel between the two carries nothing:
 * it closes when this process is gone, however it went, and the program then ends too.
 */
export function startProgram(script: string, environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [resolve(root, script)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Compiled code that is kept from the last start saves a fifth of the next one's work.
    env: { NODE_COMPILE_CACHE: resolve(root, '.cache', 'compiled'), ...environment },
  })
}
