import { CONTENT_PROBLEMS, type DeedName, type DeskAuditRow, ROLES } from '@krapao/contract'
import { formatAmount, toWireAmount } from '@krapao/money'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { isText, usePlaceTexts } from '../../lib/texts/texts.ts'
import deedTexts from '../../lib/texts/deed-texts.json' with { type: 'json' }
import { aboutText, changesText, settingName, settingValue } from './audit-subjects.ts'
import { type AuditTexts, table } from './audit-table.ts'

/** The money of a deed; null where it is of none. */
export function amountOf({ before, after }: Pick<DeskAuditRow, 'before' | 'after'>): number | null {
  const minor = after['amountMinor'] ?? before['amountMinor']
  return typeof minor === 'number' ? toWireAmount(minor) : null
}

/** The texts of the log. */
export function useAuditTexts() {
  return usePlaceTexts(table)
}

/** Every deed, by what its words stand under. */
export const deedNames = Object.keys(deedTexts).flatMap((id) =>
  id.startsWith('deed.') ? [id.slice('deed.'.length) as DeedName] : [],
)

/** What an act is called; one that a later server wrote is shown by its own name. */
export function actionText(action: string, { words, has }: AuditTexts): string {
  const id = `deed.${action}`
  return has(id) ? words(id) : action
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
  'deed',
]

const ID = /^(agent:)?[0-9a-z]{26}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** What tells staff nothing: ids, the version that was seen, and what stands beside it in words. They stay in the database. */
export const untoldFacts: ReadonlySet<string> = new Set([
  ...['id', 'replyId', 'memberId', 'legId', 'readingId', 'proposal', 'revision', 'version'],
  ...['document', 'search', 'behind', 'fields'],
])

/** What is told in an order of its own; the database keeps facts by the length of their names. */
const inOrder: readonly string[] = [
  ...['percent', 'fixedMinor', 'capMinor', 'minDepositMinor', 'maxReceived', 'per', 'percentSuccess', 'percentFail'],
  ...['seats', 'monthlyBudgetMinor', 'validFrom', 'validUntil', 'from', 'to'],
]
const orderOf = (name: string): number => (inOrder.indexOf(name) + 1 || inOrder.length + 1) - 1

/** Roles as they are kept, "OWNER, RISK", by their names. */
function rolesText(value: string, t: AuditTexts['t']): string {
  const names = value.split(', ').map((role) => ROLES.find((one) => one === role))
  return names.map((role, at) => (role === undefined ? value.split(', ')[at] : t(`role.${role}`))).join(', ')
}

/** A value in words: money in baht, times as clocks show them, what has words of its own by those. */
function valueText(name: string, value: unknown, { t, words, has }: AuditTexts): string {
  if (typeof value === 'number' && name.endsWith('Minor')) return formatAmount(value)
  if (typeof value === 'number' && name === 'amount') return formatBaht(value)
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  if (TIME.test(value)) return formatDateTime(value)
  if (DAY.test(value)) return value.replace(DAY, '$3/$2/$1')
  if (name === 'roles') return rolesText(value, t)
  const id = valueGroups(name)
    .map((group) => `${group}.${value}`)
    .find((one) => has(one) || isText(one))
  if (id === undefined) return value
  return has(id) ? words(id) : isText(id) ? t(id) : value
}

type Facts = Readonly<Record<string, unknown>>

/** What stands in it as a whole, such as what a decision asked for, beside the rest. */
function flat(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      name === 'fields' && typeof value === 'string' ? Object.entries(JSON.parse(value) as Facts) : [[name, value]],
    ),
  )
}

/** The setting that a deed is about; null for others. */
function settingOf({ subject, after }: Told): string | null {
  if (subject?.startsWith('setting:') === true) return subject.slice('setting:'.length)
  return after['kind'] === 'setting' ? String(after['name']) : null
}

/** Why something could not be, by its code, and which facts beside it the words of that code tell already. */
function whyNot(facts: Facts, { words, has }: AuditTexts): { text: string; told: readonly string[] } | null {
  const code = facts['problem']
  const id = `problem.${String(code)}`
  if (typeof code !== 'string' || !has(id)) return null
  const told = Object.entries(CONTENT_PROBLEMS).find(([one]) => one === code)?.[1] ?? []
  return { text: words(id, Object.fromEntries(told.map((name) => [name, String(facts[name])]))), told }
}

/** What `what` of a deed tells: the party that it is about, or what was changed, line by line. */
const whatIs: Readonly<Record<string, 'party' | 'changes' | undefined>> = {
  'content-published': 'changes',
  furnished: 'changes',
  'recon-closed': 'party',
  'recon-forgotten': 'party',
  'recon-imported': 'party',
  'recon-mapping': 'party',
} satisfies Partial<Record<DeedName, 'party' | 'changes'>>

type Told = Pick<DeskAuditRow, 'before' | 'after' | 'reason'> & Partial<Pick<DeskAuditRow, 'deed' | 'subject'>>

/** "Message 12 · Text": what was kept of an act; what has no words yet is shown as it was kept. */
export function detailsText(row: Told, texts: AuditTexts): string {
  const { words, has } = texts
  const { before, after, reason, deed = '' } = row
  const setting = settingOf(row)
  const why = whyNot(after, texts)
  const inWords = (name: string, value: unknown): string => {
    if (setting !== null && (name === 'value' || name === 'before')) return settingValue(texts, setting, value)
    if (setting !== null && name === 'name') return settingName(texts, setting)
    if (name === 'what' && whatIs[deed] === 'changes') return changesText(String(value), texts)
    if (name === 'problem' && why !== null) return why.text
    return valueText(name, value, texts)
  }
  const told = (facts: Facts): readonly (readonly [string, string])[] =>
    Object.entries(flat(facts))
      .toSorted(([one], [other]) => orderOf(one) - orderOf(other))
      // A value that is none says so of a setting alone.
      .filter(([name, value]) => (value !== null && value !== '') || (setting !== null && name === 'value'))
      .filter(([name, value]) => !untoldFacts.has(name) && !(typeof value === 'string' && ID.test(value)))
      .filter(([name, value]) => name !== 'isAboveCeiling' || String(value) === 'true')
      .filter(([name]) => facts !== after || why?.told.includes(name) !== true)
      // The party stands in what it is about.
      .filter(([name]) => name !== 'what' || row.subject?.startsWith('recon:') !== true || whatIs[deed] !== 'party')
      .map(([name, value]) => [name, inWords(name, value)])
  const namedFact = (name: string, value: string): string => {
    const id = `detail.${name}`
    return has(id) ? words(id, { value }) : `${name} ${value}`
  }
  const now = told(after)
  // What stayed as it was is told once.
  const was = told(before)
    .filter(([name, value]) => !now.some(([other, same]) => other === name && same === value))
    .map(([name, value]) => {
      const id = `detail.before${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
      return has(id) ? words(id, { value }) : words('audit.before', { value: namedFact(name, value) })
    })
  const about = aboutText(row.subject, texts)
  return [
    ...(about === null ? [] : [about]),
    ...now.map(([name, value]) => namedFact(name, value)),
    ...was,
    ...told({ reason }).map(([name, value]) => namedFact(name, value)),
  ].join(' · ')
}
