import { type DecisionField, isBlank } from '@krapao/contract'
import { typedMinor, wireOf } from '../../lib/typed-amount.ts'
import type { DecisionTexts } from './ages.ts'

/** Typed words of the fields of an action, by the field's name. */
export type Values = Readonly<Record<string, string>>

/** What a person most often holds a withdrawal for. */
const USUAL_HOURS = '24'
const HOURS = [1, 2, 4, 8, 12, 24, 48, 72]

/** The hours to choose from. */
export function hoursOf({ least = 1, most = 72 }: DecisionField): readonly string[] {
  return HOURS.filter((hours) => hours >= least && hours <= most).map(String)
}

/** What stands in a field before anybody types: nothing, but for what is almost always meant. */
export function valueOf(values: Values, field: DecisionField, amountWords: string | null): string {
  const typed = values[field.field]
  if (typed !== undefined) return typed
  if (field.type === 'hours') return USUAL_HOURS
  return field.type === 'amount' && field.isRequired && amountWords !== null ? amountWords.replaceAll(',', '') : ''
}

/** What is wrong with what was typed, in words; null when nothing is. */
export function problemOf(field: DecisionField, typed: string, { t, words }: DecisionTexts): string | null {
  const value = typed.trim()
  if (isBlank(value))
    return !field.isRequired ? null : field.type === 'choice' ? words('ask.chooseOne') : t('form.fill')
  if (field.type === 'amount') {
    const amount = wireOf(typedMinor(value))
    const isWithin = amount !== null && amount >= (field.least ?? -Infinity) && amount <= (field.most ?? Infinity)
    return isWithin ? null : words('ask.wrongAmount')
  }
  const isShort = field.type === 'text' && field.least !== undefined && Array.from(value).length < field.least
  return isShort ? words('ask.short', { n: field.least ?? 0 }) : null
}

/** What is sent of what was typed. */
export function sentOf(fields: readonly DecisionField[], typedOf: (field: DecisionField) => string): object {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = typedOf(field).trim()
      if (isBlank(value)) return []
      if (field.type === 'amount') return [[field.field, wireOf(typedMinor(value))]]
      return [[field.field, field.type === 'hours' ? Number(value) : value]]
    }),
  )
}
