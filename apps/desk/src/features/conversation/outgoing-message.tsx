import type { ReactNode } from 'react'
import { chatFileKind } from '@krapao/contract'
import { alert, Icon } from '@krapao/web'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Conversation } from './conversation-store.ts'
import type { Outgoing } from './history.rules.ts'
import listStyles from './message-list.module.css'
import { MessageView } from './message-view.tsx'
import styles from './outgoing-message.module.css'

/** A message of this agent that is on its way, or that failed and can be sent again under the same id. */
export function OutgoingMessage({
  outgoing,
  conversation,
}: {
  outgoing: Outgoing
  conversation: Conversation
}): ReactNode {
  const { t, errorText } = useTexts()
  const { key, message, file, fileUrl, state, share, error } = outgoing
  const percent = Math.round(share * 100)
  return (
    <article className={`${listStyles.message} ${listStyles.ours} ${state === 'failed' ? '' : styles.onTheWay}`}>
      <span className="vh">{t('chat.you')}</span>
      {file !== null && fileUrl !== null ? (
        <MessageView
          tone="staff"
          message={{
            message_type: 'media',
            payload: { message: file.name, fileType: chatFileKind(file.type) ?? 'image', filePath: fileUrl },
          }}
        />
      ) : message === null ? null : (
        <MessageView tone="staff" message={message} />
      )}
      {state === 'failed' ? (
        <div className={styles.failed}>
          <p role="alert">
            <Icon drawing={alert} size={16} />
            {t('chat.status.failed')} · {errorText(error)}
          </p>
          <span>
            <Button kind="line" onClick={() => conversation.retry(key)}>
              {t('chat.resend')}
            </Button>
            <Button kind="quiet" onClick={() => conversation.remove(key)}>
              {t('chat.remove')}
            </Button>
          </span>
        </div>
      ) : state === 'uploading' ? (
        <div className={styles.progress}>
          <progress max={1} value={share} aria-label={file?.name ?? ''} />
          <span className="num">{t('chat.status.uploading', { percent })}</span>
          <Button kind="quiet" onClick={() => conversation.remove(key)}>
            {t('chat.cancelUpload')}
          </Button>
        </div>
      ) : (
        <p className={listStyles.meta} role="status">
          {t('chat.status.sending')}
        </p>
      )}
    </article>
  )
}
