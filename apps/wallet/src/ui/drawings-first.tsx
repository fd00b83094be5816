/** What icons draw, for the frame of every page and /login: these are in the first load. */

export const phone = (
  <>
    <rect x="7" y="3.25" width="10" height="17.5" rx="2.5" />
    <path d="M11 17.75h2" />
  </>
)
export const logIn = (
  <path d="M13.5 4.25h4.25c.8 0 1.5.7 1.5 1.5v12.5c0 .8-.7 1.5-1.5 1.5H13.5M4 12h10.5M11 8.25 14.75 12 11 15.75" />
)
export const register = (
  <>
    <circle cx="10" cy="8" r="3.75" />
    <path d="M3.5 20c.6-3.9 3-6 6.5-6 1.3 0 2.5.3 3.5.9M17.5 14.5v6M14.5 17.5h6" />
  </>
)
export const howto = (
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M10.25 8.9v6.2l4.9-3.1z" />
  </>
)
export const contact = (
  <>
    <path d="M12 4.25c4.7 0 8.25 3 8.25 6.9S16.7 18 12 18c-.8 0-1.6-.1-2.3-.25L5.5 20v-3.8c-1.1-1.3-1.75-3-1.75-5.05C3.75 7.25 7.3 4.25 12 4.25z" />
    <path d="M8.6 11.2h.01M12 11.2h.01M15.4 11.2h.01" strokeWidth="2.25" />
  </>
)
