// Has the words of docs/words.md joined in the catalogs of a build, and known to what joins texts of the server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { glossaryWords, makeJoiner } from '@krapao/web/join-words'

const sources = join(import.meta.dirname, '..', 'src')
const catalogs = join(sources, 'lib', 'texts', 'catalogs')
const list = join(sources, 'ui', 'glossary.ts')
const glossary = join(import.meta.dirname, '..', '..', '..', 'docs', 'words.md')

const wordsOfGlossary = (): string[] => glossaryWords(readFileSync(glossary, 'utf8'))

/** Those that a line could end in, which are all that the app itself needs; sorted, they weigh less. */
const longWords = (): string[] =>
  wordsOfGlossary()
    .filter((word) => word.length > 4 && makeJoiner([word])(word) !== word)
    .toSorted()

/** What joins the words of the glossary in this app's texts. */
export function textJoiner(): (text: string) => string {
  return makeJoiner(wordsOfGlossary())
}

/** Vite's part of it: for the built app alone, because a text that is searched for is easier found without joiners. */
export function joinedTexts(): Plugin {
  let joiner: ReturnType<typeof textJoiner> | undefined
  return {
    name: 'joined-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id === list) return { code: `export const glossary = ${JSON.stringify(longWords())}`, map: null }
      if (!id.startsWith(catalogs)) return undefined
      joiner ??= textJoiner()
      return { code: joiner(code), map: null }
    },
  }
}
