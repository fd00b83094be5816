import { calls } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import { listBonuses, type RewardsDeps } from './bonuses.ts'

export { rewardsMigrations } from './rewards.migrations.ts'

/** What members get beyond their own money. */
export function createRewards(deps: RewardsDeps): { routes: Route[] } {
  return { routes: [route(calls.bonusList, ({ language }) => listBonuses(deps, language))] }
}
