import * as v from 'valibot'
import { openCall } from './call.ts'
import { text } from './shapes.ts'

/** Files that members and guests sent, and pictures of the operator's. */

export const fileRead = openCall('fileRead', 'GET /api/files/:id', {
  summary: 'A file, for who holds a signed address that is at most 15 minutes old',
  params: v.object({ id: text(64, 'NOT_FOUND') }),
  query: v.object({ e: text(20, 'NOT_FOUND'), s: text(128, 'NOT_FOUND') }),
  answerType: '*/*',
  answer: v.unknown(),
  codes: ['NOT_FOUND'],
})

export const contentPicture = openCall('contentPicture', 'GET /api/content/pictures/:id', {
  summary: 'A picture that the operator shows to everybody',
  params: v.object({ id: text(64, 'NO_DATA') }),
  answerType: '*/*',
  answer: v.unknown(),
  codes: ['NO_DATA'],
})
