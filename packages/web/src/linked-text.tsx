import type { ReactNode } from 'react'
import { linkParts } from './linkify.rules.ts'

const asItIs = (text: string): string => text

/**
 * A text with its addresses as links; whatever else it holds is text (decisions 3.8), shown as `shown` makes it.
 */
export function LinkedText({ text, shown = asItIs }: { text: string; shown?: (text: string) => string }): ReactNode {
  return linkParts(text).map((part, index) =>
    part.href === undefined ? (
      shown(part.text)
    ) : (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ),
  )
}
