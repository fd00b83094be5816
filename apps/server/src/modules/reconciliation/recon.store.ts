import type { ReconKind, ReconMapping, ReconWord } from '@krapao/contract'
import { addRow, putRow } from '../../platform/database/put-row.ts'
import { lockName } from '../../platform/database/lock-name.ts'
import type { Sql } from '../../platform/database/types.ts'
import { bankTraces } from '../cashier/index.ts'
import type { Actor } from '../deeds/index.ts'
import type { FileLine } from './statement-file.ts'

/** Whose statement it is. */
export interface Party {
  kind: ReconKind
  party: string
}

export async function readMappings(sql: Sql): Promise<(Party & { mapping: ReconMapping })[]> {
  return sql.query('select kind, party, mapping from recon_mapping', [])
}

/** How a party's files are read; null until somebody said so. */
export async function readMapping(sql: Sql, { kind, party }: Party): Promise<ReconMapping | null> {
  const [row] = await sql.query<{ mapping: ReconMapping }>(
    'select mapping from recon_mapping where kind = $1 and party = $2',
    [kind, party],
  )
  return row?.mapping ?? null
}

export async function keepMapping(tx: Sql, party: Party, mapping: ReconMapping, at: Date, by: Actor): Promise<void> {
  await putRow(tx, 'recon_mapping', ['kind', 'party'], { ...party, mapping, changedAt: at, changedBy: by })
}

export interface StatementFile extends Party {
  id: string
  hash: string
  importedAt: Date
  importedBy: Actor
  openingMinor: number | null
  closingMinor: number | null
}

/** One at a time writes about a party: what it read is still so when it writes. */
export function lockParty(tx: Sql, { kind, party }: Party): Promise<void> {
  return lockName(tx, `recon ${kind} ${party}`)
}

/** When and by whom these bytes were taken in before; null when they were not. */
export async function fileOfHash(sql: Sql, { kind, party }: Party, hash: string): Promise<StatementFile | null> {
  const [row] = await sql.query<StatementFile>(
    `select ${fileColumns} from recon_file where kind = $1 and party = $2 and hash = $3`,
    [kind, party, hash],
  )
  return row ?? null
}

const fileColumns = `id, kind, party, hash, imported_at as "importedAt", imported_by as "importedBy",
  opening_minor as "openingMinor", closing_minor as "closingMinor"`

/** The file that a day has its lines of, as far as it has some; of several the last that came. */
export async function fileOfDay(sql: Sql, { kind, party }: Party, day: string): Promise<StatementFile | null> {
  const [row] = await sql.query<StatementFile>(
    `select ${fileColumns} from recon_file where id in
      (select file_id from recon_line where kind = $1 and party = $2 and day = $3::date)
     order by recon_file.imported_at desc, id desc limit 1`,
    [kind, party, day],
  )
  return row ?? null
}

/** Takes a file in with its lines. */
export async function addFile(tx: Sql, file: StatementFile, lines: readonly FileLine[]): Promise<void> {
  await addRow(tx, 'recon_file', file)
  const rows = lines.map((line, place) => ({ ...line, place: place + 1 }))
  await tx.query(
    `insert into recon_line (id, file_id, kind, party, day, number, at, amount_minor, reference, account, words, balance_minor)
     select $1 || '-' || place, $1, $2, $3, day, place, at, "amountMinor", reference, account, words, "balanceMinor"
     from jsonb_to_recordset($4::text::jsonb) as line (place integer, day date, at timestamptz, "amountMinor" bigint,
       reference text, account text, words text, "balanceMinor" bigint)`,
    [file.id, file.kind, file.party, JSON.stringify(rows)],
  )
  // A bank tells of a day after it: by then somebody may have been erased.
  await tx.query(
    `update recon_line set account = null, words = null
     where file_id = $1 and kind = 'bank' and upper(reference) in ${bankTraces.ofErased}`,
    [file.id],
  )
}

/** Which of these days have lines of so many files (a day has one of each account), and which are closed. */
export async function takenDays(sql: Sql, { kind, party }: Party, days: readonly string[], files: number) {
  const [lined, closed] = await Promise.all([
    sql.query<{ day: string }>(
      `select wanted as day from unnest($3::text[]) as wanted where (
         select count(distinct file_id) from recon_line where kind = $1 and party = $2 and day = wanted::date) >= $4`,
      [kind, party, days, Math.max(1, files)],
    ),
    sql.query<{ day: string }>(
      'select day::text from recon_closing where kind = $1 and party = $2 and day = any ($3::date[])',
      [kind, party, days],
    ),
  ])
  return { lined: lined.map(({ day }) => day), closed: closed.map(({ day }) => day) }
}

/** The days that a file has lines of, in order. */
export async function daysOfFile(sql: Sql, fileId: string): Promise<string[]> {
  const rows = await sql.query<{ day: string }>(
    'select distinct day::text from recon_line where file_id = $1 order by 1',
    [fileId],
  )
  return rows.map(({ day }) => day)
}

