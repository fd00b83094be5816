// Serves the app from its sources, each change in sight at once, with the pages of the development build.
import { join } from 'node:path'
import { writeFonts } from '@krapao/web/fonts'
import { createServer } from 'vite'
import { writeTexts } from './texts.ts'
import { viteOptions } from './vite-options.ts'

writeTexts()
await writeFonts()
const server = await createServer({
  configFile: false,
  ...viteOptions(join(import.meta.dirname, '..'), process.env, 'serve'),
})
await server.listen()
const [address = ''] = server.resolvedUrls?.local ?? []
process.stdout.write(`The web app: ${address}   its shared pieces: ${address}gallery.html\n`)

const close = (): void => void server.close().then(() => process.exit(0))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, close)
// Whoever started this is gone, killed perhaps: nobody could end it later.
process.once('disconnect', close)
