import { REPORT_DAYS_MAX, REPORT_EXPORTERS, type ReportFigure } from '@krapao/contract'
import { serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatBaht, formatCount, sumOf } from '../../lib/formats.ts'
import { useLetters } from '../../lib/letters.ts'
import { goTo, hashOf } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import page from '../../ui/page.module.css'
import { download } from '../../ui/place-drawings.tsx'
import { TextField } from '../../ui/field.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { BehindPanel } from './behind-panel.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportExport } from './report-export.tsx'
import type { FigureOfDay, Report, ReportBy, ReportRow, Span } from './reports.api.ts'
import { useReport } from './reports.api.ts'
import { dayBefore, daysOf, dayText, figureText, isMoney, useReportTexts } from './report-words.ts'
import styles from './reports.module.css'

const COLUMNS = [
  'deposits',
  'withdrawals',
  'net',
  'ggr',
  'bonusCost',
  'invites',
  'refunds',
  'adjustments',
  'ngr',
  'active',
  'registered',
] as const satisfies readonly ReportFigure[]
const BY: readonly ReportBy[] = ['day', 'provider']
const SHOWN_DAYS = 14
const PANEL = 'report'

function lastDays(): Span {
  const nowMs = serverNowMs()
  return { from: dayBefore(nowMs, SHOWN_DAYS - 1), to: dayBefore(nowMs, 0) }
}

function valueOf(
  row: Omit<ReportRow, 'day' | 'provider' | 'isClosed' | 'active'> & { active: number | null },
  figure: ReportFigure,
) {
  return figure === 'net' ? sumOf([row.deposits, -row.withdrawals]) : row[figure]
}

/** What the operator earned and spent, day by day, with a chart and with what is behind each figure. */
export function ReportsPage({ span: asked, open }: { span: Span | null; open: FigureOfDay | null }): ReactNode {
  const { words } = useReportTexts()
  const span = asked ?? lastDays()
  const [by, setBy] = useState<ReportBy>('day')
  const [isExporting, setIsExporting] = useState(false)
  const canExport = useHasRole(REPORT_EXPORTERS)
  const query = useReport(span, by)
  const days = useReport(span, 'day')
  const openRow = open === null ? undefined : days.data?.rows.find(({ day }) => day === open.day)
  const takeAlong = (): void => setIsExporting(true)
  useLetters(canExport ? { KeyE: takeAlong } : {})
  const choose = (next: Span): void => goTo({ page: 'reports', span: next, open: null })
  return (
    <div className={`${page.page} ${page.panels}`}>
      <header className={styles.head}>
        <h1>{words('report.title')}</h1>
        <SpanForm key={`${span.from} ${span.to}`} span={span} onChoose={choose} />
        <Tabs
          tabs={BY.map((id) => ({ id, label: words(`by.${id}`) }))}
          active={by}
          label={words('by.label')}
          panelId={PANEL}
          onChoose={setBy}
        />
        {canExport ? (
          <Button keys="E" kind="line" drawing={download} onClick={takeAlong}>
            {words('report.export')}
          </Button>
        ) : null}
      </header>
      <div className={open === null ? undefined : styles.columns}>
        <div {...tabPanel(PANEL, by)} className="stack">
          <InState state={usePlaceState(query)} rows={10}>
            {query.data === undefined ? null : (
              <>
                {days.data === undefined ? null : (
                  <Panel title={words('report.chart')} action={<ChartKey />}>
                    <ReportChart rows={days.data.rows} chosen={open?.day ?? null} />
                  </Panel>
                )}
                {by === 'day' ? (
                  <DayTable report={query.data} span={span} open={open} />
                ) : (
                  <ProviderTable report={query.data} />
                )}
              </>
            )}
          </InState>
        </div>
        {open === null ? null : (
          <BehindPanel
            key={`${open.day} ${open.figure}`}
            of={open}
            shown={openRow === undefined ? null : valueOf(openRow, open.figure)}
            onClose={() => goTo({ page: 'reports', span, open: null })}
          />
        )}
      </div>
      {isExporting ? <ReportExport span={span} by={by} open={open} onClose={() => setIsExporting(false)} /> : null}
    </div>
  )
}

function ChartKey(): ReactNode {
  return (
    <span className={styles.keys} aria-hidden="true">
      <span>
        <i className={styles.bar} /> GGR
      </span>
      <span>
        <i className={styles.line} /> NGR
      </span>
    </span>
  )
}

