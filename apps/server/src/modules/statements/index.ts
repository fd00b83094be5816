import { calls } from '@krapao/contract'
import type { Command } from '../../platform/commands/index.ts'
import { type Route, route } from '../../platform/http/index.ts'
import { readReceipt, type ReceiptDeps } from './receipt.ts'
import { doorsOf, readStatement, type StatementDeps } from './statement.ts'
import { statementsCommands } from './statements.commands.ts'

export type { MovementsDoor } from './movement.ts'
export type { StatementDeps } from './statement.ts'

/** What members see of their money's history, and how support finds a line of it. */
export function createStatements(deps: StatementDeps & ReceiptDeps): { routes: Route[]; commands: Command[] } {
  return {
    routes: [
      route(calls.statementList, ({ member, body, language }) => readStatement(deps, member.memberId, body, language)),
      route(calls.statementReceipt, ({ member, params, language }) =>
        readReceipt(deps, doorsOf(deps), { memberId: member.memberId, id: params.id, language }),
      ),
    ],
    commands: statementsCommands(deps),
  }
}
