import type { MemberRecords } from '../../platform/database/member-records.ts'
import { bankTraces } from '../cashier/index.ts'

const OF_HIS_MONEY = `kind = 'bank' and (upper(reference) in ${bankTraces.references}
  or regexp_replace(account, '\\D', '', 'g') in ${bankTraces.accounts}
  or id in (select line_id from recon_match where kind = 'bank' and own_id in ${bankTraces.movements}))`

/** What a bank told of a member's money. Times, sums and references stay: days are closed by them. */
export const reconciliationRecords: readonly MemberRecords[] = [
  { table: 'recon_line', whose: OF_HIS_MONEY, erased: { account: 'null', words: 'null' } },
]