/** From which day to which: what cannot be is said and not asked for. */
function SpanForm({ span, onChoose }: { span: Span; onChoose: (span: Span) => void }): ReactNode {
  const { words } = useReportTexts()
  const [typed, setTyped] = useState(span)
  const change = (part: Partial<Span>): void => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (problemOf(next) === null && next.from >= '2000') onChoose(next)
  }
  const problem = problemOf(typed)
  return (
    <div className={styles.span}>
      <TextField
        label={words('span.from')}
        type="date"
        value={typed.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label={words('span.to')}
        type="date"
        value={typed.to}
        onChange={(event) => change({ to: event.target.value })}
      />
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {words(problem, { n: REPORT_DAYS_MAX })}
        </p>
      )}
    </div>
  )
}

function problemOf(span: Span): 'span.none' | 'span.order' | 'span.long' | null {
  if (span.from === '' || span.to === '') return 'span.none'
  if (span.from > span.to) return 'span.order'
  return daysOf(span) > REPORT_DAYS_MAX ? 'span.long' : null
}

function DayTable({ report, span, open }: { report: Report; span: Span; open: FigureOfDay | null }): ReactNode {
  const texts = useReportTexts()
  const { words } = texts
  const { rows, total } = report
  return (
    <div className={styles.table} role="region" aria-label={words('report.title')}>
      <DataTable
        caption={words('report.title')}
        heads={[
          { text: words('report.day') },
          { text: words('report.state') },
          ...COLUMNS.map((figure) => ({ text: words(`figure.${figure}`), isNumber: true })),
        ]}
        empty={words('report.noDays')}
        rows={rows.map((row) => ({
          key: row.day,
          isChosen: row.day === open?.day,
          cells: [
            <span key="day" className="num">
              {dayText(texts, row.day)}
            </span>,
            <StateSign key="state" state={row.isClosed ? 'done' : 'prog'}>
              {words(row.isClosed ? 'state.closed' : 'state.open')}
            </StateSign>,
            ...COLUMNS.map((figure) => {
              const value = valueOf(row, figure) ?? 0
              const text = figureText(figure, value)
              return (
                <a
                  key={figure}
                  className={value === 0 ? styles.zero : undefined}
                  href={hashOf({ page: 'reports', span, open: { day: row.day, figure } })}
                  aria-current={open?.day === row.day && open.figure === figure ? 'true' : undefined}
                  aria-label={`${words(`figure.${figure}`)} ${dayText(texts, row.day)}: ${text}`}
                >
                  {isMoney(figure) ? <Money words={text} /> : <span className="num">{text}</span>}
                </a>
              )
            }),
          ],
        }))}
        total={[
          words('report.days', { n: rows.length }),
          '',
          ...COLUMNS.map((figure) => {
            const value = valueOf(total, figure)
            return value === null ? (
              '—'
            ) : isMoney(figure) ? (
              <Money key={figure} words={formatBaht(value)} />
            ) : (
              formatCount(value)
            )
          }),
        ]}
      />
    </div>
  )
}

/** What was won at each provider in all of the days. */
function ProviderTable({ report }: { report: Report }): ReactNode {
  const { words } = useReportTexts()
  const results = new Map<string, number[]>()
  for (const { provider, ggr } of report.rows) {
    if (provider !== null) results.set(provider, [...(results.get(provider) ?? []), ggr])
  }
  const won = [...results].map(([provider, days]) => ({ provider, days, sum: sumOf(days) }))
  const money = (amount: number): ReactNode => <Money key="ggr" words={formatBaht(amount)} />
  return (
    <div className={styles.table} role="region" aria-label={words('report.providers')}>
      <DataTable
        caption={words('report.providers')}
        heads={[
          { text: words('report.provider') },
          { text: words('report.playedDays'), isNumber: true },
          { text: words('report.lostDays'), isNumber: true },
          { text: 'GGR', isNumber: true },
        ]}
        empty={words('report.noPlay')}
        rows={won
          .toSorted((one, other) => other.sum - one.sum)
          .map(({ provider, days, sum }) => ({
            key: provider,
            cells: [provider, formatCount(days.length), formatCount(days.filter((ggr) => ggr < 0).length), money(sum)],
          }))}
        total={[words('report.all', { n: won.length }), '', '', money(sumOf(won.map(({ sum }) => sum)))]}
      />
    </div>
  )
}
