/** What icons draw on the pages beyond /login. */

export const globe = (
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M3.9 12h16.2M12 3.75c2.5 2.4 3.5 5.2 3.5 8.25s-1 5.85-3.5 8.25c-2.5-2.4-3.5-5.2-3.5-8.25s1-5.85 3.5-8.25z" />
  </>
)
export const conditions = (
  <>
    <path d="M6.5 3.75h7.75L18.5 8v12.25h-12z" />
    <path d="M14 3.9V8.25h4.25M9.25 14.25l1.9 1.9 3.6-3.9" />
  </>
)
export const home = (
  <>
    <path d="M4 8.75c0-.9.9-1.4 1.7-1C7.6 8.7 9.7 9.25 12 9.25s4.4-.55 6.3-1.5c.8-.4 1.7.1 1.7 1V14c0 4.3-3.6 6.5-8 6.5S4 18.3 4 14z" />
    <path d="M7.8 7.2a4.3 4.3 0 0 1 8.4 0" />
  </>
)
export const statement = (
  <>
    <path d="M5.5 3.75h13v16.5l-2.2-1.5-2.15 1.5L12 18.75l-2.15 1.5-2.15-1.5-2.2 1.5z" />
    <path d="M9 8.25h6M9 12.25h6" />
  </>
)
export const swap = <path d="M4.5 8.5h14M15 4.75l3.75 3.75L15 12.25M19.5 16h-14M9 12.25 5.25 16 9 19.75" />
export const moneyIn = <path d="M17.5 6.5 6.75 17.25M6.5 8.5v9h9" />
export const moneyOut = <path d="M6.5 17.5 17.25 6.75M8.5 6.5h9v9" />
export const gift = (
  <>
    <path d="M4.25 8.25h15.5v4H4.25zM5.75 12.25h12.5v7.5H5.75zM12 8.25v11.5" />
    <path d="M12 8.25C9 8.25 7.25 7 7.25 5.4c0-1.3 1-2.15 2.1-2.15C11 3.25 12 5.3 12 8.25c0-2.95 1-5 2.65-5 1.1 0 2.1.85 2.1 2.15 0 1.6-1.75 2.85-4.75 2.85z" />
  </>
)
export const bank = (
  <path d="M3.75 9.25 12 4l8.25 5.25zM5.75 9.5v7.75M10 9.5v7.75M14 9.5v7.75M18.25 9.5v7.75M3.75 20h16.5M4.75 17.25h14.5" />
)
export const first = <path d="m17.5 5.5-6.5 6.5 6.5 6.5M6.5 5.5v13" />
export const last = <path d="m6.5 5.5 6.5 6.5-6.5 6.5M17.5 5.5v13" />
export const arrowRight = <path d="M4.5 12h15M14 6.5l5.5 5.5-5.5 5.5" />
export const copy = (
  <>
    <rect x="8.5" y="8.5" width="11.25" height="11.25" rx="2.5" />
    <path d="M15.5 8.3V6.5c0-1.2-1-2.25-2.25-2.25H6.5c-1.25 0-2.25 1-2.25 2.25v6.75c0 1.25 1 2.25 2.25 2.25h1.8" />
  </>
)
export const qrCode = (
  <>
    <rect x="4" y="4" width="6.25" height="6.25" rx="1" />
    <rect x="13.75" y="4" width="6.25" height="6.25" rx="1" />
    <rect x="4" y="13.75" width="6.25" height="6.25" rx="1" />
    <path d="M14 14v2.5M17 14h3v3M14 20h2.5M20 20h-.5" />
  </>
)
export const key = (
  <>
    <circle cx="8" cy="15.5" r="3.75" />
    <path d="m10.75 12.75 8-8M16 7.5l2.75 2.75M13.5 10l1.75 1.75" />
  </>
)
export const play = <path d="M8 5.25v13.5L19 12z" fill="currentColor" />
export const pencil = (
  <path d="M4.75 19.25 5.5 15.5 15.75 5.25a1.9 1.9 0 0 1 2.7 0l.3.3a1.9 1.9 0 0 1 0 2.7L8.5 18.5zM13.75 7.25l3 3" />
)
export const shield = (
  <>
    <path d="M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6z" />
    <path d="m9 12 2.25 2.25L15.25 10" />
  </>
)
export const share = <path d="M12 14.5V4M8 7.5 12 3.5l4 4M7 11H5.25v9h13.5v-9H17" />
export const camera = (
  <>
    <path d="M4.25 8.75c0-.85.65-1.5 1.5-1.5h2.3L9.5 4.75h5l1.45 2.5h2.3c.85 0 1.5.65 1.5 1.5v9c0 .85-.65 1.5-1.5 1.5H5.75c-.85 0-1.5-.65-1.5-1.5z" />
    <circle cx="12" cy="13" r="3.4" />
  </>
)
export const slip = (
  <>
    <path d="M5.75 3.75h12.5v16.5l-2.1-1.4-2.05 1.4-2.1-1.4-2.1 1.4-2.05-1.4-2.1 1.4z" />
    <path d="m9.25 8.5 1.75 1.75 3.75-3.75M9 14.25h6" />
  </>
)
export const calendar = (
  <>
    <rect x="4.25" y="5.5" width="15.5" height="14.25" rx="2.5" />
    <path d="M4.5 10h15M8.5 3.5v3.75M15.5 3.5v3.75" />
  </>
)
