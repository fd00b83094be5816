import { calls } from '@krapao/contract'
import { bound } from '../../platform/bound.ts'
import { route } from '../../platform/http/index.ts'
import { movementsByTime } from './by-time.ts'
import { findMovement } from './find-movement.ts'
import { netPosition, readNet, sumsSince } from './net-position.ts'
import { readReceipt } from './receipt.ts'
import { readStatement } from './statement.ts'
import { statementsCommands } from './statements.commands.ts'
import type { StatementsParts } from './statements.parts.ts'

export { activeRows, bookingRows, type FigurePage, type FigureRows, registeredRows } from './figure-rows.ts'
export { codesOf, figureMinor, type FlowKind, type FlowSums, memberOf, sumFlows } from './flows.rules.ts'

export type Statements = ReturnType<typeof createStatements>

/** What members see of their money's history, and how support finds a line of it. */
export function createStatements(parts: StatementsParts) {
  return {
    routes: [
      route(
        calls.statementList,
        ({ member, body, language }) => readStatement(parts, member.memberId, body, language),
        { onlyReads: true },
      ),
      route(
        calls.statementReceipt,
        ({ member, params, language }) => readReceipt(parts, { memberId: member.memberId, id: params.id, language }),
        { onlyReads: true },
      ),
      route(calls.statementNet, ({ member }) => readNet(parts, member.memberId), { onlyReads: true }),
    ],
    commands: statementsCommands(parts),
    ...bound(parts, { findMovement, movementsByTime, netPosition, sumsSince }),
  }
}
