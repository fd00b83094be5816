import { type DeskSetting, isBlank, type SettingValue } from '@krapao/contract'
import type { Language } from '@krapao/web'
import { formatBaht, formatCount } from '../../lib/formats.ts'
import { named, usePlaceTexts } from '../../lib/texts/texts.ts'
import subjectTexts from '../../lib/texts/subject-texts.json' with { type: 'json' }
import placeTexts from './settings-texts.json' with { type: 'json' }

const table = { ...placeTexts, ...subjectTexts }

/** The texts of this place. */
export function useSettingTexts() {
  return usePlaceTexts(table)
}
export type SettingTexts = ReturnType<typeof useSettingTexts>

/** What a setting is called, and what it means; a newer server's by its own name. */
export const nameOf = (texts: SettingTexts, name: string): string => named(texts, `name.${name}`, name)
export const meaningOf = (texts: SettingTexts, name: string): string => named(texts, `mean.${name}`, '')

/** The unit that stands beside a value; none where there is none. */
export function unitOf({ words }: SettingTexts, { unit }: DeskSetting, value: SettingValue): string {
  return unit === null || value === null ? '' : words(`unit.${unit}`)
}

/** A value as people read it, without its unit. */
export function valueText(texts: SettingTexts, setting: DeskSetting, value: SettingValue): string {
  const { words, language } = texts
  if (value === null) return words('value.none')
  if (typeof value === 'boolean') return words(value ? 'value.on' : 'value.off')
  if (typeof value === 'number') {
    return setting.form === 'amount' ? formatBaht(value) : formatCount(value)
  }
  if (Array.isArray(value)) return value.length === 0 ? words('value.none') : value.join(', ')
  if (typeof value === 'object') return value[language]
  return named(texts, `choice.${value}`, value)
}

/** What a setting may be, in words: "0.00 – 100,000.00". */
export function boundsText(texts: SettingTexts, setting: DeskSetting): string | undefined {
  const { least, most, form } = setting
  if (least !== null && most !== null) {
    return `${valueText(texts, setting, least)} – ${valueText(texts, setting, most)}`
  }
  const { words, has } = texts
  const id = `form.${setting.name}`
  if (has(id)) return words(id)
  return form === 'time' || form === 'hosts' ? words(`form.${form}`) : undefined
}

const languages: readonly Language[] = ['th', 'lo', 'en']

/** A value as it is typed, by the names of its fields. */
export function typedOf(setting: DeskSetting, value: SettingValue): Readonly<Record<string, string>> {
  if (setting.form === 'names') {
    const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
    return Object.fromEntries(languages.map((one) => [one, names?.[one] ?? (typeof value === 'string' ? value : '')]))
  }
  if (Array.isArray(value)) return { value: value.join('\n') }
  return { value: value === null || typeof value === 'object' ? '' : String(value) }
}

/** The value that was typed; undefined where it is none. The server judges the rest. */
export function readTyped(
  setting: DeskSetting,
  typed: Readonly<Record<string, string | undefined>>,
): SettingValue | undefined {
  const { form, least, most, choices, mayBeNone } = setting
  if (form === 'names') {
    const [th = '', lo = '', en = ''] = languages.map((one) => typed[one]?.trim())
    return [th, lo, en].some(isBlank) ? undefined : { th, lo, en }
  }
  const bare = (typed['value'] ?? '').trim()
  if (form === 'switch') return bare === 'true'
  if (form === 'hosts') return bare === '' ? [] : bare.split(/\s+/)
  if (bare === '') return mayBeNone ? null : undefined
  if (form === 'choice') return choices.find((choice) => String(choice) === bare)
  if (form !== 'amount' && form !== 'whole') return bare
  const plain = bare.replaceAll(',', '')
  if (!(form === 'amount' ? /^\d{1,12}(\.\d{1,2})?$/ : /^\d{1,12}$/).test(plain)) return undefined
  const value = Number(plain)
  return value < (least ?? 0) || value > (most ?? value) ? undefined : value
}
