import type { ComponentType } from 'react'
import { lazy } from 'react'
import type { Path } from '../lib/paths.ts'
import type { TextGroup, TextId } from '../lib/texts/text-values.ts'
import { loadTexts } from '../lib/texts/texts.ts'

/** A page of one of the shells: its address, the text of its title, and what draws it. */
export interface AppPage {
  readonly path: Path
  readonly titleId: TextId
  /** On a desktop it has two columns. */
  readonly isWide?: boolean
  readonly Page: ComponentType
  /** The texts that it needs beyond those of the first load. */
  readonly texts: readonly TextGroup[]
  /** Fetches it ahead of its need; what fails then is tried again when it is drawn. */
  readonly preload: () => void
}

/** A component that is fetched together with its texts when it is first drawn. */
export function lazyPart(
  texts: readonly TextGroup[],
  load: () => Promise<ComponentType>,
): Pick<AppPage, 'Page' | 'texts' | 'preload'> {
  return {
    Page: lazy(async () => {
      const [part] = await Promise.all([load(), loadTexts(texts)])
      return { default: part }
    }),
    texts,
    preload: () => {
      load().catch(() => undefined)
    },
  }
}
