import { EXPORT_ROWS_MAX } from '@krapao/contract'
import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { useExport } from '../../lib/use-export.ts'
import { ExportDialog } from '../../ui/export-dialog.tsx'
import type { AuditFilter } from './audit.api.ts'
import { useAuditExport } from './audit.api.ts'
import { useAuditTexts } from './audit-words.ts'

/** Asks what a file is for, and has all rows kept that fit the filters. */
export function AuditExport({ filter, onClose }: { filter: AuditFilter; onClose: () => void }): ReactNode {
  const { words, errorText } = useAuditTexts()
  const sending = useAuditExport(filter)
  const form = useExport(sending, onClose)
  const max = formatCount(EXPORT_ROWS_MAX)
  const isTooLong = sending.error instanceof CallError && sending.error.code === 'NO_DATA'
  const problem =
    sending.error === null ? null : isTooLong ? words('export.tooLong', { max }) : errorText(sending.error)
  return <ExportDialog {...form} title={words('export.title')} what={words('export.what', { max })} problem={problem} />
}
