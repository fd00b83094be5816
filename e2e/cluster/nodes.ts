import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { addressOf, createDeployed, type Deployed, PASSWORD } from './deployed-files.ts'
import { NAMES, type Network } from './network.ts'
import { makeNode, type Node, owned } from './node.ts'
import { createRoles, type Roles } from './patroni.ts'

export interface Cluster extends Roles, Pick<Deployed, 'file'> {
  /** The run's folder; all that the nodes keep is in it. */
  folder: string
  nodes: readonly Node[]
  /** For the servers: all hosts, of which they find the primary. */
  databaseUrl: string
  /** A connection of the superuser's to one node. */
  adminUrl(place: number): string
  close(): void
}

/** Starts three etcd, three Patroni with PostgreSQL, from the files of deploy/ha with other addresses and folders. */
export function startCluster(network: Network, folder: string, binaries: string): Cluster {
  const addresses = NAMES.map((_, place) => addressOf(network, place))
  chmodSync(folder, 0o755)
  owned(join(folder, 'archive'))
  const deployed = createDeployed(network, folder, binaries)
  const nodes = addresses.map((address, place) =>
    makeNode({ place, address, base: join(folder, `${place}`), binaries, network, deployed }),
  )
  for (const node of nodes) node.start()
  return {
    ...createRoles(addresses),
    file: deployed.file,
    folder,
    nodes,
    databaseUrl: `postgres://krapao:${PASSWORD}@${addresses.map((address) => `${address}:5432`).join(',')}/krapao`,
    adminUrl: (place) => `postgres://postgres:${PASSWORD}@${addresses[place]}:5432/postgres`,
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
