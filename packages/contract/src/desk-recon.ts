import * as v from 'valibot'
import { agentCall } from './call.ts'
import { reason } from './desk-shapes.ts'
import { RECON_KINDS, RECON_WORDS } from './limits.ts'
import { RECON_READERS, RECON_WRITERS } from './roles.ts'
import { amount, day, oneOf, text, time } from './shapes.ts'
import { statementFile } from './uploads.ts'

/** Reconciliation: what banks and providers say of a day, held against our books. */

/** Of each side's rows that nothing explains so many are answered; the counts tell of all. */
export const RECON_ROWS_MAX = 500

const party = /* @__PURE__ */ v.pipe(text(32), v.regex(/^[\w.-]+$/))
const where = { kind: oneOf(RECON_KINDS), party }
const dayParams = /* @__PURE__ */ v.object({ ...where, day })
const columnName = /* @__PURE__ */ v.nullable(text(80))

const mapping = /* @__PURE__ */ v.object({
  delimiter: v.picklist([',', ';', '\t']),
  order: v.pipe(v.picklist(['DMY', 'MDY', 'YMD']), v.description('Of day, month and year')),
  isBuddhist: v.pipe(v.boolean(), v.description('Of years of two digits; longer ones tell it themselves')),
  date: v.pipe(text(80), v.minLength(1), v.description('Heads of columns, as the file writes them')),
  time: columnName,
  amount: v.pipe(columnName, v.description('Signed; null where what came in and what went out have a column each')),
  in: columnName,
  out: columnName,
  reference: columnName,
  account: columnName,
  words: columnName,
  balance: columnName,
  until: v.pipe(columnName, v.description('A cell that begins so ends the lines, such as a total')),
})
/** By which columns the files of a bank or provider are read. */
export type ReconMapping = v.InferOutput<typeof mapping>

const closing = /* @__PURE__ */ v.object({
  at: time,
  by: v.nullable(v.string()),
  opening: v.nullable(amount),
  closing: v.nullable(amount),
})

export const deskReconParties = /* @__PURE__ */ agentCall('deskReconParties', 'GET /api/desk/recon', {
  roles: RECON_READERS,
  summary: 'Banks and providers whose statements are matched, how their files are read, and the days that are closed',
  answer: v.object({
    parties: v.array(
      v.object({
        kind: v.picklist(RECON_KINDS),
        code: v.string(),
        mapping: v.nullable(mapping),
        closed: v.array(v.object({ day: v.string(), ...closing.entries })),
        cases: v.pipe(v.number(), v.description('What was taken up as a case and is not explained yet')),
      }),
    ),
  }),
})

export const deskReconMapping = /* @__PURE__ */ agentCall('deskReconMapping', 'PUT /api/desk/recon/:kind/:party', {
  roles: RECON_WRITERS,
  summary: 'Keeps by which columns the files of a bank or provider are read; a deed',
  params: v.object(where),
  body: mapping,
  answer: v.object({ mapping }),
  codes: ['NO_DATA'],
})

export const deskReconImport = /* @__PURE__ */ agentCall(
  'deskReconImport',
  'POST /api/desk/recon/:kind/:party/import',
  {
    roles: RECON_WRITERS,
    summary:
      'Takes a statement in by the kept columns, all of it or nothing: `details.problem` names the first line that cannot be read. The same file again, or a day that has one: 409 with `details`',
    params: v.object(where),
    upload: statementFile,
    answer: v.object({ importId: v.string(), lines: v.number(), from: v.string(), to: v.string() }),
    codes: ['NO_DATA', 'MOVED_ON', 'FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED'],
  },
)

export const deskReconForget = /* @__PURE__ */ agentCall(
  'deskReconForget',
  'DELETE /api/desk/recon/:kind/:party/:day',
  {
    roles: RECON_WRITERS,
    summary: 'Takes the file back that a day has, with all of its days, as long as none of them is closed; a deed',
    params: dayParams,
    answer: v.object({ lines: v.number() }),
    codes: ['NO_DATA', 'MOVED_ON'],
  },
)

