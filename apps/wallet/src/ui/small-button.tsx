import type { ComponentProps, ReactNode } from 'react'
import styles from './small-button.module.css'

/** A button as wide as its words: beside a field, an amount or a note. */
export function SmallButton(props: Omit<ComponentProps<'button'>, 'className'>): ReactNode {
  return <button type="button" {...props} className={styles.button} />
}
