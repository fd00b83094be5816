// Builds the desk into its dist; the compressed files beside the plain ones are laid by `npm run build`.
import { join } from 'node:path'
import { writeFonts } from '@krapao/web/fonts'
import { build } from 'vite'
import { viteOptions } from './vite-options.ts'

const root = join(import.meta.dirname, '..')
await writeFonts()
await build({ configFile: false, ...viteOptions(root, process.env, 'build') })
