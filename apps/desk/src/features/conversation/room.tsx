import type { DeskReply, DeskRoom } from '@krapao/contract'
import { CHAT_MARK_READ_MS, CHAT_WRITERS } from '@krapao/contract'
import { Icon, lock } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChanges } from '../../lib/live-context.ts'
import { roomName } from '../../lib/room-name.ts'
import { useHasRole, useMyId } from '../../lib/session.ts'
import type { TextId } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Failed, Skeleton } from '../../ui/state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Composer } from './composer.tsx'
import type { Conversation } from './conversation-store.ts'
import type { Drafts } from './drafts.ts'
import { MESSAGE_FIELD_ID, useDraft } from './drafts.ts'
import { MessageList } from './message-list.tsx'
import { RoomHead } from './room-head.tsx'
import type { RoomAct } from './room.api.ts'
import { markRead, useRoom, useRoomAct } from './room.api.ts'
import styles from './room.module.css'

/** One room: its head, its messages, and where to write, or who else writes there. */
export function Room({
  roomId,
  conversation,
  drafts,
  replies,
  replyText,
  onBack,
  onAbout,
}: {
  roomId: string
  conversation: Conversation
  drafts: Drafts
  replies: readonly DeskReply[]
  replyText: (reply: DeskReply) => string
  onBack: () => void
  onAbout: () => void
}): ReactNode {
  const { t, errorText } = useTexts()
  const query = useRoom(roomId)
  const act = useRoomAct(roomId)
  const [asked, setAsked] = useState<Exclude<RoomAct, 'claim'> | null>(null)
  const view = conversation.view.use()
  const [draft, changeDraft] = useDraft(drafts, roomId)
  const room = query.data?.room
  const canAnswer = useHasRole(CHAT_WRITERS)
  const myId = useMyId()
  const isMine = canAnswer && room?.agent?._id === myId && room.state === 'held'
  const onSeen = useMarkRead(roomId, isMine)

  useEffect(() => {
    conversation.catchUp()
  }, [conversation])
  useChanges((changed) => {
    if (changed === null || changed === roomId) conversation.catchUp()
  })

  const run = (which: RoomAct): void => {
    setAsked(null)
    act.mutate(which, {
      onSuccess: () => showToast('done', t(doneText[which])),
      onError: (error) => showToast('failed', errorText(error)),
    })
  }
  useShortcuts({
    'Alt+KeyC': () => {
      if (canAnswer && room !== undefined && room.state !== 'held') run('claim')
    },
    'Alt+KeyX': () => {
      if (isMine) setAsked('end')
    },
    'Alt+KeyM': () => document.querySelector<HTMLElement>(`#${MESSAGE_FIELD_ID}`)?.focus(),
  })

  if (room === undefined) {
    return query.error === null ? (
      <Skeleton rows={6} label={t('common.loading')} />
    ) : (
      <Failed text={errorText(query.error)} retryLabel={t('common.retry')} onRetry={() => void query.refetch()} />
    )
  }
  const isHeld = !canAnswer || (room.state === 'held' && !isMine)
  const onAct = (which: RoomAct): void => (which === 'claim' ? run(which) : setAsked(which))
  return (
    <section className={styles.room} aria-label={roomName(room, t)}>
      <RoomHead
        room={room}
        canAnswer={canAnswer}
        busy={act.isPending ? act.variables : null}
        onAct={onAct}
        onBack={onBack}
        onAbout={onAbout}
      />
      <MessageList conversation={conversation} view={view} isEnded={room.state === 'ended'} onSeen={onSeen} />
      <TurnNotice room={room} isMine={isMine} canAnswer={canAnswer} />
      {isHeld ? null : (
        <Composer
          draft={draft}
          change={changeDraft}
          conversation={conversation}
          replies={replies}
          replyText={replyText}
        />
      )}
      {asked === null ? null : (
        <TurnQuestion
          asked={asked}
          name={room.agent?.name ?? ''}
          onYes={() => run(asked)}
          onNo={() => setAsked(null)}
        />
      )}
    </section>
  )
}

const doneText = {
  claim: 'room.claimed',
  'take-over': 'room.claimed',
  release: 'room.released',
  end: 'room.endedToast',
} as const satisfies Record<RoomAct, TextId>

function TurnQuestion({
  asked,
  name,
  onYes,
  onNo,
}: {
  asked: Exclude<RoomAct, 'claim'>
  name: string
  onYes: () => void
  onNo: () => void
}): ReactNode {
  const { t } = useTexts()
  const act = asked === 'take-over' ? 'takeOver' : asked
  return (
    <ConfirmDialog
      title={t(`room.${act}Title`, { name })}
      text={t(`room.${act}Text`, { name })}
      confirmLabel={t(`room.${act}`)}
      cancelLabel={t('common.cancel')}
      onConfirm={onYes}
      onClose={onNo}
    />
  )
}

function TurnNotice({ room, isMine, canAnswer }: { room: DeskRoom; isMine: boolean; canAnswer: boolean }): ReactNode {
  const { t } = useTexts()
  if (isMine) return null
  if (!canAnswer) return <p className={styles.notice}>{t('room.readOnly')}</p>
  if (room.state === 'held') {
    return (
      <p className={`${styles.notice} ${styles.locked}`} role="status">
        <Icon drawing={lock} size={18} />
        {t('room.heldNotice', { name: room.agent?.name ?? '' })}
      </p>
    )
  }
  return <p className={styles.notice}>{t(`room.${room.state}Notice`)}</p>
}

/** Marks as read what is in sight of whoever has the room, once a second at most. */
function useMarkRead(roomId: string, isMine: boolean): (seq: number) => void {
  const client = useQueryClient()
  const marked = useRef({ roomId, seq: 0, wanted: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  const mark = (): void => {
    const { current } = marked
    current.timer = undefined
    if (current.wanted <= current.seq) return
    current.seq = current.wanted
    void markRead(client, roomId, current.wanted)
  }
  const want = (seq: number): void => {
    const { current } = marked
    if (current.roomId !== roomId) {
      clearTimeout(current.timer)
      Object.assign(current, { roomId, seq: 0, wanted: 0, timer: undefined })
    }
    current.wanted = Math.max(current.wanted, seq)
    if (isMine && document.visibilityState === 'visible') current.timer ??= setTimeout(mark, CHAT_MARK_READ_MS)
  }
  useEffect(() => {
    const { current } = marked
    return () => clearTimeout(current.timer)
  }, [])
  const wantAgain = useEffectEvent(() => want(marked.current.wanted))
  useEffect(() => {
    if (isMine) wantAgain()
  }, [isMine])
  return want
}
