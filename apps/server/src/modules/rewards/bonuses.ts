import type { AnswerOf, calls } from '@krapao/contract'
import type { Database } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import { readBonuses } from './rewards.store.ts'

export interface RewardsDeps {
  database: Database
}

/** The bonuses on offer, in the operator's order. No member holds one: none can be received yet. */
export async function listBonuses(
  { database }: RewardsDeps,
  language: Language,
): Promise<AnswerOf<typeof calls.bonusList>> {
  const rows = await readBonuses(database, language)
  return { bonuses: rows.map(({ kind, ...bonus }) => ({ ...bonus, type: kind, userBonus: null })) }
}
