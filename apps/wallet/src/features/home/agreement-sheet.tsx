import type { calls } from '@krapao/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/call-api.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { writeStored } from '../../lib/storage.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './agreement-sheet.module.css'

/** The terms of use: accepted once, asked for until then (HOM-021, decisions 2.6). */
export function AgreementSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t, language } = texts
  const { data, error, refetch } = useQuery({
    queryKey: ['agreements', language],
    queryFn: async ({ signal }) =>
      (await callApi<typeof calls.lookupAgreements>('GET', '/api/lookup/agreements', { signal })).agreements,
    staleTime: 5 * 60_000,
  })
  const accept = (): void => {
    writeStored(storageKeys.rememberAgreement, new Date().toISOString())
    onClose()
  }
  return (
    <Sheet
      title={t('agreement.title')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" disabled={data === undefined} onClick={accept}>
          {t('agreement.accept')}
        </Button>
      }
    >
      <p className={styles.intro}>{t('agreement.intro')}</p>
      {data === undefined && error === null ? (
        <div className={styles.waiting} aria-busy="true" aria-label={t('aria.loading')}>
          {[280, 240, 300, 200].map((widthPx) => (
            <Skeleton key={widthPx} widthPx={widthPx} heightPx={20} />
          ))}
        </div>
      ) : null}
      {data === undefined && error !== null ? (
        <EmptyState text={errorText(texts, error)} actionLabel={t('common.retry')} onAction={() => void refetch()} />
      ) : null}
      {data?.length === 0 ? <EmptyState text={t('agreement.empty')} /> : null}
      {data === undefined || data.length === 0 ? null : (
        <ol className={styles.list}>
          {data.map((html) => (
            <li key={html}>
              <Prose html={html} />
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  )
}
