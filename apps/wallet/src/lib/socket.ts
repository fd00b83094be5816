import { CHAT_RECONNECT_MS, type ChatMessage, type LiveEvents, type SecurityNews } from '@krapao/contract'
import type { Follower, Line, LineEvents } from '@krapao/web'
import { createLive, fetchModule, openSocketLine, showToast } from '@krapao/web'
import { chatBackend } from './chat-backend.ts'
import { readGuestId } from './guest-id.ts'
import { hasToken, readToken, watchToken } from './session.ts'
import { loadTexts, readTexts } from './texts/texts.ts'

/** Where the chat is, when not where the page came from; a build without chat ("off") has no address for it (rulings 6.1). */
function chatOrigin(): string | undefined {
  const url = import.meta.env.KRAPAO_CHAT_URL ?? ''
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/** What is shown of the member is asked for anew, and he is told of who came by a device that was not known. */
function onSecurity({ what }: { what: SecurityNews }, { onHint }: LineEvents<ChatMessage>): void {
  onHint()
  if (what !== 'new-device') return
  const tell = (): void => showToast('failed', readTexts().t('factors.newDevice'), what)
  void loadTexts(['factors']).then(tell, Boolean)
}

const connect = (auth: { token: string } | { guestId: string }, events: LineEvents<ChatMessage>): Line =>
  openSocketLine({
    load: () => fetchModule(() => import('socket.io-client')),
    origin: chatOrigin(),
    auth,
    on: {
      wallet: events.onHint,
      messaging: events.onNews,
      security: (news) => onSecurity(news, events),
      content: events.onHint,
    } satisfies LiveEvents,
    onOpen: events.onOpen,
    onEnd: events.onEnd,
  })

const isVisible = (): boolean => document.visibilityState === 'visible'

const live = createLive<ChatMessage>({
  reconnectMs: CHAT_RECONNECT_MS,
  connect: (token, events) => connect({ token }, events),
  readIdentity: readToken,
  isVisible,
  // Tells of whether the page is seen, too.
  watch: watchToken,
})

const guestLive = createLive<ChatMessage>({
  reconnectMs: CHAT_RECONNECT_MS,
  connect: (guestId, events) => connect({ guestId }, events),
  readIdentity: () => (hasToken() ? null : readGuestId()),
  isVisible,
  watch: watchToken,
})

/**
 * Calls the listener whenever the member's money may have changed (rulings 5.9), and after each time without a
 * connection. It is to ask the server again: what it is told is no more than that. The connection stands only while
 * somebody listens, so never on pages of guests or on /terminated, and only while the page is seen.
 *
 * @returns how to stop.
 */
export function subscribeWallet(listener: () => void): () => void {
  return live.subscribe(listener)
}

/**
 * Tells the follower what is said in the chat: in the member's room while somebody is logged in, else in the guest's
 * (CHT-041, CHT-047). Members have one connection for this and for their money. A build without a chat backend connects
 * nobody (CHT-048).
 *
 * @returns how to stop.
 */
export function followChat(follower: Follower<ChatMessage>): () => void {
  if (!chatBackend.isConfigured) return () => undefined
  return (hasToken() ? live : guestLive).follow(follower)
}
