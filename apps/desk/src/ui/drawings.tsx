/** What icons of the desk alone draw. */

export const chats = (
  <>
    <path d="M4 6.5c0-1.1.9-2 2-2h9c1.1 0 2 .9 2 2V12c0 1.1-.9 2-2 2H9l-3.25 2.75V14C4.8 14 4 13.1 4 12z" />
    <path d="M19.25 8.75c.5.35.75.8.75 1.5v5.25c0 1.1-.75 2-1.75 2v2.5l-3-2.5H11" />
  </>
)
export const text = <path d="M5 6.25h14M12 6.25v12.5M9.5 18.75h5M5 6.25v2.25M19 6.25v2.25" />
export const media = (
  <>
    <rect x="3.75" y="5" width="16.5" height="14" rx="2.5" />
    <circle cx="8.75" cy="9.75" r="1.6" />
    <path d="m4.5 17 4.75-4.25 3.25 2.75 3.5-3.75 4 4" />
  </>
)
export const buttons = (
  <>
    <rect x="4" y="5" width="16" height="5.75" rx="2.5" />
    <rect x="4" y="13.5" width="16" height="5.75" rx="2.5" />
  </>
)
export const quickReplies = (
  <>
    <rect x="3.5" y="6" width="9" height="5" rx="2.5" />
    <rect x="15" y="6" width="5.5" height="5" rx="2.5" />
    <rect x="3.5" y="13.5" width="5.5" height="5" rx="2.5" />
    <rect x="11.5" y="13.5" width="9" height="5" rx="2.5" />
  </>
)
export const cards = (
  <>
    <rect x="3.75" y="5" width="10.5" height="14" rx="2" />
    <path d="M17 6.5h1.25c1.1 0 2 .9 2 2v7c0 1.1-.9 2-2 2H17M6.75 14.5h4.5M4 11.5h10" />
  </>
)
export const send = <path d="M20 4 3.75 10.75 10 13.5l2.75 6.75zM10 13.5l4.5-4.5" />
export const bin = <path d="M5 7h14M9.5 7V4.75h5V7M6.75 7l.75 12.5h9L17.25 7M10.25 10.5v5.5M13.75 10.5v5.5" />
export const search = (
  <>
    <circle cx="10.75" cy="10.75" r="6" />
    <path d="m15.25 15.25 4.25 4.25" />
  </>
)
export const info = (
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M12 11.25v5M12 7.75V8" />
  </>
)
export const sun = (
  <>
    <circle cx="12" cy="12" r="3.75" />
    <path d="M12 3.5v2M12 18.5v2M3.5 12h2M18.5 12h2M6 6l1.4 1.4M16.6 16.6 18 18M18 6l-1.4 1.4M7.4 16.6 6 18" />
  </>
)
export const moon = <path d="M19.5 14.25A7.75 7.75 0 0 1 9.75 4.5a7.75 7.75 0 1 0 9.75 9.75z" />
export const bell = (
  <path d="M6.25 16.25V11a5.75 5.75 0 0 1 11.5 0v5.25l1.5 1.75H4.75zM10 20.25a2.25 2.25 0 0 0 4 0M12 5.25V3.75" />
)
export const keyboard = (
  <>
    <rect x="3.25" y="6" width="17.5" height="12" rx="2.25" />
    <path d="M6.75 9.75h.25M10.25 9.75h.25M13.75 9.75h.25M17.25 9.75h.25M6.75 12.5h.25M17.25 12.5h.25M10.25 12.5h.25M13.75 12.5h.25M9 15.25h6" />
  </>
)
export const link = (
  <path d="M10.5 13.5a3.6 3.6 0 0 0 5.1 0l2.9-2.9a3.6 3.6 0 0 0-5.1-5.1l-1 1M13.5 10.5a3.6 3.6 0 0 0-5.1 0l-2.9 2.9a3.6 3.6 0 0 0 5.1 5.1l1-1" />
)
export const phone = (
  <path d="M7 4.25h2.5l1.25 4-1.9 1.4a10.5 10.5 0 0 0 5.5 5.5l1.4-1.9 4 1.25V17a2.5 2.5 0 0 1-2.75 2.5C10.5 19 5 13.5 4.5 7A2.5 2.5 0 0 1 7 4.25z" />
)
export const reply = <path d="M9.5 6 4.5 11l5 5M4.75 11H13c3.75 0 6.5 2.5 6.5 6.75v.5" />
export const book = (
  <path d="M5 5.25C7 4.5 9.75 4.5 12 6c2.25-1.5 5-1.5 7-.75v13c-2-.75-4.75-.75-7 .75-2.25-1.5-5-1.5-7-.75zM12 6v13" />
)
export const chart = <path d="M4 19.75h16M6.75 16.5v-4M12 16.5V6M17.25 16.5V9.5" />
export const reconcile = <path d="M4 7.5h9.5M4 12h5M4 16.5h9.5M14.5 12l2.5 2.5 4-5" />
export const list = <path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.25 6.5h.5M4.25 12h.5M4.25 17.5h.5" />
export const chat = (
  <>
    <path d="M12 4.25c4.7 0 8.25 3.1 8.25 7.1s-3.55 7.1-8.25 7.1c-1 0-2-.15-2.9-.4L4.75 20l1.1-3.6a6.7 6.7 0 0 1-2.1-5.05c0-4 3.55-7.1 8.25-7.1z" />
    <path d="M8.5 11.4h.01M12 11.4h.01M15.5 11.4h.01" strokeWidth="2.2" />
  </>
)
export const shield = (
  <>
    <path d="M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6z" />
    <path d="m9 12 2.25 2.25L15.25 10" />
  </>
)
export const globe = (
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M3.9 12h16.2M12 3.75c2.5 2.4 3.5 5.2 3.5 8.25s-1 5.85-3.5 8.25c-2.5-2.4-3.5-5.2-3.5-8.25s1-5.85 3.5-8.25z" />
  </>
)
export const tray = (
  <>
    <path d="M4 13.25 6.4 5.5h11.2l2.4 7.75v5H4z" />
    <path d="M4 13.25h4.5a3.5 3.5 0 0 0 7 0H20" />
  </>
)
export const two = (
  <>
    <circle cx="8" cy="8.5" r="3" />
    <circle cx="16" cy="8.5" r="3" />
    <path d="M2.75 19c.3-3.1 2.2-4.75 5.25-4.75 1.6 0 2.9.45 3.8 1.3M12.2 15.55c.9-.85 2.2-1.3 3.8-1.3 3.05 0 4.95 1.65 5.25 4.75" />
  </>
)
export const today = (
  <path d="M4 19.25h16M5.25 15.5a6.75 6.75 0 0 1 13.5 0M12 4v2.25M4.6 7.6l1.6 1.6M19.4 7.6l-1.6 1.6" />
)
export const users = (
  <>
    <circle cx="9" cy="8.25" r="3.5" />
    <path d="M2.75 19.5c.4-3.6 2.8-5.5 6.25-5.5s5.85 1.9 6.25 5.5M15.5 5a3.5 3.5 0 0 1 0 6.5M17.5 14.3c2.1.7 3.4 2.4 3.75 5.2" />
  </>
)
export const note = <path d="M5 4.75h14v9.5l-5 5H5zM14 19.25v-5h5M8.5 9h7M8.5 12.5h3.5" />
export const bank = (
  <path d="M3.75 9.25 12 4l8.25 5.25zM5.75 9.5v7.75M10 9.5v7.75M14 9.5v7.75M18.25 9.5v7.75M3.75 20h16.5M4.75 17.25h14.5" />
)
export const cog = (
  <>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3.75v2.5M12 17.75v2.5M3.75 12h2.5M17.75 12h2.5M6.2 6.2 8 8M16 16l1.8 1.8M17.8 6.2 16 8M8 16l-1.8 1.8" />
  </>
)
export const sliders = (
  <>
    <path d="M4 7h8M16 7h4M4 17h4M12 17h8" />
    <circle cx="14" cy="7" r="2" />
    <circle cx="10" cy="17" r="2" />
  </>
)
export const layout = <path d="M4 5.25h16v13.5H4zM4 9.5h16M10 9.5v9.25" />
export const gift = (
  <>
    <path d="M4.25 8.25h15.5v4H4.25zM5.75 12.25h12.5v7.5H5.75zM12 8.25v11.5" />
    <path d="M12 8.25C9 8.25 7.25 7 7.25 5.4c0-1.3 1-2.15 2.1-2.15C11 3.25 12 5.3 12 8.25c0-2.95 1-5 2.65-5 1.1 0 2.1.85 2.1 2.15 0 1.6-1.75 2.85-4.75 2.85z" />
  </>
)
