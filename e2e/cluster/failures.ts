import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../stage/client.ts'
import { NAMES, type Network, type Way } from './network.ts'
import { clockLibrary, type Node } from './node.ts'
import { ask, type Cluster } from './nodes.ts'
import type { Servers } from './servers.ts'

export interface Stage {
  network: Network
  cluster: Cluster
  world: Servers
}

/** Something that happens to a cluster, and is mended again. */
export interface Failure {
  title: string
  /** Whether it is one failure alone: then writes may be missing for 20 seconds at most. */
  isSingle: boolean
  isShort?: boolean
  /** Why it cannot be done on this machine; null when it can. */
  lacks?: (stage: Stage) => string | null
  happen(stage: Stage): Promise<void>
}

const ETCD = [2379, 2380]
const POSTGRES = [5432]
const CUT_MS = 15_000

async function primaryOf({ cluster }: Stage): Promise<Node> {
  return nodeAt(cluster, await cluster.settled())
}

function nodeAt({ nodes }: Cluster, place: number): Node {
  const node = nodes[place]
  if (node === undefined) throw new Error('the cluster has no such node')
  return node
}

const isApart = ({ network }: Stage): string | null =>
  network.isApart ? null : 'nodes on the loopback address have no line of their own that could be cut'

function cutOff(title: string, way: Way, ports?: readonly number[], ms = CUT_MS): Failure {
  return {
    title,
    isSingle: true,
    lacks: isApart,
    async happen(stage) {
      const { place } = await primaryOf(stage)
      stage.network.cut(place, way, ports)
      await pause(ms)
      stage.network.mend(place)
    },
  }
}

const killPostmaster: Failure = {
  title: 'kill -9 of the postmaster',
  isSingle: true,
  isShort: true,
  async happen(stage) {
    ;(await primaryOf(stage)).signal('SIGKILL', 'postmaster')
    await pause(10_000)
  },
}

const killNode: Failure = {
  title: 'kill -9 of all of the primary’s node',
  isSingle: true,
  async happen(stage) {
    const node = await primaryOf(stage)
    node.signal('SIGKILL')
    await pause(15_000)
    node.start()
  },
}

function stopFor(title: string, ms: number, what: 'all' | 'patroni'): Failure {
  return {
    title,
    isSingle: true,
    async happen(stage) {
      const node = await primaryOf(stage)
      node.signal('SIGSTOP', what)
      await pause(ms)
      node.signal('SIGCONT', what)
      await pause(3_000)
    },
  }
}

const freezeStandby: Failure = {
  title: 'the standby in step frozen for 20 s',
  isSingle: true,
  async happen(stage) {
    await primaryOf(stage)
    const node = nodeAt(stage.cluster, await stage.cluster.standby())
    node.signal('SIGSTOP')
    await pause(20_000)
    node.signal('SIGCONT')
  },
}

const fullDisk: Failure = {
  title: 'the primary’s disk full',
  isSingle: true,
  lacks: () => (process.getuid?.() === 0 ? null : 'only root mounts a small disk'),
  async happen(stage) {
    const node = await primaryOf(stage)
    try {
      await waitUntil(
        'the node with a full disk to leave',
        () => {
          // Again and again: what PostgreSQL gives back of its log is taken too.
          node.fillDisk()
          return stage.cluster.primary()
        },
        (place) => place !== null && place !== node.place,
        60_000,
      )
    } finally {
      node.freeDisk()
    }
  },
}

