import { calls } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import { type HomeDeps, readHome, readWallet } from './home.ts'

export type { HomeDeps } from './home.ts'

/** One read for the home screen, composed from all modules, and the wallet alone. */
export function createHome(deps: HomeDeps): { routes: Route[] } {
  return {
    routes: [
      route(calls.walletAmount, ({ member }) => readWallet(deps, member.memberId)),
      route(calls.walletHome, ({ member, language }) => readHome(deps, member.memberId, language)),
    ],
  }
}
