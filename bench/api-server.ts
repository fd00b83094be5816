import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const serverScript = join(root, 'apps/server/src/testing/programs/benched-server.fixture.ts')
const sandboxScript = join(root, 'apps/sandbox/src/main.ts')
const secretHex = '6b'.repeat(32)
const SANDBOX_PORT = 18_731

/** A server process that was made ready to be measured. */
export interface ApiServer {
  url: string
  /** Members' tokens, each with money in the wallet. */
  tokens: readonly string[]
  /** What the bank's callbacks are signed with. */
  hookSecret: string
  /** Of the process, and of the database that it works on; null of the embedded one. */
  pid: number
  databaseUrl: string | null
  stop(): Promise<void>
}

/** How `npm start` has memory kept, which tools/bench.ts says. */
function keptSmall(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_')))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

/** Starts the server on a PostgreSQL database, or on the embedded one in a folder; `nodeOptions` go to Node itself, such as --cpu-prof. */
export async function startServer(
  database: string | { folder: string },
  options: readonly string[],
  { nodeOptions = [] }: { nodeOptions?: readonly string[] } = {},
): Promise<ApiServer> {
  const child = spawn(process.execPath, [...nodeOptions, serverScript, ...options], {
    cwd: root,
    // The log is written as on any other day, and nobody keeps it.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ...(typeof database === 'string' ? { DATABASE_URL: database } : { KRAPAO_DATA: database.folder, ...keptSmall() }),
      KRAPAO_SECRET: secretHex,
      KRAPAO_LIMIT_FACTOR: '1000000',
      KRAPAO_SANDBOX: '1',
      KRAPAO_DEMO: '1',
      SANDBOX_PORT: String(SANDBOX_PORT),
      DESK_PORT: '0',
    },
  })
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
  ])) as [Pick<ApiServer, 'url' | 'tokens' | 'hookSecret'>]
  const databaseUrl = typeof database === 'string' ? database : null
  return { ...ready, pid: child.pid ?? 0, databaseUrl, stop: () => end(child) }
}

/** Starts the sandbox with its data in a folder. */
export async function startSandbox(folder: string): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, [sandboxScript], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      KRAPAO_DATA: folder,
      KRAPAO_SECRET: secretHex,
      SANDBOX_PORT: String(SANDBOX_PORT),
    },
  })
  const until = performance.now() + 20_000
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${SANDBOX_PORT}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return { stop: () => end(child) }
    if (child.exitCode !== null || performance.now() > until) throw new Error('the sandbox did not start')
    await new Promise((done) => setTimeout(done, 50))
  }
}
