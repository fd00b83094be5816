import type { MemberRecords } from '../../platform/database/member-records.ts'

/** What is kept of a member here: his room has his id. */
export const supportRecords: readonly MemberRecords[] = [
  {
    table: 'support_message',
    whose: 'room_id = $1',
    secret: ['content_hash', 'client_id', 'agent_id'],
    erased: 'deleted',
  },
  { table: 'support_room', whose: 'id = $1', secret: ['agent_id'], erased: 'deleted' },
]
