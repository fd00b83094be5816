import { alert, down, eye, eyeOff, Icon } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import { useId, useState } from 'react'
import { search } from './drawings.tsx'
import styles from './field.module.css'

type FrameProps = { label: string; isLabelHidden?: boolean; hint?: string | undefined; error?: string | undefined }

function Frame({
  label,
  isLabelHidden,
  hint,
  error,
  id,
  children,
}: FrameProps & { id: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles.field}>
      <label className={isLabelHidden === true ? 'vh' : styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error !== undefined ? (
        <p className={styles.error} id={`${id}-note`} role="alert">
          <Icon drawing={alert} size={16} />
          {error}
        </p>
      ) : hint !== undefined ? (
        <p className={styles.hint} id={`${id}-note`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

const noteOf = (id: string, { hint, error }: FrameProps): string | undefined =>
  hint === undefined && error === undefined ? undefined : `${id}-note`

/** A field of one line. */
export function TextField({
  drawing,
  end,
  ...props
}: FrameProps &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & { drawing?: ReactNode; end?: ReactNode }): ReactNode {
  const id = useId()
  const { label, isLabelHidden, hint, error, ...input } = props
  return (
    <Frame label={label} isLabelHidden={isLabelHidden ?? false} hint={hint} error={error} id={id}>
      <span className={styles.box}>
        {drawing === undefined ? null : <Icon drawing={drawing} size={18} />}
        <input
          {...input}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={noteOf(id, props)}
        />
        {end}
      </span>
    </Frame>
  )
}

/** A field that looks for something; what it looks for is drawn in its place. */
export function SearchField({
  label,
  onFind,
  ...input
}: {
  label: string
  value: string
  maxLength?: number
  onFind: (words: string) => void
}): ReactNode {
  return (
    <TextField
      {...input}
      label={label}
      isLabelHidden
      type="search"
      placeholder={label}
      drawing={search}
      onChange={(event) => onFind(event.target.value)}
    />
  )
}

/** A field of several lines. */
export function TextArea(props: FrameProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>): ReactNode {
  const id = useId()
  const { label, isLabelHidden, hint, error, ...area } = props
  return (
    <Frame label={label} isLabelHidden={isLabelHidden ?? false} hint={hint} error={error} id={id}>
      <span className={styles.box}>
        <textarea
          {...area}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={noteOf(id, props)}
        />
      </span>
    </Frame>
  )
}

/** A choice of few. */
export function SelectField({
  options,
  onChoose,
  ...props
}: FrameProps & {
  value: string
  options: readonly { value: string; label: string; className?: string }[]
  onChoose: (value: string) => void
}): ReactNode {
  const id = useId()
  const { label, isLabelHidden, value } = props
  return (
    <Frame label={label} isLabelHidden={isLabelHidden ?? false} id={id}>
      <span className={`${styles.box} ${styles.select}`}>
        <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} className={option.className}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon drawing={down} size={16} />
      </span>
    </Frame>
  )
}

/** A field of a password, with a button that shows and hides what is typed. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'end'> & { showLabel: string; hideLabel: string }): ReactNode {
  const [isShown, setIsShown] = useState(false)
  const label = isShown ? hideLabel : showLabel
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button type="button" className={styles.reveal} aria-label={label} onClick={() => setIsShown(!isShown)}>
          <Icon drawing={isShown ? eyeOff : eye} size={20} />
        </button>
      }
    />
  )
}
