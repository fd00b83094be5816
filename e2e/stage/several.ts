import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, makeDatabase, type OperatorAnswer, type Product, Program, programs, runCommand } from './product.ts'

import { type Proxy, startProxy } from './proxy.ts'

/** The product as operators run it: several servers that share a PostgreSQL and a Redis, behind one address. */
export interface SeveralServers extends Product {
  servers: readonly Program[]
  /** Where each server itself listens, past the proxy. */
  serverUrls: readonly string[]
  databaseUrl: string
  /** Gives the operator's command on another database that was made from this one. */
  operatorOn: (databaseUrl: string, ...words: readonly string[]) => Promise<OperatorAnswer>
}

/** The settings that servers share which stand at one address on one PostgreSQL and Redis, beside one sandbox. */
export function sharedSettings(at: {
  url: string
  databaseUrl: string
  redisUrl: string
  dataFolder: string
  sandboxPort: number
  secret?: Buffer
}): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    SANDBOX_PORT: String(at.sandboxPort),
    KRAPAO_DATA: at.dataFolder,
    KRAPAO_DEMO: '1',
    KRAPAO_SANDBOX: '1',
    KRAPAO_TRUST_PROXY: 'loopback',
    KRAPAO_SECRET: (at.secret ?? randomBytes(32)).toString('hex'),
    KRAPAO_HOOK_URL: at.url,
    PUBLIC_URL: at.url,
    DATABASE_URL: at.databaseUrl,
    REDIS_URL: at.redisUrl,
  }
}

/**
 * Starts so many servers on the PostgreSQL of TEST_DATABASE_URL and the Redis of TEST_REDIS_URL, behind a proxy that gives
 * each its turn, or behind another front. Answers null where one of the two is missing: servers of the embedded database are always alone.
 */
export async function startSeveral(
  count: number,
  settings: NodeJS.ProcessEnv = {},
  startFront: (targets: readonly string[]) => Promise<Proxy> = startProxy,
): Promise<SeveralServers | null> {
  const redisUrl = process.env['TEST_REDIS_URL'] ?? ''
  const database = redisUrl === '' ? null : await makeDatabase()
  if (database === null) return null
  const dataFolder = mkdtempSync(join(tmpdir(), 'krapao-several-'))
  const secret = randomBytes(32)
  const sandboxPort = await freePort()
  const ports: number[] = []
  for (let made = 0; made < count; made += 1) ports.push(await freePort())
  const serverUrls = ports.map((port) => `http://127.0.0.1:${port}`)
  const proxy = await startFront(serverUrls)
  const shared: NodeJS.ProcessEnv = {
    ...sharedSettings({ url: proxy.url, databaseUrl: database.url, redisUrl, dataFolder, sandboxPort, secret }),
    ...settings,
  }
  const environments: NodeJS.ProcessEnv[] = []
  for (const port of ports) environments.push({ ...shared, PORT: String(port), DESK_PORT: String(await freePort()) })
  const servers = environments.map(
    (environment, place) => new Program(programs.server, environment, `${serverUrls[place]}/ready`),
  )
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandbox = new Program(programs.sandbox, { ...environments[0] }, `${sandboxUrl}/health`)
  const [first] = servers
  if (first === undefined) throw new Error('no server was asked for')
  const close = async (): Promise<void> => {
    await Promise.all([...servers, sandbox].map((program) => program.stop()))
    await proxy.close()
    rmSync(dataFolder, { recursive: true, force: true })
    await database.drop()
  }
  try {
    await sandbox.start()
    // At the same moment, as a deployment may do: only one of them brings the database up to date.
    await Promise.all(servers.map((server) => server.start()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    walletUrl: proxy.url,
    sandboxUrl,
    // Each has a desk; staff of all of them meet in the database.
    deskUrl: `http://127.0.0.1:${environments[0]?.['DESK_PORT']}`,
    dataFolder,
    server: first,
    sandbox,
    servers,
    serverUrls,
    databaseUrl: database.url,
    operatorOn: (databaseUrl, ...words) => runCommand({ ...shared, DATABASE_URL: databaseUrl }, words),
    operator: (...words) => runCommand(shared, words),
    keyOf: (label) => Buffer.from(hkdfSync('sha256', secret, '', label, 32)).toString('hex'),
    close,
  }
}
