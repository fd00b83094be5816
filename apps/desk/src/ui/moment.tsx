import { formatDateTime } from '@krapao/web'
import type { ReactNode } from 'react'

/** When something was, to the second in Bangkok; `isShort` where the day stands around it, or can be pointed at. */
export function Moment({ at, isShort = false }: { at: string; isShort?: boolean }): ReactNode {
  const whole = formatDateTime(at)
  return (
    <time className="num" dateTime={at} title={isShort ? whole : undefined}>
      {isShort ? whole.slice(-8) : whole}
    </time>
  )
}
