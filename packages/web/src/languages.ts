/** The languages of the product. */
export const languages = ['th', 'lo', 'en'] as const
export type Language = (typeof languages)[number]

/** Each language by its own name, as every switcher shows it. */
export const languageNames: Record<Language, string> = { th: 'ไทย', lo: 'ລາວ', en: 'English' }

/** The language that a text names; an unknown one counts for nothing. */
export function asLanguage(text: string | null | undefined): Language | undefined {
  return languages.find((language) => language === text)
}
