import type { Submission } from './types.ts'

/** A submission as it was when it was handed over: its own text, and the columns of what it brings. */
export interface WrittenSubmission {
  text: string
  movements: readonly (readonly (string | null)[])[]
  news: readonly (readonly (string | null)[])[]
  claims: readonly { kind: string; key: string; owner: string }[]
  accounts: readonly { account: string; version: number; idle: boolean }[]
  /** Rows that must be there in this version, because a guard or an update says so. */
  rows: readonly { table: string; id: string; version: number }[]
  writes: readonly RowText[]
}

interface RowText {
  /** What rows must share to be written by one statement. */
  shape: string
  table: string
  columns: readonly string[]
  inserting: boolean
  id: string
  /** The row as JSON. */
  text: string
}

function metadataText(metadata: unknown): string | null {
  return metadata === undefined || metadata === null ? null : JSON.stringify(metadata)
}

function splitMovement(movement: Submission['movements'][number]): (string | null)[] {
  const { kind, id, occurredAt } = movement
  const at = occurredAt.toISOString()
  if (kind === 'post' || kind === 'hold') {
    const { from, to, amountMinor, code, reference, metadata } = movement
    return [kind, id, null, from, to, String(amountMinor), code, reference, at, metadataText(metadata)]
  }
  const amount = kind === 'settle' && movement.amountMinor !== undefined ? String(movement.amountMinor) : null
  return [kind, id, movement.hold, null, null, amount, null, null, at, null]
}

function splitRow(row: NonNullable<Submission['rows']>[number]): RowText {
  const inserting = 'insert' in row
  const fields = inserting ? row.insert : row.update
  const columns = Object.keys(fields)
  const { table } = row
  const id = inserting ? row.insert.id : row.id
  const text = JSON.stringify(inserting ? fields : { ...fields, id, version: row.version })
  return { shape: JSON.stringify([table, inserting, columns]), table, columns, inserting, id, text }
}

/** Takes a submission apart; `text` is what `writeSubmission` made of it. */
export function splitSubmission(submission: Submission, text: string): WrittenSubmission {
  const { movements, claims = [], guards = [], rows = [], news = [] } = submission
  const updates = rows.flatMap((row) => ('insert' in row ? [] : [row]))
  return {
    text,
    movements: movements.map(splitMovement),
    news: news.map(({ topic, key, payload }) => [topic, key, JSON.stringify(payload)]),
    claims: claims.map(({ kind, key, owner }) => ({ kind, key, owner })),
    accounts: guards.flatMap((guard) =>
      'account' in guard ? [{ account: guard.account, version: guard.version, idle: guard.idle ?? false }] : [],
    ),
    rows: [...guards.flatMap((guard) => ('table' in guard ? [guard] : [])), ...updates].map(
      ({ table, id, version }) => ({ table, id, version }),
    ),
    writes: rows.map(splitRow),
  }
}

