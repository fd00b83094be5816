import type { ReactNode } from 'react'
import parts from './deposit-parts.module.css'

/** A slip with its code, in the colours of the theme; a line goes over it while a picture is looked at. */
export function SlipArt({ isLooking }: { isLooking: boolean }): ReactNode {
  return (
    <svg className={parts.art} viewBox="0 0 120 132" width="120" height="132" aria-hidden="true">
      <path
        className={parts.paper}
        d="M24 6h72a6 6 0 0 1 6 6v110l-7-6-7 6-7-6-7 6-7-6-7 6-7-6-7 6-7-6-7 6-7-6-7 6V12a6 6 0 0 1 6-6z"
      />
      <circle className={parts.seal} cx="60" cy="30" r="11" />
      <path className={parts.tick} d="m55 30.5 3.6 3.6 6.6-7" />
      <path className={parts.lines} d="M38 54h44M44 64h32" />
      <path
        className={parts.code}
        d="M46 76h10v10H46zm18 0h10v10H64zM46 94h10v10H46zm3-15v4h4v-4zm18 0v4h4v-4zM49 97v4h4v-4zm15-3h4v4h-4zm6 0h4v4h-4zm-3 6h4v4h-4z"
      />
      {isLooking ? <path className={parts.beam} d="M34 70h52" /> : null}
    </svg>
  )
}
