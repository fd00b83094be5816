import { EXPORT_ROWS_MAX } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { download } from '../../ui/place-drawings.tsx'
import type { AuditFilter } from './audit.api.ts'
import { useAuditExport } from './audit.api.ts'
import { useAuditTexts } from './audit-words.ts'
import styles from './audit-page.module.css'

const REASON_MAX = 500

/** Asks what a file is for, and has all rows kept that fit the filters. */
export function AuditExport({ filter, onClose }: { filter: AuditFilter; onClose: () => void }): ReactNode {
  const { t, words, errorText } = useAuditTexts()
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const sending = useAuditExport()
  const isEmpty = reason.trim() === ''
  const max = formatCount(EXPORT_ROWS_MAX)
  const isTooLong = sending.error instanceof CallError && sending.error.code === 'NO_DATA'
  const send = (): void => {
    setIsChecked(true)
    if (isEmpty || sending.isPending) return
    sending.mutate(
      { ...filter, reason: reason.trim() },
      {
        onSuccess: ({ name, csv }) => {
          saveFile(name, csv)
          onClose()
        },
      },
    )
  }
  useCtrlEnter(send)
  return (
    <Dialog title={words('export.title')} closeLabel={t('common.close')} onClose={onClose}>
      <div className={styles.form}>
        <p>{words('export.what', { max })}</p>
        <TextArea
          label={words('export.reason')}
          hint={words('export.hint')}
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          {...(isChecked && isEmpty ? { error: words('export.fill') } : {})}
          onChange={(event) => setReason(event.target.value)}
        />
        {sending.error === null ? null : (
          <p className={styles.problem} role="alert">
            {isTooLong ? words('export.tooLong', { max }) : errorText(sending.error)}
          </p>
        )}
        <Button
          kind="gold"
          isWide
          drawing={download}
          busyLabel={sending.isPending ? words('export.sending') : undefined}
          onClick={send}
        >
          {words('export.send')} <kbd aria-hidden="true">Ctrl Enter</kbd>
        </Button>
      </div>
    </Dialog>
  )
}
