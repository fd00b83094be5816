// `npm start`: builds the web app when its sources changed, starts the sandbox and the server, and prints their addresses.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildWhenChanged } from './build.ts'
import { root, startProgram } from './processes.ts'

const readyWithinMs = 90_000
const closeWithinMs = 10_000

/** A port number from the environment; ends the run with one sentence when it is not one. */
function readPort(name: string, fallback: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  console.error(`${name} must be a port number from 1 to 65535, and is "${text}".`)
  process.exit(1)
}

const port = readPort('PORT', 3000)
const sandboxPort = readPort('SANDBOX_PORT', port + 1)
const isProduction = process.env['DATABASE_URL'] !== undefined || process.env['NODE_ENV'] === 'production'
const withSandbox = (process.env['KRAPAO_SANDBOX'] ?? (isProduction ? '0' : '1')) === '1'
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  KRAPAO_SANDBOX: withSandbox ? '1' : '0',
  KRAPAO_DEMO: process.env['KRAPAO_DEMO'] ?? '1',
  KRAPAO_DATA: resolve(root, process.env['KRAPAO_DATA'] ?? 'data'),
}

const children: ChildProcess[] = []
let isClosing = false
let exitCode = 0

/** Ends both programs, once: a second signal changes nothing. */
function close(code: number): void {
  if (isClosing) return
  isClosing = true
  exitCode = code
  for (const child of children) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, closeWithinMs).unref()
  if (children.every((child) => child.exitCode !== null || child.signalCode !== null)) process.exit(exitCode)
}

function start(script: string): void {
  const child = startProgram(script, environment)
  children.push(child)
  child.on('exit', (code) => {
    close(code ?? 1)
    if (children.every((other) => other.exitCode !== null || other.signalCode !== null)) process.exit(exitCode)
  })
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    return response.ok
  } catch {
    return false
  }
}

async function waitUntilReady(addresses: readonly string[]): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < readyWithinMs && !isClosing; waitedMs += 50) {
    const answered = await Promise.all(addresses.map(answers))
    if (answered.every(Boolean)) return true
    await new Promise((done) => setTimeout(done, 50))
  }
  return false
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => close(0))

try {
  mkdirSync(environment['KRAPAO_DATA'] ?? '', { recursive: true })
} catch (error) {
  console.error(`The data folder ${environment['KRAPAO_DATA']} cannot be made: ${(error as Error).message}`)
  process.exit(1)
}
await buildWhenChanged(process.env)
if (!isClosing) {
  if (withSandbox) start('apps/sandbox/src/main.ts')
  start('apps/server/src/main.ts')
  const host = process.env['HOST'] ?? '127.0.0.1'
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const wallet = `http://${reachable}:${port}`
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const isReady = await waitUntilReady([`${wallet}/ready`, ...(withSandbox ? [`${sandbox}/health`] : [])])
  if (isReady) console.log(`Krapao is ready: wallet ${wallet}${withSandbox ? `   sandbox ${sandbox}` : ''}`)
  else if (!isClosing) {
    console.error(`The server did not become ready within ${readyWithinMs / 1000} seconds; see the messages above.`)
    close(1)
  }
}
