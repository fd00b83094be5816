import * as v from 'valibot'
import { memberCall } from './call.ts'
import { dataRequestEntries } from './desk-data-requests.ts'
import { CONSENT_CHANNELS } from './limits.ts'
import { done, oneOf, text, time } from './shapes.ts'

/** What is kept of a member: his consents, a copy of it for him, and its erasure. */

/** What has to come to its end before a member can be erased. */
const openThing = v.picklist(['money', 'deposit', 'withdrawal', 'case', 'bonus', 'exclusion'])

const copyAddress = v.pipe(
  v.nullable(v.string()),
  v.description('An address that is good for 15 minutes, for who has just shown that it is he; else null'),
)

const standing = v.object({
  consents: v.array(
    v.object({
      channel: v.picklist(CONSENT_CHANNELS),
      givenAt: v.pipe(v.nullable(time), v.description('Null: not given')),
    }),
  ),
  export: v.nullable(
    v.object({
      state: v.picklist(['making', 'ready', 'expired']),
      askedAt: time,
      expiresAt: v.nullable(time),
      json: copyAddress,
      csv: copyAddress,
    }),
  ),
  nextExportAt: v.pipe(time, v.description('From when on another copy may be asked for')),
  erasure: v.object({ open: v.array(openThing) }),
  requests: v.pipe(
    v.array(v.object(dataRequestEntries)),
    v.description('What staff wrote down that he asked for, the last first'),
  ),
})

export const privacyData = memberCall('privacyData', 'GET /api/protection/data', {
  summary: 'Consents to marketing, the last copy of one’s data, and what stands in the way of erasing it',
  answer: standing,
})

export const privacyConsent = memberCall('privacyConsent', 'PUT /api/protection/consents', {
  summary: 'Gives consent to marketing by one channel, or takes it back',
  body: v.object({ channel: oneOf(CONSENT_CHANNELS), isGiven: v.boolean() }),
  answer: standing,
})

export const privacyExport = memberCall('privacyExport', 'POST /api/protection/export', {
  summary:
    'Asks for a copy of all that is kept, as JSON and CSV; once in seven days, within 15 minutes of the password',
  answer: standing,
  codes: ['STEP_UP', 'PASSWORD_NEEDED', 'REQUEST_LIMIT'],
})

export const privacyFiles = memberCall('privacyFiles', 'POST /api/protection/export/files', {
  summary: 'Asks where the last copy of one’s data can be fetched, within 15 minutes of the password',
  answer: standing,
  codes: ['STEP_UP', 'PASSWORD_NEEDED'],
})

export const privacyErase = memberCall('privacyErase', 'POST /api/protection/erasure', {
  summary: 'Erases the member: his names, phone and accounts; the ledger stays',
  body: v.object({
    password: text(1024, 'WRONG_PASSWORD'),
    understood: v.pipe(
      v.boolean(),
      v.check((isTicked) => isTicked),
    ),
  }),
  answer: done,
  codes: ['STEP_UP', 'WRONG_PASSWORD', 'REQUEST_LIMIT', 'STILL_OPEN'],
})
