// Lighthouse for `npm run bench web`, unpacked into .cache when it is wanted: it is no dependency of the product.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { installAside, root } from './processes.ts'

const packed = { name: 'lighthouse', version: '13.5.0' }

/** The file by which Lighthouse is used from a program; installed on first use. Throws in words when it cannot be. */
export async function findLighthouse(): Promise<string> {
  const folder = join(root, '.cache', `${packed.name}-${packed.version}`)
  const entry = join(folder, 'node_modules', packed.name, 'core', 'index.js')
  if (existsSync(entry)) return entry
  mkdirSync(folder, { recursive: true })
  process.stdout.write('Installing Lighthouse …\n')
  const problem = await installAside(folder, `${packed.name}@${packed.version}`)
  if (problem !== null || !existsSync(entry)) throw new Error(`Lighthouse could not be installed:\n${problem ?? ''}`)
  return entry
}
