import { alert, eye, eyeOff, Icon } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import { useId, useState } from 'react'
import styles from './field.module.css'

/** Puts a label above a control, and a hint or what is wrong below it. */
export function FieldFrame({
  label,
  hint,
  error,
  controlId,
  children,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  controlId: string
  children: ReactNode
}): ReactNode {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {children}
      {hint !== undefined && error === undefined ? (
        <p className={styles.hint} id={`${controlId}-hint`}>
          {hint}
        </p>
      ) : null}
      {error === undefined ? null : (
        <p className={styles.error} id={`${controlId}-error`} role="alert">
          <Icon drawing={alert} />
          {error}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: string
  hint?: string | undefined
  /** What is wrong, in words. A field can also be wrong without words: `aria-invalid`. */
  error?: string | undefined
  /** An icon at the beginning. */
  drawing?: ReactNode
  /** Digits that are copied one by one: large and apart. */
  isCode?: boolean
  /** A control at the end. */
  end?: ReactNode
}

/** A field of one line of text. */
export function TextField({ label, hint, error, drawing, isCode = false, end, ...input }: TextFieldProps): ReactNode {
  const id = useId()
  const described = error === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-error`
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={id}>
      <span className={styles.box}>
        {drawing === undefined ? null : <Icon drawing={drawing} className={styles.start ?? ''} />}
        <input
          {...input}
          id={id}
          className={isCode ? styles.code : undefined}
          aria-invalid={input['aria-invalid'] ?? (error === undefined ? undefined : true)}
          aria-describedby={described}
        />
        {end}
      </span>
    </FieldFrame>
  )
}

/** A field of a password, with a button that shows and hides what is typed. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: Omit<TextFieldProps, 'type' | 'end'> & { showLabel: string; hideLabel: string }): ReactNode {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={isShown ? hideLabel : showLabel}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon drawing={isShown ? eyeOff : eye} />
        </button>
      }
    />
  )
}
