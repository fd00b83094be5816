// Builds the app with the settings of the environment into a folder of its own, for tests of other builds than the usual.
import { join, resolve } from 'node:path'
import { buildInto } from './build.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say into which folder.')
await buildInto({ root: join(import.meta.dirname, '..'), env: process.env, dist: resolve(folder) })
