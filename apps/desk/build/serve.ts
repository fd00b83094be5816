// Serves the desk from its sources.
import { join } from 'node:path'
import { serveSources } from '@krapao/web/serve'
import { viteOptions } from './vite-options.ts'

await serveSources(
  viteOptions(join(import.meta.dirname, '..'), process.env, 'serve'),
  (address) => `The desk: ${address}`,
)
