import { errorTexts, isCode } from '@krapao/contract'
import type { Language } from '@krapao/web'
import { asLanguage, CallError, observed, readStored, writeStored } from '@krapao/web'
import deskTexts from './desk-texts.json' with { type: 'json' }
import { fill, type Values } from './fill.ts'

/** Every text by its id; one that the wallet's table has too says the same there. */
export type TextId = keyof typeof deskTexts

/** Whether there is a text of an id that was put together. */
export const isText = (id: string): id is TextId => Object.hasOwn(deskTexts, id)

/** The texts of one language. A new object with every change of language, so that what was drawn is drawn anew. */
export interface Texts {
  readonly language: Language
  /** The text of an id, with `{name}` filled in. */
  readonly t: (id: TextId, values?: Values) => string
  /** What to say of a call that did not succeed. */
  readonly errorText: (error: unknown) => string
}

/** What is said of one thing in the three languages. */
export type Words = Readonly<Record<Language, string>>

/** The desk's texts, and those that a place brings along when it is opened: `words` by their id. */
export interface PlaceTexts<Id extends string> extends Texts {
  readonly words: (id: Id, values?: Values) => string
  /** Whether the place has a text of an id that was put together. */
  readonly has: (id: string) => id is Id
}

/** The texts with those of a place that is fetched when it is opened: what nobody has opened need not come first. */
export function usePlaceTexts<Id extends string>(table: Readonly<Record<Id, Words>>): PlaceTexts<Id> {
  const texts = current.use()
  return {
    ...texts,
    words: (id, values = {}) => fill(table[id][texts.language], values, texts.language),
    has: (id): id is Id => Object.hasOwn(table, id),
  }
}

/** The text of an id that was put together; where there is none, what stands in its place. */
export function named<Id extends string>(
  { words, has }: Pick<PlaceTexts<Id>, 'words' | 'has'>,
  id: string,
  plain: string,
  values: Values = {},
): string {
  return has(id) ? words(id, values) : plain
}

function textsOf(language: Language): Texts {
  const t = (id: TextId, values: Values = {}): string => fill(deskTexts[id][language], values, language)
  return { language, t, errorText: (error) => wordsOf(error, language, t) }
}

function wordsOf(error: unknown, language: Language, t: Texts['t']): string {
  if (!(error instanceof CallError) || error.kind === 'unreadable') return t('error.unknown')
  if (error.kind === 'offline') return t('error.network')
  if (error.kind === 'timeout') return t('error.timeout')
  const { code, details, retryAfterS } = error
  if (code === 'ROOM_HELD') {
    const { agent } = details
    const name = typeof agent === 'object' && agent !== null && 'name' in agent ? agent.name : null
    return typeof name === 'string' ? t('error.heldBy', { name }) : t('error.heldByOther')
  }
  if (code === 'WRONG_CREDENTIAL') return t('error.WRONG_CREDENTIAL')
  if (code === 'NO_DATA') return error.status === 404 ? t('error.gone') : t('error.notTaken')
  const megabytes = typeof details['max'] === 'number' ? Math.floor(details['max'] / 1024 / 1024) : 0
  // The build leaves out codes that no call of the desk refuses with.
  const isKnown = isCode(code) && Object.hasOwn(errorTexts, code)
  const words = isKnown ? fill(errorTexts[code][language], { n: megabytes }, language) : t('error.unknown')
  return error.status === 429 && retryAfterS > 0 ? `${words} ${t('wait.seconds', { n: retryAfterS })}` : words
}

/** The language that this agent chose here before, else Thai. */
export function readLanguage(): Language {
  return asLanguage(readStored('desk-language')) ?? 'th'
}

const current = observed(textsOf(readLanguage()))

/** Shows a language, and says it to the browser. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = language
  current.set(textsOf(language))
}

/** Shows a language and keeps it for the next time. */
export function chooseLanguage(language: Language): void {
  writeStored('desk-language', language)
  showLanguage(language)
}

/** The texts as they are now; for what is not drawn by React. */
export const readTexts = current.read

/** The texts, drawn anew when the language changes. */
export const useTexts = current.use
