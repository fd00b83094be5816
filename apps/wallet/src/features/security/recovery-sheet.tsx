import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { RecoveryForm } from './recovery-form.tsx'

/** By SMS, for who can show none of it any more. */
export function RecoverySheet({ username, onClose }: { username: string; onClose: () => void }): ReactNode {
  const { t } = useTexts()
  return (
    <Sheet title={t('recover.title')} closeLabel={t('aria.closeDialog')} onClose={onClose}>
      <RecoveryForm username={username} onEnd={onClose} />
    </Sheet>
  )
}
