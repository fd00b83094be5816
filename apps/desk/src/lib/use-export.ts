import { saveFile } from '@krapao/web'
import { useState } from 'react'
import { lacking, useChecked } from './checked.ts'
import table from './texts/export-texts.json' with { type: 'json' }
import { usePlaceTexts } from './texts/texts.ts'

/** What a file is made by, as a mutation has it. */
interface Sending {
  readonly isPending: boolean
  readonly mutate: (reason: string, then: { onSuccess: (file: { name: string; csv: string }) => void }) => void
}

/** Asks what a file is for, has it made by button or Ctrl+Enter, and keeps it: what `ExportDialog` is drawn with. */
export function useExport(sending: Sending, onClose: () => void) {
  const { t, words } = usePlaceTexts(table)
  const [reason, setReason] = useState('')
  const { errorOf, check } = useChecked({ reason: lacking(reason, t('form.fill')) })
  const onSend = (): void => {
    if (!check() || sending.isPending) return
    sending.mutate(reason.trim(), {
      onSuccess: ({ name, csv }) => {
        saveFile(new File([csv], name, { type: 'text/csv;charset=utf-8' }))
        onClose()
      },
    })
  }
  return {
    reason,
    isSending: sending.isPending,
    error: errorOf('reason'),
    words: {
      reason: words('export.reason'),
      hint: words('export.hint'),
      send: words('export.send'),
      sending: words('export.sending'),
      close: t('common.close'),
    },
    onType: setReason,
    onSend,
    onClose,
  }
}
