import type { DeskBox, DeskReply } from '@krapao/contract'
import { CHAT_WRITERS, DESK_BOXES } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Conversation } from '../features/conversation/conversation-store.ts'
import type { Drafts } from '../features/conversation/drafts.ts'
import { changeDraft, MESSAGE_FIELD_ID } from '../features/conversation/drafts.ts'
import { useRoom } from '../features/conversation/room.api.ts'
import { Facts } from '../features/facts/facts.tsx'
import { useInbox, waitingQuery } from '../features/inbox/inbox.api.ts'
import { Inbox } from '../features/inbox/inbox.tsx'
import { REPLY_SEARCH_ID, RepliesPanel } from '../features/replies/replies-panel.tsx'
import { useReplies } from '../features/replies/replies.api.ts'
import { goTo } from '../lib/place.ts'
import { useHasRole, useMyId } from '../lib/session.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { onceOf } from '../lib/use-pages.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { chats } from '../ui/drawings.tsx'
import { Empty } from '../ui/state.tsx'
import styles from './inbox-page.module.css'
import { lazyPart } from './lazy-part.tsx'

const conversation = lazyPart(() => import('../features/conversation/room.tsx'), 'Room')

/** The working screen: who writes at the left, the conversation in the middle, what helps to answer at the right. */
export function InboxPage({
  box,
  roomId,
  conversationOf,
  drafts,
}: {
  box: DeskBox
  roomId: string | null
  conversationOf: (roomId: string) => Conversation
  drafts: Drafts
}): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const [find, setFind] = useState('')
  const [isAboutOpen, setIsAboutOpen] = useState(false)
  const asked = useDeferredValue(find.trim())
  const inbox = useInbox(box, asked)
  const replies = useReplies().data ?? []
  // The list stands first; the conversation is there before one is chosen.
  useEffect(() => void conversation.preload().catch(() => undefined), [])
  const open = (next: string | null, inBox = box): void => goTo({ page: 'inbox', box: inBox, roomId: next })

  const choose = (next: DeskBox): void => open(roomId, next)
  const rooms = onceOf(inbox.data?.pages.flatMap((page) => page.rooms) ?? [], (room) => room.roomId)
  const step = (by: number): void => {
    const at = rooms.findIndex((room) => room.roomId === roomId)
    const next = rooms[at === -1 ? 0 : at + by]
    if (next !== undefined) open(next.roomId)
  }
  const openLongest = async (): Promise<void> => {
    const [longest] = (await client.fetchQuery(waitingQuery)).rooms
    if (longest !== undefined) open(longest.roomId, 'waiting')
  }
  useShortcuts({
    ...Object.fromEntries(DESK_BOXES.map((one, index) => [`Alt+Digit${index + 1}`, () => choose(one)])),
    'Alt+KeyJ': () => step(1),
    'Alt+KeyK': () => step(-1),
    'Alt+KeyN': () => void openLongest().catch(() => undefined),
    'Alt+KeyR': () => document.querySelector<HTMLElement>(`[data-search='${REPLY_SEARCH_ID}'] input`)?.focus(),
  })

  return (
    <>
      <h1 className="vh">{t('inbox.title')}</h1>
      <div className={`${styles.page} ${roomId === null ? '' : styles.hasRoom}`}>
        <Inbox
          box={box}
          roomId={roomId}
          find={find}
          query={inbox}
          rooms={rooms}
          onBox={choose}
          onRoom={open}
          onFind={setFind}
        />
        <div className={styles.middle}>
          {roomId === null ? (
            <NoRoom
              waiting={inbox.data?.pages[0]?.counts.waiting}
              onLongest={() => void openLongest().catch(() => undefined)}
            />
          ) : (
            <OpenRoom
              key={roomId}
              roomId={roomId}
              conversation={conversationOf(roomId)}
              drafts={drafts}
              replies={replies}
              onBack={() => open(null)}
              onMine={() => {
                if (box === 'waiting') choose('mine')
              }}
              onAbout={() => setIsAboutOpen(true)}
            />
          )}
        </div>
        {roomId === null ? null : (
          <aside className={styles.side} aria-label={t('room.about')}>
            <RoomAside roomId={roomId} drafts={drafts} replies={replies} onInserted={() => undefined} />
          </aside>
        )}
        {isAboutOpen && roomId !== null ? (
          <Dialog title={t('room.about')} closeLabel={t('common.close')} onClose={() => setIsAboutOpen(false)}>
            <RoomAside roomId={roomId} drafts={drafts} replies={replies} onInserted={() => setIsAboutOpen(false)} />
          </Dialog>
        ) : null}
      </div>
    </>
  )
}

/** While no conversation is open: how many wait, and the way to the one who has waited longest. */
function NoRoom({ waiting, onLongest }: { waiting: number | undefined; onLongest: () => void }): ReactNode {
  const { t } = useTexts()
  if (waiting === undefined || waiting === 0) {
    return waiting === 0 ? (
      <Empty drawing={chats} title={t('room.nobodyWaits')} hint={t('room.pick')} />
    ) : (
      <Empty drawing={chats} title={t('room.pick')} />
    )
  }
  return (
    <Empty
      drawing={chats}
      title={t('room.someWait', { n: waiting })}
      hint={t('room.pickHint')}
      action={
        <Button kind="gold" onClick={onLongest}>
          {t('room.openLongest')}
        </Button>
      }
    />
  )
}

type LanguageOf = 'th' | 'lo' | 'en'

/** The customer's language, as far as it is known: Thai where it is not. */
function useCustomerLanguage(roomId: string): LanguageOf {
  return useRoom(roomId).data?.room.language ?? 'th'
}

function OpenRoom(props: {
  roomId: string
  conversation: Conversation
  drafts: Drafts
  replies: readonly DeskReply[]
  onBack: () => void
  onAbout: () => void
  onMine: () => void
}): ReactNode {
  const { roomId, onMine } = props
  const myId = useMyId()
  const language = useCustomerLanguage(roomId)
  const room = useRoom(roomId).data?.room
  const isMine = room && room.state === 'held' && room.agent?._id === myId
  const wasMine = useRef(isMine)
  useEffect(() => {
    // Who answers takes the conversation out of those that wait: the list goes where it went.
    if (wasMine.current === false && isMine === true) onMine()
    wasMine.current = isMine
  }, [isMine, onMine])
  return <conversation.Part {...props} replyText={(reply) => reply[language]} />
}

function RoomAside({
  roomId,
  drafts,
  replies,
  onInserted,
}: {
  roomId: string
  drafts: Drafts
  replies: readonly DeskReply[]
  onInserted: () => void
}): ReactNode {
  const { data } = useRoom(roomId)
  const language = useCustomerLanguage(roomId)
  const canAnswer = useHasRole(CHAT_WRITERS)
  const myId = useMyId()
  if (data === undefined) return null
  const isLocked = !canAnswer || (data.room.state === 'held' && data.room.agent?._id !== myId)
  const insert = (words: string): void => {
    changeDraft(drafts, roomId, (draft) => ({
      ...draft,
      kind: 'text',
      text: draft.text.trim() === '' ? words : `${draft.text.trimEnd()}\n${words}`,
    }))
    onInserted()
    // The field may be drawn with this change only.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${MESSAGE_FIELD_ID}`)?.focus())
  }
  return (
    <>
      <Facts room={data.room} facts={data.facts} />
      <RepliesPanel replies={replies} language={language} onInsert={isLocked ? null : insert} />
    </>
  )
}
