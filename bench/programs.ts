import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The root of the checkout. */
export const root = join(import.meta.dirname, '..')

/** A folder of its own for whatever is measured. */
export function scratchFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Starts a program of the product with these settings alone; `words` go to it, `nodeOptions` to Node itself, such as
 * --cpu-prof. Its log is written as on any other day, and nobody keeps it.
 */
export function startProgram(
  script: string,
  settings: NodeJS.ProcessEnv,
  { words = [], nodeOptions = [] }: { words?: readonly string[]; nodeOptions?: readonly string[] } = {},
): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, join(root, script), ...words], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], KRAPAO_SECRET: '6b'.repeat(32), ...settings },
  })
}

/** Waits until a program answers there. */
export async function untilUp(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + 60_000
  const isUp = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`nobody came up at ${url}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Ends a program by the channel that it was started with, and waits until it has. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
