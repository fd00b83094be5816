import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../platform/clock.ts'
import { createPlainJson } from './plain-json.ts'
import type { ProviderTerms } from './provider-call.ts'
import { type ProviderFamily, type ProviderRow, readProviderRows } from './provider-rows.ts'
import type { GameProvider, GameProviders } from './provider.ts'
import { createSignedForm } from './signed-form.ts'
import { createSignedJson } from './signed-json.ts'
import { createTokenForm } from './token-form.ts'

const families: Record<ProviderFamily, (terms: ProviderTerms, clock: Clock) => GameProvider> = {
  'plain-json': createPlainJson,
  'signed-json': createSignedJson,
  'signed-form': createSignedForm,
  'token-form': createTokenForm,
}

/**
 * The providers of the given rows. `clock` is the machine's time, which providers check signatures by. A code without
 * a row gets `absent`.
 */
export function createProviders(terms: {
  rows: readonly ProviderRow[]
  clock: Clock
  absent: GameProvider
}): GameProviders {
  const known = new Map(terms.rows.map((row) => [row.code, families[row.family](row, terms.clock)]))
  return (code) => known.get(code) ?? terms.absent
}

/** The demo operator's fifteen providers, which the sandbox at `base` plays. */
export function readDemoProviders(base: string, keyOf: (row: { code: string; family: ProviderFamily }) => string) {
  return readProviderRows(readFileSync(join(import.meta.dirname, 'demo-providers.json'), 'utf8'), { base, keyOf })
}
