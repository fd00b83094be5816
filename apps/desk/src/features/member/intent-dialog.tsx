import type { ReactNode } from 'react'
import { endOf } from '../../lib/intent-end.ts'
import type { AnyIntent } from '../../lib/intent-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActs } from '../../ui/dialog.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useMemberTexts } from './member-words.ts'
import styles from './member.module.css'

/** Says that it is done, and closes. */
export const closing = (said: string, onClose: () => void) => (): void => {
  showToast('done', said)
  onClose()
}

/** A dialog of fields over what came of sending them, and the button that sends. */
export function IntentDialog({
  title,
  intent,
  button,
  isDanger = false,
  movedOn,
  onSend,
  onClose,
  children,
}: {
  title: string
  intent: AnyIntent
  /** What the button that sends says: of the intent's form. */
  button: { readonly busyLabel: string | undefined; readonly children: string }
  isDanger?: boolean
  /** What stands in its way, by what the refusal says of it; that something changed meanwhile where nothing else is known. */
  movedOn?: (what: unknown) => string | null
  onSend: () => void
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const texts = useMemberTexts()
  const { t, words } = texts
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
            kind={isDanger && !intent.isUnknown ? 'danger' : 'gold'}
            isWide
            keys="Ctrl Enter"
            {...button}
            onClick={onSend}
          />
        </DialogActs>
      </div>
    </Dialog>
  )
}
