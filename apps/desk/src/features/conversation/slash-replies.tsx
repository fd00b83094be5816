import type { DeskReply } from '@krapao/contract'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { findReplies } from '../../lib/find-replies.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import styles from './slash-replies.module.css'

/** So many are offered at once: what is meant is found by one more letter. */
const OFFERED = 6

interface Slash {
  readonly isOpen: boolean
  readonly fieldProps: Readonly<Record<string, string | boolean>>
  /** Answers whether the key was for the list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

/** Offers canned replies over a field whose text begins with a slash: arrows choose, Enter inserts, Escape leaves it. */
export function SlashReplies({
  text,
  replies,
  onInsert,
  children,
}: {
  text: string
  replies: readonly DeskReply[]
  onInsert: (reply: DeskReply) => void
  children: (slash: Slash) => ReactNode
}): ReactNode {
  const { t } = useTexts()
  const id = useId()
  const [left, setLeft] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const isAsked = text.startsWith('/') && !text.includes('\n') && left !== text
  const offered = isAsked ? findReplies(replies, text.slice(1)).slice(0, OFFERED) : []
  const isOpen = offered.length > 0
  const index = Math.min(chosen, offered.length - 1)

  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen) return false
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const reply = offered[index]
    if (by !== undefined) setChosen((index + by + offered.length) % offered.length)
    else if (event.key === 'Escape') setLeft(text)
    else if ((event.key === 'Enter' || event.key === 'Tab') && reply !== undefined) {
      onInsert(reply)
      setChosen(0)
    } else return false
    event.preventDefault()
    return true
  }

  return (
    <>
      {isOpen ? (
        <div id={id} className={styles.list} role="listbox" aria-label={t('replies.title')}>
          {offered.map((reply, at) => (
            <div
              key={reply._id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              // The field keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                onInsert(reply)
              }}
            >
              {reply.title}
            </div>
          ))}
        </div>
      ) : null}
      {children({
        isOpen,
        onKeyDown,
        fieldProps: isOpen
          ? {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': id,
              'aria-activedescendant': `${id}-${index}`,
              'aria-autocomplete': 'list',
            }
          : {},
      })}
    </>
  )
}
