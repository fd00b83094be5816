import { LinkedText } from '@krapao/web'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { joined } from '../../ui/joined.ts'
import type { Content } from './chat.types.ts'
import styles from './message-body.module.css'
import type { OnAnswer } from './message-buttons.tsx'
import { MessageButtons } from './message-buttons.tsx'
import { MessageCards } from './message-cards.tsx'
import { MessageMedia } from './message-media.tsx'

/** What a message shows, by its kind (CHT-012 to CHT-020). A kind of a later version is said to be one. */
export function MessageBody({
  content,
  preview,
  onAnswer,
  onStale,
}: {
  content: Content
  preview: string | undefined
  onAnswer: OnAnswer
  onStale: (() => void) | undefined
}): ReactNode {
  const { t } = useTexts()
  const { message_type: kind, payload = {}, payloads = [] } = content
  const words = firstWords(payload.message, payload.title)
  const buttons = payload.buttons ?? []
  if (kind === 'text' && words !== '') return <Words text={payload.message ?? words} />
  if (kind === 'postback' && words !== '') return <Words text={firstWords(payload.title, payload.message)} />
  if (kind === 'media') {
    const caption = payload.name === undefined || payload.name === payload.message ? '' : words
    return (
      <>
        <MessageMedia payload={payload} preview={preview} onStale={onStale} />
        {caption === '' ? null : <Words text={caption} />}
      </>
    )
  }
  if (kind === 'generic' && payloads.length > 0) return <MessageCards cards={payloads} onAnswer={onAnswer} />
  if (kind === 'buttons' && (words !== '' || buttons.length > 0)) {
    return (
      <div className={styles.card}>
        {words === '' ? null : <p>{heading(payload.title, payload.message)}</p>}
        <MessageButtons buttons={buttons} shape="list" onAnswer={onAnswer} />
      </div>
    )
  }
  if (kind === 'quick_replies' && (words !== '' || buttons.length > 0)) {
    return (
      <>
        {words === '' ? null : <p className={styles.words}>{heading(payload.title, payload.message)}</p>}
        <MessageButtons buttons={buttons} shape="chips" onAnswer={onAnswer} />
      </>
    )
  }
  return <p className={`${styles.words} ${styles.unknown}`}>{t('chat.unknown')}</p>
}

function Words({ text }: { text: string }): ReactNode {
  return (
    <p className={styles.words}>
      <LinkedText text={text} shown={joined} />
    </p>
  )
}

/** A title over its words; the one alone where there is only one, or where both say the same. */
function heading(title = '', message = ''): ReactNode {
  if (title.trim() === '' || message.trim() === '' || title === message) {
    return <LinkedText text={message.trim() === '' ? title : message} shown={joined} />
  }
  return (
    <>
      <strong>{title}</strong>
      <LinkedText text={message} shown={joined} />
    </>
  )
}

function firstWords(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? ''
}
