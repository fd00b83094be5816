// `npm start`: builds what is not of the present sources, starts the sandbox and the server, and prints their addresses.
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildWhenChanged } from './build.ts'
import { takeFileLock } from './file-lock.ts'
import { keptSmall, startProgram } from './processes.ts'
import { readSettings, type Settings, StartError } from './start-settings.ts'

const readyWithinMs = 300_000
/** The programs end by themselves within 9.5 seconds; what has not ended then is killed. */
const closeWithinMs = 9_700
/** A run that was killed a moment ago may still be ending: while the data folder is held it is waited for this long. */
const endsWithinMs = closeWithinMs + 1_000
const freeWithinMs = 3_000
const pollMs = 50

function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    DESK_PORT: String(settings.deskPort ?? 0),
    KRAPAO_SANDBOX: settings.withSandbox ? '1' : '0',
    KRAPAO_DATA: settings.dataFolder,
    ...keptSmall(),
  }
}

/** An address to reach a program at that listens on `host`. */
function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** False when another program listens there. What else may be wrong with the address its program finds out and says. */
function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) => done(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)))
  })
}

const lockOf = (folder: string): string => join(folder, 'database.lock')

/** False when a server works on the folder; its lock file is the server's. */
function isFolderFree(folder: string): boolean {
  const lock = takeFileLock(lockOf(folder))
  lock?.release()
  return lock !== null
}

/** Whether there is a server that works on the folder. */
const isFolderHeld = (folder: string): boolean => existsSync(lockOf(folder)) && !isFolderFree(folder)

async function waitUntilFree(
  isFree: () => boolean | Promise<boolean>,
  sentence: string,
  withinMs: number,
): Promise<void> {
  const giveUpAtMs = performance.now() + withinMs
  while (!(await isFree())) {
    if (performance.now() > giveUpAtMs) throw new StartError(sentence)
    await pause(pollMs)
  }
}

/** Makes the data folder, and makes sure that no other run has it or the ports. */
async function claimPlaces(settings: Settings): Promise<void> {
  const { port, host, sandboxPort, sandboxHost, deskPort, deskHost, withSandbox, dataFolder, isEmbedded } = settings
  const taken = (name: string, value: number, on: string): string =>
    `Port ${value} of ${on} is taken by another program; stop that one or choose another with ${name}.`
  const withinMs = isEmbedded && isFolderHeld(dataFolder) ? endsWithinMs : freeWithinMs
  const claim = (name: string, value: number, on: string): Promise<void> =>
    waitUntilFree(() => isPortFree(value, on), taken(name, value, on), withinMs)
  await claim('PORT', port, host)
  if (withSandbox) await claim('SANDBOX_PORT', sandboxPort, sandboxHost)
  if (deskPort !== null) await claim('DESK_PORT', deskPort, deskHost)
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`The data folder ${dataFolder} cannot be made: ${wordsOf(error)}.`)
  }
  if (!isEmbedded) return
  try {
    await waitUntilFree(
      () => isFolderFree(dataFolder),
      `The data folder ${dataFolder} is in use by another running Krapao server; stop that one or choose another with KRAPAO_DATA.`,
      withinMs,
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The data folder ${dataFolder} cannot be used: ${wordsOf(error)}.`)
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

const programs = new Map<string, ChildProcess>()
const closing = new AbortController()
let exitCode = 0

const isRunning = (program: ChildProcess): boolean => program.exitCode === null && program.signalCode === null

/** Ends this process once both programs have ended. */
function exitWhenEnded(): void {
  if (closing.signal.aborted && ![...programs.values()].some(isRunning)) process.exit(exitCode)
}

/** Ends both programs, once: a second signal changes nothing. */
function close(code: number): void {
  if (closing.signal.aborted) return
  exitCode = code
  closing.abort()
  for (const program of programs.values()) program.kill('SIGTERM')
  setTimeout(() => {
    for (const program of programs.values()) program.kill('SIGKILL')
  }, closeWithinMs).unref()
  exitWhenEnded()
}

function start(name: string, script: string, environment: NodeJS.ProcessEnv): void {
  const program = startProgram(script, environment)
  programs.set(name, program)
  program.on('exit', (code, signal) => {
    if (!closing.signal.aborted) {
      // A program that ends by itself has said why; one that was killed could not.
      if (signal !== null) console.error(`The ${name} was ended by ${signal}; everything stops.`)
      close(code === null || code === 0 ? 1 : code)
    }
    exitWhenEnded()
  })
}

async function waitUntilReady(addresses: readonly string[]): Promise<void> {
  const giveUpAtMs = performance.now() + readyWithinMs
  while (!closing.signal.aborted) {
    const answered = await Promise.all(addresses.map(answers))
    if (answered.every(Boolean)) return
    if (performance.now() > giveUpAtMs) {
      throw new StartError(`The server did not become ready within ${readyWithinMs / 1000} seconds; see above.`)
    }
    await pause(pollMs)
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  await claimPlaces(settings)
  const environment = environmentOf(settings)
  await buildWhenChanged(process.env, closing.signal)
  if (closing.signal.aborted) return
  if (settings.withSandbox) start('sandbox', 'apps/sandbox/dist/main.js', environment)
  const wallet = addressOf(settings.host, settings.port)
  const sandbox = addressOf(settings.sandboxHost, settings.sandboxPort)
  const desk = settings.deskPort === null ? null : addressOf(settings.deskHost, settings.deskPort)
  start('server', 'apps/server/dist/main.js', environment)
  await waitUntilReady([
    `${wallet}/ready`,
    ...(desk === null ? [] : [`${desk}/ready`]),
    ...(settings.withSandbox ? [`${sandbox}/health`] : []),
  ])
  if (closing.signal.aborted) return
  const others = [settings.withSandbox ? `   sandbox ${sandbox}` : '', desk === null ? '' : `   desk ${desk}`]
  console.log(`Krapao is ready: wallet ${wallet}${others.join('')}`)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => close(0))
// Whoever started this is gone, killed perhaps: nobody could end the programs later.
process.on('disconnect', () => close(0))

try {
  await main()
} catch (error) {
  if (!closing.signal.aborted)
    console.error(error instanceof StartError ? error.message : `Krapao cannot start: ${wordsOf(error)}`)
  close(1)
}
