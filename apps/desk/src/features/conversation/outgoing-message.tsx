import type { ReactNode } from 'react'
import { alert, Icon } from '@krapao/web'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Conversation, Outgoing } from './conversation-store.ts'
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
  const { clientId, content, status, share, error } = outgoing
  const percent = Math.round(share * 100)
  return (
    <article className={`${listStyles.message} ${listStyles.ours} ${status === 'failed' ? '' : styles.onTheWay}`}>
      <span className="vh">{t('chat.you')}</span>
      <MessageView tone="staff" message={content} />
      {status === 'failed' ? (
        <div className={styles.failed}>
          <p role="alert">
            <Icon drawing={alert} size={16} />
            {t('chat.status.failed')} · {errorText(error)}
          </p>
          <span>
            <Button kind="line" onClick={() => conversation.resend(clientId)}>
              {t('chat.resend')}
            </Button>
            <Button kind="quiet" onClick={() => conversation.remove(clientId)}>
              {t('chat.remove')}
            </Button>
          </span>
        </div>
      ) : status === 'uploading_file' ? (
        <div className={styles.progress}>
          <progress
            max={1}
            value={share}
            aria-label={content.message_type === 'media' ? content.payload.message : ''}
          />
          <span className="num">{t('chat.status.uploading', { percent })}</span>
          <Button kind="quiet" onClick={() => conversation.remove(clientId)}>
            {t('chat.cancelUpload')}
          </Button>
        </div>
      ) : status === 'succeed' ? null : (
        <p className={listStyles.meta} role="status">
          {t('chat.status.sending')}
        </p>
      )}
    </article>
  )
}
