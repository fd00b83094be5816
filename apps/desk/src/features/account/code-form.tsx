import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isWholeCode } from '../../ui/code-field.tsx'
import styles from './account-dialog.module.css'

/** A form that goes off with a code of six digits; what else it says or asks for stands before the code. */
export function CodeForm({
  title,
  label,
  button,
  isPending,
  isWhole = true,
  problem,
  onSend,
  onAnew,
  children,
}: {
  /** What the form is called, where nothing around it says so. */
  title?: string
  /** What the code is called, where it is another than that of the app in use. */
  label?: string
  button: { readonly kind: 'gold' | 'line'; readonly label: string; readonly busyLabel: string }
  isPending: boolean
  /** Whether what is asked for before the code is there. */
  isWhole?: boolean
  problem: string | null
  onSend: (totp: string) => void
  /** In place of sending, once nothing can come of this any more. */
  onAnew?: (() => void) | undefined
  /** What stands before the code; `isChecked` once it was tried to send. */
  children: (isChecked: boolean) => ReactNode
}): ReactNode {
  const { t } = useTexts()
  const [totp, setTotp] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  return (
    <form
      className={styles.form}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (onAnew !== undefined) return onAnew()
        setIsChecked(true)
        if (isWhole && isWholeCode(totp) && !isPending) onSend(totp)
      }}
    >
      {children(isChecked)}
      <CodeField
        label={label ?? t('login.code')}
        hint={t('login.codeHint')}
        value={totp}
        error={isChecked && !isWholeCode(totp) ? t('login.codeShort') : undefined}
        onChange={setTotp}
      />
      {problem === null ? null : (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      <Button kind={button.kind} isWide type="submit" busyLabel={isPending ? button.busyLabel : undefined}>
        {button.label}
      </Button>
    </form>
  )
}
