import { CHAT_READERS, DEED_EXPORTERS, MEMBER_READERS, type DeskAuditRow } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatBaht, formatCount, formatDateTime } from '../../lib/formats.ts'
import { useLetters } from '../../lib/letters.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { rowsOf } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { list } from '../../ui/drawings.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Empty } from '../../ui/state.tsx'
import { Table, TablePage } from '../../ui/table-page.tsx'
import { download } from '../../ui/place-drawings.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import type { AuditFilter } from './audit.api.ts'
import { useAudit } from './audit.api.ts'
import { actionText, amountOf, detailsText, useAuditTexts, withoutAmount } from './audit-words.ts'
import styles from './audit-page.module.css'

/** Everything that staff did, newest first, to be read only. */
export function AuditPage(): ReactNode {
  const texts = useAuditTexts()
  const { words } = texts
  const [filter, setFilter] = useState<AuditFilter>({})
  const query = useAudit(filter)
  const canExport = useHasRole(DEED_EXPORTERS)
  const [isExporting, setIsExporting] = useState(false)
  const takeAlong = (): void => setIsExporting(true)
  useLetters(canExport ? { KeyE: takeAlong } : {})
  const isNarrowed = Object.values(filter).some((value) => value !== '')
  const count = query.data?.pages[0]?.count
  const rows = rowsOf(query)
  return (
    <TablePage title={words('audit.title')} intro={words('audit.intro')} className={styles.page}>
      {canExport ? (
        <div className={styles.export}>
          <Button keys="E" kind="line" drawing={download} onClick={takeAlong}>
            {words('export.open')}
          </Button>
        </div>
      ) : null}
      <AuditFilters filter={filter} onChange={setFilter} />
      <LastProof checked={query.data?.pages[0]?.checked ?? null} />
      <InState state={usePlaceState(query)} rows={8}>
        {rows.length === 0 ? (
          <Empty drawing={list} title={words(isNarrowed ? 'audit.emptyNarrowed' : 'audit.empty')} />
        ) : (
          <Table
            isTall
            className={styles.table}
            heads={[
              words('audit.at'),
              words('audit.who'),
              words('audit.what'),
              words('audit.more'),
              <span key="amount" className={styles.head}>
                {words('audit.amount')}
              </span>,
            ]}
            lastHead={words('audit.open')}
            isStacked
          >
            {rows.map((row) => (
              <AuditRow key={row._id} row={row} />
            ))}
          </Table>
        )}
      </InState>
      {count === undefined || count === 0 ? null : (
        <p className={styles.count}>{words('audit.count', { n: formatCount(count) })}</p>
      )}
      {isExporting ? <AuditExport filter={filter} onClose={() => setIsExporting(false)} /> : null}
      <MoreButton query={query} label={texts.t('common.more')} busyLabel={texts.t('common.loading')} />
    </TablePage>
  )
}

/** When it was last proven that nothing of it was changed, and what came of it. */
function LastProof({ checked }: { checked: { at: string; isWhole: boolean } | null }): ReactNode {
  const { words } = useAuditTexts()
  if (checked === null) return null
  const { at, isWhole } = checked
  return (
    <p className={styles.count}>
      <StateSign state={isWhole ? 'done' : 'fail'}>
        {words(isWhole ? 'audit.whole' : 'audit.broken', { at: formatDateTime(at) })}
      </StateSign>
    </p>
  )
}

function AuditRow({ row }: { row: DeskAuditRow }): ReactNode {
  const texts = useAuditTexts()
  const { words } = texts
  const { at, deed, roomId, memberId } = row
  const amount = amountOf(row)
  const canReadMembers = useHasRole(MEMBER_READERS)
  const canReadChats = useHasRole(CHAT_READERS)
  return (
    <tr>
      <td className={`num ${styles.at}`}>
        <Moment at={at} />
      </td>
      <td className={styles.who}>{actorText(row.actor, texts, row.agent)}</td>
      <td className={styles.action}>{actionText(deed, texts)}</td>
      <td className={styles.details}>
        <DeedDetails text={detailsText(withoutAmount(row), texts)} />
      </td>
      <td className={`num ${styles.amount}`}>{amount === null ? '' : formatBaht(amount)}</td>
      <td className={styles.room}>
        {roomId !== null && canReadChats ? (
          <a href={hashOf({ page: 'inbox', box: 'open', roomId })}>{words('audit.open')}</a>
        ) : memberId !== null && canReadMembers ? (
          <a href={hashOf(memberPlace(memberId))}>{words('audit.member')}</a>
        ) : null}
      </td>
    </tr>
  )
}

/** So much of what was kept of a deed is shown at once. */
const TOLD_MAX = 240

/** What was kept of a deed; a long story is opened by a press. */
function DeedDetails({ text }: { text: string }): ReactNode {
  if (text.length <= TOLD_MAX) return text
  return (
    <details>
      <summary>{text.slice(0, TOLD_MAX)}…</summary>
      {text.slice(TOLD_MAX)}
    </details>
  )
}
