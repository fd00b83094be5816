import { CHAT_IMAGE_TYPES, CHAT_TEXT_MAX, CHAT_VIDEO_TYPES, chatTextProblem } from '@krapao/contract'
import { Icon } from '@krapao/web'
import type { ClipboardEvent, FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useId, useRef, useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './chat-composer.module.css'
import { paperclip, paperPlane } from './chat-drawings.tsx'
import type { ChatClient } from './chat-client.ts'

/** From so many characters below the limit on, it is said how many are left. */
const COUNTED_FROM = 200

const accepted = [...CHAT_IMAGE_TYPES, ...CHAT_VIDEO_TYPES].join(',')

/**
 * Where a message is written. What is typed is kept through everything: another page, a reload, a lost connection. Enter
 * sends, with Shift it begins a line.
 */
export function ChatComposer({
  client,
  inputRef,
}: {
  client: ChatClient
  inputRef: RefObject<HTMLTextAreaElement | null>
}): ReactNode {
  const { t } = useTexts()
  const [draft, setDraft] = useState(() => client.store.readDraft())
  const files = useRef<HTMLInputElement>(null)
  const counterId = useId()
  const left = CHAT_TEXT_MAX - draft.length
  const isSendable = chatTextProblem(draft) === null
  const change = (text: string): void => {
    setDraft(text)
    client.store.keepDraft(text)
  }
  const send = (): void => {
    if (!isSendable) return
    client.send({ message_type: 'text', payload: { message: draft.trim() } })
    change('')
    inputRef.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const take = (given: FileList | null): boolean => {
    for (const file of given ?? []) client.sendFile(file)
    return (given?.length ?? 0) > 0
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (take(event.clipboardData.files)) event.preventDefault()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    send()
  }
  return (
    <form className={styles.composer} onSubmit={onSubmit}>
      <input
        ref={files}
        type="file"
        accept={accepted}
        multiple
        hidden
        onChange={({ target }) => {
          take(target.files)
          // Chosen once more, the same file is a new choice.
          target.value = ''
        }}
      />
      <IconButton label={t('chat.attach')} onClick={() => files.current?.click()}>
        <Icon drawing={paperclip} />
      </IconButton>
      <div className={styles.box}>
        <div className={styles.grower} data-text={draft}>
          <textarea
            ref={inputRef}
            value={draft}
            rows={1}
            maxLength={CHAT_TEXT_MAX}
            enterKeyHint="send"
            aria-label={t('chat.placeholder')}
            placeholder={t('chat.placeholder')}
            aria-describedby={left <= COUNTED_FROM ? counterId : undefined}
            onChange={({ target }) => change(target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        {left <= COUNTED_FROM ? (
          <p id={counterId} className={`${styles.left} num`}>
            {t('chat.charsLeft', { n: left })}
          </p>
        ) : null}
      </div>
      <button
        type="submit"
        className={`${styles.send} ${isSendable ? styles.ready : ''}`}
        aria-label={t('chat.send')}
        title={t('chat.send')}
      >
        <Icon drawing={paperPlane} />
      </button>
    </form>
  )
}
