import type { DecisionKindName } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import type { DecisionKind } from './decision-kind.ts'

/** Which of what waits is about one member; what is about several is not. */
export function waitingOfMember(
  sql: Sql,
  kinds: readonly Pick<DecisionKind, 'kind' | 'waiting'>[],
  memberId: string,
  now: Date,
): Promise<{ kind: DecisionKindName; id: string }[]> {
  const lists = kinds.map(
    ({ kind, waiting }) => `select '${kind}' as kind, id from (${waiting}) as one where member_id = $2`,
  )
  // A kind may ask for no moment: then nothing else gives the parameter a type.
  return sql.query(`select kind, id from (${lists.join(' union all ')}) as queue where $1::timestamptz is not null`, [
    now,
    memberId,
  ])
}
