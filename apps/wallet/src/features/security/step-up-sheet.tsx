import type { Factor } from '@krapao/contract'
import { Icon, lock } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Act, ModalProps } from '../../lib/modals.ts'
import { openModal } from '../../lib/modals.ts'
import { askPasskey, takesPasskeys } from '../../lib/passkeys.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Amount, BigAmount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { key } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/field.tsx'
import panels from '../../ui/panel.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { startStepUp, stepUp } from './security.api.ts'
import styles from './security.module.css'

let asked: Promise<boolean> | undefined

/** Asks the member to show that it is he. @returns whether he did; those who ask at once are answered by one sheet. */
export function askStepUp(act: Act | undefined): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => openModal('step-up', { act, onEnd: resolve })).finally(() => {
    asked = undefined
  })
  return asked
}

/** Asks for a factor before something that wants a fresh one; what waits for it goes on when it was given (beyond 4.2). */
export function StepUpSheet({ act, onEnd, onClose }: ModalProps<'step-up'>): ReactNode {
  const { t } = useTexts()
  const id = useId()
  const { isBusy, wrong, setWrong, attempt } = useAttempt()
  const [factors, setFactors] = useState<readonly Factor[]>()
  const [code, setCode] = useState('')
  const isGiven = useRef(false)

  useEffect(() => {
    startStepUp().then(
      (started) => setFactors(started.factors),
      () => setFactors(['code']),
    )
    // Whoever leaves has not given it.
    return () => onEnd(isGiven.current)
  }, [onEnd])

  const give = (ask: () => Promise<unknown>): void =>
    attempt(async () => {
      if ((await ask()) === undefined) return
      isGiven.current = true
      onClose()
    })
  const byPasskey = async (): Promise<unknown> => {
    const { options } = await startStepUp()
    const passkey = options === null ? undefined : await askPasskey(options)
    return passkey && stepUp({ passkey })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') return setWrong(t('common.fieldRequired'))
    give(() => stepUp({ code: code.trim() }))
  }
  const hasPasskey = factors?.includes('passkey') === true && takesPasskeys()
  const hasCode = factors?.some((factor) => factor !== 'passkey') === true
  return (
    <Sheet
      title={t('factors.stepUp')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <div className={styles.actions}>
          {hasPasskey ? (
            <Button kind={code === '' ? 'gold' : 'tonal'} disabled={isBusy} onClick={() => give(byPasskey)}>
              {t('factors.usePasskey')}
            </Button>
          ) : null}
          {hasCode ? (
            <Button kind={hasPasskey && code === '' ? 'quiet' : 'gold'} type="submit" form={id} disabled={isBusy}>
              {t('factors.confirm')}
            </Button>
          ) : null}
        </div>
      }
    >
      {act === undefined ? null : <ActView act={act} />}
      <p className={styles.still}>
        <Icon drawing={hasPasskey ? key : lock} />
        <span>{t(act?.amountMinor === undefined ? 'factors.stepUp.still' : 'factors.stepUp.stillMoney')}</span>
      </p>
      {hasCode ? (
        <form id={id} onSubmit={submit} noValidate>
          <TextField
            name="code"
            label={t('factors.code')}
            hint={t('factors.code.hint')}
            autoComplete="one-time-code"
            value={code}
            error={wrong}
            onChange={(event) => {
              setCode(event.target.value)
              setWrong(undefined)
            }}
          />
        </form>
      ) : (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
    </Sheet>
  )
}

/** What is about to be done: where to, how much, what remains. */
function ActView({ act: { title, amountMinor, facts = [] } }: { act: Act }): ReactNode {
  const { t } = useTexts()
  const bahtLabel = t('currency.baht')
  return (
    <>
      <p className={styles.act}>{title}</p>
      {amountMinor === undefined ? null : <BigAmount amountMinor={amountMinor} bahtLabel={bahtLabel} />}
      {facts.length === 0 ? null : (
        <dl className={`${panels.pairs} ${styles.facts}`}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'number' ? <Amount amountMinor={value} bahtLabel={bahtLabel} /> : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
