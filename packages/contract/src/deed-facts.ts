/** Every name that something kept of a deed stands under, in words at the desk; a name that is not here is not written. */
export const DEED_FACTS: readonly string[] = [
  ...['accounts', 'action', 'active', 'address', 'amount', 'amountMinor', 'as', 'autoDayMaxMinor', 'autoMaxMinor'],
  ...['before', 'behind', 'box', 'capMinor', 'changeMinor', 'changes', 'claim', 'code', 'command', 'costMinor'],
  ...['count', 'differenceMinor', 'document', 'en', 'evidence', 'exitCode', 'field', 'fields', 'find'],
  ...['fixedMinor', 'from', 'game', 'grantedMinor', 'guests', 'heldUntil', 'hours', 'id', 'isAboveCeiling'],
  ...['kind', 'lapseDays', 'legId', 'lo', 'maxReceived', 'memberId', 'minDepositMinor', 'minimumMinor'],
  ...['monthlyBudgetMinor', 'name', 'note', 'number', 'of', 'offer', 'openAt', 'outcome', 'page'],
  ...['payeeUnchangedHours', 'payouts', 'per', 'percent', 'percentFail', 'percentSuccess', 'period', 'problem'],
  ...['proposal', 'proposals', 'proposedBy', 'provider', 'publishAt', 'readingId', 'reason', 'reference', 'refusal'],
  ...['removedAt', 'replyId', 'request', 'returnReason', 'revision', 'roles', 'rooms', 'rows', 'rule', 'said'],
  ...['search', 'seats', 'secondPerson', 'seq', 'sessions', 'severity', 'source', 'state', 'takers', 'th'],
  ...['through', 'title', 'to', 'transfer', 'until', 'username', 'validFrom', 'validUntil', 'value', 'verdict'],
  ...['version', 'waitReason', 'walletMinor', 'what', 'who', 'why', 'words'],
]
