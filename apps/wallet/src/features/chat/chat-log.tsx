import { down, Icon, newestSeq, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Talk } from '../../ui/talk.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ChatClient, ChatState } from './chat-client.ts'
import styles from './chat-log.module.css'
import buttons from './message-buttons.module.css'
import type { Row } from './chat-log.rules.ts'
import { entriesOf, rowsOf } from './chat-log.rules.ts'
import type { Entry, SentContent } from './chat.types.ts'
import type { OnAnswer } from './message-buttons.tsx'
import { MessageRow } from './message-row.tsx'
import { useLogScroll } from './use-log-scroll.ts'
import { usePageSeen } from './use-page-seen.ts'

/** What is asked most, at a press, where nothing was said yet. */
const firstWords = ['chat.first.missing', 'chat.first.deposit', 'chat.first.bonus', 'chat.first.howto'] as const

const textContent = (message: string): SentContent => ({
  message_type: 'text',
  payload: { message: message.replaceAll(/[\u200B\u2060]/g, '') },
})

/**
 * The conversation: the newest page first, earlier ones as the reader comes near the top. He stays where he is while
 * things come, and is told below of what is new; at the end he follows.
 */
export function ChatLog({
  client,
  state,
  onAnswer,
}: {
  client: ChatClient
  state: ChatState
  onAnswer: OnAnswer
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { stored, outgoing, previews, phase, isLoadingEarlier, isWhole, unread } = state
  const { scrollerRef, rowsRef, isNearBottom, toBottom } = useLogScroll(client.loadEarlier)
  const isSeen = usePageSeen() && isNearBottom && phase === 'ready'
  const entries = entriesOf(stored, outgoing)
  const newest = newestSeq(stored)
  useEffect(() => {
    if (isSeen && unread > 0) client.seen()
  }, [client, isSeen, unread, newest])
  useOwnToBottom(outgoing.at(-1)?.clientId, toBottom)
  const goToEnd = (): void => {
    toBottom()
    // The banner goes: the focus is where one reads on.
    scrollerRef.current?.focus({ preventScroll: true })
  }
  const spoken = useSpoken(entries, phase === 'ready', texts)
  const isEmpty = phase === 'ready' && entries.length === 0
  return (
    <div className={styles.place}>
      {/* What scrolls can be scrolled by the keyboard too. New messages are read out by the line below, earlier ones not. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={scrollerRef}
        className={styles.log}
        role="log"
        aria-label={t('aria.chatHistory')}
        aria-live="off"
        aria-busy={phase === 'loading' || isLoadingEarlier}
        tabIndex={0}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
        <div ref={rowsRef} className={styles.rows}>
          {phase === 'loading' || phase === 'none' ? <Waiting label={t('aria.loading')} /> : null}
          {phase === 'failed' ? (
            <div className={styles.failed}>
              <p>{t('chat.alert.historyFail')}</p>
              <Button kind="tonal" onClick={client.reload}>
                {t('common.retry')}
              </Button>
            </div>
          ) : null}
          {isLoadingEarlier ? <p className={styles.mark}>{t('chat.loadingEarlier')}</p> : null}
          {isWhole && !isEmpty ? <p className={styles.mark}>{t('chat.start')}</p> : null}
          {isEmpty ? (
            <div className={styles.empty}>
              <Talk />
              <p>
                <Phrases text={t('chat.empty')} />
              </p>
              <div className={`${buttons.chips} ${styles.first}`}>
                {firstWords.map((id) => (
                  <button key={id} type="button" onClick={() => client.send(textContent(t(id)))}>
                    {t(id)}
                  </button>
                ))}
              </div>
            </div>
          ) : null}
          {rowsOf(entries, serverNowMs()).map((row) =>
            row.kind === 'message' ? (
              <MessageRow
                key={row.key}
                entry={row.entry}
                preview={previews[row.key]}
                hasTime={row.hasTime}
                isTurn={row.isTurn}
                client={client}
                onAnswer={onAnswer}
              />
            ) : (
              <Mark key={row.key} row={row} />
            ),
          )}
        </div>
      </div>
      {unread > 0 && !isNearBottom ? (
        <button type="button" className={styles.banner} onClick={goToEnd}>
          {t('chat.newMessages', { n: unread })}
          <Icon drawing={down} />
        </button>
      ) : null}
      <p className="vh" aria-live="polite">
        {spoken}
      </p>
    </div>
  )
}

/** A day, or the end of a conversation. */
function Mark({ row }: { row: Exclude<Row, { kind: 'message' }> }): ReactNode {
  const { t } = useTexts()
  if (row.kind === 'end') return <p className={`${styles.mark} ${styles.end}`}>{t('chat.end')}</p>
  const words = { today: t('time.today'), yesterday: t('time.yesterday'), date: formatDate(row.time) }
  return (
    <p className={`${styles.mark} num`}>
      <time dateTime={row.time}>{words[row.name]}</time>
    </p>
  )
}

/** Where messages come to stand. */
function Waiting({ label }: { label: string }): ReactNode {
  return (
    <div className={styles.waiting} role="status" aria-label={label}>
      <Skeleton widthPx={200} heightPx={44} />
      <Skeleton widthPx={240} heightPx={68} />
      <Skeleton widthPx={160} heightPx={44} />
    </div>
  )
}

/** Who sends something looks at it. */
function useOwnToBottom(lastSent: string | undefined, toBottom: () => void): void {
  const shown = useRef(lastSent)
  useEffect(() => {
    const isNew = lastSent !== undefined && lastSent !== shown.current
    shown.current = lastSent
    if (isNew) toBottom()
  }, [lastSent, toBottom])
}

/** The words of what the support has said since the log was drawn, to be read out. */
function useSpoken(entries: readonly Entry[], isReady: boolean, { t }: Texts): string {
  const last = entries.findLast(({ writer }) => writer !== 'you')
  const lastSeq = last?.seq ?? 0
  const [heardSeq, setHeardSeq] = useState<number>()
  const [spoken, setSpoken] = useState('')
  if (isReady && heardSeq === undefined) setHeardSeq(lastSeq)
  if (heardSeq !== undefined && lastSeq > heardSeq && last !== undefined) {
    setHeardSeq(lastSeq)
    setSpoken(`${t(`chat.${last.writer}`)}: ${wordsOf(last, t)}`)
  }
  return spoken
}

function wordsOf({ content }: Entry, t: Texts['t']): string {
  const { message_type: kind, payload, payloads } = content
  if (kind === 'media') return payload?.fileType === 'video' ? t('chat.video') : t('chat.image')
  return payload?.message ?? payload?.title ?? payloads?.[0]?.title ?? t('chat.unknown')
}
