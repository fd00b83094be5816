import type { ComponentType, FunctionComponent } from 'react'
import { createElement, lazy, useState } from 'react'
import type { Path } from '../lib/paths.ts'
import type { TextGroup, TextId } from '../lib/texts/text-values.ts'
import { loadTexts } from '../lib/texts/texts.ts'

/** A component that is fetched when it is needed, and what it is made of. */
export interface LazyPart<Props extends object = object> {
  readonly Page: FunctionComponent<Props>
  /** The texts that it needs beyond those of the first load. */
  readonly texts: readonly TextGroup[]
  /** Fetches it ahead of its need. Never throws: what fails then is tried again when it is drawn. */
  readonly preload: () => Promise<void>
  /** Fetches it and its texts. Then it is drawn at once, without anything in its place before. */
  readonly ready: () => Promise<void>
}

/** A page of one of the shells: its address, the text of its title, and what draws it. */
export interface AppPage extends LazyPart {
  readonly path: Path
  readonly titleId: TextId
  /** On a desktop it has two columns. */
  readonly isWide?: boolean
}

/**
 * A component that is fetched together with its texts when it is first drawn. React leaves what it draws in place of one
 * for 300 ms at least, so one that is there already is drawn by itself.
 */
export function lazyPart<Props extends object = object>(
  texts: readonly TextGroup[],
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let fetched: ComponentType<Props> | undefined
  const fetchPart = async (): Promise<{ default: ComponentType<Props> }> => {
    const [part] = await Promise.all([load(), loadTexts(texts)])
    fetched = part
    return { default: part }
  }
  const Later = lazy(fetchPart)
  return {
    Page: (props) => {
      // The same one as long as it stands, or what was typed into it would be lost.
      const [Part] = useState<ComponentType<Props>>(() => fetched ?? Later)
      return createElement(Part, props)
    },
    texts,
    preload: async () => {
      await load().catch(() => undefined)
    },
    ready: async () => {
      await fetchPart()
    },
  }
}
