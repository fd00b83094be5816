import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { Chart } from '../../ui/chart.tsx'
import type { Today } from './today.api.ts'
import { useTodayTexts } from './today-words.ts'
import styles from './hours-chart.module.css'

const HEIGHT_PX = 392
const HOURS = 24
/** Where the hours are named. */
const NAMED_EVERY = 3

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const sideColors = { in: 'var(--c-in)', out: 'var(--c-out)' }

/** What came in above the line and went out below it, hour by hour, with last week as a line; the hour that is not over is hatched. */
export function HoursChart({ hours }: { hours: Today['hours'] }): ReactNode {
  const { words } = useTodayTexts()
  const told = hours.flatMap(({ now }, hour) =>
    now.deposits === 0 && now.withdrawals === 0
      ? []
      : [
          words('hours.told', {
            hour: hourName(hour),
            in: formatBaht(now.deposits),
            out: formatBaht(now.withdrawals),
          }),
        ],
  )
  return (
    <Chart
      title={words('hours.title')}
      label={told.length === 0 ? words('hours.none') : told.join('; ')}
      heightPx={HEIGHT_PX}
      values={hours.flatMap(({ now, before }) => [now, before].flatMap((one) => [one.deposits, -one.withdrawals]))}
      columns={HOURS}
      hatches={Object.values(sideColors)}
      none={words('hours.none')}
      isMirrored
    >
      {({ x, y, columnWidth, hatched, name }) => {
        /** Last week from hour to hour, level within each. */
        const steps = (of: (hour: Today['hours'][number]) => number): string =>
          hours.flatMap((hour, index) => [`${x(index)},${y(of(hour))}`, `${x(index + 1)},${y(of(hour))}`]).join(' ')
        return (
          <>
            {hours.map(({ now }, hour) => {
              const isOpen = hour === hours.length - 1
              const fill = (color: string): string => (isOpen ? hatched(color) : color)
              const bar = { x: x(hour + 0.1), width: columnWidth * 0.8, rx: 2 }
              return (
                <g key={hour}>
                  <rect {...bar} y={y(now.deposits)} height={y(0) - y(now.deposits)} fill={fill(sideColors.in)} />
                  <rect {...bar} y={y(0)} height={y(-now.withdrawals) - y(0)} fill={fill(sideColors.out)} />
                </g>
              )
            })}
            <polyline className={styles.before} points={steps(({ before }) => before.deposits)} />
            <polyline
              className={`${styles.before} ${styles.dashed}`}
              points={steps(({ before }) => 0 - before.withdrawals)}
            />
            {Array.from({ length: HOURS / NAMED_EVERY }, (_, index) => index * NAMED_EVERY).map((hour) => (
              <Fragment key={hour}>{name(hour, hourName(hour))}</Fragment>
            ))}
          </>
        )
      }}
    </Chart>
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
