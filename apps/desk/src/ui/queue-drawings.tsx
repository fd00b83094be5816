import type { QueueKind } from '@krapao/contract'
import { refresh } from '@krapao/web'
import type { ReactNode } from 'react'
import { chat, two } from './drawings.tsx'
import { flag, moneyOut } from './place-drawings.tsx'

/** What each kind of what waits looks like. */
export const queueDrawings: Readonly<Record<QueueKind, ReactNode>> = {
  chat,
  withdrawal: moneyOut,
  slip: <path d="M12 15.5V5M8 8.75 12 4.75l4 4M4.75 14.75v3c0 1.25 1 2.25 2.25 2.25h10c1.25 0 2.25-1 2.25-2.25v-3" />,
  notice: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.75h-15zM10 20.5h4" />,
  transfer: <path d="M4.5 8.5h14.5M15.5 5l3.5 3.5-3.5 3.5M19.5 15.5H5M8.5 12 5 15.5 8.5 19" />,
  gift: (
    <>
      <path d="M4.25 8.25h15.5v4H4.25zM5.75 12.25h12.5v7.5H5.75zM12 8.25v11.5" />
      <path d="M12 8.25C9 8.25 7.25 7 7.25 5.4c0-1.3 1-2.15 2.1-2.15C11 3.25 12 5.3 12 8.25c0-2.95 1-5 2.65-5 1.1 0 2.1.85 2.1 2.15 0 1.6-1.75 2.85-4.75 2.85z" />
    </>
  ),
  reading: refresh,
  case: (
    <>
      <path d="M6 3.75h8l4 4v12.5H6z" />
      <path d="M14 3.75v4h4M9 12.5h6M9 16h4" />
    </>
  ),
  arrival: <path d="M3.75 9.25 12 4l8.25 5.25zM5.75 9.5v7.75M10 9.5v7.75M14 9.5v7.75M18.25 9.5v7.75M3.75 20h16.5" />,
  flag,
  proposal: two,
}
