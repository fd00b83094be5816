import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

/** Gold is the one primary action of a view; final is what nobody takes back afterwards. */
export type ButtonKind = 'gold' | 'tonal' | 'line' | 'quiet' | 'danger' | 'final'

/** The classes of a button, for a link that looks like one. */
export function buttonClass(kind: ButtonKind): string {
  return `${styles.button} ${styles[kind]}`
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  kind: ButtonKind
  /** While set, the button says this in place of its label and takes no presses. */
  busyLabel?: string | undefined
}

/** A button as wide as its place. */
export function Button({ kind, busyLabel, children, type = 'button', disabled, ...rest }: ButtonProps): ReactNode {
  const isBusy = busyLabel !== undefined
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind)}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
    >
      {isBusy ? <span className={styles.spinner} /> : null}
      {isBusy ? busyLabel : children}
    </button>
  )
}

/** A round button of one icon, with the words that say what it does. */
export function IconButton({
  label,
  isFilled = false,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & { label: string; isFilled?: boolean }): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.iconButton} ${isFilled ? styles.filled : ''}`}
      aria-label={label}
      title={label}
    />
  )
}
