import { PAGE_SIZE } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { pagerOf } from '../../lib/pager-labels.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { HistoryTable } from '../../ui/history-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useInvites } from './invite.api.ts'

/** What friends brought, ten rows a page (INV-006). */
export function Invites(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useInvites(page)
  const failed = { text: t('common.listError'), retryLabel: t('common.retry'), onRetry: () => void refetch() }
  return (
    <>
      <HistoryTable
        title={t('invite.historyTitle')}
        heads={{ name: t('invite.col.friend'), amount: t('common.amount'), note: t('common.date') }}
        isWaiting={isPlaceholderData}
        emptyText={t('invite.empty')}
        failed={error === null ? undefined : failed}
        rows={data?.invites.map(({ from, amount, createdAt }, index) => ({
          key: `${createdAt} ${index}`,
          name: from.name,
          amount: <Amount amountMinor={fromWireAmount(amount)} bahtLabel={t('currency.baht')} />,
          note: <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
        }))}
      />
      <Pager {...pagerOf(texts, page, data?.total, PAGE_SIZE)} onGo={setPage} />
    </>
  )
}
