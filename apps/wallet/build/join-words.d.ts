/** Keeps the words of the glossary whole: where a browser would break a line inside one, the built texts have a word joiner. */
/** U+2060: nothing is drawn for it, and no line ends at it. */
export declare const WORD_JOINER = '\u2060'
/** The Thai and Lao words of a glossary that is written as the table of docs/words.md. */
export declare function glossaryWords(glossary: string): string[]
/**
 * Makes what joins these words in a text. Where they break is asked of the dictionaries that browsers have too, for each
 * word alone and in each of the texts that it stands in, because what stands around it moves the breaks.
 *
 * @param texts what the words stand in.
 */
export declare function makeJoiner(words: readonly string[], texts: readonly string[]): (text: string) => string