const explained = /* @__PURE__ */ v.nullable(
  v.object({ as: v.picklist(RECON_WORDS), reason: v.string(), by: v.nullable(v.string()), at: time }),
)
const line = /* @__PURE__ */ v.object({
  id: v.string(),
  at: v.nullable(time),
  amount,
  reference: v.nullable(v.string()),
  account: v.nullable(v.string()),
  words: v.nullable(v.string()),
  explained,
})
const own = /* @__PURE__ */ v.object({
  id: v.string(),
  at: time,
  amount,
  code: v.string(),
  reference: v.string(),
  memberId: v.nullable(v.string()),
  explained,
})

const reconDay = /* @__PURE__ */ v.object({
  asOf: time,
  closing: v.nullable(closing),
  isOver: v.boolean(),
  statement: v.nullable(
    v.object({
      lines: v.number(),
      sum: amount,
      opening: v.pipe(v.nullable(amount), v.description('As the file tells its balances')),
      closing: v.nullable(amount),
      importedAt: time,
      importedBy: v.nullable(v.string()),
    }),
  ),
  opening: v.pipe(v.nullable(amount), v.description('What the day before was closed with, else what the file tells')),
  ours: v.object({ count: v.number(), sum: amount }),
  matched: v.object({ reference: v.number(), amount: v.number(), hand: v.number() }),
  unexplained: v.number(),
  theirs: v.array(line),
  own: v.array(own),
  differences: v.array(v.object({ line, own })),
  counts: v.object({ theirs: v.number(), own: v.number(), differences: v.number() }),
  byHand: v.array(v.object({ line, own })),
})
export type ReconDay = v.InferOutput<typeof reconDay>

export const deskReconDay = /* @__PURE__ */ agentCall('deskReconDay', 'GET /api/desk/recon/:kind/:party/:day', {
  roles: RECON_READERS,
  summary: 'How a day stands: what both sides know, what only one of them does, and what they know differently',
  params: dayParams,
  answer: reconDay,
  codes: ['NO_DATA'],
})

export const deskReconMatch = /* @__PURE__ */ agentCall(
  'deskReconMatch',
  'POST /api/desk/recon/:kind/:party/:day/match',
  {
    roles: RECON_WRITERS,
    summary:
      'Says that a line and a movement of ours of the same sum are one, or takes it back (`own` null); a deed, no money moves',
    params: dayParams,
    body: v.object({ line: text(80), own: v.nullable(text(80)) }),
    answer: reconDay,
    codes: ['NO_DATA', 'MOVED_ON'],
  },
)

export const deskReconExplain = /* @__PURE__ */ agentCall(
  'deskReconExplain',
  'POST /api/desk/recon/:kind/:party/:day/explain',
  {
    roles: RECON_WRITERS,
    summary:
      'Says what a line or a movement of one side alone is, or takes it up as a case; null takes that back. A deed',
    params: dayParams,
    body: v.object({ side: oneOf(['theirs', 'own']), id: text(80), as: v.nullable(oneOf(RECON_WORDS)), reason }),
    answer: reconDay,
    codes: ['NO_DATA', 'MOVED_ON'],
  },
)

export const deskReconClose = /* @__PURE__ */ agentCall(
  'deskReconClose',
  'POST /api/desk/recon/:kind/:party/:day/close',
  {
    roles: RECON_WRITERS,
    fresh: 'money',
    summary:
      'Closes a day that is over, when opening and lines make the closing and nothing is unexplained; else 422 with what is missing. A deed',
    params: dayParams,
    body: v.object({ opening: v.nullable(v.number()), closing: v.nullable(v.number()) }),
    answer: reconDay,
    codes: ['NO_DATA', 'MOVED_ON'],
  },
)
