import type { ConsentChannel } from '@krapao/contract'
import { addRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'

interface ConsentKey {
  memberId: string
  channel: ConsentChannel
}

export function givenConsents(sql: Sql, memberId: string): Promise<{ channel: ConsentChannel; givenAt: Date }[]> {
  return sql.query('select channel, given_at as "givenAt" from marketing_consent where member_id = $1', [memberId])
}

/** False when it is given already. */
export function giveConsent(tx: Sql, consent: ConsentKey & { givenAt: Date }): Promise<boolean> {
  return addRow(tx, 'marketing_consent', consent, '(member_id, channel)')
}

/** False when it is not given. */
export async function takeConsentBack(tx: Sql, { memberId, channel }: ConsentKey): Promise<boolean> {
  const taken = await tx.query(
    'delete from marketing_consent where member_id = $1 and channel = $2 returning channel',
    [memberId, channel],
  )
  return taken.length > 0
}
