import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

/** A panel on its way in or out changes what it is when its movement has ended (CHT-003). */
export type PanelPhase = 'closed' | 'opening' | 'open' | 'closing'

/** Longer than the movement: where its end is not told, this is taken for it. */
const MOVE_MS_MAX = 600

/** Which phase a panel is in that is to be expanded or not. Its element says by `animationend` when it has moved. */
export function usePanelPhase(
  isExpanded: boolean,
  panelRef: RefObject<HTMLElement | null>,
): { phase: PanelPhase; onMoved: () => void } {
  const [phase, setPhase] = useState<PanelPhase>('closed')
  if (isExpanded && (phase === 'closed' || phase === 'closing')) setPhase('opening')
  if (!isExpanded && (phase === 'open' || phase === 'opening')) setPhase('closing')
  const onMoved = (): void => setPhase(isExpanded ? 'open' : 'closed')
  useEffect(() => {
    if (phase === 'open' || phase === 'closed') return undefined
    const settled = phase === 'opening' ? 'open' : 'closed'
    // Where motion is reduced nothing moves, and no end of it comes.
    const panel = panelRef.current
    const moves = panel !== null && getComputedStyle(panel).animationName !== 'none'
    const timer = setTimeout(() => setPhase(settled), moves ? MOVE_MS_MAX : 0)
    return () => clearTimeout(timer)
  }, [phase, panelRef])
  return { phase, onMoved }
}
