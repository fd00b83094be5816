import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { waitUntil } from '../stage/client.ts'
import { NAMES, type Network } from './network.ts'
import { makeNode, type Node, owned } from './node.ts'

const files = resolve(import.meta.dirname, '../../deploy/ha')
const PASSWORD = 'quiet-harbour'

export interface Cluster {
  /** The run's folder; all that the nodes keep is in it. */
  folder: string
  nodes: readonly Node[]
  /** For the servers: all hosts, of which they find the primary. */
  databaseUrl: string
  /** A connection of the superuser's to one node. */
  adminUrl(place: number): string
  /** The place of the primary; waits until Patroni has one, and a standby that is in step. */
  settled(withinMs?: number): Promise<number>
  primary(): Promise<number | null>
  /** The place of the standby that commits wait for. */
  standby(): Promise<number>
  /** The place of etcd's leader. */
  leader(): Promise<number>
  file(name: string, place?: number): string
  close(): void
}

/** Starts three etcd, three Patroni with PostgreSQL, from the files of deploy/ha with other addresses and folders. */
export async function startCluster(network: Network, folder: string, binaries: string): Promise<Cluster> {
  const addresses = NAMES.map((_, place) => `${network.prefix}${11 + place}`)
  chmodSync(folder, 0o755)
  owned(join(folder, 'archive'))

  /** A file of deploy/ha as it is for a node here. */
  function file(name: string, place = 0): string {
    const text = readFileSync(join(files, name), 'utf8')
      .replaceAll('10.0.0.0/24', `${network.prefix}0/24`)
      .replaceAll(/\b10\.0\.0\.(1[123])\b/g, `${network.prefix}$1`)
      .replaceAll('/var/lib/krapao-postgres/data', join(folder, `${place}`, 'disk', 'data'))
      .replaceAll('/var/lib/krapao-etcd', join(folder, `${place}`, 'etcd'))
      .replaceAll(/\/(var\/lib|run)\/krapao-postgres/g, join(folder, `${place}`))
      .replaceAll('/usr/lib/postgresql/15/bin', binaries)
      .replaceAll(/\/etc\/krapao\/(\w[\w-]*\.sh)/g, join(files, '$1'))
      .replaceAll('/etc/krapao', join(folder, `${place}`))
    const path = join(folder, `${place}`, name)
    writeFileSync(path, text, { mode: 0o644 })
    return path
  }

  /** What a unit starts, with what its EnvironmentFile says in place. */
  function commandOf(unit: string, place: number): string[] {
    const line = /^ExecStart=(.*)$/m.exec(readFileSync(file(unit, place), 'utf8'))?.[1] ?? ''
    const known: Record<string, string> = { NAME: NAMES[place] ?? '', ADDRESS: addresses[place] ?? '' }
    return line.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => known[name] ?? '').split(' ')
  }
  const passwords = [...readFileSync(join(files, 'node.env'), 'utf8').matchAll(/^(\w+_PASSWORD)=$/gm)]
  const secrets = Object.fromEntries(passwords.map(([, name = '']) => [name, PASSWORD]))
  const users = [...readFileSync(join(files, 'node.env'), 'utf8').matchAll(/^(\w+_USERNAME)=(.*)$/gm)]
  const shared: NodeJS.ProcessEnv = {
    PATH: `${binaries}:/usr/sbin:/usr/bin:/sbin:/bin`,
    LANG: 'C.UTF-8',
    KRAPAO_ARCHIVE: join(folder, 'archive'),
    ...secrets,
    ...Object.fromEntries(users.map(([, name = '', value = '']) => [name, value])),
  }

  const nodes = NAMES.map((_, place) =>
    makeNode({
      place,
      address: addresses[place] ?? '',
      base: join(folder, `${place}`),
      binaries,
      network,
      settings: shared,
      file: (name) => file(name, place),
      commandOf: (unit) => commandOf(unit, place),
    }),
  )
  const adminUrl = (place: number) => `postgres://postgres:${PASSWORD}@${addresses[place]}:5432/postgres`

  async function members(): Promise<{ name: string; role: string; state: string }[]> {
    for (const address of addresses) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) }).catch(
        () => null,
      )
      if (answer?.ok === true)
        return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members
      await answer?.body?.cancel()
    }
    return []
  }
  const placeOf = (name: string): number => NAMES.findIndex((one) => one === name)

  async function settled(withinMs = 90_000): Promise<number> {
    const seen = await waitUntil(
      'a primary and two standbys, one of them in step',
      async () => ({ list: await members(), primary: await primary() }),
      ({ list, primary: place }) =>
        place !== null &&
        list.length === NAMES.length &&
        list.some(({ role }) => role === 'sync_standby') &&
        list.filter(({ role, state }) => role !== 'leader' && /running|streaming/.test(state)).length === 2,
      withinMs,
    )
    return seen.primary ?? 0
  }

  /** Who has the lock may not be primary yet, and is asked himself. */
  async function primary(): Promise<number | null> {
    const said = await Promise.all(
      addresses.map((address) =>
        fetch(`http://${address}:8008/primary`, { method: 'OPTIONS', signal: AbortSignal.timeout(1_500) }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    )
    const place = said.indexOf(true)
    return place === -1 ? null : place
  }

  for (const node of nodes) node.start()
  return {
    folder,
    nodes,
    databaseUrl: `postgres://krapao:${PASSWORD}@${addresses.map((address) => `${address}:5432`).join(',')}/krapao`,
    adminUrl,
    settled,
    primary,
    async standby() {
      return placeOf((await members()).find(({ role }) => role === 'sync_standby')?.name ?? '')
    },
    async leader() {
      const said = await Promise.all(
        addresses.map((address) =>
          fetch(`http://${address}:2379/v2/stats/self`, { signal: AbortSignal.timeout(1_500) }).then(
            async (answer) => ((await answer.json()) as { state: string }).state === 'StateLeader',
            () => false,
          ),
        ),
      )
      return said.indexOf(true)
    },
    file,
    close() {
      for (const node of nodes) node.end()
    },
  }
}

/** Runs a statement of the superuser's on one server. */
export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 30_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
