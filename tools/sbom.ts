// `npm run sbom`: prints the bill of materials of what the server and its web apps are made of, as CycloneDX 1.5 in JSON.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

interface LockEntry {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface Component {
  type: 'library' | 'application'
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses?: { expression: string }[]
  hashes?: { alg: string; content: string }[]
}

export interface Sbom {
  $schema: string
  bomFormat: 'CycloneDX'
  specVersion: '1.5'
  serialNumber: string
  version: 1
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

type Lock = Record<string, LockEntry>

const INSTALLED = 'node_modules/'
const algorithms: Readonly<Record<string, string>> = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }

function nameOf(path: string, entry: LockEntry): string {
  return entry.name ?? path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length)
}

/** https://github.com/package-url/purl-spec: the sign of a scope is written out. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

function componentOf(path: string, entry: LockEntry): Component {
  const name = nameOf(path, entry)
  const version = entry.version ?? '0.0.0'
  const purl = purlOf(name, version)
  const [algorithm = '', hash = ''] = entry.integrity?.split(/-(.*)/s) ?? []
  const alg = algorithms[algorithm]
  return {
    type: path === '' ? 'application' : 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(entry.license === undefined ? {} : { licenses: [{ expression: entry.license }] }),
    ...(alg === undefined ? {} : { hashes: [{ alg, content: Buffer.from(hash, 'base64').toString('hex') }] }),
  }
}

/** Where a package finds another one: in its own folder or in the nearest one above it. */
function placeOf(lock: Lock, from: string, name: string): string | null {
  const folders = from.split('/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/'))
  for (const folder of [...folders.filter((one) => one !== ''), '']) {
    const place = `${folder === '' ? '' : `${folder}/`}${INSTALLED}${name}`
    const entry = lock[place]
    if (entry !== undefined) return entry.link === true ? (entry.resolved ?? place) : place
  }
  return null
}

/** The bill of a lock file: all that is installed where the product runs or built into its web apps; the same bytes for the same lock. */
export function sbomOf(lock: Lock): Sbom {
  const entries = Object.entries(lock).filter(
    ([path, { dev, devOptional, link }]) =>
      dev !== true && devOptional !== true && link !== true && !/^(e2e|bench|tools)/.test(path),
  )
  const components = new Map<string, Component>()
  const needs = new Map<string, Set<string>>()
  for (const [path, entry] of entries) {
    const component = componentOf(path, entry)
    if (path !== '') components.set(component['bom-ref'], component)
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    const led = needs.get(component['bom-ref']) ?? new Set<string>()
    for (const name of names) {
      const place = placeOf(lock, path, name)
      const found = place === null ? undefined : lock[place]
      if (place !== null && found !== undefined) led.add(componentOf(place, found)['bom-ref'])
    }
    needs.set(component['bom-ref'], led)
  }
  const byRef = (one: { ref: string }, other: { ref: string }) => (one.ref < other.ref ? -1 : 1)
  const sorted = [...components.values()].toSorted((one, other) => (one.purl < other.purl ? -1 : 1))
  const dependencies = [...needs].map(([ref, led]) => ({ ref, dependsOn: [...led].toSorted() })).toSorted(byRef)
  const product = componentOf('', lock[''] ?? {})
  const hash = createHash('sha256')
    .update(JSON.stringify([product, sorted, dependencies]))
    .digest('hex')
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: product },
    components: sorted,
    dependencies,
  }
}

/** The bill of this checkout. */
export function sbom(): Sbom {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }
  return sbomOf(lock.packages)
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(sbom(), null, 2)}\n`)
