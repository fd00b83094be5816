import type { ReactNode } from 'react'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { slip } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './slips-button.module.css'

/** Opens the list of slips from the history (STM-003). */
export function SlipsButton(): ReactNode {
  const { t } = useTexts()
  return (
    <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => openModal('slips')}>
      <Icon drawing={slip} />
      {t('statement.slipButton')}
    </button>
  )
}
