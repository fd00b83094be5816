import * as v from 'valibot'
import { agentCall } from './call.ts'
import { deskStaffRow } from './desk-shapes.ts'
import { ROLES, STAFF_READERS, STAFF_WRITERS } from './roles.ts'
import { optionalText, text, time } from './shapes.ts'

/** Who works at the desk: what each may do, where he is logged in, and what he gets in by. */

/** What changes one of the staff, and answers how he stands then. */
const change = {
  roles: STAFF_WRITERS,
  fresh: 'staff',
  params: v.object({ agentId: text(32, 'NO_DATA') }),
  answer: v.object({ agent: deskStaffRow }),
} as const

export const deskStaff = agentCall('deskStaff', 'GET /api/desk/staff', {
  roles: STAFF_READERS,
  summary: 'Everybody of the staff with his roles, by user name',
  answer: v.object({ staff: v.array(deskStaffRow) }),
})

export const deskSetRoles = agentCall('deskSetRoles', 'PUT /api/desk/staff/:agentId/roles', {
  ...change,
  summary:
    'Gives one of the staff other roles, which hold at once; nobody gives one that he lacks himself, and one OWNER stays',
  body: v.object({ roles: v.pipe(v.array(v.picklist(ROLES)), v.minLength(1), v.maxLength(ROLES.length)) }),
  codes: ['NO_DATA', 'FORBIDDEN', 'LAST_OWNER'],
})

export const deskDisable = agentCall('deskDisable', 'POST /api/desk/staff/:agentId/disable', {
  ...change,
  summary: 'Ends all sessions of one of the staff, gives back his rooms, and lets him in no more; one OWNER stays',
  codes: ['NO_DATA', 'LAST_OWNER'],
})

export const deskEndStaffSessions = agentCall('deskEndStaffSessions', 'POST /api/desk/staff/:agentId/end-sessions', {
  ...change,
  summary: 'Ends one session of one of the staff, or all of them but the one that asks',
  body: v.object({ sessionId: optionalText(64) }),
  codes: ['NO_DATA', 'FORBIDDEN'],
})

export const deskNewFactor = agentCall('deskNewFactor', 'POST /api/desk/factor', {
  roles: ROLES,
  summary:
    'Makes another key for one’s own codes, by the present password and a code; it holds when `confirm` is sent a code of it within ten minutes',
  body: v.object({ password: text(1024, 'WRONG_PASSWORD'), totp: text(16, 'WRONG_PASSWORD') }),
  answer: v.object({ totpKey: v.string(), totpAddress: v.string(), offer: v.string(), until: time }),
  codes: ['WRONG_PASSWORD', 'REQUEST_LIMIT'],
})

export const deskTakeFactor = agentCall('deskTakeFactor', 'POST /api/desk/factor/confirm', {
  roles: ROLES,
  summary: 'From now on codes come from the new key; every token of the agent dies, and a new one is answered',
  body: v.object({ offer: text(600, 'MOVED_ON'), totp: text(16, 'OTP_CODE_INVALID') }),
  answer: v.object({ token: v.string() }),
  codes: ['OTP_CODE_INVALID', 'MOVED_ON', 'REQUEST_LIMIT'],
})
