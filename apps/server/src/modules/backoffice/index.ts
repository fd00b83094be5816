import { desk } from '@krapao/contract'
import { route } from '../../platform/http/index.ts'
import { type BackofficeParts, search } from './search.ts'

/** What staff read of members, composed from all modules. Its calls are bound on the listener of the desk. */
export function createBackoffice(parts: BackofficeParts) {
  return {
    // None of the wallet's.
    routes: [],
    deskRoutes: [route(desk.deskSearch, ({ query }) => search(parts, query.q))],
  }
}
