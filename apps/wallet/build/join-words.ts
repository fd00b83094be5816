/** Keeps the words of the glossary whole: where a browser might break a line inside one, the built texts have a joiner. */

/** U+2060: nothing is drawn for it, and no line ends at it. */
export const WORD_JOINER = '\u2060'

/**
 * Where a syllable may begin: before a consonant or a vowel that is written first, and not behind such a vowel. Browsers
 * break by dictionaries that differ, and by what stands around a word, so that all of these are joined.
 */
const beginnings =
  /(?<=[\u0E00-\u0EFF])(?<![\u0E40-\u0E44\u0EC0-\u0EC4])(?=[\u0E01-\u0E2E\u0E40-\u0E44\u0E81-\u0EAE\u0EC0-\u0EC4\u0EDC-\u0EDF])/g

/** The Thai and Lao words of a glossary that is written as the table of docs/words.md. */
export function glossaryWords(glossary: string): string[] {
  const rows = glossary.split('\n').filter((line) => /^\| .*[\u0E00-\u0EFF]/.test(line))
  const words = rows.flatMap((row) => row.split('|').slice(2, 4)).map((cell) => cell.trim())
  return [...new Set(words)].filter((word) => /^[\u0E00-\u0EFF]+$/.test(word))
}

/** Makes what joins these words in a text; also those that overlap, as the end of one is the beginning of another. */
export function makeJoiner(words: readonly string[]): (text: string) => string {
  const patterns = words.map((word) => new RegExp([...word].join(`${WORD_JOINER}?`), 'g'))
  const join = (found: string): string => found.replaceAll(WORD_JOINER, '').replace(beginnings, WORD_JOINER)
  return (text) => patterns.reduce((joined, pattern) => joined.replace(pattern, join), text)
}
