import { alert, CallError, down, Icon, refresh } from '@krapao/web'
import type { DragEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import type { ChatAlert, ChatClient, ChatState } from './chat-client.ts'
import { ChatComposer } from './chat-composer.tsx'
import { ChatLog } from './chat-log.tsx'
import styles from './chat-panel.module.css'
import type { MessageButton } from './chat.types.ts'
import { useChatDialog } from './use-chat-dialog.ts'
import type { PanelPhase } from './use-panel-phase.ts'

/** The expanded chat: its header, the conversation and where one writes. It is there while it is drawn. */
export function ChatPanel({
  panelRef,
  client,
  phase,
  onMoved,
  onClose,
}: {
  panelRef: RefObject<HTMLDialogElement | null>
  client: ChatClient
  phase: PanelPhase
  onMoved: () => void
  onClose: () => void
}): ReactNode {
  const { t } = useTexts()
  const state = useSyncExternalStore(client.watch, client.read)
  const titleId = useId()
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const dialog = useChatDialog(panelRef, { headingRef, inputRef, onClose })
  const [isOver, setIsOver] = useState(false)
  const onAnswer = ({ type, title, payload }: MessageButton): void => {
    if (type === 'postback') client.send({ message_type: 'postback', payload: { title, message: payload || title } })
    else client.send({ message_type: 'text', payload: { message: title } })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // A picture that lies over the panel closes by itself.
    if (event.target instanceof Element && event.target.closest('dialog') !== panelRef.current) return
    event.preventDefault()
    onClose()
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    for (const file of event.dataTransfer.files) client.sendFile(file)
  }
  return (
    // Escape and dropping are shortcuts; the buttons in it do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={panelRef}
      className={`${styles.panel} ${phase === 'closing' ? styles.leaving : ''} ${isOver ? styles.over : ''}`}
      aria-labelledby={titleId}
      onCancel={dialog.onCancel}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={onKeyDown}
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onMoved()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.inner}>
        <header className={styles.head}>
          <Mark sizePx={44} />
          <div>
            <h2 id={titleId} ref={headingRef} tabIndex={-1}>
              {t('chat.title')}
            </h2>
            <p>{t('chat.subtitle')}</p>
          </div>
          <IconButton label={t('chat.reload')} onClick={client.reload}>
            <Icon drawing={refresh} />
          </IconButton>
          <IconButton label={t('aria.chatClose')} onClick={onClose}>
            <Icon drawing={down} />
          </IconButton>
        </header>
        <ConnectionLine connection={state.connection} />
        <ChatLog client={client} state={state} onAnswer={onAnswer} />
        <AlertLine alert={state.alert} />
        <ChatComposer client={client} inputRef={inputRef} />
      </div>
    </dialog>
  )
}

/** Says that the connection is lost, and for a moment that it is back. */
function ConnectionLine({ connection }: Pick<ChatState, 'connection'>): ReactNode {
  const { t } = useTexts()
  const isBack = connection === 'back'
  return (
    <div role="status">
      {isBack || connection === 'lost' ? (
        <p className={`${styles.line} ${isBack ? styles.back : ''}`}>
          {t(isBack ? 'chat.reconnected' : 'chat.reconnecting')}
        </p>
      ) : null}
    </div>
  )
}

/** What went wrong, for 4 s (ERR-121). */
function AlertLine({ alert: told }: { alert: ChatAlert | undefined }): ReactNode {
  const texts = useTexts()
  if (told === undefined) return null
  const { error, of } = told
  const isSaid = error instanceof CallError && error.code !== '' && error.status < 500
  return (
    <p key={told.id} className={styles.alert} role="alert">
      <Icon drawing={alert} />
      {isSaid ? errorText(texts, error) : texts.t(of === 'send' ? 'chat.alert.sendFail' : 'chat.alert.historyFail')}
    </p>
  )
}
