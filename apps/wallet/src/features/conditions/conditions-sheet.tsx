import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useConditions } from './conditions.api.ts'
import { OperatorTextsSheet } from './operator-texts-sheet.tsx'

/** The conditions, read and confirmed (NAV-031, NAV-032). */
export function ConditionsSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  return (
    <OperatorTextsSheet
      title={t('conditions.title')}
      empty={t('conditions.empty')}
      texts={useConditions()}
      onClose={onClose}
      footer={
        <Button kind="gold" onClick={onClose}>
          {t('conditions.confirm')}
        </Button>
      }
    />
  )
}
