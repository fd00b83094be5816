import type { ReactNode } from 'react'
import type { ModalProps } from '../lib/modals.ts'
import { useTexts } from '../lib/texts/texts.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'

/** What happened, in a title and a sentence (ERR-093, ERR-094). */
export function MessageDialog({ kind, title, text, onClose }: ModalProps<'message'>): ReactNode {
  const { t } = useTexts()
  return <AlertDialog kind={kind} title={title} text={text} okLabel={t('common.ok')} onClose={onClose} />
}
