import { type DeskAuditRow, ROLES } from '@krapao/contract'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { isText, type PlaceTexts, usePlaceTexts } from '../../lib/texts/texts.ts'
import deedTexts from '../../lib/texts/deed-texts.json' with { type: 'json' }
import auditTexts from './audit-texts.json' with { type: 'json' }

const table = { ...deedTexts, ...auditTexts }

export type AuditTexts = Pick<PlaceTexts<keyof typeof table>, 't' | 'words' | 'has'>

/** The money of a deed; null where it is of none. */
export function amountOf({ before, after }: Pick<DeskAuditRow, 'before' | 'after'>): number | null {
  const minor = after['amountMinor'] ?? before['amountMinor']
  return typeof minor === 'number' ? minor / 100 : null
}

/** The texts of the log. */
export function useAuditTexts() {
  return usePlaceTexts(table)
}

/** Every deed that has a name. */
export const deedNames = Object.keys(deedTexts).flatMap((id) =>
  id.startsWith('deed.') ? [id.slice('deed.'.length) as DeedName] : [],
)
type DeedName = keyof typeof deedTexts extends infer Id ? (Id extends `deed.${infer Name}` ? Name : never) : never

/** What an act is called; one that has no words yet is shown by its own name. */
export function actionText(action: string, { words, has }: AuditTexts): string {
  const id = `deed.${action}`
  return has(id) ? words(id) : action
}

/** Who did it: one of the staff, nobody who is known, the desk by itself, or somebody at the command line. */
export function whoText({ agent, actor }: Pick<DeskAuditRow, 'agent' | 'actor'>, { words }: AuditTexts): string {
  if (agent !== null) return agent.name
  if (actor === 'nobody') return words('audit.unknown')
  return words(actor === 'system' ? 'audit.system' : 'audit.nobody')
}

/** What there is to tell of a deed beside its money, which stands in a column of its own. */
export function withoutAmount(row: DeskAuditRow): DeskAuditRow {
  const { before, after } = row
  const { amountMinor: _amount, ...rest } = 'amountMinor' in after ? after : before
  return 'amountMinor' in after ? { ...row, after: rest } : { ...row, before: rest }
}

/** Groups of texts that a value of this name may have its words in, in the order in which they are looked through. */
const valueGroups = (name: string): readonly string[] => [
  'compose',
  'before',
  'word',
  name,
  'value.state',
  'value.reason',
  'choice.reason',
  'choice.slip.reason',
  'why',
  'of',
]

const ID = /^(agent:)?[0-9a-z]{26}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** An id means nothing to anybody, nor what tells two searches apart; they stay in the database. */
const isId = (name: string, value: unknown): boolean =>
  name === 'replyId' || name === 'search' || (typeof value === 'string' && ID.test(value))

/** Roles as they are kept, "OWNER, RISK", by their names. */
function rolesText(value: string, t: AuditTexts['t']): string {
  const names = value.split(', ').map((role) => ROLES.find((one) => one === role))
  return names.map((role, at) => (role === undefined ? value.split(', ')[at] : t(`role.${role}`))).join(', ')
}

/** A value in words: money in baht, times as clocks show them, what has words of its own by those. */
function valueText(name: string, value: unknown, { t, words, has }: AuditTexts): string {
  if (typeof value === 'number' && name.endsWith('Minor')) return formatBaht(value / 100) ?? String(value)
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  if (TIME.test(value)) return formatDateTime(Date.parse(value))
  if (name === 'roles') return rolesText(value, t)
  const id = valueGroups(name)
    .map((group) => `${group}.${value}`)
    .find((one) => has(one) || isText(one))
  if (id === undefined) return value
  return has(id) ? words(id) : isText(id) ? t(id) : value
}

/** "Message 12 · Text": what was kept of an act; what has no words yet is shown as it was kept. */
export function detailsText(
  { before, after, reason }: Pick<DeskAuditRow, 'before' | 'after' | 'reason'>,
  texts: AuditTexts,
): string {
  const { words, has } = texts
  const told = (facts: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
    Object.entries(facts)
      .filter(([name, value]) => value !== null && value !== '' && !isId(name, value))
      .map(([name, value]) => [name, valueText(name, value, texts)])
  const named = (name: string, value: string): string => {
    const id = `detail.${name}`
    return has(id) ? words(id, { value }) : `${name} ${value}`
  }
  const was = told(before).map(([name, value]) => {
    const id = `detail.before${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
    return has(id) ? words(id, { value }) : words('audit.before', { value: named(name, value) })
  })
  return [
    ...told(after).map(([name, value]) => named(name, value)),
    ...was,
    ...told({ reason }).map(([name, value]) => named(name, value)),
  ].join(' · ')
}