async function switchOver({ cluster }: Stage): Promise<void> {
  const leader = await cluster.settled()
  const candidate = await cluster.standby()
  const user = `patroni:${new URL(cluster.databaseUrl.replace(/,[^/]*/, '')).password}`
  const answer = await fetch(`http://${nodeAt(cluster, leader).address}:8008/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(user).toString('base64')}` },
    body: JSON.stringify({ leader: NAMES[leader], candidate: NAMES[candidate] }),
    signal: AbortSignal.timeout(60_000),
  })
  if (answer.status >= 400) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`)
  await answer.body?.cancel()
}

const switchover: Failure = {
  title: 'a switchover',
  isSingle: true,
  async happen(stage) {
    await switchOver(stage)
    await pause(5_000)
  },
}

const killEtcd: Failure = {
  title: 'etcd’s leader killed',
  isSingle: true,
  async happen({ cluster }) {
    await cluster.settled()
    nodeAt(cluster, await cluster.leader()).signal('SIGKILL', 'etcd')
    await pause(8_000)
  },
}

const killRedis: Failure = {
  title: 'Redis killed, its replica promoted by Sentinel',
  isSingle: true,
  async happen({ world }) {
    world.killRedis()
    await pause(10_000)
    world.startRedis()
    await pause(2_000)
  },
}

const killServer: Failure = {
  title: 'a server killed, and started again after 8 s',
  isSingle: true,
  async happen({ world }) {
    const server = world.servers[1]
    await server?.stop('SIGKILL')
    await pause(8_000)
    await server?.start()
  },
}

/** Starts the standbys anew, one after the other, whose PostgreSQL then has a clock of its own or none. */
async function restartStandbys({ cluster }: Stage, hasClock: boolean): Promise<void> {
  const primary = await cluster.settled()
  for (const node of cluster.nodes) {
    if (node.place === primary) continue
    node.signal('SIGKILL')
    await pause(2_000)
    node.giveClock(hasClock)
    node.start()
    await pause(3_000)
    await cluster.settled()
  }
}

/** A node's clock cannot be set apart from this machine's: its PostgreSQL is told another one, from its start on. */
const moveClock: Failure = {
  title: 'the clock of the primary’s PostgreSQL moved by 30 s, and back',
  isSingle: true,
  lacks: () => (clockLibrary() === null ? 'there is no libfaketime (Debian: faketime)' : null),
  async happen(stage) {
    const { cluster } = stage
    try {
      // Either of them may be in step by then, and so the one that takes over.
      await restartStandbys(stage, true)
      await switchOver(stage)
      const node = await primaryOf(stage)
      for (const seconds of [30, 0]) {
        node.moveClock(seconds)
        await pause(3_000)
        const [row] = await ask<{ ms: string }>(
          cluster.adminUrl(node.place),
          'select extract(epoch from clock_timestamp()) * 1000 as ms',
        )
        const aheadMs = Number(row?.ms) - Date.now()
        if (Math.abs(aheadMs - seconds * 1_000) > 3_000) throw new Error(`its clock is ${aheadMs} ms ahead`)
        await pause(12_000)
      }
    } finally {
      for (const node of cluster.nodes) node.giveClock(false)
      await restartStandbys(stage, false)
      await switchOver(stage)
      await restartStandbys(stage, false)
    }
  },
}

function together(title: string, ...failures: readonly Failure[]): Failure {
  return {
    title,
    isSingle: false,
    lacks: (stage) => failures.map((one) => one.lacks?.(stage) ?? null).find((lack) => lack !== null) ?? null,
    happen: async (stage) => void (await Promise.all(failures.map((one) => one.happen(stage)))),
  }
}

const cutFromAll = { ...cutOff('the primary cut off from the other nodes, both ways, for 15 s', 'both'), isShort: true }

export const failures: readonly Failure[] = [
  killPostmaster,
  cutFromAll,
  killNode,
  stopFor('the primary’s node stopped for 30 s, and woken', 30_000, 'all'),
  cutOff('the primary cut off from the others’ etcd, both ways, for 15 s', 'both', ETCD),
  cutOff('the primary cut off from its standbys, both ways, for 10 s', 'both', POSTGRES, 10_000),
  cutOff('the primary hears the others, and cannot speak to them, for 15 s', 'out'),
  cutOff('the primary speaks to the others, and hears nothing, for 15 s', 'in'),
  stopFor('the primary’s Patroni stopped for 20 s, PostgreSQL goes on', 20_000, 'patroni'),
  freezeStandby,
  fullDisk,
  killEtcd,
  switchover,
  killRedis,
  killServer,
  together('at once: kill -9 of the postmaster, and a server killed', killPostmaster, killServer),
  together('at once: the primary cut off from the others, and Redis killed', cutFromAll, killRedis),
  moveClock,
]

/** Whether the device is there by which a node ends itself when its Patroni hangs. */
export const hasWatchdog = (): boolean => existsSync('/dev/watchdog')
