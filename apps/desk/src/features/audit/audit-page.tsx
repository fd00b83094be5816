import type { DeskAuditRow } from '@krapao/contract'
import { DESK_PAGE_SIZE } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { hashOf } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { pagerOf } from '../../lib/pager-of.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { list } from '../../ui/drawings.tsx'
import { Pager } from '../../ui/pager.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Empty } from '../../ui/state.tsx'
import { Table, TablePage } from '../../ui/table-page.tsx'
import { useAudit } from './audit.api.ts'
import { actionText, detailsText, whoText } from './audit-words.ts'
import styles from './audit-page.module.css'

/** Everything that staff did, newest first, to be read only. */
export function AuditPage(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [page, setPage] = useState(1)
  const query = useAudit(page)
  const pages = Math.max(1, Math.ceil((query.data?.count ?? 0) / DESK_PAGE_SIZE))
  return (
    <TablePage title={t('audit.title')} intro={t('audit.intro')} className={styles.page}>
      <InState state={usePlaceState(query)} rows={8}>
        {query.data?.rows.length === 0 ? (
          <Empty drawing={list} title={t('audit.empty')} />
        ) : (
          <Table
            isTall
            className={styles.table}
            heads={[t('audit.at'), t('audit.who'), t('audit.what'), t('audit.more'), t('audit.room')]}
          >
            {query.data?.rows.map((row) => (
              <AuditRow key={row._id} row={row} />
            ))}
          </Table>
        )}
      </InState>
      <Pager {...pagerOf(texts, page, pages)} onPage={setPage} />
    </TablePage>
  )
}

function AuditRow({ row }: { row: DeskAuditRow }): ReactNode {
  const { t } = useTexts()
  const { at, deed, roomId } = row
  return (
    <tr>
      <td className={`num ${styles.at}`}>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </td>
      <td className={styles.who}>{whoText(row, t)}</td>
      <td className={styles.action}>{actionText(deed, t)}</td>
      <td className={styles.details}>{detailsText(row, t)}</td>
      <td className={styles.room}>
        {roomId === null ? null : <a href={hashOf({ page: 'inbox', box: 'open', roomId })}>{t('audit.open')}</a>}
      </td>
    </tr>
  )
}
