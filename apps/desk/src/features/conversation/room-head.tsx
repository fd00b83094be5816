import type { DeskRoom } from '@krapao/contract'
import { left, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatWait } from '../../lib/formats.ts'
import { roomName } from '../../lib/room-name.ts'
import { useMyId } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { info } from '../../ui/drawings.tsx'
import styles from './room-head.module.css'
import type { RoomAct } from './room.api.ts'

/** Who the customer is, who answers, and what the agent can do with the room. */
export function RoomHead({
  room,
  canAnswer,
  busy,
  onAct,
  onBack,
  onAbout,
}: {
  room: DeskRoom
  /** False for those who look on. */
  canAnswer: boolean
  busy: RoomAct | null
  /** `release`, `take-over` and `end` are to be asked about first. */
  onAct: (act: RoomAct) => void
  onBack: () => void
  onAbout: () => void
}): ReactNode {
  const { t } = useTexts()
  const name = roomName(room, t)
  const isMine = room.agent?._id === useMyId()
  const isHeld = room.state === 'held' && !isMine
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <IconButton label={t('room.back')} drawing={left} onClick={onBack} />
      </span>
      <Avatar name={name} isMember={room.kind === 'member'} />
      <div className={styles.who}>
        <h2>{name}</h2>
        <p>
          <span>{t(`kind.${room.kind}`)}</span>
          {room.phone === null ? null : <span className="num">{room.phone}</span>}
          <RoomState room={room} />
        </p>
      </div>
      <div className={styles.acts}>
        {!canAnswer ? null : isHeld ? (
          <Button kind="line" disabled={busy !== null} onClick={() => onAct('take-over')}>
            {t('room.takeOver')}
          </Button>
        ) : isMine && room.state === 'held' ? (
          <>
            <Button kind="quiet" disabled={busy !== null} onClick={() => onAct('release')}>
              {t('room.release')}
            </Button>
            <Button kind="line" disabled={busy !== null} onClick={() => onAct('end')}>
              {t('room.end')}
            </Button>
          </>
        ) : (
          <Button
            kind={room.state === 'waiting' ? 'gold' : 'line'}
            busyLabel={busy === 'claim' ? t('room.claim') : undefined}
            disabled={busy !== null}
            onClick={() => onAct('claim')}
          >
            {t('room.claim')}
          </Button>
        )}
        <span className={styles.about}>
          <IconButton label={t('room.about')} drawing={info} onClick={onAbout} />
        </span>
      </div>
    </header>
  )
}

function RoomState({ room }: { room: DeskRoom }): ReactNode {
  const { t } = useTexts()
  const myId = useMyId()
  const nowMs = useNow(1_000, serverNowMs)
  if (room.state === 'held' && room.agent !== null) {
    const isMine = room.agent._id === myId
    return (
      <span className={isMine ? styles.mine : styles.held}>
        {isMine ? t('state.mine') : t('state.held', { name: room.agent.name })}
      </span>
    )
  }
  if (room.waitingSince !== null && room.state === 'waiting') {
    const time = formatWait(Date.parse(room.waitingSince), nowMs)
    return <span className={`${styles.waiting} num`}>{t('inbox.waits', { time })}</span>
  }
  return <span>{t(room.state === 'held' ? 'state.waiting' : `state.${room.state}`)}</span>
}
