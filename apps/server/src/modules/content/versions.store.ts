import type { CONTENT_STATES, ContentPart, ContentProblem } from '@krapao/contract'
import { lockName } from '../../platform/database/lock-name.ts'
import type { Sql } from '../../platform/database/types.ts'

export type ContentState = (typeof CONTENT_STATES)[number]

/** A version without what it says. */
export interface VersionRow {
  part: ContentPart
  number: number
  state: ContentState
  at: Date
  madeBy: string
  confirmedBy: string | null
  note: string | null
  publishAt: Date | null
  publishedAt: Date | null
  problem: ContentProblem | null
}

const columns = `part, number, state, at, made_by as "madeBy", confirmed_by as "confirmedBy", note,
  publish_at as "publishAt", published_at as "publishedAt",
  case when problem is not null then jsonb_build_object('code', problem, 'facts', problem_facts) end as problem`

/** Who changes what an operator offers does it one after the other: at the desk, by a file, or as its time comes. */
export function lockContent(tx: Sql): Promise<void> {
  return lockName(tx, 'furnishing')
}

/** The newest first. */
export function versionsOf(sql: Sql, part: ContentPart, limit: number): Promise<VersionRow[]> {
  return sql.query(`select ${columns} from content_version where part = $1 order by number desc limit $2`, [
    part,
    limit,
  ])
}

/** Those that stand or wait, of all parts, and those that could not be when their time came and that nothing followed. */
export function currentVersions(sql: Sql): Promise<VersionRow[]> {
  return sql.query(
    `select ${columns} from content_version as version where state in ('PUBLISHED', 'SCHEDULED') or state = 'FAILED'
       and number = (select max(number) from content_version as newest where newest.part = version.part)`,
  )
}

/** The accounts for deposits that two persons have put in force, or will have, since a time. */
export async function agreedAccounts(sql: Sql, since: Date): Promise<{ publishAt: Date } | null> {
  const [row] = await sql.query<{ publishAt: Date }>(
    `select publish_at as "publishAt" from content_version
     where part = 'depositAccounts' and publish_at >= $1 and state in ('SCHEDULED', 'PUBLISHED')
     order by number desc limit 1`,
    [since],
  )
  return row ?? null
}

export async function documentOf(sql: Sql, part: ContentPart, number: number): Promise<{ document: unknown } | null> {
  const [row] = await sql.query<{ document: unknown }>(
    'select document from content_version where part = $1 and number = $2',
    [part, number],
  )
  return row ?? null
}

/** The version of a part that is in a state, of which there is one at the most. */
export async function versionIn(
  sql: Sql,
  part: ContentPart,
  state: 'PUBLISHED' | 'SCHEDULED',
): Promise<(VersionRow & { document: unknown }) | null> {
  const [row] = await sql.query<VersionRow & { document: unknown }>(
    `select ${columns}, document from content_version where part = $1 and state = $2`,
    [part, state],
  )
  return row ?? null
}

export async function versionOfOperation(sql: Sql, operationId: string): Promise<number | null> {
  const [row] = await sql.query<{ number: number }>('select number from content_version where operation_id = $1', [
    operationId,
  ])
  return row?.number ?? null
}

/** The number that the next version of a part has. */
export async function nextNumber(sql: Sql, part: ContentPart): Promise<number> {
  const [row] = await sql.query<{ number: number }>(
    'select coalesce(max(number), 0) + 1 as number from content_version where part = $1',
    [part],
  )
  return row?.number ?? 1
}

export async function addVersion(
  tx: Sql,
  row: Omit<VersionRow, 'problem'> & { document: unknown; operationId: string | null },
): Promise<void> {
  await tx.query(
    `insert into content_version (part, number, document, state, at, made_by, confirmed_by, note, publish_at,
       published_at, operation_id)
     values ($1, $2, $3::text::jsonb, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[row.part, row.number, JSON.stringify(row.document), row.state, row.at, row.madeBy, row.confirmedBy],
      ...[row.note, row.publishAt, row.publishedAt, row.operationId],
    ],
  )
}

/** Ends what stands or waits. */
export async function endVersions(
  tx: Sql,
  part: ContentPart,
  { from, to, problem = null }: { from: 'PUBLISHED' | 'SCHEDULED'; to: ContentState; problem?: ContentProblem | null },
): Promise<void> {
  await tx.query(
    `update content_version set state = $3, problem = $4, problem_facts = $5::text::jsonb
     where part = $1 and state = $2`,
    [part, from, to, problem?.code ?? null, problem === null ? null : JSON.stringify(problem.facts)],
  )
}

/** Lets a version stand, as its rows say it now; everybody knows by another publication that something is new. */
export async function publishVersion(
  tx: Sql,
  part: ContentPart,
  { number, document, at }: { number: number; document: unknown; at: Date },
): Promise<void> {
  await tx.query(
    `update content_version set state = 'PUBLISHED', document = $4::text::jsonb, published_at = $3,
       publication = nextval('content_publication')
     where part = $1 and number = $2`,
    [part, number, at, JSON.stringify(document)],
  )
}

/** What was published last, of all parts. */
export async function lastPublication(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ publication: number }>(
    'select coalesce(max(publication), 0)::bigint as publication from content_version',
  )
  return Number(row?.publication ?? 0)
}

/** The parts of which a version's time has come. */
export function dueVersions(sql: Sql, now: Date): Promise<{ part: ContentPart; number: number }[]> {
  return sql.query(
    `select part, number from content_version where state = 'SCHEDULED' and publish_at <= $1 order by publish_at, part`,
    [now],
  )
}

export async function addPicture(
  sql: Sql,
  { id, mediaType, bytes, at, by }: { id: string; mediaType: string; bytes: Uint8Array; at: Date; by: string },
): Promise<void> {
  await sql.query('insert into content_picture (id, media_type, bytes, at, made_by) values ($1, $2, $3, $4, $5)', [
    id,
    mediaType,
    Buffer.from(bytes),
    at,
    by,
  ])
}

export async function pictureById(sql: Sql, id: string): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
  const [row] = await sql.query<{ mediaType: string; bytes: Uint8Array }>(
    'select media_type as "mediaType", bytes from content_picture where id = $1',
    [id],
  )
  return row ?? null
}
