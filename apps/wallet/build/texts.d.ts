export declare const languages: readonly ['th', 'lo', 'en']
export type Language = (typeof languages)[number]
export type Texts = ReadonlyMap<string, Record<Language, string>>
/** Reads the table: columns key, th, lo, en, note. Throws on a wrong column, an empty cell or a key that comes twice. */
export declare function readTexts(table: string): Texts
/** Reads the table of this app. */
export declare function readAllTexts(): Texts
/** All generated files by path: what `writeTexts` writes and what a test compares with the repository. */
export declare function generateTexts(texts: Texts): Map<string, string>
/** Writes the catalogs and the ids. A file whose content stays is not touched, so that watchers sleep on. */
export declare function writeTexts(): void
