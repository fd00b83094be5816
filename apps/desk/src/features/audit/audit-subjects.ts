import { formatAmount } from '@krapao/money'
import { formatDateTime } from '../../lib/formats.ts'
import { named } from '../../lib/texts/texts.ts'
import type { AuditTexts } from './audit-table.ts'

/** What a setting is called; the server keeps amounts of money by names of their own. */
export function settingName(texts: AuditTexts, name: string): string {
  return named(texts, `name.${name.replace(/Minor$/, '')}`, name)
}

/** A value of a setting as it is kept, in words: amounts in baht, switches by what they say, names in the reader's language. */
export function settingValue(texts: AuditTexts, name: string, kept: unknown): string {
  const { words, language } = texts
  const value = typeof kept === 'string' ? parsed(kept) : kept
  if (value === null || value === undefined) return words('word.none')
  if (typeof value === 'boolean') return words(value ? 'word.on' : 'word.off')
  if (typeof value === 'number') return name.endsWith('Minor') ? formatAmount(value) : String(value)
  if (Array.isArray(value)) return value.length === 0 ? words('word.none') : value.join(', ')
  if (typeof value === 'object') return (value as Record<string, string>)[language] ?? ''
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  return named(texts, `word.${said}`, named(texts, `choice.${said}`, said))
}

/** What was kept as JSON, and anything else as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** On what it was done, by the name that staff know: a setting, a part of the content, an offer, a party's day. Null: on nothing named. */
export function aboutText(subject: string | null | undefined, texts: AuditTexts): string | null {
  const [kind, name = '', code = '', day = ''] = (subject ?? '').split(':')
  if (kind === 'setting') return settingName(texts, name)
  if (kind === 'content') return named(texts, `part.${name}`, name)
  if (kind === 'offer') return code
  if (kind === 'recon') return day === '' ? code : texts.words('about.day', { value: code, day: dayText(day) })
  return null
}

const dayText = (day: string): string => day.split('-').toReversed().join('/')

const ends = { added: 'added', changed: 'changed', 'another text': 'changed', 'offered again': 'again' } as const
const offs: readonly string[] = ['switched off', 'ended']

/** One line of what a file or a version changed, "games: PG is added", in words; null for one that was cut. */
function changeText(line: string, texts: AuditTexts): string | null {
  const { words } = texts
  const [, section, rest = ''] = /^(?:(\w+): )?(.*)$/s.exec(line) ?? []
  const within = (said: string): string =>
    section === undefined ? said : `${named(texts, `section.${section}`, section)}: ${said}`
  if (rest === 'the order is another one') return within(words('change.order'))
  const [, n] = /^(\d+) before \w+$/.exec(rest) ?? []
  if (n !== undefined) return within(words('change.banners', { n }))
  const [, at] = /^from (\S+) on: /.exec(rest) ?? []
  if (at !== undefined) return within(words('change.rule', { at: formatDateTime(at) }))
  const [, setting = '', value, before] = /^(\w+) is (.+), and was (.+)$/.exec(rest) ?? []
  if (value !== undefined) {
    const said = { value: settingValue(texts, setting, value), before: settingValue(texts, setting, before) }
    return within(words('change.setting', { name: settingName(texts, setting), ...said }))
  }
  const [, key = '', end = ''] = /^(.+?) is ([a-z ]+)$/.exec(rest) ?? []
  const name = named(texts, `part.${key}`, key)
  if (offs.includes(end)) return within(words('change.off', { name }))
  const known = Object.entries(ends).find(([said]) => said === end)
  return known === undefined ? null : within(words(`change.${known[1]}`, { name }))
}

/** What a file or a version changed, line by line, as far as it was kept. */
export function changesText(kept: string, texts: AuditTexts): string {
  const lines = kept.split('; ').map((line) => changeText(line, texts))
  return lines.map((line) => line ?? '…').join('; ')
}
