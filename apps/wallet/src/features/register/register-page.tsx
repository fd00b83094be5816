import { readStored, writeStored } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { buildSettings } from '../../lib/build-settings.ts'
import { justRegistered } from '../../lib/just-registered.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { storageKeys } from '../../lib/storage-keys.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { BankStep } from './bank-step.tsx'
import { OtpStep } from './otp-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import type { StepProps } from './register.rules.ts'
import { inviteCodeOf, steps } from './register.rules.ts'
import { useDraft } from './use-draft.ts'
import styles from './register-page.module.css'

const titles = {
  phone: 'register.phone.title',
  otp: 'register.otp.title',
  profile: 'register.profile.title',
  bank: 'register.bank.title',
} as const

/** /register: the wizard of four steps. `onLogin` leads to /login: 2 s after the success (REG-010, REG-024), or when asked for. */
export function RegisterPage({ onLogin }: { onLogin: () => void }): ReactNode {
  const { t } = useTexts()
  const [storedCode] = useState(storedInviteCode)
  const { draft, step, change, go, end } = useDraft(storedCode, buildSettings.isLaos)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const drawnStep = useRef(step)
  useEffect(() => {
    if (drawnStep.current !== step) {
      // A step begins at its top, whatever the one before was scrolled to; the focus would stop at the heading.
      const field = step === 'otp' ? document.querySelector<HTMLElement>('input[name=otp]') : null
      // The code is typed at once: its field has the phone's digits come up.
      ;(field ?? headingRef.current)?.focus({ preventScroll: true })
      scrollTo({ top: 0, behavior: 'instant' })
    }
    drawnStep.current = step
  }, [step])
  const finish = (): void => {
    justRegistered.phone = draft.phone
    end()
  }
  const number = steps.indexOf(step) + 1
  const stepProps: StepProps = { draft, change, go }
  return (
    <>
      <ol className={styles.steps} aria-label={t('register.step', { step: number, total: steps.length })}>
        {steps.map((one, index) => (
          <li
            key={one}
            className={index + 1 < number ? styles.done : index + 1 === number ? styles.current : ''}
            aria-current={one === step ? 'step' : undefined}
          >
            <span className="vh">{t(`register.step.${one}`)}</span>
          </li>
        ))}
      </ol>
      <div className={styles.head}>
        <h2 ref={headingRef} tabIndex={-1}>
          {t(titles[step])}
        </h2>
        <p aria-hidden="true">{t('register.step', { step: number, total: steps.length })}</p>
      </div>
      {step === 'phone' ? <PhoneStep {...stepProps} /> : null}
      {step === 'otp' ? <OtpStep {...stepProps} /> : null}
      {step === 'profile' ? <ProfileStep {...stepProps} hasStoredCode={storedCode !== null} /> : null}
      {step === 'bank' ? <BankStep {...stepProps} onDone={finish} onRegistered={onLogin} /> : null}
      {step === 'phone' ? (
        <p className={styles.login}>
          {t('register.haveAccount')}{' '}
          <Link to={paths.login} onGo={onLogin}>
            {t('login.submit')}
          </Link>
        </p>
      ) : null}
    </>
  )
}

/** The inviter's code of the link that led here, which is kept, or of one that led here before (REG-020, REG-021). */
function storedInviteCode(): string | null {
  const code = inviteCodeOf(location.search)
  if (code !== undefined) writeStored(storageKeys.inviteCode, code)
  return code ?? readStored(storageKeys.inviteCode)
}
