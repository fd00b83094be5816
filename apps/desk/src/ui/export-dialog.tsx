import { DEED_REASON_MAX } from '@krapao/contract'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { download } from './place-drawings.tsx'
import styles from './export-dialog.module.css'

/** Asks what a file is for before it is made: `lib/use-export.ts` makes most of it. `problem` says why it was not made. */
export function ExportDialog({
  title,
  what,
  problem,
  reason,
  isSending,
  error,
  words,
  onType,
  onSend,
  onClose,
}: {
  title: string
  /** What will be in the file. */
  what: string
  problem: string | null
  reason: string
  isSending: boolean
  /** What is wrong with the reason. */
  error: string | undefined
  words: Readonly<Record<'reason' | 'hint' | 'send' | 'sending' | 'close', string>>
  onType: (reason: string) => void
  onSend: () => void
  onClose: () => void
}): ReactNode {
  return (
    <Dialog title={title} closeLabel={words.close} onClose={onClose}>
      <div className={styles.form}>
        <p>{what}</p>
        <TextArea
          label={words.reason}
          hint={words.hint}
          rows={3}
          maxLength={DEED_REASON_MAX}
          value={reason}
          error={error}
          onChange={(event) => onType(event.target.value)}
        />
        {problem === null ? null : (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button
          kind="gold"
          isWide
          drawing={download}
          keys="Ctrl Enter"
          busyLabel={isSending ? words.sending : undefined}
          onClick={onSend}
        >
          {words.send}
        </Button>
      </div>
    </Dialog>
  )
}
