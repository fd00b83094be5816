import type { ProposalOutlook as Outlook } from '@krapao/contract'
import { MEMBER_READERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatBaht, formatChange, formatSecondOfDay, sumOf } from '../../lib/formats.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { named } from '../../lib/texts/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Glyph, StateSign } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ProposalTexts } from './proposal-words.ts'
import { useProposalTexts } from './proposal-words.ts'
import { useOutlook } from './proposals.api.ts'
import styles from './proposal-outlook.module.css'

type Check = Outlook['checks'][number]

const glyphs = { holds: 'done', moved: 'late', against: 'fail' } as const

/** How a proposal stands now: each value that it is judged by beside what it was when it was proposed, and what it books. */
export function ProposalOutlook({ proposalId }: { proposalId: string }): ReactNode {
  const canRead = useHasRole(MEMBER_READERS)
  const query = useOutlook(proposalId, canRead)
  const state = usePlaceState(query)
  if (!canRead) return null
  if (query.data?.checks.length === 0 && query.data.books.length === 0) return null
  return (
    <InState state={state} rows={4}>
      {query.data === undefined ? null : <OutlookTables outlook={query.data} />}
    </InState>
  )
}

function OutlookTables({ outlook: { asOf, member, checks, books } }: { outlook: Outlook }): ReactNode {
  const texts = useProposalTexts()
  const { words } = texts
  const isAgainst = checks.some(({ stands }) => stands === 'against')
  const hasMoved = checks.some(({ stands }) => stands === 'moved')
  return (
    <div className="stack">
      {isAgainst || hasMoved ? (
        <Notice tone={isAgainst ? 'out' : 'wait'} sign={<Glyph state={isAgainst ? 'fail' : 'late'} />}>
          {words(isAgainst ? 'outlook.isAgainst' : 'outlook.hasMoved')}
        </Notice>
      ) : null}
      <Panel title={words('outlook.title')} aside={words('outlook.asOf', { time: formatSecondOfDay(asOf) })} isFlush>
        <DataTable
          caption={words('outlook.title')}
          isStacked
          heads={(['what', 'proposed', 'now', 'result'] as const).map((id) => ({ text: words(`outlook.${id}`) }))}
          rows={checks.map((check) => ({ key: check.what, cells: cellsOf(texts, check) }))}
        />
      </Panel>
      <Panel title={words('books.title')} isFlush>
        <DataTable
          caption={words('books.title')}
          isStacked
          heads={[
            { text: words('books.account') },
            ...(['before', 'change', 'after'] as const).map((id) => ({ text: words(`books.${id}`), isNumber: true })),
          ]}
          rows={books.map(({ account, before, change, after }) => ({
            key: account,
            cells: [
              words(`books.${account}`, { name: member?.name ?? '' }),
              <Money key="before" words={formatBaht(before)} />,
              <Money key="change" words={formatChange(change)} hasTone />,
              <b key="after">
                <Money words={formatBaht(after)} />
              </b>,
            ],
          }))}
          total={[
            words('books.total'),
            '',
            <Money key="sum" words={formatBaht(sumOf(books.map(({ change }) => change)))} />,
            <span key="zero" className={styles.quiet}>
              {words('books.zero')}
            </span>,
          ]}
        />
      </Panel>
    </div>
  )
}

function cellsOf(texts: ProposalTexts, { what, proposed, now, stands }: Check): ReactNode[] {
  const { words } = texts
  // What is read for who looks alone was never otherwise.
  const word = stands === 'holds' && proposed === null ? 'fine' : stands
  return [
    words(`fact.${what}`),
    valueOf(texts, what, proposed),
    valueOf(texts, what, now),
    <StateSign key="stands" state={glyphs[stands]}>
      {words(`stands.${word}`)}
    </StateSign>,
  ]
}

function valueOf(texts: ProposalTexts, what: Check['what'], value: Check['now']): ReactNode {
  const { words } = texts
  if (value === null) return <span className={styles.quiet}>-</span>
  if (typeof value === 'number') {
    return what.endsWith('Amount') ? (
      <Money words={formatBaht(value)} />
    ) : (
      <span className="num">{value === 0 ? words('outlook.none') : words('outlook.times', { n: value })}</span>
    )
  }
  return named(texts, `${what}.${String(value)}`, String(value))
}
