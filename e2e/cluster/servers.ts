import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../stage/client.ts'
import type { World } from '../stage/players.ts'
import { freePort, type Product, Program, programs, runCommand } from '../stage/product.ts'
import { startProxy } from '../stage/proxy.ts'
import { createSandbox } from '../stage/sandbox.ts'
import type { Cluster } from './nodes.ts'

export interface Servers extends World {
  servers: readonly Program[]
  serverUrls: readonly string[]
  /** Kills the Redis that is master; Sentinel promotes the other one. */
  killRedis(): void
  startRedis(): void
  /** Gives the operator's command on another database that was made from this one. */
  operatorOn(databaseUrl: string, ...words: readonly string[]): Promise<{ text: string; exitCode: number }>
  close(): Promise<void>
}

interface Helpers {
  children: ChildProcess[]
  spawn(program: string, ...words: readonly string[]): ChildProcess
}

function startHelpers(folder: string): Helpers {
  const children: ChildProcess[] = []
  return {
    children,
    spawn(program, ...words) {
      const child = spawn(program, words, { cwd: folder, stdio: 'ignore', detached: true })
      child.on('error', () => undefined)
      children.push(child)
      return child
    },
  }
}

/** HAProxy by its file in deploy/ha: an address that leads to the primary. */
async function startHaproxy(cluster: Cluster, helpers: Helpers): Promise<string> {
  const port = await freePort()
  const path = cluster.file('haproxy.cfg')
  writeFileSync(path, readFileSync(path, 'utf8').replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`))
  helpers.spawn('haproxy', '-db', '-f', path)
  const url = new URL(cluster.databaseUrl.replace(/@[^/]*/, `@127.0.0.1:${port}`))
  return url.href
}

/** Two Redis and three Sentinels by the file in deploy/ha. */
async function startRedisGroup(cluster: Cluster, helpers: Helpers) {
  const ports = [await freePort(), await freePort()]
  const running: (ChildProcess | null)[] = []
  const start = (place: number, master?: number): void => {
    const options = [
      '--port',
      `${ports[place]}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--repl-diskless-sync-delay',
      '0',
    ]
    const folder = join(cluster.folder, `redis-${place}`)
    mkdirSync(folder, { recursive: true })
    const replica = master === undefined ? [] : ['--replicaof', '127.0.0.1', `${ports[master]}`]
    running[place] = helpers.spawn('redis-server', ...options, '--dir', folder, ...replica)
  }
  start(0)
  start(1, 0)
  for (const place of [0, 1, 2]) {
    const path = cluster.file('sentinel.conf', place)
    const text = readFileSync(path, 'utf8')
      .replace('port 26379', `port ${await freePort()}`)
      .replace('dir /tmp', `dir ${join(cluster.folder, `${place}`)}`)
      .replace(/monitor krapao \S+ 6379/, `monitor krapao 127.0.0.1 ${ports[0]}`)
    writeFileSync(path, text)
    helpers.spawn('redis-server', path, '--sentinel')
  }
  let master = 0
  return {
    url: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    kill() {
      running[master]?.kill('SIGKILL')
      master = 1 - master
    },
    start: () => start(1 - master, master),
  }
}

/** Two servers and the outside world: one finds the primary of three hosts by itself, the other one goes by HAProxy. */
export async function startServers(cluster: Cluster): Promise<Servers> {
  const helpers = startHelpers(cluster.folder)
  const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0
  const databaseUrls = [cluster.databaseUrl, hasHaproxy ? await startHaproxy(cluster, helpers) : cluster.databaseUrl]
  const redis = await startRedisGroup(cluster, helpers)
  const secret = randomBytes(32).toString('hex')
  const [sandboxPort, ...ports] = [await freePort(), await freePort(), await freePort()]
  const serverUrls = ports.map((port) => `http://127.0.0.1:${port}`)
  const proxy = await startProxy(serverUrls)
  const dataFolder = join(cluster.folder, 'server')
  mkdirSync(dataFolder)
  const shared: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    SANDBOX_PORT: String(sandboxPort),
    KRAPAO_DATA: dataFolder,
    KRAPAO_DEMO: '1',
    KRAPAO_SANDBOX: '1',
    KRAPAO_TRUST_PROXY: 'loopback',
    KRAPAO_SECRET: secret,
    KRAPAO_HOOK_URL: proxy.url,
    KRAPAO_LIMIT_FACTOR: '1000',
    KRAPAO_PRIVATE_LINES: 'database,redis',
    PUBLIC_URL: proxy.url,
    REDIS_URL: redis.url,
  }
  const deskPorts = [await freePort(), await freePort()]
  const environmentAt = (place: number): NodeJS.ProcessEnv => ({
    ...shared,
    DATABASE_URL: databaseUrls[place],
    PORT: String(ports[place]),
    DESK_PORT: String(deskPorts[place]),
  })
  const servers = ports.map(
    (_, place) => new Program(programs.server, environmentAt(place), `${serverUrls[place]}/ready`),
  )
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandbox = new Program(programs.sandbox, environmentAt(0), `${sandboxUrl}/health`)
  const close = async (): Promise<void> => {
    await Promise.all([...servers, sandbox].map((program) => program.stop('SIGKILL')))
    await proxy.close()
    for (const child of helpers.children) child.kill('SIGKILL')
  }
  try {
    await sandbox.start()
    await pause(500)
    await Promise.all(servers.map((server) => server.start()))
  } catch (error) {
    await close()
    throw error
  }
  const operatorOn = (databaseUrl: string, ...words: readonly string[]) =>
    runCommand({ ...shared, DATABASE_URL: databaseUrl }, words)
  const [server] = servers
  if (server === undefined) throw new Error('no server')
  const product: Product = {
    walletUrl: proxy.url,
    sandboxUrl,
    deskUrl: `http://127.0.0.1:${deskPorts[0]}`,
    dataFolder,
    server,
    sandbox,
    operator: (...words) => operatorOn(cluster.databaseUrl, ...words),
    keyOf: () => '',
    close,
  }
  return {
    product,
    api: createClient(proxy.url),
    sandbox: createSandbox(sandboxUrl),
    servers,
    serverUrls,
    killRedis: redis.kill,
    startRedis: redis.start,
    operatorOn,
    close,
  }
}
