import { close } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatBaht, formatChange, formatCount, sumOf } from '../../lib/formats.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { rowsOf } from '../../lib/use-pages.ts'
import { IconButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import type { FigureOfDay, ReportRow } from './reports.api.ts'
import { useBehind, useReport } from './reports.api.ts'
import { dayText, figureText, useReportTexts } from './report-words.ts'
import styles from './reports.module.css'

/** What is behind one figure of one day, beside the table: its providers, its movements, and that they add up to it. */
export function BehindPanel({
  of,
  shown,
  onClose,
}: {
  of: FigureOfDay
  /** The figure as the table has it. */
  shown: number | null
  onClose: () => void
}): ReactNode {
  const texts = useReportTexts()
  const { t, words } = texts
  const { day, figure } = of
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [day, figure])
  const [provider, setProvider] = useState<string | null>(null)
  const ofProviders = useReport({ from: day, to: day }, 'provider').data?.rows ?? []
  const query = useBehind(of, provider)
  const told = provider === null ? shown : (ofProviders.find((row) => row.provider === provider)?.ggr ?? null)
  const rows = rowsOf(query)
  const [first] = query.data?.pages ?? []
  const adds = first?.sum !== null && first?.sum === told
  return (
    <section className={styles.behind} aria-label={words('report.behind')}>
      <header className={styles.behindHead}>
        <div>
          <p className={styles.quiet}>
            {words('report.behind')} · {dayText(texts, day)}
          </p>
          <h2 ref={head} tabIndex={-1}>
            {words(`figure.${figure}`)} {shown === null ? null : <Money words={figureText(figure, shown)} />}
          </h2>
        </div>
        <IconButton label={t('common.close')} drawing={close} onClick={onClose} />
      </header>
      {figure === 'ggr' ? <Providers rows={ofProviders} chosen={provider} onChoose={setProvider} /> : null}
      <h3 className={styles.behindTitle}>
        {words('report.movements')}
        {provider === null ? '' : ` · ${provider}`}{' '}
        {first?.count === undefined || first.count === null ? null : (
          <span className={`num ${styles.quiet}`}>
            {formatCount(rows.length)} / {formatCount(first.count)}
          </span>
        )}
      </h3>
      <InState state={usePlaceState(query)} rows={6}>
        <DataTable
          caption={words('report.movements')}
          heads={[
            { text: words('report.at') },
            { text: words('report.member') },
            { text: words('report.amount'), isNumber: true },
          ]}
          empty={words('report.none')}
          rows={rows.map(({ at, memberId, memberNo, name, amount, reference }, index) => ({
            key: `${at} ${reference} ${index}`,
            cells: [
              <Moment key="at" at={at} isShort />,
              memberId === null ? (
                words('report.house')
              ) : (
                <a key="member" href={hashOf(memberPlace(memberId))} title={name ?? undefined}>
                  {memberNo ?? name}
                </a>
              ),
              amount === null ? '' : <Money key="amount" words={formatChange(amount)} />,
            ],
          }))}
        />
        <MoreButton query={query} isWide label={words('report.more')} busyLabel={t('common.loading')} />
        {first === undefined || told === null ? null : (
          <p className={styles.adds} role="status">
            <StateSign state={adds ? 'done' : 'prog'}>{words(adds ? 'report.adds' : 'report.moved')}</StateSign>
          </p>
        )}
      </InState>
    </section>
  )
}

/** What of GGR was won where; a press narrows the movements to one provider, another takes that back. */
function Providers({
  rows: all,
  chosen,
  onChoose,
}: {
  rows: readonly ReportRow[]
  chosen: string | null
  onChoose: (provider: string | null) => void
}): ReactNode {
  const { words } = useReportTexts()
  const rows = all.filter(({ provider }) => provider !== null)
  const total = sumOf(all.map(({ ggr }) => ggr))
  if (rows.length === 0) return null
  return (
    <DataTable
      caption={words('report.providers')}
      heads={[
        { text: words('report.provider') },
        { text: words('figure.active'), isNumber: true },
        { text: 'GGR', isNumber: true },
      ]}
      rows={rows.map(({ provider, ggr, active }) => ({
        key: provider ?? '',
        isChosen: provider === chosen,
        cells: [
          provider,
          formatCount(active),
          <button
            key="ggr"
            type="button"
            className={styles.figure}
            aria-pressed={provider === chosen}
            aria-label={words('report.onlyOf', { provider: provider ?? '', amount: formatBaht(ggr) })}
            onClick={() => onChoose(provider === chosen ? null : provider)}
          >
            <Money words={formatBaht(ggr)} />
          </button>,
        ],
      }))}
      total={[words('report.all', { n: rows.length }), '', <Money key="ggr" words={formatBaht(total)} />]}
    />
  )
}
