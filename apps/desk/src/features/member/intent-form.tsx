import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useMemberTexts } from './member-words.ts'
import styles from './member.module.css'

/** An intent as its dialog needs it. */
export interface MemberIntent {
  readonly values: Readonly<Record<string, string>>
  readonly error: unknown
  readonly isPending: boolean
  readonly isUnknown: boolean
  readonly change: (values: Readonly<Record<string, string>>) => void
  readonly run: (body: object) => Promise<void>
}

/** Fields of a dialog over what came of sending them, and the button that sends. */
export function IntentForm({
  intent,
  submit,
  isDanger = false,
  movedOn,
  onSend,
  children,
}: {
  intent: MemberIntent
  submit: string
  isDanger?: boolean
  /** What stands in its way, by what the refusal says of it; that something changed meanwhile where nothing else is known. */
  movedOn?: (what: unknown) => string | null
  onSend: () => void
  children: ReactNode
}): ReactNode {
  const { words, errorText } = useMemberTexts()
  const { error, isPending, isUnknown } = intent
  useCtrlEnter(onSend)
  const moved = error instanceof CallError && error.code === 'MOVED_ON' ? error : null
  return (
    <div className={styles.form}>
      {children}
      {isUnknown ? (
        <Notice tone="wait" sign={<Glyph state="unk" />}>
          {words('dialog.unknown')}
        </Notice>
      ) : error === null ? null : (
        <p className={styles.error} role="alert">
          {moved === null ? errorText(error) : (movedOn?.(moved.details?.['what']) ?? words('dialog.movedOn'))}
        </p>
      )}
      <DialogActs>
        <Button
          kind={isDanger && !isUnknown ? 'danger' : 'gold'}
          isWide
          busyLabel={isPending ? words('dialog.sending') : undefined}
          onClick={onSend}
        >
          {isUnknown ? words('dialog.again') : submit} <kbd aria-hidden="true">Ctrl Enter</kbd>
        </Button>
      </DialogActs>
    </div>
  )
}
