import type { DeskAuditRow } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { hashOf } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { list } from '../../ui/drawings.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Empty } from '../../ui/state.tsx'
import { Table, TablePage } from '../../ui/table-page.tsx'
import { useAudit } from './audit.api.ts'
import { actionText, detailsText, useAuditTexts, whoText } from './audit-words.ts'
import styles from './audit-page.module.css'

/** Everything that staff did, newest first, to be read only. */
export function AuditPage(): ReactNode {
  const texts = useAuditTexts()
  const { words } = texts
  const query = useAudit()
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <TablePage title={words('audit.title')} intro={words('audit.intro')} className={styles.page}>
      <InState state={usePlaceState(query)} rows={8}>
        {rows.length === 0 ? (
          <Empty drawing={list} title={words('audit.empty')} />
        ) : (
          <Table
            isTall
            className={styles.table}
            heads={[
              words('audit.at'),
              words('audit.who'),
              words('audit.what'),
              words('audit.more'),
              words('audit.room'),
            ]}
          >
            {rows.map((row) => (
              <AuditRow key={row._id} row={row} />
            ))}
          </Table>
        )}
      </InState>
      <MoreButton query={query} label={texts.t('common.more')} busyLabel={texts.t('common.loading')} />
    </TablePage>
  )
}

function AuditRow({ row }: { row: DeskAuditRow }): ReactNode {
  const texts = useAuditTexts()
  const { words } = texts
  const { at, deed, roomId } = row
  return (
    <tr>
      <td className={`num ${styles.at}`}>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </td>
      <td className={styles.who}>{whoText(row, texts)}</td>
      <td className={styles.action}>{actionText(deed, texts)}</td>
      <td className={styles.details}>{detailsText(row, texts)}</td>
      <td className={styles.room}>
        {roomId === null ? null : <a href={hashOf({ page: 'inbox', box: 'open', roomId })}>{words('audit.open')}</a>}
      </td>
    </tr>
  )
}
