import type { Sql } from '../../../platform/database/types.ts'
import { openCase } from './cases.store.ts'

/** Opens the one case that games did not give back what a member has there; `subject` is what they were asked for by. */
export function reportNotHome(
  sql: Sql,
  given: { memberId: string; subject: string; detail: string; occurredAt: Date },
  now: Date,
): Promise<boolean> {
  const { memberId, subject, detail, occurredAt } = given
  const nothing = { withdrawalId: null, sendingBank: null, transRef: null, amountMinor: null, currency: null }
  return openCase(sql, { kind: 'NOT_HOME', memberId, reference: subject, detail, occurredAt, ...nothing }, subject, now)
}