/** Takes a file back with all that was said about its lines. @returns how many lines it had. */
export async function removeFile(tx: Sql, fileId: string): Promise<number> {
  const lines = 'select id from recon_line where file_id = $1'
  await tx.query(`delete from recon_match where line_id in (${lines})`, [fileId])
  await tx.query(`delete from recon_word where side = 'theirs' and id in (${lines})`, [fileId])
  const removed = await tx.query('delete from recon_line where file_id = $1 returning 1 as removed', [fileId])
  await tx.query('delete from recon_file where id = $1', [fileId])
  return removed.length
}

export interface LineRow {
  id: string
  day: string
  at: Date | null
  amountMinor: number
  reference: string | null
  account: string | null
  words: string | null
  balanceMinor: number | null
}

/** The lines of some days, in their order. */
export function linesBetween(sql: Sql, { kind, party }: Party, from: string, to: string): Promise<LineRow[]> {
  return sql.query(
    `select id, day::text, at, amount_minor as "amountMinor", reference, account, words, balance_minor as "balanceMinor"
     from recon_line where kind = $1 and party = $2 and day between $3::date and $4::date order by recon_line.day, number`,
    [kind, party, from, to],
  )
}

export interface MatchRow {
  lineId: string
  ownId: string
  how: 'reference' | 'amount' | 'hand' | 'difference'
}

/** What these lines, or these movements of ours, are matched with. */
export function matchesOf(
  sql: Sql,
  { kind, party }: Party,
  about: { lines: readonly string[]; owns: readonly string[] },
): Promise<MatchRow[]> {
  return sql.query(
    `select line_id as "lineId", own_id as "ownId", how from recon_match
     where kind = $1 and party = $2 and (line_id = any ($3::text[]) or own_id = any ($4::text[]))`,
    [kind, party, about.lines, about.owns],
  )
}

/** False when one of both is matched already. */
export function addMatch(tx: Sql, party: Party, match: MatchRow, at: Date, by: Actor | null): Promise<boolean> {
  return addRow(tx, 'recon_match', { ...party, ...match, at, by }, '')
}

export async function addMatches(
  tx: Sql,
  { kind, party }: Party,
  matches: readonly MatchRow[],
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into recon_match (kind, party, line_id, own_id, how, at)
     select $1, $2, "lineId", "ownId", how, $4
     from jsonb_to_recordset($3::text::jsonb) as pair ("lineId" text, "ownId" text, how text)`,
    [kind, party, JSON.stringify(matches), at],
  )
}

/** Takes back what was matched by hand; false when nothing was. */
export async function removeMatch(tx: Sql, lineId: string): Promise<boolean> {
  const rows = await tx.query(`delete from recon_match where line_id = $1 and how = 'hand' returning 1 as gone`, [
    lineId,
  ])
  return rows.length > 0
}

export interface WordRow {
  side: 'theirs' | 'own'
  id: string
  says: ReconWord
  reason: string
  at: Date
  by: Actor
}

/** What was said about these lines and these movements of ours. */
export function wordsOf(
  sql: Sql,
  { kind, party }: Party,
  about: { lines: readonly string[]; owns: readonly string[] },
): Promise<WordRow[]> {
  return sql.query(
    `select side, id, says, reason, at, by from recon_word where kind = $1 and party = $2
     and ((side = 'theirs' and id = any ($3::text[])) or (side = 'own' and id = any ($4::text[])))`,
    [kind, party, about.lines, about.owns],
  )
}

export async function keepWord(tx: Sql, party: Party, day: string, word: WordRow): Promise<void> {
  await putRow(tx, 'recon_word', ['kind', 'party', 'side', 'id'], { ...party, day, ...word })
}

export async function removeWord(tx: Sql, { kind, party }: Party, side: string, id: string): Promise<void> {
  await tx.query('delete from recon_word where kind = $1 and party = $2 and side = $3 and id = $4', [
    kind,
    party,
    side,
    id,
  ])
}

export interface ClosingRow {
  day: string
  at: Date
  by: Actor
  openingMinor: number | null
  closingMinor: number | null
}

const closingColumns = `day::text, at, by, opening_minor as "openingMinor", closing_minor as "closingMinor"`

/** The last days that are closed at or before a day, the newest first. */
export function closingsBefore(sql: Sql, { kind, party }: Party, day: string, limit: number): Promise<ClosingRow[]> {
  return sql.query(
    `select ${closingColumns} from recon_closing where kind = $1 and party = $2 and day <= $3::date
     order by recon_closing.day desc limit $4`,
    [kind, party, day, limit],
  )
}

/** The last days that are closed, the newest first. */
export function lastClosings(sql: Sql, party: Party, limit: number): Promise<ClosingRow[]> {
  return closingsBefore(sql, party, '9999-01-01', limit)
}

/** False when the day is closed already. */
export function addClosing(
  tx: Sql,
  party: Party,
  closing: ClosingRow & { lines: number; linesMinor: number; ownCount: number; ownMinor: number },
): Promise<boolean> {
  return addRow(tx, 'recon_closing', { ...party, ...closing }, '(kind, party, day)')
}

/** How many movements are taken up as cases, by party. */
export function openCases(sql: Sql): Promise<(Party & { count: number })[]> {
  return sql.query(`select kind, party, count(*) as count from recon_word where says = 'case' group by 1, 2`, [])
}
