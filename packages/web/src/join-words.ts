/**
 * Keeps the words of the glossary whole: where a browser might break a line inside one, the built texts have a joiner.
 * Their dictionaries no longer know a word that is joined, nor where the next one begins: there a line may end.
 */

/** U+2060: nothing is drawn for it, and no line ends at it. */
export const WORD_JOINER = '\u2060'
/** U+200B: nothing is drawn for it, and a line may end at it. */
export const LINE_MAY_END = '\u200B'

/** What is longer is not kept whole: a narrow column has no room for it in one line. */
const LETTERS_MAX = 15
/** What has no more letters has room in any column, also in large letters, and no line ends in it. */
const SHORT_LETTERS = 10

/**
 * Where a syllable may begin: before a consonant or a vowel that is written first, and not behind such a vowel. Browsers
 * break by dictionaries that differ, and by what stands around a word, so that all of these are joined.
 */
const beginnings =
  /(?<=[\u0E00-\u0EFF])(?<![\u0E40-\u0E44\u0EC0-\u0EC4])(?=[\u0E01-\u0E2E\u0E40-\u0E44\u0E81-\u0EAE\u0EC0-\u0EC4\u0EDC-\u0EDF])/g

/** The Thai and Lao words of a glossary that is written as the table of docs/words.md; of long compounds their parts. */
export function glossaryWords(glossary: string): string[] {
  const rows = glossary.split('\n').filter((line) => /^\| .*[\u0E00-\u0EFF]/.test(line))
  const cells = rows.flatMap((row) => row.split('|').slice(2, 4)).map((cell) => cell.trim())
  const words = cells.filter((word) => /^[\u0E00-\u0EFF]+$/.test(word) && word.length <= LETTERS_MAX)
  return [...new Set(words.flatMap((word) => partsOf(word, words)))]
}

/** A long word that ends in another of the glossary is that one and what stands before it: ประวัติ + รายการ. */
function partsOf(word: string, words: readonly string[]): string[] {
  const last = words.find((other) => other !== word && word.endsWith(other))
  return word.length > SHORT_LETTERS && last !== undefined ? [word.slice(0, -last.length), last] : [word]
}

/** Makes what joins these words in a text; also those that overlap, as the end of one is the beginning of another. */
export function makeJoiner(words: readonly string[]): (text: string) => string {
  return (text) => text.replace(/[\u0E00-\u0EFF]+/g, (phrase) => joinPhrase(words, phrase))
}

function joinPhrase(words: readonly string[], phrase: string): string {
  const inside = new Set<number>()
  const edges = new Set<number>()
  for (const word of words) {
    for (let start = phrase.indexOf(word); start >= 0; start = phrase.indexOf(word, start + 1)) {
      const end = start + word.length
      edges.add(start).add(end)
      for (let at = start + 1; at < end; at += 1) inside.add(at)
    }
  }
  const atEdge = phrase.length > SHORT_LETTERS ? LINE_MAY_END : ''
  return phrase.replace(beginnings, (_, at: number) => (inside.has(at) ? WORD_JOINER : edges.has(at) ? atEdge : ''))
}
