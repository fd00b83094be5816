import { describe, expect, it } from 'vitest'
import { LedgerMistake } from './mistake.ts'
import { writeSubmission } from './submission-text.ts'
import { hold, moving, post, settle } from './testing/factories.ts'
import type { Submission } from './types.ts'

const registered = new Set(['parcel'])

const mistakes: readonly [string, Submission][] = [
  ['an amount with a fraction', moving(post('a', 'b', 1.5))],
  ['an amount that is not a number', moving(hold('a', 'b', Number.NaN))],
  ['an amount beyond safe integers', moving(post('a', 'b', 2 ** 53))],
  ['a settled amount with a fraction', moving(settle('a', { amountMinor: 0.1 }))],
  ['an empty id', moving(post('a', 'b', 1, { id: '' }))],
  ['an id of 65 characters', moving(settle('a', { id: 'x'.repeat(65) }))],
  ['an account that pays itself', moving(post('a', 'a', 1))],
  ['no reference', moving(hold('a', 'b', 1, { reference: '' }))],
  ['an invalid date', moving(post('a', 'b', 1, { occurredAt: new Date(Number.NaN) }))],
  ['a text with U+0000', moving(post('a', 'b', 1, { metadata: { note: 'a\u0000b' } }))],
  ['a text with half a surrogate pair', moving(post('a', 'b', 1, { code: '\ud800' }))],
  ['an unregistered table to guard', { movements: [], guards: [{ table: 'secret', id: 'a', version: 1 }] }],
  ['an unregistered table to write', { movements: [], rows: [{ table: 'secret', insert: { id: 'a' } }] }],
  ['a version with a fraction', { movements: [], guards: [{ account: 'a', version: 0.5 }] }],
  ['an update of an id', { movements: [], rows: [{ table: 'parcel', id: 'a', version: 1, update: { id: 'b' } }] }],
  [
    'an update of a version',
    { movements: [], rows: [{ table: 'parcel', id: 'a', version: 1, update: { version: 9 } }] },
  ],
]

describe('the text of a submission', () => {
  it.each(mistakes)('is not written for %s', (_what, submission) => {
    expect(() => writeSubmission(submission, registered)).toThrow(LedgerMistake)
  })

  it('is written for texts that only look like what cannot be stored', () => {
    const submission = moving(post('a', 'b', 1, { metadata: { note: '\\u0000 \\\\ud800 😀 ก' } }))
    const written: unknown = JSON.parse(writeSubmission(submission, registered))
    expect(written).toMatchObject({ movements: [{ metadata: { note: '\\u0000 \\\\ud800 😀 ก' } }] })
  })
})
