import { readStored, removeStored, writeStored } from './storage.ts'

/** What a reader chose: the dark or the light theme, or what the device says. */
export type ThemeChoice = 'system' | 'dark' | 'light'

/** The theme that an app keeps and shows. */
export interface Themes {
  /** The choice that is kept; `system` when none is. */
  readonly readChoice: () => ThemeChoice
  /** The theme that is shown: the choice, else the device's. */
  readonly readShown: () => 'dark' | 'light'
  /** Keeps a choice and shows it at once. */
  readonly choose: (choice: ThemeChoice) => void
  /** Shows the theme and keeps to the device's changes. Called once at the start. */
  readonly start: () => void
}

/** @param key what the browser keeps the choice under. */
/* @__NO_SIDE_EFFECTS__ */
export function themesOf(key: string): Themes {
  const ofDevice = (): MediaQueryList => matchMedia('(prefers-color-scheme: light)')
  const readChoice = (): ThemeChoice => {
    const stored = readStored(key)
    return stored === 'dark' || stored === 'light' ? stored : 'system'
  }
  const readShown = (): 'dark' | 'light' => {
    const choice = readChoice()
    if (choice !== 'system') return choice
    return ofDevice().matches ? 'light' : 'dark'
  }
  const show = (): void => {
    document.documentElement.dataset['theme'] = readShown()
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--c-ground').trim()
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = ground
  }
  return {
    readChoice,
    readShown,
    choose: (choice) => {
      if (choice === 'system') removeStored(key)
      else writeStored(key, choice)
      show()
    },
    start: () => {
      show()
      ofDevice().addEventListener('change', show)
    },
  }
}
