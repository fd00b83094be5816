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
export const inviteTile = (
  <>
    <circle cx="12" cy="10.5" r="4.75" />
    <path d="M3.5 27c.7-5.3 3.9-8.25 8.5-8.25 2.5 0 4.6.85 6.1 2.5" />
    <circle cx="24" cy="22" r="5.6" fill={coin} stroke="none" />
    <path d="M24 19.4v5.2M21.4 22h5.2" stroke="var(--c-on-gold)" strokeWidth="1.9" />
  </>
)
export const bonusTile = (
  <>
    <path d="M5 12h22v5H5zM7 17h18v10.5H7z" />
    <path d="M16 12v15.5" stroke={coin} strokeWidth="2.6" />
    <path
      d="M16 11.8c-4.2 0-6.6-1.7-6.6-4 0-1.9 1.4-3 3-3 2.3 0 3.6 2.9 3.6 7 0-4.1 1.3-7 3.6-7 1.6 0 3 1.1 3 3 0 2.3-2.4 4-6.6 4z"
      stroke={coin}
    />
  </>
)
export const refundTile = (
  <>
    <circle cx="16.5" cy="17" r="4.6" fill={coin} stroke="none" />
    <path d="M8.5 9.2h9.25a8.5 8.5 0 1 1-8.15 11" />
    <path d="M12.25 4.75 7.75 9.25l4.5 4.5" />
  </>
)
