import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './mark.module.css'

/** The purse with the moon in it. */
export function Mark({ sizePx }: { sizePx: number }): ReactNode {
  const id = useId()
  return (
    <svg className={styles.mark} viewBox="0 0 64 64" width={sizePx} height={sizePx} aria-hidden="true">
      <defs>
        <linearGradient id={`${id}g`} x2="0" y2="1">
          <stop stopColor="#3A2A20" />
          <stop offset="1" stopColor="#17100C" />
        </linearGradient>
        <linearGradient id={`${id}p`} x2="0" y2="1">
          <stop stopColor="#F7CF7C" />
          <stop offset="1" stopColor="#DD9F38" />
        </linearGradient>
      </defs>
      <rect width="64" height="64" rx="18" fill={`url(#${id}g)`} />
      <circle cx="32" cy="24.5" r="11.5" fill="#FFF0CF" />
      <path
        d="M12.5 28.5c0-2.2 2.2-3.3 4-2.3 4.6 2.6 9.8 4 15.5 4s10.9-1.4 15.5-4c1.8-1 4 .1 4 2.3V38c0 10-8.5 15.5-19.5 15.5S12.5 48 12.5 38z"
        fill={`url(#${id}p)`}
      />
      <path
        d="M17 32.2c4.6 2.2 9.6 3.3 15 3.3s10.4-1.1 15-3.3"
        fill="none"
        stroke="#6A430D"
        strokeWidth="1.5"
        strokeDasharray="2.6 2.3"
        strokeLinecap="round"
      />
      <path d="M32 39.2l4 4.9-4 4.9-4-4.9z" fill="#3A240A" />
    </svg>
  )
}
