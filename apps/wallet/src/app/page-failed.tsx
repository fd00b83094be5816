import type { ReactNode } from 'react'
import { useTexts } from '../lib/texts/texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** In place of one page of members: its menu stays. A part that did not come needs the whole page fetched again. */
export function PageFailed({ isLost }: { isLost: boolean }): ReactNode {
  const { t } = useTexts()
  return (
    <EmptyState
      text={t('common.partError')}
      detail={t(isLost ? 'error.network' : 'error.unknown')}
      actionLabel={t('common.retry')}
      onAction={() => location.reload()}
    />
  )
}
