import { addRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Actor } from '../deeds/index.ts'
import type { ProposalRow, ProposalState } from './proposals.types.ts'

const columns = `id, kind, state, terms, member_id as "memberId", amount_minor as "amountMinor", subject,
  proposed_by as "proposedBy", proposed_at as "proposedAt", lapses_at as "lapsesAt", decided_by as "decidedBy",
  decided_at as "decidedAt", note, seen`

/** False when it is there already, or another one about the same subject is open. */
export function insertProposal(tx: Sql, row: ProposalRow): Promise<boolean> {
  return addRow(tx, 'proposal', row, '')
}

export async function proposalById(sql: Sql, id: string): Promise<ProposalRow | null> {
  const [row] = await sql.query<ProposalRow>(`select ${columns} from proposal where id = $1`, [id])
  return row ?? null
}

/** The same, locked until the transaction ends: it ends once. */
export async function lockProposal(tx: Sql, id: string): Promise<ProposalRow | null> {
  const [row] = await tx.query<ProposalRow>(`select ${columns} from proposal where id = $1 for update`, [id])
  return row ?? null
}

export async function openAbout(sql: Sql, subject: string): Promise<ProposalRow | null> {
  const [row] = await sql.query<ProposalRow>(`select ${columns} from proposal where subject = $1 and state = 'OPEN'`, [
    subject,
  ])
  return row ?? null
}

/** The open proposals about these subjects, by subject. */
export async function openOn(sql: Sql, subjects: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; subject: string }>(
    `select id, subject from proposal where subject = any ($1::text[]) and state = 'OPEN'`,
    [subjects],
  )
  return new Map(rows.map(({ id, subject }) => [subject, id]))
}

export async function endProposal(
  tx: Sql,
  given: { id: string; state: ProposalState; by: Actor; at: Date; note: string | null },
): Promise<void> {
  const { id, state, by, at, note } = given
  await tx.query('update proposal set state = $2, decided_by = $3, decided_at = $4, note = $5 where id = $1', [
    id,
    state,
    by,
    at,
    note,
  ])
}

/** Open ones whose time is over, or of one who proposed them, locked in the order of their ids. */
export function lockOpen(
  tx: Sql,
  asked: { lapsedBy: Date; atOnce: number } | { proposedBy: Actor },
): Promise<ProposalRow[]> {
  const [which, values] =
    'proposedBy' in asked
      ? ['proposed_by = $1 order by id', [asked.proposedBy]]
      : ['lapses_at <= $1 order by id limit $2', [asked.lapsedBy, asked.atOnce]]
  return tx.query<ProposalRow>(`select ${columns} from proposal where state = 'OPEN' and ${which} for update`, values)
}

/** The newest first, of one state where it is named, behind one of them. */
export function proposalsBehind(
  sql: Sql,
  { state, behind, limit }: { state: ProposalState | null; behind: { at: Date; id: string } | null; limit: number },
): Promise<ProposalRow[]> {
  const ofState = state === null ? 'true' : 'state = $4'
  return sql.query<ProposalRow>(
    `select ${columns} from proposal where ${ofState} and (proposed_at, id) < ($1::timestamptz, $2::text)
     order by proposed_at desc, id desc limit $3`,
    [behind?.at ?? 'infinity', behind?.id ?? '', limit, ...(state === null ? [] : [state])],
  )
}

/** The newest first, of one state where it is named, by the numbers of pages, and how many there are. */
export async function proposalsPage(
  sql: Sql,
  asked: { state: ProposalState | null; offset: number; limit: number },
): Promise<{ rows: ProposalRow[]; count: number }> {
  const { state, offset, limit } = asked
  const [which, given] = state === null ? ['true', []] : ['state = $1', [state]]
  const [counted] = await sql.query<{ count: number }>(`select count(*) as count from proposal where ${which}`, given)
  // The page is found in an index alone; only its rows are read.
  const rows = await sql.query<ProposalRow>(
    `select ${columns} from proposal where id in (
       select id from proposal where ${which} order by proposed_at desc, id desc
       offset $${given.length + 1} limit $${given.length + 2})
     order by proposed_at desc, id desc`,
    [...given, offset, limit],
  )
  return { rows, count: counted?.count ?? 0 }
}

/** Open ones. */
export const proposalsWaiting = `select id, proposed_at as since, member_id from proposal where state = 'OPEN'`

export function openProposals(sql: Sql, ids: readonly string[]): Promise<ProposalRow[]> {
  return sql.query<ProposalRow>(`select ${columns} from proposal where id = any ($1::text[]) and state = 'OPEN'`, [ids])
}

/** The amounts, above or below zero alike, that somebody proposed of a kind since a moment and that are open or done. */
export async function proposedMinor(sql: Sql, given: { kind: string; by: Actor; since: Date }): Promise<number> {
  return summed(sql, `proposed_by = $1 and kind = $2 and proposed_at >= $3 and state in ('OPEN', 'CONFIRMED')`, given)
}

/** The same of what he confirmed. */
export async function confirmedMinor(sql: Sql, given: { kind: string; by: Actor; since: Date }): Promise<number> {
  return summed(sql, `decided_by = $1 and kind = $2 and decided_at >= $3 and state = 'CONFIRMED'`, given)
}

/**
 * How many proposals of a kind were done to a member, and how many others that name the same reference are open or done;
 * of these none without a reference.
 */
export async function likeThese(
  sql: Sql,
  given: { kind: string; memberId: string; reference: string | null; besides: string },
): Promise<{ done: number; sameReference: number }> {
  const { kind, memberId, reference, besides } = given
  const [row] = await sql.query<{ done: number; sameReference: number }>(
    `select count(*) filter (where state = 'CONFIRMED') as done,
       count(*) filter (where state in ('OPEN', 'CONFIRMED') and terms->>'reference' = $3) as "sameReference"
     from proposal where member_id = $1 and kind = $2 and id <> $4`,
    [memberId, kind, reference, besides],
  )
  return { done: Number(row?.done ?? 0), sameReference: Number(row?.sameReference ?? 0) }
}

async function summed(
  sql: Sql,
  which: string,
  { kind, by, since }: { kind: string; by: Actor; since: Date },
): Promise<number> {
  const [row] = await sql.query<{ sum: number }>(
    `select coalesce(sum(abs(amount_minor)), 0)::bigint as sum from proposal where ${which}`,
    [by, kind, since],
  )
  return Number(row?.sum ?? 0)
}
