import type { ComponentProps, ReactNode } from 'react'
import { useId, useState } from 'react'
import { alert, eye, eyeOff } from './drawings-first.tsx'
import { Icon } from './icon.tsx'

type IconPx = ComponentProps<typeof Icon>['size']

/** How the fields of an app look: its classes, and how large its icons are. */
export interface FieldLook {
  readonly styles: Readonly<Record<string, string>>
  readonly errorPx?: IconPx
  readonly startPx?: IconPx
  readonly revealPx?: IconPx
  readonly downPx?: IconPx
}

export interface FrameProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly hint?: string | undefined
  /** What is wrong, in words. A field can also be wrong without words: `aria-invalid`. */
  readonly error?: string | undefined
}

export type TextFieldProps = FrameProps &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    /** An icon at the beginning. */
    readonly drawing?: ReactNode
    /** Digits that are copied one by one: large and apart. */
    readonly isCode?: boolean
    /** A control at the end. */
    readonly end?: ReactNode
  }

/** What a control is told of its frame: that it is wrong, and where the reason or the hint stands. */
export function describedBy(id: string, { hint, error }: FrameProps) {
  const described = error === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-error`
  return { id, 'aria-invalid': error === undefined ? undefined : true, 'aria-describedby': described } as const
}

/** Puts a label above a control, and a hint or what is wrong below it. */
export function FieldFrame({
  look: { styles, errorPx },
  label,
  isLabelHidden = false,
  hint,
  error,
  controlId,
  children,
}: FrameProps & { look: FieldLook; controlId: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['field']}>
      <label className={isLabelHidden ? 'vh' : styles['label']} htmlFor={controlId}>
        {label}
      </label>
      {children}
      {hint !== undefined && error === undefined ? (
        <p className={styles['hint']} id={`${controlId}-hint`}>
          {hint}
        </p>
      ) : null}
      {error === undefined ? null : (
        <p className={styles['error']} id={`${controlId}-error`} role="alert">
          <Icon drawing={alert} size={errorPx} />
          {error}
        </p>
      )}
    </div>
  )
}

/** A field of one line of text. */
export function TextField({ look, ...props }: TextFieldProps & { look: FieldLook }): ReactNode {
  const id = useId()
  const { label, isLabelHidden = false, hint, error, drawing, isCode = false, end, ...input } = props
  const told = describedBy(id, props)
  const { styles, startPx } = look
  return (
    <FieldFrame {...{ look, label, isLabelHidden, hint, error }} controlId={id}>
      <span className={styles['box']}>
        {drawing === undefined ? null : <Icon drawing={drawing} size={startPx} className={styles['start']} />}
        <input
          {...input}
          {...told}
          className={isCode ? styles['code'] : undefined}
          aria-invalid={input['aria-invalid'] ?? told['aria-invalid']}
        />
        {end}
      </span>
    </FieldFrame>
  )
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end'> & { showLabel: string; hideLabel: string }

/** A field of a password, with a button that shows and hides what is typed. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps & { look: FieldLook }): ReactNode {
  const [isShown, setIsShown] = useState(false)
  const { styles, revealPx } = rest.look
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
          className={styles['reveal']}
          aria-label={isShown ? hideLabel : showLabel}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon drawing={isShown ? eyeOff : eye} size={revealPx} />
        </button>
      }
    />
  )
}
