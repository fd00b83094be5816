import * as v from 'valibot'
import { defineCall } from './call.ts'
import { text } from './shapes.ts'

/** Files that members and guests sent. */

export const fileRead = defineCall({
  name: 'fileRead',
  method: 'GET',
  path: '/api/files/:id',
  caller: 'anybody',
  summary: 'A file, for who holds a signed address that is at most 15 minutes old',
  params: v.object({ id: text(64, 'NOT_FOUND') }),
  query: v.object({ e: text(20, 'NOT_FOUND'), s: text(128, 'NOT_FOUND') }),
  answerType: '*/*',
  answer: v.unknown(),
  codes: ['NOT_FOUND'],
})
