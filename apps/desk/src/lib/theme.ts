import { readStored, writeStored } from './storage.ts'

export type Theme = 'dark' | 'light'

/** The theme that is shown: the agent's choice, else the device's. */
export function readTheme(): Theme {
  const stored = readStored('desk-theme')
  if (stored === 'dark' || stored === 'light') return stored
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

/** Keeps a choice and shows it at once. */
export function chooseTheme(theme: Theme): void {
  writeStored('desk-theme', theme)
  applyTheme()
}

/** Shows the theme and keeps to the device's changes. Called once at the start. */
export function startTheme(): void {
  applyTheme()
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', applyTheme)
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = readTheme()
}
