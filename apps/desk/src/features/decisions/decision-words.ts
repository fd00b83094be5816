import type { DecisionActionName } from '@krapao/contract'
import { formatBaht, formatDateTime } from '../../lib/formats.ts'
import { named, usePlaceTexts } from '../../lib/texts/texts.ts'
import type { DecisionTexts } from './ages.ts'
import type { DecisionAction, DecisionKindName } from './decisions.api.ts'
import deedTexts from '../../lib/texts/deed-texts.json' with { type: 'json' }
import decisionTexts from './decision-texts.json' with { type: 'json' }

const table = { ...deedTexts, ...decisionTexts }

/** The texts of this place, with those of the desk. */
export function useDecisionTexts(): DecisionTexts {
  return usePlaceTexts(table)
}

type Facts = DecisionAction['effect']['facts']
export type FactValue = Facts[string]

/** "OVER_LIMIT" as "Over limit": what has no words yet. */
export function plain(code: string): string {
  const spaced = code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  return `${spaced.slice(0, 1).toUpperCase()}${spaced.slice(1).toLowerCase()}`
}

/** "N" of "Napassorn": the first letter of who has something. */
export function initialOf(name: string): string {
  return Array.from(name.trim()).find((letter) => !/[เแโใไເແໂໃໄ]/.test(letter)) ?? ''
}

/** "Napassorn W.", as a list that others may see names somebody: of further names the first letter, and no vowel written before it. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = Array.from(others.at(-1) ?? '').find((letter) => !/[เแโใไເແໂໃໄ]/.test(letter))
  return last === undefined ? first : `${first} ${last}.`
}

/** Why a person is needed. */
export function reasonText(texts: DecisionTexts, kind: DecisionKindName, reason: string): string {
  return named(texts, `why.${kind}.${reason}`, named(texts, `why.${reason}`, plain(reason)))
}

/** The verb of an action, with the amount that it moves: "Pay ฿38,500.00". */
export function verbText(
  texts: DecisionTexts,
  kind: DecisionKindName,
  { action, takes }: Pick<DecisionAction, 'action' | 'takes'>,
  amountWords: string | null = null,
): string {
  const verb = named(texts, `verb.${kind}.${action}`, plain(action))
  const whole = amountWords === null || !moves(action) ? verb : `${verb} ฿${amountWords}`
  return takes === 'two' ? texts.words('ask.propose', { verb: whole }) : whole
}

const moving: readonly DecisionActionName[] = [
  'pay',
  'credit',
  'collect',
  'forgive',
  'refund',
  'move',
  'done',
  'void',
  'confirm',
]

/** Whether an action is about the whole amount, so that its button names it. */
export function moves(action: DecisionActionName): boolean {
  return moving.includes(action)
}

const against: readonly DecisionActionName[] = ['return', 'refuse', 'void', 'reject', 'close', 'false']

/** Whether an action says no. */
export function isAgainst(action: DecisionActionName): boolean {
  return against.includes(action)
}

/** What will happen. */
export function effectText(
  texts: DecisionTexts,
  kind: DecisionKindName,
  { action, takes, effect }: Pick<DecisionAction, 'action' | 'takes' | 'effect'>,
): string {
  // Of a gift its issuer is asked first, and booked is what it says.
  if (takes === 'two' && kind !== 'gift') return texts.words('ask.proposed')
  const values = Object.fromEntries(
    Object.entries(effect.facts).map(([name, value]) => [name, factText(texts, name, value)]),
  )
  for (const id of [`next.${kind}.${effect.effect}`, `next.${effect.effect}`, `next.${kind}.${action}`]) {
    if (texts.has(id)) return texts.words(id, values)
  }
  return plain(effect.effect)
}

/** What a fact is called. */
export function factName(texts: DecisionTexts, name: string): string {
  return named(texts, `fact.${name}`, plain(name))
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
/** Facts in baht: what else is a number counts something. */
const inBaht = new Set(['most', 'ceiling'])

/** What a fact says: a time, an amount, a yes or no, a word of ours, or words as they came. */
export function factText(texts: DecisionTexts, name: string, value: FactValue | undefined): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return texts.words(value ? 'evidence.yes' : 'evidence.no')
  if (typeof value === 'number') {
    const isMoney = /amount$/i.test(name) || inBaht.has(name)
    return isMoney ? formatBaht(value) : value.toLocaleString('en-US')
  }
  if (TIME.test(value)) return formatDateTime(value)
  return name === 'deed' ? deedText(texts, value) : named(texts, `value.${name}.${value}`, value)
}

/** What is proposed: of the queue its kind and what is to be done, else the deed. */
function deedText(texts: DecisionTexts, deed: string): string {
  const [kind = ''] = deed.split('.')
  const verb = `verb.${deed}`
  if (!texts.has(verb)) return named(texts, `value.deed.${deed}`, plain(deed))
  return `${named(texts, `kind.${kind}`, plain(kind))} · ${texts.words(verb)}`
}

/** What came of it meanwhile: how it stands by now, or somebody's deed. */
export function endText(texts: DecisionTexts, what: string): string {
  return named(texts, `end.${what}`, named(texts, `value.state.${what}`, stepText(texts, what)))
}

/** What came to pass: a step of its life, a deed of the staff, or a word of a party. */
export function stepText(texts: DecisionTexts, what: string): string {
  return named(texts, `step.${what}`, named(texts, `deed.${what}`, plain(what)))
}
