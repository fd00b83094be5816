import { INVITE_BUBBLE_DELAY_MS } from '@krapao/contract'
import { down, Icon } from '@krapao/web'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readGuestId, takeGuestId } from '../../lib/guest-id.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { contact } from '../../ui/drawings-first.tsx'
import type { ChatClient } from './chat-client.ts'
import { ChatPanel } from './chat-panel.tsx'
import { chatOf } from './chat-session.ts'
import styles from './chat-widget.module.css'
import { useIsOverAction } from './use-is-over-action.ts'
import { usePanelPhase } from './use-panel-phase.ts'

/** The phrase of the invite bubble is Thai in every language (CHT-005). */
const INVITE_WORDS = ['แชตกับ', 'แอดมิน']

/** A member as the chat knows him. */
export interface ChatMember {
  readonly id: string
  readonly username: string
  readonly name: string
}

/** The chat on a page: a bubble that expands to the conversation and back, and beside it an invitation (CHT-003, CHT-004). */
export function ChatWidget({
  member,
  isExpanded,
  onExpand,
}: {
  /** Who is logged in; undefined for a guest. */
  member: ChatMember | undefined
  isExpanded: boolean
  onExpand: (isExpanded: boolean) => void
}): ReactNode {
  const bubbleRef = useRef<HTMLButtonElement>(null)
  const panelRef = useRef<HTMLDialogElement>(null)
  const { phase, onMoved } = usePanelPhase(isExpanded, panelRef)
  const client = useClient(member, isExpanded)
  const close = (): void => onExpand(false)
  const wasShown = useRef(false)
  useEffect(() => {
    if (phase === 'closed' && wasShown.current) bubbleRef.current?.focus()
    wasShown.current = phase !== 'closed'
  }, [phase])
  return (
    <div className={styles.widget}>
      {phase === 'closed' || client === undefined ? null : (
        <ChatPanel panelRef={panelRef} client={client} phase={phase} onMoved={onMoved} onClose={close} />
      )}
      <Invite hasOpened={isExpanded} onOpen={() => onExpand(true)} />
      <Bubble bubbleRef={bubbleRef} client={client} isExpanded={isExpanded} onPress={() => onExpand(!isExpanded)} />
    </div>
  )
}

/** The conversation of who is here. A guest gets an id, and by it a room, when he opens the chat for the first time. */
function useClient(member: ChatMember | undefined, isExpanded: boolean): ChatClient | undefined {
  const [guestId, setGuestId] = useState(readGuestId)
  const [held, setHeld] = useState<{ owner: string; client: ChatClient }>()
  if (member === undefined && guestId === null && isExpanded) setGuestId(takeGuestId())
  const visitor =
    member === undefined
      ? { userId: null, guestId, username: null, name: null }
      : { userId: member.id, guestId: null, username: member.username, name: member.name }
  const owner = visitor.userId ?? visitor.guestId
  if (owner !== null && held?.owner !== owner) setHeld({ owner, client: chatOf(visitor) })
  const client = held?.client
  useEffect(() => client?.attend(), [client])
  return client
}

/** What opens the chat, and how many messages wait in it. */
function Bubble({
  bubbleRef,
  client,
  isExpanded,
  onPress,
}: {
  bubbleRef: RefObject<HTMLButtonElement | null>
  client: ChatClient | undefined
  isExpanded: boolean
  onPress: () => void
}): ReactNode {
  const { t } = useTexts()
  const unread = useUnread(client)
  const label = t(isExpanded ? 'aria.chatClose' : 'aria.chatOpen')
  const hasBadge = unread > 0 && !isExpanded
  return (
    <button
      ref={bubbleRef}
      type="button"
      className={styles.bubble}
      aria-expanded={isExpanded}
      aria-label={hasBadge ? `${label}, ${t('aria.chatUnread', { n: unread })}` : label}
      title={label}
      onClick={onPress}
    >
      <Icon drawing={isExpanded ? down : contact} />
      {hasBadge ? (
        <span className={`${styles.badge} num`} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </button>
  )
}

const nothing = { watch: () => () => undefined, unread: () => 0 }

function useUnread(client: ChatClient | undefined): number {
  return useSyncExternalStore(client?.watch ?? nothing.watch, () => client?.read().unread ?? 0)
}

/** When the invitation is there: 100 ms after the page came, until the chat is opened (CHT-004, LIM-011). */
function Invite({ hasOpened, onOpen }: { hasOpened: boolean; onOpen: () => void }): ReactNode {
  const [isDue, setIsDue] = useState(false)
  const [isOver, setIsOver] = useState(false)
  if (hasOpened && !isOver) setIsOver(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), INVITE_BUBBLE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isDue || isOver) return null
  return <Invitation onOpen={onOpen} />
}

/** The invitation beside the bubble. Where it would lie over what the page has to press it is not to be seen. */
function Invitation({ onOpen }: { onOpen: () => void }): ReactNode {
  const { t, language } = useTexts()
  const ref = useRef<HTMLButtonElement>(null)
  const isOverAction = useIsOverAction(ref)
  return (
    <button ref={ref} type="button" className={`${styles.invite} ${isOverAction ? styles.aside : ''}`} onClick={onOpen}>
      <span className="name-th" lang="th">
        {INVITE_WORDS.map((word) => (
          <span key={word} className={styles.word}>
            {word}
          </span>
        ))}
      </span>
      {language === 'th' ? null : <span className="vh"> {t('chat.invite.phrase')}</span>}
    </button>
  )
}
