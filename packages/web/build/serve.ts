import type { InlineConfig } from 'vite'
import { createServer } from 'vite'
import { writeFonts } from './fonts.ts'

/**
 * Serves an app from its sources, each change in sight at once, until the process is told to end. `say` makes the line
 * that is printed out of the address.
 */
export async function serveSources(options: InlineConfig, say: (address: string) => string): Promise<void> {
  await writeFonts()
  const server = await createServer({ configFile: false, ...options })
  await server.listen()
  const [address = ''] = server.resolvedUrls?.local ?? []
  process.stdout.write(`${say(address)}\n`)

  const close = (): void => void server.close().then(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, close)
  // Whoever started this is gone, killed perhaps: nobody could end it later.
  process.once('disconnect', close)
}
