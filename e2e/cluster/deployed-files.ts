import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NAMES, type Network } from './network.ts'

const files = resolve(import.meta.dirname, '../../deploy/ha')

/** What every role of PostgreSQL is known by here. */
export const PASSWORD = 'quiet-harbour'

export interface Deployed {
  /** Writes a file of deploy/ha as it is for a node here, and answers its path. */
  file(name: string, place?: number): string
  /** What a unit starts, with what its EnvironmentFile says in place. */
  commandOf(unit: string, place: number): string[]
  /** The environment of a node's programs. */
  environment: NodeJS.ProcessEnv
}

/** The files of deploy/ha with the addresses of this network and, in place of a machine's folders, those of the run. */
export function createDeployed(network: Network, folder: string, binaries: string): Deployed {
  const file = (name: string, place = 0): string => {
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
  return {
    file,
    commandOf(unit, place) {
      const line = /^ExecStart=(.*)$/m.exec(readFileSync(file(unit, place), 'utf8'))?.[1] ?? ''
      const known: Record<string, string> = { NAME: NAMES[place] ?? '', ADDRESS: addressOf(network, place) }
      return line.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => known[name] ?? '').split(' ')
    },
    environment: {
      PATH: `${binaries}:/usr/sbin:/usr/bin:/sbin:/bin`,
      LANG: 'C.UTF-8',
      KRAPAO_ARCHIVE: join(folder, 'archive'),
      ...namesAndPasswords(),
    },
  }
}

/** Where the node at a place is reached. */
export function addressOf(network: Network, place: number): string {
  return `${network.prefix}${11 + place}`
}

/** What node.env names: its users as they stand there, its passwords filled in. */
function namesAndPasswords(): NodeJS.ProcessEnv {
  const settings = readFileSync(join(files, 'node.env'), 'utf8').matchAll(/^(\w+_(?:USERNAME|PASSWORD))=(.*)$/gm)
  return Object.fromEntries([...settings].map(([, name = '', value]) => [name, value || PASSWORD]))
}
