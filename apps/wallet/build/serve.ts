// Serves the app from its sources, with the pages of the development build.
import { join } from 'node:path'
import { serveSources } from '@krapao/web/serve'
import { writeTexts } from './texts.ts'
import { viteOptions } from './vite-options.ts'

writeTexts()
await serveSources(
  viteOptions(join(import.meta.dirname, '..'), process.env, 'serve'),
  (address) => `The web app: ${address}`,
)
