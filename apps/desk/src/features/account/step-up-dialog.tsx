import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isWholeCode } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useStepUp } from './account.api.ts'
import styles from './account-dialog.module.css'

/** Asks for a code of the moment before something goes on that wants a fresh one. */
export function StepUpDialog({ onSettled }: { onSettled: (isFresh: boolean) => void }): ReactNode {
  const { t, errorText } = useTexts()
  const stepUp = useStepUp()
  const [totp, setTotp] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  return (
    <Dialog title={t('stepUp.title')} closeLabel={t('common.close')} onClose={() => onSettled(false)}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsChecked(true)
          if (!isWholeCode(totp) || stepUp.isPending) return
          stepUp.mutate(totp, { onSuccess: () => onSettled(true) })
        }}
      >
        <p>{t('stepUp.text')}</p>
        <CodeField
          label={t('login.code')}
          hint={t('login.codeHint')}
          value={totp}
          error={isChecked && !isWholeCode(totp) ? t('login.codeShort') : undefined}
          onChange={setTotp}
        />
        {stepUp.error === null ? null : (
          <p className={styles.error} role="alert">
            {errorText(stepUp.error)}
          </p>
        )}
        <Button kind="gold" isWide type="submit" busyLabel={stepUp.isPending ? t('stepUp.checking') : undefined}>
          {t('stepUp.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
