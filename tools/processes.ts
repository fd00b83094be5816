import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { resolve } from 'node:path'

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
