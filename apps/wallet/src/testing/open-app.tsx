import type { Language } from '@krapao/web'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { App } from '../app/app.tsx'
import { followTheServer } from '../app/navigation.ts'
import { openAddress } from '../app/pages.tsx'
import { storageKeys } from '../lib/storage-keys.ts'
import { readLanguage } from '../lib/texts/language.ts'
import { startTexts } from '../lib/texts/texts.ts'

/** Forgets everything that a browser keeps for the app. */
export function clearBrowser(): void {
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = `${storageKeys.locale}=; Max-Age=0; Path=/`
}

/**
 * Opens the app at an address as main.tsx does, as a guest or with a token, in English unless said otherwise. `state` is
 * what the entry of the browser's history has: after a reload what it had before, else nothing.
 */
export async function openApp(
  path: string,
  { token, language = 'en', state = null }: { token?: string; language?: Language | 'stored'; state?: unknown } = {},
): Promise<void> {
  if (token !== undefined) sessionStorage.setItem(storageKeys.token, token)
  history.replaceState(state, '', path)
  followTheServer()
  const opening = openAddress(path.split(/[?#]/, 1)[0] ?? path)
  await startTexts(language === 'stored' ? readLanguage() : language, ['shell', ...opening.texts])
  await opening.ready()
  await render(<App />)
}

/** Waits until the app is at an address. */
export async function arriveAt(path: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (location.pathname !== path) throw new Error(`at ${location.pathname}, not at ${path}`)
    },
    { timeout: 30_000 },
  )
}
