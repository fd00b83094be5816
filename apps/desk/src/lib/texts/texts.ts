import { errorTexts, isCode } from '@krapao/contract'
import { useSyncExternalStore } from 'react'
import { CallError } from '../call-error.ts'
import { readStored, writeStored } from '../storage.ts'
import deskTexts from './desk-texts.json' with { type: 'json' }

export const languages = ['th', 'lo', 'en'] as const
export type Language = (typeof languages)[number]

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { th: 'ไทย', lo: 'ລາວ', en: 'English' }

/** Every text by its id; one that the wallet's table has too says the same there. */
export type TextId = keyof typeof deskTexts

/** Whether there is a text of an id that was put together. */
export const isText = (id: string): id is TextId => Object.hasOwn(deskTexts, id)

type Values = Readonly<Record<string, string | number>>

/** The texts of one language. A new object with every change of language, so that what was drawn is drawn anew. */
export interface Texts {
  readonly language: Language
  /** The text of an id, with `{name}` filled in. */
  readonly t: (id: TextId, values?: Values) => string
  /** What to say of a call that did not succeed. */
  readonly errorText: (error: unknown) => string
}

const listeners = new Set<() => void>()
let current: Texts | undefined

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

function textsOf(language: Language): Texts {
  const t = (id: TextId, values: Values = {}): string => fill(deskTexts[id][language], values)
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
  const words = isCode(code) ? fill(errorTexts[code][language], { n: megabytes }) : t('error.unknown')
  return error.status === 429 && retryAfterS > 0 ? `${words} ${t('wait.seconds', { n: retryAfterS })}` : words
}

/** The language that this agent chose here before, else Thai. */
export function readLanguage(): Language {
  const stored = readStored('desk-language')
  return languages.find((language) => language === stored) ?? 'th'
}

/** Shows a language, and says it to the browser. */
export function showLanguage(language: Language): void {
  current = textsOf(language)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/** Shows a language and keeps it for the next time. */
export function chooseLanguage(language: Language): void {
  writeStored('desk-language', language)
  showLanguage(language)
}

/** The texts as they are now; for what is not drawn by React. */
export function readTexts(): Texts {
  current ??= textsOf(readLanguage())
  return current
}

/** The texts, drawn anew when the language changes. */
export function useTexts(): Texts {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTexts)
}
