import type { ReactNode } from 'react'

export const moon: ReactNode = <path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z" />
export const bars: ReactNode = <path d="M4 19.75h16M6.75 16.5v-4M12 16.5V6M17.25 16.5V9.5" />
export const moreIn: ReactNode = <path d="M17.5 6.5 6.75 17.25M6.5 8.5v9h9" />
export const moreOut: ReactNode = <path d="M6.5 17.5 17.25 6.75M8.5 6.5h9v9" />
export const heart: ReactNode = (
  <path d="M12 19.75 4.9 12.6a4.4 4.4 0 0 1 0-6.2 4.4 4.4 0 0 1 6.2 0l.9.9.9-.9a4.4 4.4 0 0 1 6.2 0 4.4 4.4 0 0 1 0 6.2z" />
)
