import { check, Icon } from '@krapao/web'
import type { MouseEvent, ReactNode } from 'react'
import { timeOfDay } from '../../lib/formats.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import type { ChatClient } from './chat-client.ts'
import type { Entry } from './chat.types.ts'
import { MessageBody } from './message-body.tsx'
import type { OnAnswer } from './message-buttons.tsx'
import styles from './message-row.module.css'

/** One message: whose it is, what it says, and where it is on its way. */
export function MessageRow({
  entry,
  preview,
  hasTime,
  isTurn,
  client,
  onAnswer,
}: {
  entry: Entry
  preview: string | undefined
  hasTime: boolean
  isTurn: boolean
  client: ChatClient
  onAnswer: OnAnswer
}): ReactNode {
  const { t } = useTexts()
  const { writer, content, status, seq } = entry
  const isOwn = writer === 'you'
  // An address that is no longer good is replaced once; a second failure is the file's own.
  const onStale = seq === undefined ? undefined : () => void client.refresh(seq).catch(() => undefined)
  const isBegin = isTurn && !isOwn
  return (
    <>
      {/* Whose words they are is seen once where he begins, and heard at each. Not in the row: earlier ones may take it away. */}
      {isBegin ? (
        <p className={styles.writer} aria-hidden="true">
          {t(`chat.${writer}`)}
        </p>
      ) : null}
      <div
        data-message={seq ?? ''}
        className={`${styles.row} ${isOwn ? styles.own : ''} ${isTurn ? styles.turn : ''} ${isBegin ? styles.named : ''}`}
      >
        <span className="vh">{t(`chat.${writer}`)}</span>
        <MessageBody content={content} preview={preview} onAnswer={onAnswer} onStale={onStale} />
        {status === 'succeed' && !hasTime ? null : <Delivery entry={entry} client={client} />}
      </div>
    </>
  )
}

/** What is pressed may be gone then: the focus stays in the log. */
function keepFocus({ currentTarget }: MouseEvent): void {
  currentTarget.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true })
}

/** The time of a message; before it has one, its way to the server (CHT-037). */
function Delivery({ entry, client }: { entry: Entry; client: ChatClient }): ReactNode {
  const { t } = useTexts()
  const { key, writer, status, share, createdAt } = entry
  const remove = (event: MouseEvent): void => {
    keepFocus(event)
    client.remove(key)
  }
  const resend = (event: MouseEvent): void => {
    keepFocus(event)
    client.resend(key)
  }
  if (status === 'uploading_file') {
    const percent = Math.floor(share * 100)
    return (
      <div className={styles.delivery}>
        <progress
          className={styles.progress}
          value={percent}
          max={100}
          aria-label={t('chat.status.uploading', { percent })}
        />
        <span className="num" aria-hidden="true">
          {t('chat.status.uploading', { percent })}
        </span>
        <button type="button" onClick={remove}>
          {t('common.cancel')}
        </button>
      </div>
    )
  }
  if (status === 'failed') {
    return (
      <div className={`${styles.delivery} ${styles.failed}`}>
        <span>{t('chat.status.failed')}</span>
        <button type="button" onClick={resend}>
          {t('chat.resend')}
        </button>
        <button type="button" onClick={remove}>
          {t('chat.remove')}
        </button>
      </div>
    )
  }
  if (createdAt === undefined) return <p className={styles.delivery}>{t('chat.status.sending')}</p>
  return (
    <p className={styles.delivery}>
      <time className="num" dateTime={createdAt}>
        {timeOfDay(createdAt)}
      </time>
      {writer === 'you' ? (
        <>
          <Icon drawing={check} className={styles.sent ?? ''} />
          <span className="vh">{t('chat.status.succeed')}</span>
        </>
      ) : null}
    </p>
  )
}
