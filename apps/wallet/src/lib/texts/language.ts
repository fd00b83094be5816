import type { Language } from '@krapao/web'
import { asLanguage, readStored, writeStored } from '@krapao/web'
import { buildSettings } from '../build-settings.ts'
import { storageKeys } from '../storage-keys.ts'

const COOKIE_AGE_S = 365 * 24 * 60 * 60

/** Thai, or Lao in the build for Laos (GEN-003, GEN-004). */
export function defaultLanguage(): Language {
  return buildSettings.isLaos ? 'lo' : 'th'
}

/** The language that this reader chose here before, or undefined. */
export function readStoredLanguage(): Language | undefined {
  return asLanguage(readStored(storageKeys.locale))
}

/** The language to start in: the stored one, else the cookie's, else the default; an unknown one counts for nothing. */
export function readLanguage(): Language {
  const cookie = new RegExp(`(?:^|; )(?:__Host-)?${storageKeys.locale}=([^;]*)`).exec(document.cookie)?.[1]
  return readStoredLanguage() ?? asLanguage(cookie) ?? defaultLanguage()
}

/** Keeps the choice in the browser's storage and in the cookie by which the server picks the page (GEN-005, GEN-006). */
export function keepLanguage(language: Language): void {
  writeStored(storageKeys.locale, language)
  const isSecure = location.protocol === 'https:'
  // The Cookie Store API is missing on plain http and in older browsers.
  // oxlint-disable unicorn/no-document-cookie
  document.cookie = languageCookie(language, isSecure)
  // As a release of before had named it: of two the server would read the older one.
  if (isSecure) document.cookie = `${storageKeys.locale}=; Max-Age=0; Path=/`
  // oxlint-enable unicorn/no-document-cookie
}

/** The cookie of a language; over HTTPS under a name that no other host and no plain line can set. */
export function languageCookie(language: Language, isSecure: boolean): string {
  const [prefix, secure] = isSecure ? ['__Host-', '; Secure'] : ['', '']
  return `${prefix}${storageKeys.locale}=${language}; Max-Age=${COOKIE_AGE_S}; Path=/; SameSite=Lax${secure}`
}
