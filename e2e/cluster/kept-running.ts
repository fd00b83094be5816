import { type ChildProcess, spawn } from 'node:child_process'

/** What is kept of what programs said, in letters. */
const LOG_MAX = 2_000_000

export interface KeptRunning {
  /** Starts what a unit names, unless it runs. */
  start(unit: string): void
  pidsOf(unit: string): number[]
  /** What runs now is not started again when it ends. */
  letEnd(): void
  log(): string
}

/** Programs that are started again a second after they ended by themselves, as systemd does it. */
export function createKeptRunning(
  commandOf: (unit: string) => string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
): KeptRunning {
  const running = new Map<string, ChildProcess>()
  let log = ''
  const run = (unit: string): void => {
    const [program = '', ...words] = commandOf(unit)
    const child = spawn(program, words, {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Not of our group: what interrupts us is not to stop them in their own way before we end them.
      detached: true,
    })
    const keep = (chunk: unknown): void => {
      log = `${log}${String(chunk)}`.slice(-LOG_MAX)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', keep)
    child.on('exit', () => {
      if (running.get(unit) !== child) return
      setTimeout(() => {
        if (running.get(unit) === child) run(unit)
      }, 1_000).unref()
    })
    running.set(unit, child)
  }
  return {
    start(unit) {
      if (!running.has(unit)) run(unit)
    },
    pidsOf(unit) {
      const { pid, exitCode, signalCode } = running.get(unit) ?? {}
      return pid === undefined || exitCode !== null || signalCode !== null ? [] : [pid]
    },
    letEnd: () => running.clear(),
    log: () => log,
  }
}
