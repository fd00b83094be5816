import { storageKeys } from './storage-keys.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

/** What a reader chose: the dark or the light theme, or what the device says. */
export type ThemeChoice = 'system' | 'dark' | 'light'

/** The choice that is kept; `system` when none is. */
export function readThemeChoice(): ThemeChoice {
  const stored = readStored(storageKeys.theme)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

/** Keeps a choice and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') removeStored(storageKeys.theme)
  else writeStored(storageKeys.theme, choice)
  applyTheme()
}

/** Shows the theme of the choice and of the device, and keeps to the device's changes. Called once at the start. */
export function startTheme(): void {
  applyTheme()
  globalThis.matchMedia('(prefers-color-scheme: light)').addEventListener('change', applyTheme)
}

function applyTheme(): void {
  const choice = readThemeChoice()
  const isLight = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark'
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--c-ground').trim()
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = ground
}
