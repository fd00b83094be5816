import type { Clock } from '../../../platform/clock.ts'
import { createJoker } from './joker.ts'
import { createPgSoft } from './pg-soft.ts'
import { createPlainJson } from './plain-json.ts'
import type { ProviderTerms } from './provider-call.ts'
import type { ProviderFamily, ProviderRow } from './provider-rows.ts'
import type { GameProvider } from './provider.ts'
import { createSignedForm } from './signed-form.ts'
import { createSignedJson } from './signed-json.ts'
import { createTokenForm } from './token-form.ts'

const families: Record<ProviderFamily, (terms: ProviderTerms, clock: Clock) => GameProvider> = {
  'plain-json': createPlainJson,
  'signed-json': createSignedJson,
  'signed-form': createSignedForm,
  'token-form': createTokenForm,
  'pg-soft': createPgSoft,
  joker: createJoker,
}

/** The provider behind a row. `clock` is the machine's time, which providers check signatures by. */
export function createProvider(row: ProviderRow, clock: Clock): GameProvider {
  return families[row.family](row, clock)
}
