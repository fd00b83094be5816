import { MINUTE_MS, newestSeq, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { CHAT_NEAR_BOTTOM_PX } from '@krapao/contract'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { timeOfDay } from '../../lib/formats.ts'
import { useMyId } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Failed, Skeleton } from '../../ui/state.tsx'
import type { Conversation, ConversationView } from './conversation-store.ts'
import { stillOnTheWay } from './conversation-store.ts'
import type { HistoryRow } from './history.rules.ts'
import { layRows } from './history.rules.ts'
import styles from './message-list.module.css'
import { MessageView } from './message-view.tsx'
import { OutgoingMessage } from './outgoing-message.tsx'

/** Earlier messages are asked for while this much of the known ones is still above. */
const EARLIER_WITHIN_PX = 200

/**
 * The messages of a room, newest at the bottom. Earlier ones come as one scrolls up, and what one reads stays where it
 * is; new ones are followed while the end is in sight, and counted while it is not.
 */
export function MessageList({
  conversation,
  view,
  isEnded,
  onSeen,
}: {
  conversation: Conversation
  view: ConversationView
  isEnded: boolean
  /** The newest message is in sight. */
  onSeen: (seq: number) => void
}): ReactNode {
  const { t, errorText } = useTexts()
  const nowMs = useNow(MINUTE_MS, serverNowMs)
  const { stored, phase, isWhole, isLoadingEarlier, error } = view
  const outgoing = stillOnTheWay(view)
  const { box, content, onScroll, toEnd, unseen } = useScroll(stored, outgoing.length, conversation.loadEarlier, onSeen)
  const isEmpty = stored.length === 0

  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.scroll}
        role="log"
        aria-label={t('chat.history')}
        // What scrolls must be within reach of the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className={styles.rows}>
          {error !== null && isEmpty ? (
            <Failed text={errorText(error)} retryLabel={t('common.retry')} onRetry={conversation.catchUp} />
          ) : phase === 'loading' ? (
            <Skeleton rows={5} label={t('common.loading')} />
          ) : (
            <p className={styles.edge}>
              {isWhole ? t('chat.start') : isLoadingEarlier ? t('chat.loadingEarlier') : null}
              {isWhole || isLoadingEarlier ? null : (
                <Button kind="quiet" onClick={conversation.loadEarlier}>
                  {t('chat.earlier')}
                </Button>
              )}
            </p>
          )}
          {layRows(stored, nowMs, isEnded).map((row) => (
            <MessageRow key={row.key} row={row} onFileFailed={conversation.refresh} />
          ))}
          {outgoing.map((one) => (
            <OutgoingMessage key={one.clientId} outgoing={one} conversation={conversation} />
          ))}
        </div>
      </div>
      {unseen > 0 ? (
        <button type="button" className={styles.unseen} onClick={toEnd}>
          {t('chat.newMessages', { n: unseen })}
        </button>
      ) : null}
      {error !== null && !isEmpty ? (
        <p className={styles.alert} role="alert">
          {t('chat.alert.historyFail')}
        </p>
      ) : null}
    </div>
  )
}

function MessageRow({ row, onFileFailed }: { row: HistoryRow; onFileFailed: (seq: number) => void }): ReactNode {
  const { t } = useTexts()
  const myId = useMyId()
  if (row.kind === 'end') return <p className={`${styles.mark} ${styles.end}`}>{t('chat.end')}</p>
  if (row.kind === 'date') {
    const word = row.ago === 0 ? t('time.today') : row.ago === 1 ? t('time.yesterday') : row.date
    return <p className={styles.mark}>{word}</p>
  }
  const { message, isContinued } = row
  const isCustomer = message.from === 'customer'
  const isRobot = message.from === 'robot'
  const writer = isRobot ? t('chat.robot') : message.agent?._id === myId ? t('chat.you') : (message.agent?.name ?? '')
  return (
    <article
      className={`${styles.message} ${isCustomer ? styles.theirs : styles.ours} ${isContinued ? styles.continued : ''}`}
    >
      <span className="vh">{isCustomer ? t('chat.customer') : writer}</span>
      <MessageView
        message={message.message}
        tone={isCustomer ? 'customer' : isRobot ? 'robot' : 'staff'}
        onFileFailed={() => onFileFailed(message.seq)}
      />
      <p className={`${styles.meta} num`}>
        {isCustomer ? null : <span aria-hidden="true">{writer}</span>}
        <time dateTime={message.createdAt}>{timeOfDay(message.createdAt)}</time>
      </p>
    </article>
  )
}

interface ScrollHandles {
  box: React.RefObject<HTMLDivElement | null>
  content: React.RefObject<HTMLDivElement | null>
  onScroll: () => void
  toEnd: () => void
  unseen: number
}

function useScroll(
  stored: ConversationView['stored'],
  sent: number,
  loadEarlier: () => void,
  onSeen: (seq: number) => void,
): ScrollHandles {
  const first = stored[0]?.seq ?? 0
  const last = newestSeq(stored)
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const known = useRef({ first, last, sent, height: 0, top: 0 })
  const [seen, setSeen] = useState(last)
  const tellSeen = useEffectEvent(onSeen)
  const askEarlier = useEffectEvent(loadEarlier)

  function measure(): void {
    const element = box.current
    if (element === null) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= CHAT_NEAR_BOTTOM_PX
    known.current.height = element.scrollHeight
    known.current.top = element.scrollTop
  }
  function toEnd(): void {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight
    measure()
    setSeen(last)
  }

  useLayoutEffect(() => {
    const element = box.current
    const before = known.current
    if (element === null) return
    if (before.first > first && before.last > 0) {
      // What came above pushes what one reads down by just its height.
      element.scrollTop = before.top + element.scrollHeight - before.height
    } else if (isAtEnd.current || sent > before.sent) {
      element.scrollTop = element.scrollHeight
    }
    known.current = { ...before, first, last, sent }
    measure()
  }, [first, last, sent])

  useEffect(() => {
    const element = content.current
    if (element === null) return undefined
    // A picture that comes, or a window that shrinks, must not push the end out of sight.
    const observer = new ResizeObserver(() => {
      const scrolled = box.current
      if (scrolled !== null && isAtEnd.current) scrolled.scrollTop = scrolled.scrollHeight
      measure()
    })
    observer.observe(element)
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (isAtEnd.current && last > 0) {
      setSeen(last)
      tellSeen(last)
    }
    // A short page leaves nothing to scroll: the next one is asked for at once.
    const element = box.current
    if (element !== null && first > 1 && element.scrollHeight <= element.clientHeight) askEarlier()
  }, [first, last])

  return {
    box,
    content,
    toEnd,
    unseen: stored.filter(({ seq, from }) => seq > seen && from === 'customer').length,
    onScroll: () => {
      measure()
      if (isAtEnd.current && last > 0) {
        setSeen(last)
        onSeen(last)
      }
      if (known.current.top < EARLIER_WITHIN_PX && first > 1) loadEarlier()
    },
  }
}
