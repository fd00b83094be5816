import type { ContentBanner, ContentPart, ContentWords } from '@krapao/contract'
import { CONTENT_TEXTS } from '@krapao/contract'
import type { Language } from '@krapao/web'
import { languages } from '@krapao/web'
import type { Overview } from './content.api.ts'

export interface Banners {
  readonly invite: readonly ContentBanner[]
  readonly refund: readonly ContentBanner[]
}
export interface Channels {
  readonly lineLink: string | null
  readonly lineName: string | null
  readonly lineQR: string | null
}
export interface Source {
  readonly code: string
  readonly names: ContentWords
}

/** The parts as they are found: what belongs together stands under one name. */
export const contentGroups = {
  banners: ['banners'],
  news: ['notice'],
  texts: ['condition', 'agreement', 'help', 'withdraw', 'slip'],
  games: ['games'],
  accounts: ['depositAccounts'],
  howto: ['howtoWallet', 'howtoGame', 'howtoBalance', 'howtoBonusReceive', 'howtoBonusEnd'],
  contact: ['contact', 'channels', 'sources'],
} as const satisfies Record<string, readonly ContentPart[]>
export type ContentGroup = keyof typeof contentGroups
export const groupNames = Object.keys(contentGroups) as ContentGroup[]

export function groupOf(part: ContentPart): ContentGroup {
  return groupNames.find((group) => (contentGroups[group] as readonly ContentPart[]).includes(part)) ?? 'texts'
}

/** Whether a part is paragraphs alone. */
export function isTextPart(part: ContentPart): boolean {
  return (CONTENT_TEXTS as readonly ContentPart[]).includes(part)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How many texts lack in each language that there are in another. */
export function lacking(document: unknown): Readonly<Record<Language, number>> {
  const none = { th: 0, lo: 0, en: 0 }
  if (Array.isArray(document)) return document.map(lacking).reduce(added, none)
  if (!isRecord(document)) return none
  if (!languages.every((language) => language in document))
    return Object.values(document).map(lacking).reduce(added, none)
  const lists = Object.fromEntries(
    languages.map((language) => [language, [document[language]].flat().map((text) => String(text).trim())]),
  )
  const most = Math.max(...languages.map((language) => lists[language]?.length ?? 0))
  return Array.from({ length: most }, (_, index) => {
    const isSaid = languages.some((language) => (lists[language]?.[index] ?? '') !== '')
    const count = (language: Language): number => (isSaid && (lists[language]?.[index] ?? '') === '' ? 1 : 0)
    return { th: count('th'), lo: count('lo'), en: count('en') }
  }).reduce(added, none)
}

function added(one: Readonly<Record<Language, number>>, other: Readonly<Record<Language, number>>) {
  return { th: one.th + other.th, lo: one.lo + other.lo, en: one.en + other.en }
}

/** `0.names.lo` of the server's `[0].names.lo`: one way to name a field. */
export function fieldPath(place: string): string {
  return place.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^\./, '')
}

/** A list with one of its rows changed, moved or gone. */
export function changedAt<Row>(rows: readonly Row[], index: number, row: Row): readonly Row[] {
  return rows.map((one, at) => (at === index ? row : one))
}
export function movedBy<Row>(rows: readonly Row[], index: number, by: -1 | 1): readonly Row[] {
  const to = index + by
  const [one, other] = [rows[index], rows[to]]
  return one === undefined || other === undefined ? rows : changedAt(changedAt(rows, index, other), to, one)
}
export function without<Row>(rows: readonly Row[], index: number): readonly Row[] {
  return rows.filter((_, at) => at !== index)
}

/** Whether two say the same. */
export function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** The same with its fields in one order, so that two that say the same are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  )
}

/** What players will read of a part: in banners stands what the rules in force put there, as the server does it for them. */
export function filledIn(part: ContentPart, document: unknown, fillIns: Overview['fillIns']): unknown {
  if (part !== 'banners') return document
  const { invite, refund } = document as Banners
  const each = (banners: readonly ContentBanner[], fill: Overview['fillIns']['invite']): ContentBanner[] =>
    banners.map((banner) => {
      if (fill === null) return banner
      const inText = (text: string): string =>
        text.replaceAll('%percent%', String(fill.percent)).replaceAll('%days%', String(fill.days ?? ''))
      const { th, lo, en } = banner.html
      return { ...banner, html: { th: inText(th), lo: inText(lo), en: inText(en) } }
    })
  return { invite: each(invite, fillIns.invite), refund: each(refund, fillIns.refund) }
}
