import { formatAmount, formatLimit, fromWireAmount } from '@krapao/money'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { formatDate } from '../../lib/formats.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { moreIn, moreOut } from './protection-drawings.tsx'
import type { Net } from './protection.api.ts'
import { useNet } from './protection.api.ts'
import styles from './protection.module.css'
import { chartTopMinor } from './protection.rules.ts'

type Bar = Net['days'][number]
const views = ['days', 'months', 'all'] as const

const netMinorOf = ({ deposits, withdrawals }: Pick<Bar, 'deposits' | 'withdrawals'>) =>
  fromWireAmount(deposits) - fromWireAmount(withdrawals)
const signOf = (amountMinor: number) => (amountMinor === 0 ? '' : amountMinor > 0 ? '+' : '−')

/** What was brought less what was taken, by days, by months and in all: the plain truth, in a chart and in a table. */
export function NetSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useNet()
  const [view, setView] = useState<(typeof views)[number]>('days')
  return (
    <Sheet title={t('protection.net')} closeLabel={t('aria.closeDialog')} isTall onClose={onClose}>
      <Segments
        label={t('protection.net.span')}
        isLabelHidden
        choices={views.map((value) => ({ value, label: t(`protection.net.${value}`) }))}
        value={view}
        onChoose={setView}
      />
      <div className={styles.net}>
        {data === undefined && error !== null ? (
          <EmptyState {...lossState(texts, t('protection.loadError'), error, refetch)} />
        ) : null}
        {data === undefined && error === null ? <Skeleton widthPx={320} heightPx={240} /> : null}
        {data !== undefined && view !== 'all' ? <Chart view={view} shown={data[view]} /> : null}
        {data !== undefined && view === 'all' ? <Spans net={data.net} /> : null}
      </div>
      <p className={styles.small}>{t('protection.net.note')}</p>
    </Sheet>
  )
}

/** "21" of a day, "11/26" of a month. */
function nameOf(view: 'days' | 'months', { from }: Bar): string {
  const date = formatDate(from)
  return view === 'days' ? date.slice(0, 2) : `${date.slice(3, 5)}/${date.slice(8)}`
}

function Chart({ view, shown }: { view: 'days' | 'months'; shown: readonly Bar[] }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const netsMinor = shown.map(netMinorOf)
  const sumMinor = netsMinor.reduce((sum, one) => sum + one, 0)
  const topMinor = chartTopMinor(netsMinor)
  const total = (of: (bar: Bar) => number) => shown.reduce((sum, bar) => sum + of(bar), 0)
  const said = sumMinor === 0 ? 'even' : sumMinor > 0 ? 'moreIn' : 'moreOut'
  const place = 336 / shown.length
  const rows = [
    [
      t('protection.net.deposits', { n: total((bar) => bar.depositCount) }),
      total((bar) => fromWireAmount(bar.deposits)),
    ],
    [
      t('protection.net.withdrawals', { n: total((bar) => bar.withdrawalCount) }),
      total((bar) => fromWireAmount(bar.withdrawals)),
    ],
    [t('protection.net.results'), total((bar) => fromWireAmount(bar.results))],
  ] as const
  return (
    <>
      <p>{t(`protection.net.${said}`)}</p>
      <p className={styles.sum}>
        <Signed amountMinor={sumMinor} />
      </p>
      {/* The same is read in the table below it. */}
      <svg className={styles.chart} viewBox="0 0 336 212" aria-hidden="true">
        <path d="M0 28H336M0 180H336" />
        <text x="0" y="20">
          +{formatLimit(topMinor)}
        </text>
        <text x="0" y="174">
          −{formatLimit(topMinor)}
        </text>
        {shown.map((bar, index) => {
          const netMinor = netsMinor[index] ?? 0
          const height = (Math.abs(netMinor) / topMinor) * 76
          const x = index * place + place * 0.2
          return (
            <g key={bar.from}>
              {netMinor === 0 ? (
                <circle cx={x + place * 0.3} cy="104" r="3" />
              ) : (
                <rect
                  className={netMinor > 0 ? styles.in : styles.out}
                  x={x}
                  y={netMinor > 0 ? 104 - height : 104}
                  width={place * 0.6}
                  height={Math.max(2, height)}
                  rx="4"
                />
              )}
              <text x={x + place * 0.3} y="202" textAnchor="middle">
                {nameOf(view, bar)}
              </text>
            </g>
          )
        })}
        <path className={styles.zero} d="M0 104H336" />
      </svg>
      <p className={styles.legend} aria-hidden="true">
        <span>
          <span className={styles.in}>
            <Icon drawing={moreIn} />
          </span>
          {t('protection.net.up')}
        </span>
        <span>
          <span className={styles.out}>
            <Icon drawing={moreOut} />
          </span>
          {t('protection.net.down')}
        </span>
      </p>
      <table className="vh">
        <caption>{t('protection.net')}</caption>
        <thead>
          <Heads texts={texts} />
        </thead>
        <tbody>
          {shown.map((bar) => (
            <Figures key={bar.from} name={formatDate(bar.from)} figures={bar} />
          ))}
        </tbody>
      </table>
      <dl className={panels.pairs}>
        {rows.map(([name, amountMinor]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Amount amountMinor={amountMinor} bahtLabel={t('currency.baht')} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Signed({ amountMinor }: { amountMinor: number }): ReactNode {
  const { t } = useTexts()
  return <Amount amountMinor={Math.abs(amountMinor)} bahtLabel={t('currency.baht')} sign={signOf(amountMinor)} />
}

function Heads({ texts: { t } }: { texts: Texts }): ReactNode {
  return (
    <tr>
      <th scope="col">
        <span className="vh">{t('protection.net.when')}</span>
      </th>
      <th scope="col">{t('protection.net.depositSum')}</th>
      <th scope="col">{t('protection.net.withdrawalSum')}</th>
      <th scope="col">{t('protection.net.sum')}</th>
      <th scope="col">{t('protection.net.results')}</th>
    </tr>
  )
}

function Figures({ name, figures }: { name: string; figures: Omit<Net['net'][number], 'days'> }): ReactNode {
  const netMinor = netMinorOf(figures)
  const resultsMinor = fromWireAmount(figures.results)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatAmount(fromWireAmount(figures.deposits))}</td>
      <td>{formatAmount(fromWireAmount(figures.withdrawals))}</td>
      <td>{`${signOf(netMinor)}${formatAmount(Math.abs(netMinor))}`}</td>
      <td>{`${signOf(resultsMinor)}${formatAmount(Math.abs(resultsMinor))}`}</td>
    </tr>
  )
}

function Spans({ net }: { net: Net['net'] }): ReactNode {
  const { t } = useTexts()
  return (
    <ul className={styles.spans}>
      {net.map((span) => (
        <li key={span.days}>
          <div className={styles.head}>
            <b>{t(`protection.net.${spanOf(span.days)}`)}</b>
            <Signed amountMinor={netMinorOf(span)} />
          </div>
          <span className={styles.parts}>
            {(
              [
                ['protection.net.depositSum', span.deposits],
                ['protection.net.withdrawalSum', span.withdrawals],
                ['protection.net.results', span.results],
              ] as const
            ).map(([name, amount]) => {
              const minor = fromWireAmount(amount)
              const sign = name === 'protection.net.results' ? signOf(minor) : ''
              return <span key={name}>{`${t(name)} ${sign}${formatAmount(Math.abs(minor))}`}</span>
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const spanOf = (days: number | null) => (days === 1 || days === 7 || days === 30 || days === 365 ? days : 0)
