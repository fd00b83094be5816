import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/place-drawings.tsx'
import { TextArea } from '../../ui/field.tsx'
import type { FigureOfDay, ReportBy, Span } from './reports.api.ts'
import { exportReport } from './reports.api.ts'
import { dayText, useReportTexts } from './report-words.ts'
import styles from './reports.module.css'

const REASON_MAX = 500

/** Asks what a file is for, and has it kept: the days as they are shown, or what is behind the figure that is open. */
export function ExportDialog({
  span,
  by,
  open,
  onClose,
}: {
  span: Span
  by: ReportBy
  open: FigureOfDay | null
  onClose: () => void
}): ReactNode {
  const texts = useReportTexts()
  const { t, words, errorText } = texts
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const sending = useMutation({
    mutationFn: exportReport,
    onSuccess: ({ name, csv }) => {
      saveFile(name, csv)
      onClose()
    },
  })
  const send = (): void => {
    setIsChecked(true)
    if (reason.trim() === '' || sending.isPending) return
    const asked = open === null ? { ...span, figure: null } : { from: open.day, to: open.day, figure: open.figure }
    sending.mutate({ ...asked, by, reason: reason.trim() })
  }
  useCtrlEnter(send)
  const what =
    open === null
      ? words('export.days', { from: dayText(texts, span.from), to: dayText(texts, span.to) })
      : words('export.figure', { figure: words(`figure.${open.figure}`), day: dayText(texts, open.day) })
  return (
    <Dialog title={words('export.title')} closeLabel={t('common.close')} onClose={onClose}>
      <div className={styles.form}>
        <p>{what}</p>
        <TextArea
          label={words('export.reason')}
          hint={words('export.hint')}
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          {...(isChecked && reason.trim() === '' ? { error: words('export.fill') } : {})}
          onChange={(event) => setReason(event.target.value)}
        />
        {sending.error === null ? null : (
          <p className={styles.problem} role="alert">
            {errorText(sending.error)}
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
