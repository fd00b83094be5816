import type { ReactNode } from 'react'
import { linkParts } from './linkify.rules.ts'

/** A text with its addresses as links; whatever else it holds is text (decisions 3.8). */
export function LinkedText({ text }: { text: string }): ReactNode {
  return linkParts(text).map((part, index) =>
    part.href === undefined ? (
      part.text
    ) : (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ),
  )
}
