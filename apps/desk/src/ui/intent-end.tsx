import type { ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import { Notice } from './notice.tsx'

/** Says how a deed that was sent ended, where it is not done. */
export function IntentEnd({ end }: { end: { isUnknown: boolean; text: string } | null }): ReactNode {
  if (end === null) return null
  return (
    <Notice
      tone={end.isUnknown ? 'wait' : 'out'}
      role="alert"
      sign={<Glyph state={end.isUnknown ? 'unk' : 'fail'} size={16} />}
    >
      {end.text}
    </Notice>
  )
}
