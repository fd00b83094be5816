import type { Themes } from '@krapao/web'
import { themesOf } from '@krapao/web'
import { storageKeys } from './storage-keys.ts'

/** The theme, as this browser keeps it. */
export const themes: Themes = themesOf(storageKeys.theme)
