import type { Html } from './html.ts'
import { html } from './html.ts'

/** The drawings of the pages: our own lines on a grid of 24, hidden from screen readers because words stand beside. */
export const icons = {
  bucket: drawn(
    html`<path d="M4 9h16l-2 11.2a1 1 0 0 1-1 .8H7a1 1 0 0 1-1-.8z" /><path d="M6 9a6 6 0 0 1 12 0" /><path
        d="m4.6 13 14.8-.1"
      />`,
  ),
  phone: drawn(html`<rect x="6.5" y="2.5" width="11" height="19" rx="2.5" /><path d="M10.5 18.5h3" />`),
  bank: drawn(html`<path d="m3 9 9-6 9 6z" /><path d="M5.5 12v5.5m4.3-5.5v5.5m4.4-5.5v5.5m4.3-5.5v5.5M3 21h18" />`),
  games: drawn(
    html`<rect x="2.5" y="6.5" width="19" height="12" rx="5" /><path d="M7.5 10v5M5 12.5h5" /><path
        d="M15 14.2v.1M18 11v.1"
      />`,
  ),
  faults: drawn(html`<path d="m11 13-3.5 8L16.5 11H12l3.5-8L6 13z" />`),
  qr: drawn(
    html`<path d="M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4z" /><path
        d="M14 14h2.5v2.5M20 14v.1M20 17v3h-3M14 20v.1M7 7v.1M17 7v.1M7 17v.1"
      />`,
  ),
  transfer: drawn(html`<path d="M4 8h15m-4-4 4 4-4 4" /><path d="M20 16H5m4-4-4 4 4 4" />`),
  payout: drawn(
    html`<path d="M12 3v11m-4.5-4.5L12 14l4.5-4.5" /><path d="M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4" />`,
  ),
  activity: drawn(html`<path d="M5 6h14M5 12h14M5 18h9" />`),
  copy: drawn(
    html`<rect x="8.5" y="8.5" width="12" height="12" rx="2.5" /><path
        d="M15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5"
      />`,
  ),
  save: drawn(html`<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14" />`),
  check: drawn(html`<path d="m5 12.5 4.5 4.5L19 7" />`),
  cross: drawn(html`<path d="m6 6 12 12M18 6 6 18" />`),
  back: drawn(html`<path d="m14.5 5-7 7 7 7" />`),
  next: drawn(html`<path d="m9.5 5 7 7-7 7" />`),
  clock: drawn(html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" />`),
  outside: drawn(
    html`<path d="M14 4h6v6M20 4l-9 9" /><path d="M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4" />`,
  ),
  gift: drawn(
    html`<path d="M4 11h16v9H4zM3 7h18v4H3zM12 7v13" /><path d="M12 7C8 7 7 3.5 9 3s3 4 3 4 1-4.5 3-4 1 4-3 4" />`,
  ),
} as const

/** One of the drawings. */
export type Icon = keyof typeof icons

function drawn(lines: Html): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${lines}</svg>`
}
