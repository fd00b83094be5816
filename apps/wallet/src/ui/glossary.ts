/** The words that no line ends in. The build puts those of docs/words.md in their place. */
export const glossary: readonly string[] = []
