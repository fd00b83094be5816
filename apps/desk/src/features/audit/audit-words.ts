import type { DeskAuditRow } from '@krapao/contract'
import { isText, type PlaceTexts, usePlaceTexts } from '../../lib/texts/texts.ts'
import table from './audit-texts.json' with { type: 'json' }

export type AuditTexts = Pick<PlaceTexts<keyof typeof table>, 't' | 'words' | 'has'>

/** The texts of the log. */
export function useAuditTexts() {
  return usePlaceTexts(table)
}

/** What an act is called; one that has no words yet is shown by its own name. */
export function actionText(action: string, { words, has }: AuditTexts): string {
  const id = `act.${action}`
  return has(id) ? words(id) : action
}

/** Who did it: one of the staff, nobody who is known, the desk by itself, or somebody at the command line. */
export function whoText({ agent, actor }: Pick<DeskAuditRow, 'agent' | 'actor'>, { words }: AuditTexts): string {
  if (agent !== null) return agent.name
  if (actor === 'nobody') return words('audit.unknown')
  return words(actor === 'system' ? 'audit.system' : 'audit.nobody')
}

/** Values that are words of the desk. */
const valueTexts: Readonly<Record<string, string>> = { kind: 'compose', beforeState: 'before', state: 'before' }

/** An id means nothing to anybody, nor what tells two searches apart; they stay in the database. */
const isId = (name: string, value: unknown): boolean =>
  name === 'replyId' ||
  name === 'search' ||
  (name === 'from' && typeof value === 'string' && /^[0-9a-z]{26}$/.test(value))

/** "Message 12 · Text": what was kept of an act; what has no words yet is shown as it was kept. */
export function detailsText(
  { before, after, reason }: Pick<DeskAuditRow, 'before' | 'after' | 'reason'>,
  { t, words, has }: AuditTexts,
): string {
  const was = Object.entries(before).map(([name, value]): [string, unknown] => [
    `before${name[0]?.toUpperCase()}${name.slice(1)}`,
    value,
  ])
  return [...Object.entries(after), ...was, ['reason', reason] as [string, unknown]]
    .filter(([name, value]) => value !== null && value !== '' && !isId(name, value))
    .map(([name, value]) => {
      const kept = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
      const group = valueTexts[name]
      const valueId = `${group}.${kept}`
      const shown = group === undefined ? kept : has(valueId) ? words(valueId) : isText(valueId) ? t(valueId) : kept
      const id = `detail.${name}`
      return has(id) ? words(id, { value: shown }) : `${name} ${shown}`
    })
    .join(' · ')
}
