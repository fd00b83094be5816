import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useExport } from '../../lib/use-export.ts'
import { ExportDialog } from '../../ui/export-dialog.tsx'
import type { FigureOfDay, ReportBy, Span } from './reports.api.ts'
import { exportReport } from './reports.api.ts'
import { dayText, useReportTexts } from './report-words.ts'

/** Asks what a file is for, and has it kept: the days as they are shown, or what is behind the figure that is open. */
export function ReportExport({
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
  const { words, errorText } = texts
  const asked = open === null ? { ...span, figure: null } : { from: open.day, to: open.day, figure: open.figure }
  const sending = useMutation({ mutationFn: (reason: string) => exportReport({ ...asked, by, reason }) })
  const form = useExport(sending, onClose)
  const what =
    open === null
      ? words('export.days', { from: dayText(texts, span.from), to: dayText(texts, span.to) })
      : words('export.figure', { figure: words(`figure.${open.figure}`), day: dayText(texts, open.day) })
  const problem = sending.error === null ? null : errorText(sending.error)
  return <ExportDialog {...form} title={words('export.title')} what={what} problem={problem} />
}
