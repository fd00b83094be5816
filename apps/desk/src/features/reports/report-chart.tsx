import type { ReactNode } from 'react'
import { useId } from 'react'
import { scaleOf, shortNumber } from '../../lib/chart-scale.ts'
import { formatBaht } from '../../lib/formats.ts'
import type { ReportRow } from './reports.api.ts'
import { dayText, useReportTexts } from './report-words.ts'
import styles from './reports.module.css'

const WIDTH = 820
const LEFT = 52
const TOP = 12
const BOTTOM = 122
/** At most so many words stand under the days. */
const NAMES_MAX = 14

/** GGR as bars and NGR as a line over them, the oldest day first; a day that is not over is hatched. */
export function ReportChart({ rows, chosen }: { rows: readonly ReportRow[]; chosen: string | null }): ReactNode {
  const texts = useReportTexts()
  const hatch = useId()
  const days = rows.toReversed()
  const { floor, top, lines } = scaleOf(days.flatMap(({ ggr, ngr }) => [ggr, ngr]))
  const isEmpty = lines.length === 1
  const y = (value: number): number => BOTTOM - ((value - floor) / (top - floor)) * (BOTTOM - TOP)
  const wide = (WIDTH - LEFT) / Math.max(1, days.length)
  const middle = (index: number): number => LEFT + wide * (index + 0.5)
  const every = Math.ceil(days.length / NAMES_MAX)
  const told = days.map((row) => `${dayText(texts, row.day)}: GGR ${formatBaht(row.ggr)}, NGR ${formatBaht(row.ngr)}`)
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} 150`} role="img" aria-label={told.join('; ')}>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" stroke="var(--c-text-3)" strokeWidth="3" />
        </pattern>
      </defs>
      {lines.map((value) => (
        <g key={value}>
          <path
            d={`M${LEFT - 6} ${y(value)}H${WIDTH}`}
            stroke={value === 0 ? 'var(--c-line-strong)' : 'var(--c-line)'}
          />
          <text x={LEFT - 12} y={y(value) + 4} textAnchor="end">
            {shortNumber(value)}
          </text>
        </g>
      ))}
      {days.map(({ day, ggr, isClosed }, index) => {
        const from = Math.min(y(ggr), y(0))
        const bar = { x: middle(index) - wide * 0.39, y: from, width: wide * 0.78, rx: Math.min(3, wide * 0.1) }
        return (
          <g key={day}>
            <rect
              {...bar}
              height={Math.abs(y(ggr) - y(0))}
              fill={day === chosen ? 'var(--c-text)' : isClosed ? 'var(--c-text-3)' : `url(#${hatch})`}
              opacity={day === chosen || !isClosed ? 1 : 0.62}
              stroke={isClosed ? undefined : 'var(--c-text-3)'}
            />
            {index % every === 0 ? (
              <text
                x={middle(index)}
                y="142"
                textAnchor="middle"
                className={day === chosen ? styles.chosen : undefined}
              >
                {dayText(texts, day).slice(0, -3)}
              </text>
            ) : null}
          </g>
        )
      })}
      {isEmpty ? (
        <text x={(LEFT + WIDTH) / 2} y={(TOP + BOTTOM) / 2} textAnchor="middle" className={styles.none}>
          {texts.words('report.chartNone')}
        </text>
      ) : null}
      <polyline
        points={days.map(({ ngr }, index) => `${middle(index)},${y(ngr)}`).join(' ')}
        fill="none"
        stroke="var(--c-gold-ink)"
        strokeWidth="2"
      />
      {days.length > 31
        ? null
        : days.map(({ day, ngr }, index) => (
            <circle
              key={day}
              cx={middle(index)}
              cy={y(ngr)}
              r="3"
              fill="var(--c-gold-ink)"
              stroke="var(--c-surface-1)"
              strokeWidth="1.5"
            />
          ))}
    </svg>
  )
}
