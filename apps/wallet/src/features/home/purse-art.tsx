import type { ReactNode } from 'react'
import styles from './purse.module.css'

const rows = [0, 1, 2, 3, 4, 5]
const columns = [0, 1, 2, 3, 4, 5, 6, 7]

/** The weave of the cloth: diamonds in offset rows, every other one with a smaller one in it. */
export function Weave(): ReactNode {
  const diamonds = rows.flatMap((row) =>
    columns.map((column) => ({ x: column * 26 + (row % 2) * 13, y: row * 24 - 1, isFilled: (column + row) % 2 === 1 })),
  )
  const outlines = diamonds.map(({ x, y }) => `M${x} ${y}l8 11-8 11-8-11z`).join('')
  const kernels = diamonds.filter((one) => one.isFilled).map(({ x, y }) => `M${x} ${y + 6}l3.6 5-3.6 5-3.6-5z`)
  return (
    <svg className={styles.weave} viewBox="0 0 200 160" fill="none" aria-hidden="true">
      <path d={outlines} stroke="var(--c-purse-gold)" strokeOpacity=".42" strokeWidth=".9" />
      <path d={kernels.join('')} fill="var(--c-purse-gold)" fillOpacity=".35" />
    </svg>
  )
}

/** The front pocket with its stitched edge, which hangs as low however much the pocket holds. */
export function Flap(): ReactNode {
  return (
    <svg className={styles.flap} viewBox="0 0 328 84" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <linearGradient id="purse-front" gradientUnits="userSpaceOnUse" x2="0" y1="2" y2="84">
          <stop className={styles.frontTop} />
          <stop className={styles.frontBottom} offset="1" />
        </linearGradient>
        <linearGradient id="purse-edge">
          <stop stopColor="var(--c-purse-gold)" stopOpacity=".1" />
          <stop offset=".5" stopColor="var(--c-gold-fill-hi)" stopOpacity=".75" />
          <stop offset="1" stopColor="var(--c-purse-gold)" stopOpacity=".1" />
        </linearGradient>
      </defs>
      <path d="M0 2C60 13 110 17 164 17S268 13 328 2V600H0z" fill="url(#purse-front)" />
      <g fill="none" strokeWidth="1.25">
        <path d="M0 2C60 13 110 17 164 17S268 13 328 2" stroke="url(#purse-edge)" vectorEffect="non-scaling-stroke" />
        <path
          d="M0 8C60 19 110 23 164 23S268 19 328 8"
          stroke="var(--c-purse-gold)"
          strokeOpacity=".42"
          strokeDasharray="5 5"
          vectorEffect="non-scaling-stroke"
        />
      </g>
    </svg>
  )
}
