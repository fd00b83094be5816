import type * as v from 'valibot'
import type { Furnishing } from '../../platform/furnishing.ts'
import { banksFurnishing } from './banks.furnishing.ts'
import { depositAccountsFurnishing } from './deposit-accounts.furnishing.ts'
import { gamesFurnishing } from './games.furnishing.ts'
import type { OperatorParts } from './operator.parts.ts'
import { settingsFurnishing } from './settings.furnishing.ts'
import { sourcesFurnishing } from './sources.furnishing.ts'
import { textsFurnishing } from './texts.furnishing.ts'

/** The operator's parts of the file. `provider` is what a game's provider may be, as who speaks to them says it. */
export function operatorFurnishings(
  { defaults, use }: Pick<OperatorParts, 'defaults' | 'use'>,
  provider: v.GenericSchema<unknown>,
): Record<string, Furnishing> {
  return {
    settings: settingsFurnishing(defaults, use),
    banks: banksFurnishing(use),
    depositAccounts: depositAccountsFurnishing,
    sources: sourcesFurnishing,
    games: gamesFurnishing(provider, use),
    texts: textsFurnishing,
  }
}
