/** What tiles draw, in 32 units: the coin of each is gold. */

const coin = 'var(--c-gold-fill)'

export const depositTile = (
  <>
    <circle cx="16" cy="5.6" r="3.6" fill={coin} stroke="none" />
    <path d="M16 11.5v10.5M12.25 18.5 16 22.25l3.75-3.75" />
    <path d="M11 14.9c-1.5-.3-2.9-.7-4.3-1.4-1-.5-2.2.1-2.2 1.3v5.9c0 5.4 5 8.3 11.5 8.3s11.5-2.9 11.5-8.3v-5.9c0-1.2-1.2-1.8-2.2-1.3-1.4.7-2.8 1.1-4.3 1.4" />
  </>
)
export const refreshTile = (
  <>
    <circle cx="16" cy="16" r="4.6" fill={coin} stroke="none" />
    <path d="M26.75 16a10.75 10.75 0 0 1-19 6.9M5.25 16a10.75 10.75 0 0 1 19-6.9" />
    <path d="M25 3.75V9.5h-5.75M7 28.25V22.5h5.75" />
  </>
)
export const withdrawTile = (
  <>
    <circle cx="16" cy="5.6" r="3.6" fill={coin} stroke="none" />
    <path d="M16 22.5V12M12.25 15.5 16 11.75l3.75 3.75" />
    <path d="M10 14.7c-1.15-.3-2.25-.7-3.3-1.2-1-.5-2.2.1-2.2 1.3v5.9c0 5.4 5 8.3 11.5 8.3s11.5-2.9 11.5-8.3v-5.9c0-1.2-1.2-1.8-2.2-1.3-1.05.5-2.15.9-3.3 1.2" />
  </>
)
