// Builds the app with the settings of the environment into a folder of its own, for tests of other builds than the usual.
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { viteOptions } from './vite-options.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say into which folder.')
const options = viteOptions(join(import.meta.dirname, '..'), process.env, 'build')
await build({ configFile: false, logLevel: 'warn', ...options, build: { ...options.build, outDir: resolve(folder) } })
