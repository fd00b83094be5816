import { readDemo } from '../../furnish/furnish.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { TEST_SECRET_HEX } from '../../testing/played/sandbox.ts'
import { type ProviderRow, readProvider } from './providers/provider-rows.ts'

/** The demo's providers as the sandbox at an address plays them, each with its code and key. */
export async function demoProviders(sandboxUrl: string): Promise<(ProviderRow & { code: string })[]> {
  const secrets = createSecrets([TEST_SECRET_HEX])
  const [demo] = (await readDemo('TH')) as { games: { code: string; provider: unknown }[] }[]
  return (demo?.games ?? []).map(({ code, provider }) => {
    const row = readProvider(provider)
    if (row === null) throw new Error(`the demo's provider of ${code} cannot be read`)
    const key = secrets.derive(row.family === 'plain-json' ? 'sandbox-game' : `sandbox-game:${code}`)
    return { ...row, code, url: `${sandboxUrl}${row.url}`, key }
  })
}
