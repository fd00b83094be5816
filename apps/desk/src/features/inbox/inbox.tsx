import type { DeskBox, DeskRoom } from '@krapao/contract'
import { DESK_BOXES } from '@krapao/contract'
import { clock, Icon, MINUTE_MS, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { daysBetween, formatDate, formatWait, timeOfDay } from '../../lib/formats.ts'
import { roomName } from '../../lib/room-name.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { chats, search } from '../../ui/drawings.tsx'
import { SearchField } from '../../ui/field.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Empty, Failed, Skeleton } from '../../ui/state.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import type { InboxQuery } from './inbox.api.ts'
import styles from './inbox.module.css'

/** Who waits longer than this waits too long, and the desk says so. */
const LONG_WAIT_MS = 3 * MINUTE_MS

/** The boxes and the rooms of the one that is open. */
export function Inbox({
  box,
  roomId,
  find,
  query,
  rooms,
  onBox,
  onRoom,
  onFind,
}: {
  box: DeskBox
  roomId: string | null
  find: string
  query: InboxQuery
  rooms: readonly DeskRoom[]
  onBox: (box: DeskBox) => void
  onRoom: (roomId: string) => void
  onFind: (find: string) => void
}): ReactNode {
  const { t, errorText } = useTexts()
  const panelId = useId()
  const nowMs = useNow(1_000, serverNowMs)
  const counts = query.data?.pages[0]?.counts
  return (
    <section className={`${styles.inbox} ${roomId === null ? '' : styles.besideRoom}`} aria-label={t('inbox.title')}>
      <div className={styles.top}>
        <Tabs
          tabs={DESK_BOXES.map((id) => ({
            id,
            label: t(`box.${id}`),
            count: id === 'ended' ? undefined : counts?.[id],
          }))}
          active={box}
          label={t('box.label')}
          panelId={panelId}
          isTight
          onChoose={onBox}
        />
        <SearchField label={t('inbox.find')} value={find} maxLength={100} onFind={onFind} />
      </div>
      <div {...tabPanel(panelId, box)} className={styles.panel}>
        {query.data === undefined ? (
          query.error === null ? (
            <Skeleton rows={7} label={t('common.loading')} />
          ) : (
            <Failed text={errorText(query.error)} retryLabel={t('common.retry')} onRetry={() => void query.refetch()} />
          )
        ) : rooms.length === 0 ? (
          <Empty
            drawing={find === '' ? chats : search}
            title={find === '' ? t(`inbox.empty.${box}`) : t('inbox.notFound')}
          />
        ) : (
          <ul className={styles.rooms}>
            {rooms.map((room) => (
              <li key={room.roomId}>
                <RoomRow room={room} isOpen={room.roomId === roomId} nowMs={nowMs} onOpen={() => onRoom(room.roomId)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <MoreButton query={query} label={t('common.more')} busyLabel={t('common.loading')} />
    </section>
  )
}

function RoomRow({
  room,
  isOpen,
  nowMs,
  onOpen,
}: {
  room: DeskRoom
  isOpen: boolean
  nowMs: number
  onOpen: () => void
}): ReactNode {
  const { t } = useTexts()
  const name = roomName(room, t)
  const { last, unread, agent } = room
  const words =
    last === null
      ? t('inbox.nothingYet')
      : last.sender === 'customer'
        ? last.text
        : t(last.sender === 'robot' ? 'inbox.robot' : 'inbox.staff', { text: last.text })
  return (
    <button
      type="button"
      className={`${styles.row} ${unread > 0 ? styles.unread : ''}`}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
    >
      <Avatar name={name} isMember={room.kind === 'member'} />
      <span className={styles.body}>
        <span className={styles.line}>
          <span className={styles.name}>{name}</span>
          <WaitingSince room={room} nowMs={nowMs} />
        </span>
        <span className={styles.line}>
          <span className={styles.words}>{words}</span>
          {unread > 0 ? (
            <span className={`${styles.badge} num`}>
              <span aria-hidden="true">{unread}</span>
              <span className="vh">{t('inbox.unread', { n: unread })}</span>
            </span>
          ) : null}
        </span>
        <span className={styles.line}>
          <span className={styles.kind}>
            {t(`kind.${room.kind}`)}
            {room.kind === 'member' && room.phone !== null ? ` · ${room.phone}` : ''}
          </span>
          {agent === null || room.state !== 'held' ? null : <span className={styles.agent}>{agent.name}</span>}
        </span>
      </span>
    </button>
  )
}

/** How long somebody has been waiting, second by second, or when the last message came. */
function WaitingSince({ room, nowMs }: { room: DeskRoom; nowMs: number }): ReactNode {
  const { t } = useTexts()
  if (room.waitingSince !== null) {
    const sinceMs = Date.parse(room.waitingSince)
    const isLong = nowMs - sinceMs >= LONG_WAIT_MS
    const time = formatWait(sinceMs, nowMs)
    return (
      <span className={`${styles.wait} ${isLong ? styles.long : ''} num`}>
        <Icon drawing={clock} size={14} />
        <span aria-hidden="true">{time}</span>
        <span className="vh">{t('inbox.waits', { time })}</span>
      </span>
    )
  }
  if (room.last === null) return null
  const { createdAt } = room.last
  const ago = daysBetween(createdAt, nowMs)
  return (
    <time className={`${styles.time} num`} dateTime={createdAt}>
      {ago === 0 ? timeOfDay(createdAt) : ago === 1 ? t('time.yesterday') : formatDate(createdAt)}
    </time>
  )
}
