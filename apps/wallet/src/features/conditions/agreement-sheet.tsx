import { writeStored } from '@krapao/web'
import type { ReactNode } from 'react'
import { storageKeys } from '../../lib/storage-keys.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useAgreements } from './conditions.api.ts'
import { OperatorTextsSheet } from './operator-texts-sheet.tsx'

/** The terms of use: accepted once, asked for until then (HOM-021, decisions 2.6). Closed otherwise, nothing is kept. */
export function AgreementSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const agreements = useAgreements()
  const accept = (): void => {
    writeStored(storageKeys.rememberAgreement, new Date().toISOString())
    onClose()
  }
  return (
    <OperatorTextsSheet
      title={t('agreement.title')}
      intro={t('agreement.intro')}
      empty={t('agreement.empty')}
      texts={agreements}
      onClose={onClose}
      footer={
        <Button kind="gold" disabled={agreements.data === undefined} onClick={accept}>
          {t('agreement.accept')}
        </Button>
      }
    />
  )
}
