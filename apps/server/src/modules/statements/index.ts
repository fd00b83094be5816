import { calls } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import { readStatement, type StatementDeps } from './statement.ts'

export type { StatementDeps } from './statement.ts'

/** What members see of their money's history. */
export function createStatements(deps: StatementDeps): { routes: Route[] } {
  return {
    routes: [route(calls.statementList, ({ member, body }) => readStatement(deps, member.memberId, body))],
  }
}
