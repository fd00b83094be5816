import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './operator-texts-sheet.module.css'

/** A sheet of the operator's texts, one under the other, with the button that takes note of them. */
export function OperatorTextsSheet({
  title,
  intro,
  empty,
  texts: { data, error, refetch },
  footer,
  onClose,
}: {
  title: string
  intro?: string
  /** Said where the operator has none. */
  empty: string
  texts: UseQueryResult<readonly string[]>
  footer: ReactNode
  onClose: () => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  return (
    <Sheet title={title} closeLabel={t('aria.closeDialog')} onClose={onClose} footer={footer}>
      {intro === undefined ? null : <p className={styles.intro}>{intro}</p>}
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
      {data?.length === 0 ? <EmptyState text={empty} /> : null}
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
