import type { ReactNode } from 'react'
import { useState } from 'react'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isWholeCode } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useStepUp } from './account.api.ts'
import styles from './account-dialog.module.css'
import table from './account-texts.json'

/** Asks for a code of the moment before something goes on that wants a fresh one. */
export function StepUpDialog({ onSettled }: { onSettled: (isFresh: boolean) => void }): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const stepUp = useStepUp()
  const [totp, setTotp] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  return (
    <Dialog title={words('stepUp.title')} closeLabel={t('common.close')} onClose={() => onSettled(false)}>
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
        <p>{words('stepUp.text')}</p>
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
        <Button kind="gold" isWide type="submit" busyLabel={stepUp.isPending ? words('stepUp.checking') : undefined}>
          {words('stepUp.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
