// What a page beyond /login is drawn with when it is opened by its address: weighed, and fetched as soon as the page is.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './manifest.ts'
import { builtFile, entry, filesOf, fontSource } from './manifest.ts'
import { pageName } from './pages.ts'
import type { Language } from './texts.ts'
import { languages } from './texts.ts'

/** Sources, and groups of texts; the shell of members comes with their pages. */
interface Opened {
  readonly parts: readonly string[]
  readonly texts: readonly string[]
}

const asMember = (part: string, ...texts: string[]): Opened => ({
  parts: ['src/app/member-area.tsx', part],
  texts: ['common', 'member', ...texts],
})
const asGuest = (part: string, ...texts: string[]): Opened => ({
  parts: [part],
  texts: ['common', ...texts],
})

/** By address. A test holds that this is what a browser fetches. */
export const openedByAddress: Readonly<Record<string, Opened>> = {
  '/register': asGuest('src/app/register-route.tsx', 'register', 'errors'),
  '/forgot': asGuest('src/app/forgot-route.tsx', 'register', 'forgot', 'errors'),
  '/howto': asGuest('src/features/howto/howto-list.tsx', 'howto'),
  '/contact': asGuest('src/app/guest-contact.tsx'),
  '/user/home': asMember('src/app/member-home.tsx', 'home'),
  '/user/profile': asMember('src/features/profile/profile-page.tsx', 'profile'),
  '/user/security': asMember('src/app/member-security.tsx', 'security'),
  '/user/bonus': asMember('src/features/bonus/bonus-page.tsx', 'bonus'),
  '/user/statement': asMember('src/features/statement/statement-page.tsx', 'history'),
  '/user/protection': asMember('src/features/protection/protection-page.tsx', 'protection'),
  '/user/contact': asMember('src/app/member-contact.tsx', 'howto'),
}

/** The source of a group of texts. */
export const textsOf = (group: string, language: Language): string => `src/lib/texts/catalogs/${group}.${language}.json`

/** The files that a page takes beyond the first load. Throws for an address that is not listed. */
export function openedFiles(manifest: Manifest, path: string, language: Language): string[] {
  const opened = openedByAddress[path]
  if (opened === undefined) throw new Error(`${path} is not listed`)
  const first = filesOf(manifest, entry)
  const sources = [...opened.parts, ...opened.texts.map((group) => textsOf(group, language))]
  return [...new Set(sources.flatMap((source) => [...filesOf(manifest, source)]))].filter((file) => !first.has(file))
}

/**
 * Writes `preload.json`: for each of these addresses and each page the value of a `Link` header, by which the browser
 * fetches what the page is drawn with beside the app itself, not after it.
 */
export function writePreloads(dist: string, manifest: Manifest, defaultLanguage: Language): void {
  // Where a browser has but six lines to a server, what is named first has the first of them.
  const app = [...filesOf(manifest, entry)].toReversed().map((file) => link(file))
  const baht = builtFile(manifest, fontSource('krapao-baht')).file
  const headers = Object.keys(openedByAddress).map((path) => {
    const ofPages = languages.map((language) => {
      const links = openedFiles(manifest, path, language).map((file) => link(file, 'low'))
      return [
        pageName(language),
        [...app, ...links, ...(path === '/user/home' ? [fontLink(baht)] : [])].join(', '),
      ] as const
    })
    const usual = ofPages.find(([page]) => page === pageName(defaultLanguage))
    return [path, Object.fromEntries([...ofPages, ['index.html', usual?.[1] ?? '']])] as const
  })
  writeFileSync(join(dist, 'preload.json'), JSON.stringify(Object.fromEntries(headers)))
}

/** Parts of a page come after the app itself, which it cannot be drawn without: both share one line. */
function link(file: string, priority?: 'low'): string {
  const kind = file.endsWith('.css') ? 'preload; as=style' : 'modulepreload'
  return `</${file}>; rel=${kind}; crossorigin${priority === undefined ? '' : `; fetchpriority=${priority}`}`
}

/** Home always shows an amount: the sign before it has a font of its own. A browser complains of one that is not used. */
function fontLink(file: string): string {
  return `</${file}>; rel=preload; as=font; type=font/woff2; crossorigin; fetchpriority=low`
}
