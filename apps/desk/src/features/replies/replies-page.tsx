import type { DeskReply } from '@krapao/contract'
import { CHAT_WRITERS } from '@krapao/contract'
import { Icon, left, plus } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { findReplies } from '../../lib/find-replies.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { book } from '../../ui/drawings.tsx'
import { SearchField } from '../../ui/field.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Empty } from '../../ui/state.tsx'
import { ReplyForm } from './reply-form.tsx'
import { useReplies } from './replies.api.ts'
import styles from './replies-page.module.css'
import table from './reply-texts.json'

/** All canned replies, and the form of the one that is chosen or of a new one. */
export function RepliesPage(): ReactNode {
  const { t, words } = usePlaceTexts(table)
  const canChange = useHasRole(CHAT_WRITERS)
  const query = useReplies()
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<DeskReply | 'new' | null>(null)
  const replies = query.data ?? []
  const found = findReplies(replies, find)
  return (
    <div className={`${styles.page} ${chosen === null ? '' : styles.hasChosen}`}>
      <section className={styles.side} aria-labelledby="replies-title">
        <header className={styles.head}>
          <h1 id="replies-title">{t('replies.title')}</h1>
          {canChange ? (
            <Button kind={chosen === null ? 'gold' : 'line'} drawing={plus} onClick={() => setChosen('new')}>
              {words('replies.add')}
            </Button>
          ) : null}
        </header>
        <p className={styles.intro}>{words('replies.intro')}</p>
        <SearchField label={t('replies.find')} value={find} onFind={setFind} />
        <InState state={usePlaceState(query)}>
          {found.length === 0 ? (
            <Empty drawing={book} title={t(replies.length === 0 ? 'replies.empty' : 'replies.notFound')} />
          ) : (
            <ul className={styles.list}>
              {found.map((reply) => (
                <li key={reply._id}>
                  <button
                    type="button"
                    aria-current={chosen !== 'new' && chosen?._id === reply._id ? 'true' : undefined}
                    onClick={() => setChosen(reply)}
                  >
                    <span className={styles.title}>{reply.title}</span>
                    <span className={styles.words}>{reply.th}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </InState>
      </section>
      <section className={styles.main}>
        {chosen === null ? (
          replies.length === 0 ? null : (
            <Empty drawing={book} title={words('replies.pick')} />
          )
        ) : (
          <>
            <button type="button" className={styles.back} onClick={() => setChosen(null)}>
              <Icon drawing={left} size={20} />
              {t('replies.title')}
            </button>
            <ReplyForm
              key={chosen === 'new' ? 'new' : chosen._id}
              reply={chosen === 'new' ? null : chosen}
              canChange={canChange}
              onSaved={setChosen}
              onRemoved={() => setChosen(null)}
            />
          </>
        )}
      </section>
    </div>
  )
}
