import type { ReactNode } from 'react'
import { useId } from 'react'
import { scaleOf, shortNumber } from '../../lib/chart-scale.ts'
import { formatBaht } from '../../lib/formats.ts'
import type { Today } from './today.api.ts'
import { useTodayTexts } from './today-words.ts'
import styles from './hours-chart.module.css'

const WIDTH = 820
const LEFT = 52
const TOP = 10
const BOTTOM = 430
const HOURS = 24
/** Where the hours are named. */
const NAMED_EVERY = 3

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** What came in above the line and went out below it, hour by hour, with last week as a line; the hour that is not over is hatched. */
export function HoursChart({ hours }: { hours: Today['hours'] }): ReactNode {
  const { words } = useTodayTexts()
  const hatch = useId()
  const { floor, top, lines } = scaleOf(
    hours.flatMap(({ now, before }) => [now, before].flatMap((one) => [one.deposits, -one.withdrawals])),
  )
  const y = (value: number): number => BOTTOM - ((value - floor) / (top - floor)) * (BOTTOM - TOP)
  const wide = (WIDTH - LEFT) / HOURS
  const x = (hour: number): number => LEFT + hour * wide
  /** Last week from hour to hour, level within each. */
  const steps = (of: (hour: Today['hours'][number]) => number): string =>
    hours.flatMap((hour, index) => [`${x(index)},${y(of(hour))}`, `${x(index + 1)},${y(of(hour))}`]).join(' ')
  const told = hours.flatMap(({ now }, hour) =>
    now.deposits === 0 && now.withdrawals === 0
      ? []
      : [
          words('hours.told', {
            hour: hourName(hour),
            in: formatBaht(now.deposits) ?? '',
            out: formatBaht(now.withdrawals) ?? '',
          }),
        ],
  )
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} 454`}
      role="img"
      aria-label={told.length === 0 ? words('hours.none') : told.join('; ')}
    >
      <defs>
        {(['in', 'out'] as const).map((side) => (
          <pattern
            key={side}
            id={`${hatch}${side}`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0v5" stroke={`var(--c-${side})`} strokeWidth="3" />
          </pattern>
        ))}
      </defs>
      {lines.map((value) => (
        <g key={value}>
          <path d={`M${LEFT - 6} ${y(value)}H${WIDTH}`} className={value === 0 ? styles.zero : styles.line} />
          <text x={LEFT - 12} y={y(value) + 4} textAnchor="end">
            {shortNumber(Math.abs(value))}
          </text>
        </g>
      ))}
      {hours.map(({ now }, hour) => {
        const isOpen = hour === hours.length - 1
        const fill = (side: 'in' | 'out'): string => (isOpen ? `url(#${hatch}${side})` : `var(--c-${side})`)
        const bar = { x: x(hour) + wide * 0.1, width: wide * 0.8, rx: 2 }
        return (
          <g key={hour}>
            <rect {...bar} y={y(now.deposits)} height={y(0) - y(now.deposits)} fill={fill('in')} />
            <rect {...bar} y={y(0)} height={y(-now.withdrawals) - y(0)} fill={fill('out')} />
          </g>
        )
      })}
      {lines.length > 1 ? null : (
        <text x={(LEFT + WIDTH) / 2} y={(TOP + BOTTOM) / 2} textAnchor="middle" className={styles.none}>
          {words('hours.none')}
        </text>
      )}
      <polyline className={styles.before} points={steps(({ before }) => before.deposits)} />
      <polyline
        className={`${styles.before} ${styles.dashed}`}
        points={steps(({ before }) => 0 - before.withdrawals)}
      />
      {Array.from({ length: HOURS / NAMED_EVERY }, (_, index) => index * NAMED_EVERY).map((hour) => (
        <text key={hour} x={x(hour) + wide / 2} y="448" textAnchor="middle">
          {hourName(hour)}
        </text>
      ))}
    </svg>
  )
}

/** What the bars and lines of the chart are. */
export function HoursKeys(): ReactNode {
  const { words } = useTodayTexts()
  return (
    <span className={styles.keys}>
      <span>
        <i className={styles.in} aria-hidden="true" />
        {words('figure.deposits')}
      </span>
      <span>
        <i className={styles.out} aria-hidden="true" />
        {words('figure.withdrawals')}
      </span>
      <span>
        <i className={styles.week} aria-hidden="true" />
        {words('hours.before')}
      </span>
    </span>
  )
}
