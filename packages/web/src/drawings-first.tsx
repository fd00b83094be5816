/** What icons of both apps draw, also in the first load of the wallet. */

export const alert = (
  <>
    <path d="M12 4 2.9 19.25h18.2z" />
    <path d="M12 10v4.25M12 16.9v.01" strokeWidth="2" />
  </>
)
export const check = <path d="m5 12.5 4.75 4.75L19.25 7" />
export const close = <path d="m6 6 12 12M18 6 6 18" />
export const eye = (
  <>
    <path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12z" />
    <circle cx="12" cy="12" r="2.75" />
  </>
)
export const eyeOff = (
  <>
    <path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12z" />
    <circle cx="12" cy="12" r="2.75" />
    <path d="m4.5 4.5 15 15" />
  </>
)
export const lock = (
  <>
    <rect x="5" y="10.5" width="14" height="9.75" rx="2.5" />
    <path d="M8 10.3V8a4 4 0 0 1 8 0v2.3" />
  </>
)
