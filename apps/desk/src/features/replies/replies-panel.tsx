import type { DeskReply } from '@krapao/contract'
import type { Language } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { findReplies } from '../../lib/find-replies.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { SearchField } from '../../ui/field.tsx'
import styles from './replies-panel.module.css'

/** The field that a keyboard shortcut leads to. */
export const REPLY_SEARCH_ID = 'desk-replies'

/** Finds a canned reply and puts it into what is being written, in the customer's language. */
export function RepliesPanel({
  replies,
  language,
  onInsert,
}: {
  replies: readonly DeskReply[]
  language: Language
  /** Null where nothing can be written. */
  onInsert: ((text: string) => void) | null
}): ReactNode {
  const { t } = useTexts()
  const [find, setFind] = useState('')
  const found = findReplies(replies, find)
  return (
    <section className={styles.panel} aria-label={t('replies.title')}>
      <h3>{t('replies.title')}</h3>
      <p className={styles.language}>{t('replies.in', { language: t(`replies.language.${language}`) })}</p>
      <div data-search={REPLY_SEARCH_ID}>
        <SearchField label={t('replies.find')} value={find} onFind={setFind} />
      </div>
      {found.length === 0 ? (
        <p className={styles.none}>{t(replies.length === 0 ? 'replies.empty' : 'replies.notFound')}</p>
      ) : (
        <ul className={styles.list}>
          {found.map((reply) => (
            <li key={reply._id}>
              <button
                type="button"
                // They stay within reach, to be read, where nothing can be written.
                aria-disabled={onInsert === null}
                title={t('replies.insert', { title: reply.title })}
                onClick={() => onInsert?.(reply[language])}
              >
                <span className={styles.title}>{reply.title}</span>
                <span className={styles.words} lang={language}>
                  {reply[language]}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
