import * as v from 'valibot'
import { agentCall } from './call.ts'
import { MEMBER_READERS } from './roles.ts'
import { id, text } from './shapes.ts'

/** What staff find and read of members. Phones show their last four digits. */

/** By what a search found a member. */
const DESK_SEARCH_REASONS = ['memberNo', 'phone', 'account', 'receipt', 'id', 'reference', 'name'] as const

/** Shorter words find too many, and longer ones nothing. */
const DESK_SEARCH_MIN = 3
const DESK_SEARCH_MAX = 100

const deskFound = /* @__PURE__ */ v.object({
  memberId: id,
  memberNo: v.string(),
  name: v.string(),
  phone: v.string(),
  why: v.picklist(DESK_SEARCH_REASONS),
})

export const deskSearch = agentCall('deskSearch', 'GET /api/desk/search', {
  roles: MEMBER_READERS,
  summary:
    'Members by number, phone, bank account, receipt number, an id of ours, a reference of a bank, or a part of a name; 20 at most',
  query: v.object({
    q: v.pipe(
      text(DESK_SEARCH_MAX),
      v.trim(),
      v.check((words) => [...words].length >= DESK_SEARCH_MIN),
    ),
  }),
  answer: v.object({ rows: v.array(deskFound) }),
})
