import { once } from 'node:events'
import { end, startProgram, untilUp } from './programs.ts'

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

/** Starts the server on a PostgreSQL database, or on the embedded one in a folder. */
export async function startServer(
  database: string | { folder: string },
  words: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<ApiServer> {
  const [databaseUrl, folder] = typeof database === 'string' ? [database, null] : [null, database.folder]
  const child = startProgram(
    'apps/server/src/testing/programs/benched-server.fixture.ts',
    {
      ...(folder === null ? { DATABASE_URL: databaseUrl ?? '' } : { KRAPAO_DATA: folder, ...keptSmall() }),
      KRAPAO_LIMIT_FACTOR: '1000000',
      KRAPAO_SANDBOX: '1',
      KRAPAO_DEMO: '1',
      SANDBOX_PORT: String(SANDBOX_PORT),
      DESK_PORT: '0',
    },
    { words, nodeOptions },
  )
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
  ])) as [Pick<ApiServer, 'url' | 'tokens' | 'hookSecret'>]
  return { ...ready, pid: child.pid ?? 0, databaseUrl, stop: () => end(child) }
}

/** Starts the sandbox with its data in a folder. */
export async function startSandbox(folder: string): Promise<{ stop(): Promise<void> }> {
  const settings = { KRAPAO_DATA: folder, SANDBOX_PORT: String(SANDBOX_PORT) }
  const child = startProgram('apps/sandbox/src/main.ts', settings)
  await untilUp(child, `http://127.0.0.1:${SANDBOX_PORT}/health`)
  return { stop: () => end(child) }
}
