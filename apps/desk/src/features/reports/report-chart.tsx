import type { ReactNode } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { Chart } from '../../ui/chart.tsx'
import type { ReportRow } from './reports.api.ts'
import { dayText, useReportTexts } from './report-words.ts'

const HEIGHT_PX = 190
/** So much room a day's name takes. */
const NAME_PX = 44
/** At most so many days have a dot on the line. */
const DOTS_MAX = 31

const BAR_COLOR = 'var(--c-text-3)'

/** GGR as bars and NGR as a line over them, the oldest day first; a day that is not over is hatched. */
export function ReportChart({ rows, chosen }: { rows: readonly ReportRow[]; chosen: string | null }): ReactNode {
  const texts = useReportTexts()
  const { words } = texts
  const days = rows.toReversed()
  const told = days.map((row) => `${dayText(texts, row.day)}: GGR ${formatBaht(row.ggr)}, NGR ${formatBaht(row.ngr)}`)
  return (
    <Chart
      title={words('report.chart')}
      label={told.join('; ') || words('report.chartNone')}
      heightPx={HEIGHT_PX}
      values={days.flatMap(({ ggr, ngr }) => [ggr, ngr])}
      columns={days.length}
      hatches={[BAR_COLOR]}
      none={words('report.chartNone')}
    >
      {({ x, y, columnWidth, hatched, name }) => (
        <>
          {days.map(({ day, ggr, isClosed }, index) => (
            <g key={day}>
              <rect
                x={x(index + 0.11)}
                y={Math.min(y(ggr), y(0))}
                width={columnWidth * 0.78}
                height={Math.abs(y(ggr) - y(0))}
                rx={Math.min(3, columnWidth * 0.1)}
                fill={day === chosen ? 'var(--c-text)' : isClosed ? BAR_COLOR : hatched(BAR_COLOR)}
                opacity={day === chosen || !isClosed ? 1 : 0.62}
                stroke={isClosed ? undefined : BAR_COLOR}
              />
              {index % Math.ceil(NAME_PX / columnWidth) === 0
                ? name(index, dayText(texts, day).slice(0, -3), day === chosen)
                : null}
            </g>
          ))}
          <polyline
            points={days.map(({ ngr }, index) => `${x(index + 0.5)},${y(ngr)}`).join(' ')}
            fill="none"
            stroke="var(--c-gold-ink)"
            strokeWidth="2"
          />
          {days.length > DOTS_MAX
            ? null
            : days.map(({ day, ngr }, index) => (
                <circle
                  key={day}
                  cx={x(index + 0.5)}
                  cy={y(ngr)}
                  r="3"
                  fill="var(--c-gold-ink)"
                  stroke="var(--c-surface-1)"
                  strokeWidth="1.5"
                />
              ))}
        </>
      )}
    </Chart>
  )
}