/** A PostgreSQL array as text; null when there is nothing in it but nulls. */
function arrayText(values: readonly (string | null)[]): string | null {
  if (values.every((value) => value === null)) return null
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`
}

/** Columns of rows, as array texts. */
function columnTexts(rows: readonly (readonly (string | null)[])[], count: number): (string | null)[] {
  return Array.from({ length: count }, (_, column) => arrayText(rows.map((row) => row[column] ?? null)))
}

/** Items (from 1) that use something which one before them in the batch, or they themselves, use up. */
export function findDoubtful(batch: readonly WrittenSubmission[]): number[] {
  const used = new Set<string>()
  const doubtful: number[] = []
  for (const [index, { movements, claims, rows, writes }] of batch.entries()) {
    const uses = [
      ...movements.flatMap(([, id, hold]) => [`id ${id}`, ...(hold === null ? [] : [`hold ${hold}`])]),
      ...claims.map(({ kind, key }) => JSON.stringify(['claim', kind, key])),
      ...writes.map(({ table, id }) => JSON.stringify(['row', table, id])),
    ]
    const reads = rows.map(({ table, id }) => JSON.stringify(['row', table, id]))
    if (new Set(uses).size < uses.length || [...uses, ...reads].some((name) => used.has(name))) doubtful.push(index + 1)
    for (const name of uses) used.add(name)
  }
  return doubtful
}

/** Rows to write, those of one shape together: what is to change before what is new, which may take its place. */
function gatherWrites(batch: readonly WrittenSubmission[]): string[] {
  const shapes = new Map<string, { row: RowText; items: number[]; texts: string[] }>()
  for (const [index, { writes }] of batch.entries()) {
    for (const row of writes) {
      const shape = shapes.get(row.shape) ?? { row, items: [], texts: [] }
      shapes.set(row.shape, shape)
      shape.items.push(index + 1)
      shape.texts.push(row.text)
    }
  }
  const inOrder = [...shapes.values()].toSorted((one, other) => Number(one.row.inserting) - Number(other.row.inserting))
  return inOrder.map(({ row: { table, columns, inserting }, items, texts }) => {
    const said = JSON.stringify({ table, columns, inserting, items })
    return `${said.slice(0, -1)},"rows":[${texts.join(',')}]}`
  })
}

function extrasText(batch: readonly WrittenSubmission[]): string | null {
  const numbered = <Part extends object>(parts: (written: WrittenSubmission) => readonly Part[]) =>
    batch.flatMap((written, index) => parts(written).map((part) => JSON.stringify({ item: index + 1, ...part })))
  const lists = [
    ['claims', numbered(({ claims }) => claims)],
    ['accounts', numbered(({ accounts }) => accounts)],
    ['rows', numbered(({ rows }) => rows)],
    ['writes', gatherWrites(batch)],
  ] as const
  const filled = lists.filter(([, texts]) => texts.length > 0)
  return filled.length === 0 ? null : `{${filled.map(([name, texts]) => `"${name}":[${texts.join(',')}]`).join(',')}}`
}

/** The statement that writes a batch, and in `batchValues` what it takes beside the registered tables and the time. */
export const batchStatement = `SELECT ledger_submit_together($1::text, $2::integer, $3::text::integer[], ROW(
  $4::text::integer[], $5::text::text[], $6::text::text[], $7::text::text[], $8::text::text[], $9::text::text[],
  $10::text::timestamptz[], $11::text::jsonb[], $12::text::jsonb, $13::text::integer[], $14::text::text[],
  $15::text::text[], $16::text::jsonb[], NULL, NULL, NULL, NULL, NULL, NULL, NULL)::ledger_batch,
  $17::text::text[], $18::text::text[], $19::text::bigint[], $20::text[], $21::timestamptz) AS outcomes`

/** The values of `batchStatement` up to the nineteenth; the texts go with a batch that is not sure to be accepted. */
export function batchValues(
  batch: readonly WrittenSubmission[],
  doubtful: readonly number[],
  withTexts: boolean,
): (string | number | null)[] {
  const items = batch.flatMap(({ movements }, index) => movements.map(() => [String(index + 1)]))
  const newsItems = batch.flatMap(({ news }, index) => news.map(() => [String(index + 1)]))
  const [kinds, ids, holds, from, to, amounts, codes, references, occurred, metadata] = columnTexts(
    batch.flatMap(({ movements }) => movements),
    10,
  )
  const text = withTexts ? `[${batch.map((written) => written.text).join(',')}]` : null
  const parts = [kinds, ids, holds, codes, references, occurred, metadata, extrasText(batch)]
  const news = columnTexts(
    batch.flatMap((written) => written.news),
    3,
  )
  return [
    text,
    batch.length,
    `{${doubtful.join(',')}}`,
    ...columnTexts(items, 1),
    ...parts,
    ...columnTexts(newsItems, 1),
    ...news,
    from,
    to,
    amounts,
  ].map((value) => value ?? null)
}
