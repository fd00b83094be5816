import type { Themes } from '@krapao/web'
import { themesOf } from '@krapao/web'

/** The theme, as this browser keeps it. */
export const themes: Themes = themesOf('desk-theme')
