import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import type { SentCode } from './forgot.api.ts'
import styles from './forgot-page.module.css'
import { PasswordStep } from './password-step.tsx'
import { PhoneStep } from './phone-step.tsx'

/**
 * /forgot: a new password by a code that is sent to the phone (rulings 5.6). `onDone` is called when the password is
 * set, `onLeave` when the reader would rather go back.
 */
export function ForgotPage({ onDone, onLeave }: { onDone: () => void; onLeave: () => void }): ReactNode {
  const { t } = useTexts()
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<SentCode & { readonly phone: string; readonly atMs: number }>()
  const [isChanging, setIsChanging] = useState(false)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const isAtPassword = sent !== undefined && !isChanging
  const wasAtPassword = useRef(isAtPassword)
  useEffect(() => {
    if (wasAtPassword.current !== isAtPassword) headingRef.current?.focus()
    wasAtPassword.current = isAtPassword
  }, [isAtPassword])
  const keep = (plainPhone: string, code: SentCode): void => {
    setSent({ ...code, phone: plainPhone, atMs: Date.now() })
    setIsChanging(false)
  }
  return (
    <>
      <div className={styles.head}>
        <h2 ref={headingRef} tabIndex={-1}>
          {t(isAtPassword ? 'forgot.newPassword' : 'register.phone.title')}
        </h2>
        <p className={styles.intro}>{t(isAtPassword ? 'forgot.sent' : 'forgot.hint')}</p>
      </div>
      {isAtPassword ? (
        <PasswordStep
          phone={sent.phone}
          sent={sent}
          sentAtMs={sent.atMs}
          onSentAgain={(code) => keep(sent.phone, code)}
          onBack={() => setIsChanging(true)}
          onDone={onDone}
        />
      ) : (
        <PhoneStep
          phone={phone}
          onType={setPhone}
          last={sent}
          onReturn={() => setIsChanging(false)}
          onSent={keep}
          onLeave={onLeave}
        />
      )}
    </>
  )
}
