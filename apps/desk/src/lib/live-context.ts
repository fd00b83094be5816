import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { ChangeListener, DeskLive, LiveState } from './desk-live.ts'

const LiveContext = createContext<DeskLive | null>(null)

/** Gives the line to what is drawn within. */
export const LiveProvider = LiveContext.Provider

/** The line of the desk. */
function useLive(): DeskLive {
  const live = useContext(LiveContext)
  if (live === null) throw new Error('there is no line outside the desk')
  return live
}

/** Whether the line stands, drawn anew when that changes. */
export function useLiveState(): LiveState {
  return useLive().state.use()
}

/** Calls the listener whenever something may have changed, for as long as the component is drawn. */
export function useChanges(listener: ChangeListener): void {
  const live = useLive()
  const onChange = useEffectEvent(listener)
  useEffect(() => live.onChange((roomId) => onChange(roomId)), [live])
}
