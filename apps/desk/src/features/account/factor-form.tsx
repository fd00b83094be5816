import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isWholeCode } from '../../ui/code-field.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useNewFactor, useTakeFactor } from './account.api.ts'
import styles from './account-dialog.module.css'
import table from './account-texts.json'

/** Takes another key for one's own codes: by the present password and a code, and then by a code of the new key. */
export function FactorForm({ username, onChanged }: { username: string; onChanged: () => void }): ReactNode {
  const { words } = usePlaceTexts(table)
  const making = useNewFactor()
  return (
    <details className={styles.more}>
      <summary>{words('factor.title')}</summary>
      {making.data === undefined ? (
        <ProofForm username={username} making={making} />
      ) : (
        <TakeForm made={making.data} onAnew={making.reset} onChanged={onChanged} />
      )}
    </details>
  )
}

function ProofForm({ username, making }: { username: string; making: ReturnType<typeof useNewFactor> }): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const wrong = making.error instanceof CallError && making.error.code === 'WRONG_PASSWORD'
  return (
    <form
      className={styles.form}
      aria-label={words('factor.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsChecked(true)
        if (password === '' || !isWholeCode(totp) || making.isPending) return
        making.mutate({ password, totp })
      }}
    >
      <p>{words('factor.text')}</p>
      {/* So that a keeper of passwords knows whose this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        showLabel={t('aria.showPassword')}
        hideLabel={t('aria.hidePassword')}
        label={words('password.old')}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        value={password}
        error={isChecked && password === '' ? t('replies.required') : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <CodeField
        label={t('login.code')}
        hint={t('login.codeHint')}
        value={totp}
        error={isChecked && !isWholeCode(totp) ? t('login.codeShort') : undefined}
        onChange={setTotp}
      />
      {making.error === null ? null : (
        <p className={styles.error} role="alert">
          {wrong ? words('account.wrong') : errorText(making.error)}
        </p>
      )}
      <Button kind="line" isWide type="submit" busyLabel={making.isPending ? words('factor.making') : undefined}>
        {words('factor.next')}
      </Button>
    </form>
  )
}

function TakeForm({
  made,
  onAnew,
  onChanged,
}: {
  made: { totpKey: string; totpAddress: string; offer: string; until: string }
  onAnew: () => void
  onChanged: () => void
}): ReactNode {
  const { t, words, errorText } = usePlaceTexts(table)
  const take = useTakeFactor()
  const [totp, setTotp] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const isOver = take.error instanceof CallError && take.error.code === 'MOVED_ON'
  return (
    <form
      className={styles.form}
      aria-label={words('factor.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isOver) return onAnew()
        setIsChecked(true)
        if (!isWholeCode(totp) || take.isPending) return
        take.mutate(
          { offer: made.offer, totp },
          {
            onSuccess: () => {
              showToast('done', words('factor.done'))
              onChanged()
            },
          },
        )
      }}
    >
      <h3>{words('factor.key')}</h3>
      <p>{words('factor.keyHint', { at: formatDateTime(made.until) })}</p>
      <p className={styles.key}>{made.totpKey.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      <a href={made.totpAddress}>{words('factor.open')}</a>
      <CodeField
        label={words('factor.newCode')}
        hint={t('login.codeHint')}
        value={totp}
        error={isChecked && !isWholeCode(totp) ? t('login.codeShort') : undefined}
        onChange={setTotp}
      />
      {take.error === null ? null : (
        <p className={styles.error} role="alert">
          {isOver ? words('factor.movedOn') : errorText(take.error)}
        </p>
      )}
      <Button kind="gold" isWide type="submit" busyLabel={take.isPending ? words('factor.taking') : undefined}>
        {isOver ? t('common.retry') : words('factor.take')}
      </Button>
    </form>
  )
}
