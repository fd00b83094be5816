import { calls } from '@krapao/contract'
import { route } from '../../platform/http/index.ts'
import { type HomeParts, readHome, readWallet } from './home.ts'

/** One read for the home screen, composed from all modules, and the wallet alone. */
export function createHome(parts: HomeParts) {
  return {
    routes: [
      route(calls.walletAmount, ({ member }) => readWallet(parts, member.memberId)),
      route(calls.walletHome, ({ member, language }) => readHome(parts, member.memberId, language)),
    ],
  }
}
