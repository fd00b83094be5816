import type { Language } from '@krapao/web'
import { observed } from '@krapao/web'
import type { Message, Values } from './format-message.ts'
import { formatMessage } from './format-message.ts'
import { keepLanguage } from './language.ts'
import type { TextGroup, TextId, TextValues } from './text-values.ts'

type Catalog = Readonly<Record<string, Message>>

type ValuesOf<Id extends TextId> = [TextValues[Id]] extends [never]
  ? []
  : [values: Readonly<Record<TextValues[Id], string | number>>]

/** The texts of one language. A new object with every change of language, so that what was drawn is drawn anew. */
export interface Texts {
  readonly language: Language
  /** The text of an id. */
  readonly t: <Id extends TextId>(id: Id, ...values: ValuesOf<Id>) => string
  /** The text of an id that came from the server, or undefined when there is none. */
  readonly find: (id: string, values?: Values) => string | undefined
}

const files = import.meta.glob<Catalog>('./catalogs/*.json', { import: 'default' })
const loaded = new Map<string, Catalog>()
const wanted = new Set<TextGroup>()

const current = observed<Texts | undefined>(undefined)
let lastAsked: Language | undefined
/** Something was drawn whose text had not come. */
let wasMissed = false

async function fetchCatalog(group: TextGroup, language: Language): Promise<void> {
  const name = `./catalogs/${group}.${language}.json`
  if (loaded.has(name)) return
  const load = files[name]
  if (load === undefined) throw new Error(`there are no texts ${name}`)
  loaded.set(name, await load())
}

/** Fetches groups of texts in the present language; a route waits for this before it draws. */
export async function loadTexts(groups: readonly TextGroup[]): Promise<void> {
  for (const group of groups) wanted.add(group)
  const { language } = readTexts()
  await Promise.all(groups.map((group) => fetchCatalog(group, language)))
  // What was drawn without them may name one of them, as the bar over a page that is on its way names its title.
  if (wasMissed && readTexts().language === language) showLanguage(language)
}

/** Fetches what the page has open in a language and shows it, without a reload; also says the language to the browser. */
export async function switchLanguage(language: Language): Promise<void> {
  lastAsked = language
  await Promise.all([...wanted].map((group) => fetchCatalog(group, language)))
  if (lastAsked !== language) return // Another language was chosen while this one came.
  showLanguage(language)
  keepLanguage(language)
}

/** Starts in a language with the first groups. Called once, before anything is drawn. */
export async function startTexts(language: Language, groups: readonly TextGroup[]): Promise<void> {
  for (const group of groups) wanted.add(group)
  await Promise.all([...wanted].map((group) => fetchCatalog(group, language)))
  showLanguage(language)
}

function showLanguage(language: Language): void {
  const find = (id: string, values: Values = {}): string | undefined => {
    for (const group of wanted) {
      const catalog = loaded.get(`./catalogs/${group}.${language}.json`)
      if (catalog !== undefined && Object.hasOwn(catalog, id)) return formatMessage(catalog[id] ?? '', values, language)
    }
    wasMissed = true
    return undefined
  }
  wasMissed = false
  document.documentElement.lang = language
  current.set({ language, find, t: (id, ...[values]) => find(id, values) ?? id })
}

/** The texts as they are now; for what is not drawn by React. */
export function readTexts(): Texts {
  const texts = current.read()
  if (texts === undefined) throw new Error('texts are read before they are started')
  return texts
}

/** The texts, drawn anew when the language changes. */
export function useTexts(): Texts {
  current.use()
  return readTexts()
}
