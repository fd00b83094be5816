// Writes one page a language: the same app, with its language, its title, and the texts and fonts of the language
// fetched together with the script, so that no reader pays one more round trip for them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './manifest.ts'
import { builtFile, entry, fontSource } from './manifest.ts'
import { touchIcon, webManifestName } from './install.ts'
import type { Language, Texts } from './texts.ts'
import { languages } from './texts.ts'

const fontsOf: Record<Language, readonly string[]> = {
  th: ['krapao-latin', 'krapao-thai'],
  lo: ['krapao-latin', 'krapao-lao'],
  en: ['krapao-latin'],
}

/** The name of a language's page. A server sends `index.html` to those whose `locale` cookie names none. */
export function pageName(language: Language): string {
  return `index.${language}.html`
}

/** What pages are made of besides the build's own. */
interface PageTerms {
  /** The language of `index.html`. */
  readonly defaultLanguage: Language
  readonly texts: Texts
  /** Stands in the pages themselves and runs before the app comes. */
  readonly script: string
}

/** Makes `index.th.html`, `index.lo.html`, `index.en.html` and `index.html`, the default language's, from Vite's page. */
export function writePages(dist: string, manifest: Manifest, { defaultLanguage, texts, script }: PageTerms): void {
  const built = withOneScript(readFileSync(join(dist, 'index.html'), 'utf8'), manifest)
  const page = withMark(built, readFileSync(join(dist, 'mark.svg'), 'utf8'))
  for (const language of languages) {
    const text = (id: string): string => texts.get(id)?.[language] ?? id
    const links = [
      ...fontsOf[language].map((font) => builtFile(manifest, fontSource(font)).file).map(fontLink),
      `<link rel="modulepreload" crossorigin href="/${builtFile(manifest, shellTexts(language)).file}">`,
      `<meta name="description" content="${text('app.tagline')}">`,
      `<link rel="manifest" href="/${webManifestName(language)}">`,
      `<link rel="apple-touch-icon" href="/${touchIcon}">`,
      `<script>${script}</script>`,
    ]
    const written = page
      .replace(/<html lang="[^"]*">/, `<html lang="${language}">`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${text('app.name')}</title>\n${links.join('\n')}`)
      .replaceAll(/\n\s*/g, '\n')
    if (!written.includes(`lang="${language}"`) || !written.includes(links[0] ?? '')) {
      throw new Error('the page of the app has lost its <html lang> or its <title>')
    }
    writeFileSync(join(dist, pageName(language)), written)
    if (language === defaultLanguage) writeFileSync(join(dist, 'index.html'), written)
  }
}

/**
 * One script starts the app, and whoever looks which build a page is of reads its name. What it imports is fetched with
 * it: Vite names that as scripts too where it has gathered the start itself into a shared file.
 */
function withOneScript(page: string, manifest: Manifest): string {
  const start = manifest[entry]?.file
  return page.replaceAll(/<script type="module" crossorigin src="\/([^"]+)"><\/script>/g, (script, file: string) =>
    file === start ? script : `<link rel="modulepreload" crossorigin href="/${file}">`,
  )
}

/** The mark itself in place of its address: it is seen as soon as the page is, and the app draws it from there. */
function withMark(page: string, mark: string): string {
  const [, box = '', drawing = ''] = /<svg[^>]*viewBox="([^"]+)"[^>]*>([\s\S]*)<\/svg>/.exec(mark) ?? []
  const source = `<svg class="mark-source" width="0" height="0" aria-hidden="true"><symbol id="mark" viewBox="${box}">${drawing}</symbol></svg>`
  const splash = '<svg class="splash" width="72" height="72" aria-hidden="true"><use href="#mark"/></svg>'
  return page.replace(/<img class="splash"[^>]*>/, splash).replace(/(<body[^>]*>)/, (body) => `${body}\n${source}`)
}

function shellTexts(language: Language): string {
  return `src/lib/texts/catalogs/shell.${language}.json`
}

function fontLink(file: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}
