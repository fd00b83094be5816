/** The id that follows from a text, as SQL has it: of two who write one row at once neither writes a second. */
export const derivedId = (text: string): string => `left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 26)`
