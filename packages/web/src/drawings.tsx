/** What icons of both apps draw beyond the first load of the wallet. */

export const clock = (
  <>
    <circle cx="12" cy="12" r="8.25" />
    <path d="M12 7.25V12l3.25 2" />
  </>
)
export const down = <path d="m5.5 9 6.5 6.5L18.5 9" />
export const download = <path d="M12 4.5V15M8 11.25l4 4 4-4M4.75 16v2c0 1.1.9 2 2 2h10.5c1.1 0 2-.9 2-2v-2" />
export const left = <path d="m14.5 5.5-6.5 6.5 6.5 6.5" />
export const logOut = (
  <path d="M10.5 4.25H6.25c-.8 0-1.5.7-1.5 1.5v12.5c0 .8.7 1.5 1.5 1.5h4.25M9.75 12h10M16 8.25 19.75 12 16 15.75" />
)
export const plus = <path d="M12 5.5v13M5.5 12h13" />
export const refresh = (
  <>
    <path d="M19.5 12a7.5 7.5 0 0 1-13.2 4.9M4.5 12a7.5 7.5 0 0 1 13.2-4.9" />
    <path d="M18.25 3.5v4h-4M5.75 20.5v-4h4" />
  </>
)
export const right = <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />
export const profile = (
  <>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.75 20c.7-3.9 3.5-6 7.25-6s6.55 2.1 7.25 6" />
  </>
)
