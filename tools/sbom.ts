// `npm run sbom`: prints the bill of materials of what the server and its web apps are made of, as CycloneDX 1.5 in JSON.
import { createHash } from 'node:crypto'
import { type Lock, type LockEntry, placeOf, readLock } from './lock.ts'

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

/** The bill of a lock file: all that is installed where the product runs or built into its web apps; the same bytes for the same lock. */
export function sbomOf(lock: Lock['packages']): Sbom {
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
      if (place === null) continue
      // A package of ours is a link to its folder.
      const at = lock[place]?.link === true ? (lock[place].resolved ?? place) : place
      const found = lock[at]
      if (found !== undefined) led.add(componentOf(at, found)['bom-ref'])
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
export const sbom = (): Sbom => sbomOf(readLock().packages)

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(sbom(), null, 2)}\n`)
