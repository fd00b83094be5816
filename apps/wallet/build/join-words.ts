/** Keeps the words of the glossary whole: where a browser would break a line inside one, the built texts have a word joiner. */
/** U+2060: nothing is drawn for it, and no line ends at it. */
export const WORD_JOINER = '\u2060'

/** The Thai and Lao words of a glossary that is written as the table of docs/words.md. */
export function glossaryWords(glossary: string): string[] {
  const rows = glossary.split('\n').filter((line) => /^\| .*[\u0E00-\u0EFF]/.test(line))
  const words = rows.flatMap((row) => row.split('|').slice(2, 4)).map((cell) => cell.trim())
  return [...new Set(words)].filter((word) => /^[\u0E00-\u0EFF]+$/.test(word))
}

/**
 * Makes what joins these words in a text. Where they break is asked of the dictionaries that browsers have too, for each
 * word alone and in each of the texts that it stands in, because what stands around it moves the breaks.
 *
 * @param texts what the words stand in.
 */
export function makeJoiner(words: readonly string[], texts: readonly string[]): (text: string) => string {
  const joined = new Map<string, string>()
  const sorted = words.toSorted((one, other) => other.length - one.length)
  for (const word of sorted) {
    const language = /[\u0E80-\u0EFF]/.test(word) ? 'lo' : 'th'
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
    const breaks = new Set<number>()
    for (const text of [word, ...texts.filter((one) => one.includes(word))]) {
      const starts = [...segmenter.segment(text)].map(({ index }) => index)
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        for (const start of starts) if (start > at && start < at + word.length) breaks.add(start - at)
      }
    }
    joined.set(word, joinAt(word, breaks, segmenter))
  }
  const pattern = new RegExp(sorted.join('|'), 'g')
  return (text) => text.replace(pattern, (word) => joined.get(word) ?? word)
}

/** The word with joiners at its breaks, and at those that what is left between them has for itself. */
function joinAt(word: string, breaks: Set<number>, segmenter: Intl.Segmenter): string {
  const joined = [...word].map((sign, index) => (breaks.has(index) ? WORD_JOINER + sign : sign)).join('')
  const known = breaks.size
  for (const { index } of segmenter.segment(joined)) {
    const signs = joined.slice(0, index).replaceAll(WORD_JOINER, '').length
    if (signs > 0 && signs < word.length) breaks.add(signs)
  }
  return breaks.size === known ? joined : joinAt(word, breaks, segmenter)
}
