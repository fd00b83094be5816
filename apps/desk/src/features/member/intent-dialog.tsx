import type { ReactNode } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActs } from '../../ui/dialog.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
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

/** A dialog of fields over what came of sending them, and the button that sends. */
export function IntentDialog({
  title,
  intent,
  submit,
  isDanger = false,
  movedOn,
  onSend,
  onClose,
  children,
}: {
  title: string
  intent: MemberIntent
  submit: string
  isDanger?: boolean
  /** What stands in its way, by what the refusal says of it; that something changed meanwhile where nothing else is known. */
  movedOn?: (what: unknown) => string | null
  onSend: () => void
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const texts = useMemberTexts()
  const { t, words } = texts
  const { isPending, isUnknown } = intent
  useCtrlEnter(onSend)
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className={styles.form}>
        {children}
        <IntentEnd
          end={endOf(intent, texts, ({ code, details }) =>
            code === 'MOVED_ON' ? (movedOn?.(details['what']) ?? words('dialog.movedOn')) : null,
          )}
        />
        <DialogActs>
          <Button
            kind={isDanger && !isUnknown ? 'danger' : 'gold'}
            isWide
            busyLabel={isPending ? words('dialog.sending') : undefined}
            onClick={onSend}
          >
            {isUnknown ? t('intent.again') : submit} <kbd aria-hidden="true">Ctrl Enter</kbd>
          </Button>
        </DialogActs>
      </div>
    </Dialog>
  )
}
