// Drawings of places that are fetched when they are opened: the first load has none of them.
export const coins = (
  <>
    <ellipse cx="12" cy="6.5" rx="7" ry="2.75" />
    <path d="M5 6.5v5.5c0 1.5 3.1 2.75 7 2.75s7-1.25 7-2.75V6.5M5 12v5.5c0 1.5 3.1 2.75 7 2.75s7-1.25 7-2.75V12" />
  </>
)
export const device = (
  <>
    <rect x="7" y="3.5" width="10" height="17" rx="2.25" />
    <path d="M11 17.5h2" />
  </>
)
export const moneyIn = <path d="M17.5 6.5 6.75 17.25M6.5 8.5v9h9" />
export const moneyOut = <path d="M6.5 17.5 17.25 6.75M8.5 6.5h9v9" />
export const flag = <path d="M6 20.5V4.25M6 5h11.5l-2.25 4 2.25 4H6" />
export const download = <path d="M12 4.5V15M8 11.25l4 4 4-4M4.75 16v2c0 1.1.9 2 2 2h10.5c1.1 0 2-.9 2-2v-2" />
export const attach = (
  <path d="m19 11-7.5 7.5a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-7.8 7.7a1.55 1.55 0 0 1-2.2-2.2l7-7" />
)
export const up = <path d="m5.5 15 6.5-6.5L18.5 15" />
