import { putRow } from '../../platform/database/put-row.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'

export const textKinds = [
  'condition',
  'agreement',
  'notice',
  'contact',
  'withdraw',
  'slip',
  'help',
  'howtoWallet',
  'howtoGame',
  'howtoBalance',
  'howtoBonusReceive',
  'howtoBonusEnd',
] as const
export type TextKind = (typeof textKinds)[number]

/** All texts of a kind: per language, in order. */
export async function readTexts(sql: Sql, kind: TextKind): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ language: string; html: string }>(
    'select language, html from operator_text where kind = $1 order by language, position',
    [kind],
  )
  const texts = new Map<string, string[]>()
  for (const { language, html } of rows) texts.set(language, [...(texts.get(language) ?? []), html])
  return texts
}

/** Every kind of text that there is, per language in order. */
export async function readAllTexts(sql: Sql): Promise<Partial<Record<TextKind, Record<Language, string[]>>>> {
  const rows = await sql.query<{ kind: TextKind; language: Language; html: string }>(
    'select kind, language, html from operator_text order by kind, language, position',
  )
  const texts: Partial<Record<TextKind, Record<Language, string[]>>> = {}
  for (const { kind, language, html } of rows) (texts[kind] ??= { th: [], lo: [], en: [] })[language].push(html)
  return texts
}

/** Puts these texts in place of all of their kind. */
export async function writeTexts(tx: Sql, kind: TextKind, texts: Record<Language, readonly string[]>): Promise<void> {
  await tx.query('delete from operator_text where kind = $1', [kind])
  for (const [language, list] of Object.entries(texts))
    for (const [position, html] of list.entries())
      await putRow(tx, 'operator_text', ['kind', 'language', 'position'], { kind, language, position, html })
}
