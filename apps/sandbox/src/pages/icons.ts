import { html, type Html } from './html.ts'

/** The drawings of the pages: our own lines on a grid of 24, hidden from screen readers because words stand beside. */
export const icons = {
  bucket: drawn('M4 9h16l-2 11.2a1 1 0 0 1-1 .8H7a1 1 0 0 1-1-.8zM6 9a6 6 0 0 1 12 0M4.6 13l14.8-.1'),
  phone: drawn(
    'M9 2.5h6a2.5 2.5 0 0 1 2.5 2.5v14a2.5 2.5 0 0 1-2.5 2.5H9A2.5 2.5 0 0 1 6.5 19V5A2.5 2.5 0 0 1 9 2.5zm1.5 16h3',
  ),
  bank: drawn('m3 9 9-6 9 6zM5.5 12v5.5m4.3-5.5v5.5m4.4-5.5v5.5m4.3-5.5v5.5M3 21h18'),
  games: drawn(
    'M7.5 6.5h9a5 5 0 0 1 5 5v2a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5v-2a5 5 0 0 1 5-5zm0 3.5v5M5 12.5h5M15 14.2v.1M18 11v.1',
  ),
  faults: drawn('m11 13-3.5 8L16.5 11H12l3.5-8L6 13z'),
  staff: drawn(
    'M9 5a3.5 3.5 0 0 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M15.5 5.3a3.4 3.4 0 0 1 0 6.4M17.5 14.3c2.4.8 3.7 2.7 4 5.7',
  ),
  qr: drawn('M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v.1M20 17v3h-3M14 20v.1M7 7v.1M17 7v.1M7 17v.1'),
  transfer: drawn('M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4'),
  payout: drawn('M12 3v11m-4.5-4.5L12 14l4.5-4.5M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4'),
  activity: drawn('M5 6h14M5 12h14M5 18h9'),
  copy: drawn(
    'M11 8.5h7a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 8.5 18v-7A2.5 2.5 0 0 1 11 8.5zm4.5 0V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5',
  ),
  save: drawn('M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14'),
  check: drawn('m5 12.5 4.5 4.5L19 7'),
  back: drawn('m14.5 5-7 7 7 7'),
  next: drawn('m9.5 5 7 7-7 7'),
  clock: drawn('M12 3.5a8.5 8.5 0 0 1 0 17 8.5 8.5 0 0 1 0-17zm0 4V12l3 2'),
  outside: drawn('M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4'),
  gift: drawn('M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7C8 7 7 3.5 9 3s3 4 3 4 1-4.5 3-4 1 4-3 4'),
} as const

/** One of the drawings. */
export type Icon = keyof typeof icons

function drawn(lines: string): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="${lines}" />
  </svg>`
}
