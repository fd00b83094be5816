import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { slip } from '../../ui/drawings.tsx'
import { SmallButton } from '../../ui/small-button.tsx'

/** Opens the list of slips from the history (STM-003). */
export function SlipsButton(): ReactNode {
  const { t } = useTexts()
  return (
    <SmallButton aria-haspopup="dialog" onClick={() => openModal('slips')}>
      <Icon drawing={slip} />
      {t('statement.slipButton')}
    </SmallButton>
  )
}
