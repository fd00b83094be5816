import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { PasswordField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useNewFactor, useTakeFactor } from './account.api.ts'
import { CodeForm } from './code-form.tsx'
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
  const wrong = making.error instanceof CallError && making.error.code === 'WRONG_PASSWORD'
  return (
    <CodeForm
      title={words('factor.title')}
      button={{ kind: 'line', label: words('factor.next'), busyLabel: words('factor.making') }}
      isPending={making.isPending}
      isWhole={password !== ''}
      problem={making.error === null ? null : wrong ? words('account.wrong') : errorText(making.error)}
      onSend={(totp) => making.mutate({ password, totp })}
    >
      {(isChecked) => (
        <>
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
            error={isChecked && password === '' ? t('form.fill') : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
    </CodeForm>
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
  const isOver = take.error instanceof CallError && take.error.code === 'MOVED_ON'
  const onSuccess = (): void => {
    showToast('done', words('factor.done'))
    onChanged()
  }
  return (
    <CodeForm
      title={words('factor.title')}
      label={words('factor.newCode')}
      button={{
        kind: 'gold',
        label: isOver ? t('common.retry') : words('factor.take'),
        busyLabel: words('factor.taking'),
      }}
      isPending={take.isPending}
      problem={take.error === null ? null : isOver ? words('factor.movedOn') : errorText(take.error)}
      onSend={(totp) => take.mutate({ offer: made.offer, totp }, { onSuccess })}
      onAnew={isOver ? onAnew : undefined}
    >
      {() => (
        <>
          <h3>{words('factor.key')}</h3>
          <p>{words('factor.keyHint', { at: formatDateTime(made.until) })}</p>
          <p className={styles.key}>{made.totpKey.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
          <a href={made.totpAddress}>{words('factor.open')}</a>
        </>
      )}
    </CodeForm>
  )
}
