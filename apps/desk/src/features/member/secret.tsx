import { eye, eyeOff, Icon, serverNowMs, useNow } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { formatWait } from '../../lib/formats.ts'
import type { Revealed } from './member.api.ts'
import { useMemberTexts } from './member-words.ts'
import styles from './member.module.css'

/** What shows its last four digits; the whole of it for a reason, until its time is over or somebody hides it. */
export function Secret({
  masked,
  label,
  revealed,
  onAsk,
  onHide,
}: {
  masked: string
  label: string
  revealed: Revealed | undefined
  /** Null for who may not. */
  onAsk: (() => void) | null
  onHide: () => void
}): ReactNode {
  if (revealed !== undefined) return <ShownSecret revealed={revealed} onHide={onHide} />
  return (
    <span className={styles.secret}>
      <span className="num">{masked}</span>
      {onAsk === null ? null : (
        <button type="button" aria-label={label} title={label} onClick={onAsk}>
          <Icon drawing={eye} size={16} />
        </button>
      )}
    </span>
  )
}

function ShownSecret({ revealed, onHide }: { revealed: Revealed; onHide: () => void }): ReactNode {
  const { words } = useMemberTexts()
  const nowMs = useNow(1_000, serverNowMs)
  const untilMs = Date.parse(revealed.until)
  const isOver = nowMs >= untilMs
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (isOver) hide()
  }, [isOver])
  if (isOver) return null
  return (
    <span className={styles.secret}>
      <b className="num">{revealed.value}</b>
      <small className="num">{words('shown.left', { left: formatWait(nowMs, untilMs) })}</small>
      <button type="button" aria-label={words('act.hide')} title={words('act.hide')} onClick={onHide}>
        <Icon drawing={eyeOff} size={16} />
      </button>
    </span>
  )
}
