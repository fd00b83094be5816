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
import { useRefunds } from './refund.api.ts'

/** Received refunds, ten rows a page (REF-015). */
export function Refunds(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useRefunds(page)
  const failed = { text: t('common.listError'), retryLabel: t('common.retry'), onRetry: () => void refetch() }
  return (
    <>
      <HistoryTable
        title={t('refund.historyTitle')}
        heads={{ name: t('common.date'), amount: t('common.amount') }}
        isWaiting={isPlaceholderData}
        emptyText={t('refund.empty')}
        failed={error === null ? undefined : failed}
        rows={data?.refunds.map(({ refundAmount, createdAt }, index) => ({
          key: `${createdAt} ${index}`,
          name: <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
          amount: <Amount amountMinor={fromWireAmount(refundAmount)} bahtLabel={t('currency.baht')} />,
        }))}
      />
      <Pager {...pagerOf(texts, page, data?.total, PAGE_SIZE)} onGo={setPage} />
    </>
  )
}
