import * as v from 'valibot'
import { agentCall, openCall } from './call.ts'
import { deskAgent, rolesOfAgent } from './desk-shapes.ts'
import { ROLES } from './roles.ts'
import { done, text, time } from './shapes.ts'

/** How one of the staff gets in and out, and changes what he gets in by. */

const agent = v.object({ ...deskAgent.entries, username: v.string(), roles: rolesOfAgent })

export const deskLogin = openCall('deskLogin', 'POST /api/desk/login', {
  summary: 'Opens a session of 12 hours; whatever is wrong is answered alike, and a code is good once',
  body: v.object({
    username: text(64, 'WRONG_CREDENTIAL'),
    password: text(1024, 'WRONG_CREDENTIAL'),
    totp: text(16, 'WRONG_CREDENTIAL'),
    /** In place of a password that the operator made for him. */
    newPassword: v.optional(text(1024, 'INVALID_USER_INFO')),
  }),
  answer: v.object({ token: v.string(), agent }),
  codes: ['WRONG_CREDENTIAL', 'NEW_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT', 'PROOF_NEEDED', 'LOGIN_FAIL'],
})

export const deskLogout = agentCall('deskLogout', 'POST /api/desk/logout', {
  roles: ROLES,
  summary: 'Ends the session; its token is dead at once',
  answer: done,
})

export const deskMe = agentCall('deskMe', 'GET /api/desk/me', {
  roles: ROLES,
  summary: 'Whose session this is',
  answer: v.object({ agent }),
})

export const deskChangePassword = agentCall('deskChangePassword', 'PUT /api/desk/password', {
  roles: ROLES,
  summary:
    'Changes the password, by the present one and a code; every token of the agent dies, and a new one is answered',
  body: v.object({
    oldPassword: text(1024, 'WRONG_PASSWORD'),
    newPassword: text(1024, 'INVALID_USER_INFO'),
    totp: text(16, 'WRONG_PASSWORD'),
  }),
  answer: v.object({ token: v.string() }),
  codes: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT'],
})

export const deskStepUp = agentCall('deskStepUp', 'POST /api/desk/step-up', {
  roles: ROLES,
  summary:
    'Takes a code anew, for the calls of this session that want one of the last ten minutes; a code is good once',
  body: v.object({ totp: text(16, 'OTP_CODE_INVALID') }),
  answer: v.object({ freshUntil: time }),
  codes: ['OTP_CODE_INVALID', 'REQUEST_LIMIT'],
})
