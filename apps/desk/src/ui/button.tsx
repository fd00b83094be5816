import { Icon } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

/** Gold is the one primary action of a view. */
type ButtonKind = 'gold' | 'tonal' | 'line' | 'quiet' | 'danger'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  kind: ButtonKind
  drawing?: ReactNode
  /** While set, the button says this in place of its label and takes no presses. */
  busyLabel?: string | undefined
  /** The key that does the same: a letter, or `Ctrl Enter`, which presses it by itself. */
  keys?: string | undefined
  isWide?: boolean
}

/** A button of words. */
export function Button({
  kind,
  drawing,
  busyLabel,
  keys,
  isWide = false,
  children,
  disabled,
  ...rest
}: ButtonProps): ReactNode {
  const isBusy = busyLabel !== undefined
  const isSending = keys === 'Ctrl Enter'
  return (
    <button
      type="button"
      aria-keyshortcuts={isSending ? 'Control+Enter' : undefined}
      {...rest}
      className={`${styles.button} ${styles[kind]} ${isWide ? styles.wide : ''}`}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
    >
      {isBusy ? (
        <span className={styles.spinner} />
      ) : drawing === undefined ? null : (
        <Icon drawing={drawing} size={18} />
      )}
      {isBusy ? busyLabel : children}
      {isBusy || keys === undefined ? null : (
        <kbd className={isSending ? undefined : 'letter'} aria-hidden="true">
          {keys}
        </kbd>
      )}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className'> & { label: string; drawing: ReactNode }

/** A button of one icon, with the words that say what it does. */
export function IconButton({ label, drawing, ...rest }: IconButtonProps): ReactNode {
  return (
    <button type="button" {...rest} className={styles.iconButton} aria-label={label} title={label}>
      <Icon drawing={drawing} size={20} />
    </button>
  )
}
