import type { ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useConditions } from './conditions.api.ts'
import styles from './conditions-sheet.module.css'

/** The conditions, read and confirmed (NAV-031, NAV-032). */
export function ConditionsSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useConditions()
  return (
    <Sheet
      title={t('conditions.title')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <Button kind="gold" onClick={onClose}>
          {t('conditions.confirm')}
        </Button>
      }
    >
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
      {data?.length === 0 ? <EmptyState text={t('conditions.empty')} /> : null}
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
