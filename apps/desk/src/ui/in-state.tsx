import { lock } from '@krapao/web'
import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import { Glyph } from './glyph.tsx'
import { Notice } from './notice.tsx'
import { Empty, Failed, Skeleton } from './state.tsx'

/** How what a place shows stands, in words: `lib/place-state.ts` makes it of what was asked for. */
type PlaceState =
  | { readonly kind: 'loading'; readonly label: string }
  | {
      readonly kind: 'failed'
      readonly title: string
      readonly text: string
      readonly retryLabel: string
      readonly onRetry: () => void
    }
  | { readonly kind: 'forbidden' | 'gone'; readonly title: string; readonly text: string }
  /** `stale` says since when nothing new has come; null: what is shown is of now. */
  | { readonly kind: 'shown'; readonly stale: { readonly title: string; readonly text: string } | null }

/** Whether what is around has said already that nothing new comes. */
const IsToldOld = createContext(false)

/**
 * The one way in which a place tells how it stands: coming, not come, not for these roles, not there any more, or there and
 * how old. What is old stays readable; whoever draws it takes the buttons away.
 */
export function InState({
  state,
  rows = 6,
  children,
}: {
  state: PlaceState
  /** How many rows of a table stand for what is coming. */
  rows?: number
  children: ReactNode
}): ReactNode {
  const isToldOld = useContext(IsToldOld)
  if (state.kind === 'loading') return <Skeleton rows={rows} label={state.label} />
  if (state.kind === 'failed') {
    const { title, text, retryLabel, onRetry } = state
    return <Failed title={title} text={text} retryLabel={retryLabel} onRetry={onRetry} />
  }
  if (state.kind !== 'shown') return <Empty drawing={lock} title={state.title} hint={state.text} />
  return (
    <IsToldOld value={isToldOld || state.stale !== null}>
      {state.stale === null || isToldOld ? null : (
        <Notice tone="out" sign={<Glyph state="late" size={15} />}>
          <b>{state.stale.title}</b> {state.stale.text}
        </Notice>
      )}
      {children}
    </IsToldOld>
  )
}
