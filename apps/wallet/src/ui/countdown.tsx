import { SECOND_MS } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './countdown.module.css'

/** From here on the time is short and is drawn so. */
const SHORT_MS = 60_000

/** Time left as mm:ss, a second that has begun counted whole: "14:59", "00:00". More than an hour is so many minutes. */
export function clockOf(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS))
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** The time left, drawn anew at each whole second; never below zero. */
function useTimeLeft(endsAtMs: number, readNowMs: () => number): number {
  const readLeft = (): number => Math.max(0, endsAtMs - readNowMs())
  const [leftMs, setLeftMs] = useState(readLeft)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = (): void => {
      const left = Math.max(0, endsAtMs - readNowMs())
      setLeftMs(left)
      // To the next whole second, so that none is shown twice and none is left out.
      if (left > 0) timer = setTimeout(tick, left % SECOND_MS || SECOND_MS)
    }
    tick()
    return () => clearTimeout(timer)
  }, [endsAtMs, readNowMs])
  return leftMs
}

/** A ring that empties as time runs out. It says nothing by itself: the time stands beside it. */
function Ring({ share, isShort = false }: { share: number; isShort?: boolean }): ReactNode {
  return (
    <svg className={`${styles.ring} ${isShort ? styles.short : ''}`} viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="19" />
      <circle cx="22" cy="22" r="19" pathLength="1" strokeDasharray={`${Math.min(1, Math.max(0, share))} 2`} />
    </svg>
  )
}

/** Counts down to an end in a ring and as mm:ss, and says once when it has come. */
export function Countdown({
  label,
  endsAtMs,
  wholeMs,
  readNowMs,
  onEnd,
  onShort,
}: {
  label: string
  /** The end and the clock, in milliseconds since 1970 of the same clock. */
  endsAtMs: number
  readNowMs: () => number
  /** The time of a full ring. */
  wholeMs: number
  onEnd: () => void
  /** Called when the last minute begins while this is watched. */
  onShort?: () => void
}): ReactNode {
  const leftMs = useTimeLeft(endsAtMs, readNowMs)
  const isShort = leftMs <= SHORT_MS
  const isOver = leftMs === 0
  const calls = useRef({ onEnd, onShort })
  useEffect(() => {
    calls.current = { onEnd, onShort }
  })
  useEffect(() => {
    if (isOver) calls.current.onEnd()
    else if (isShort) calls.current.onShort?.()
  }, [isOver, isShort])
  return (
    <div className={styles.countdown}>
      <Ring share={leftMs / wholeMs} isShort={isShort} />
      <p role="timer" className={isShort ? styles.shortText : undefined}>
        {label} <b className="num">{clockOf(leftMs)}</b>
      </p>
    </div>
  )
}
