import type { ReactNode } from 'react'
import { useCallback, useId, useState } from 'react'
import { scaleOf, shortNumber } from './chart-scale.ts'
import styles from './chart.module.css'
import { Wide } from './wide.tsx'

/** Beside the lines, for their numbers. */
const LEFT_PX = 52
const TOP_PX = 10
/** Below the lines, for the names of the columns. */
const FOOT_PX = 24

/** Where things stand in a chart, in pixels. */
export interface ChartPlaces {
  y: (value: number) => number
  /** Where a column begins; the one behind the last is where the chart ends. */
  x: (column: number) => number
  columnWidth: number
  /** The fill of what is not over yet, in a colour. */
  hatched: (color: string) => string
  /** A word below a column. */
  name: (column: number, word: string, isChosen?: boolean) => ReactNode
}

/**
 * A chart at its own size, so that its words are as large as others: the lines of its scale with their numbers, and over them
 * what is drawn by `children`. `none` stands in the middle where all values are zero; `hatches` are the colours of `hatched`.
 */
export function Chart({
  title,
  label,
  heightPx,
  values,
  columns,
  hatches,
  none,
  isMirrored = false,
  children,
}: {
  title: string
  label: string
  heightPx: number
  values: readonly number[]
  columns: number
  hatches: readonly string[]
  none: string
  /** Below the line of zero it counts upwards too. */
  isMirrored?: boolean
  children: (places: ChartPlaces) => ReactNode
}): ReactNode {
  const hatchId = useId()
  const [widthPx, setWidthPx] = useState(0)
  const measure = useCallback((chart: SVGSVGElement) => {
    const sizes = new ResizeObserver(() => setWidthPx(chart.clientWidth))
    sizes.observe(chart)
    setWidthPx(chart.clientWidth)
    return () => sizes.disconnect()
  }, [])
  const { floor, top, lines } = scaleOf(values)
  const bottomPx = heightPx - FOOT_PX
  const columnWidth = Math.max(0, widthPx - LEFT_PX) / Math.max(1, columns)
  const y = (value: number): number => bottomPx - ((value - floor) / (top - floor)) * (bottomPx - TOP_PX)
  const x = (column: number): number => LEFT_PX + column * columnWidth
  const hatched = (color: string): string => `url(#${hatchId}${hatches.indexOf(color)})`
  const name = (column: number, word: string, isChosen = false): ReactNode => (
    <text x={x(column + 0.5)} y={heightPx - 6} textAnchor="middle" className={isChosen ? styles.chosen : undefined}>
      {word}
    </text>
  )
  return (
    <Wide label={title}>
      <svg ref={measure} className={styles.chart} height={heightPx} role="img" aria-label={label}>
        <defs>
          {hatches.map((color, index) => (
            <pattern
              key={color}
              id={`${hatchId}${index}`}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <path d="M0 0v5" stroke={color} strokeWidth="3" />
            </pattern>
          ))}
        </defs>
        {lines.map((value) => (
          <g key={value}>
            <path d={`M${LEFT_PX - 6} ${y(value)}H${widthPx}`} className={value === 0 ? styles.zero : styles.line} />
            <text x={LEFT_PX - 12} y={y(value) + 4} textAnchor="end">
              {shortNumber(isMirrored ? Math.abs(value) : value)}
            </text>
          </g>
        ))}
        {children({ y, x, columnWidth, hatched, name })}
        {lines.length > 1 ? null : (
          <text x={(LEFT_PX + widthPx) / 2} y={(TOP_PX + bottomPx) / 2} textAnchor="middle" className={styles.none}>
            {none}
          </text>
        )}
      </svg>
    </Wide>
  )
}
