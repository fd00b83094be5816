import { check, Icon } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A box to tick, with its words. */
export function Checkbox({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string }): ReactNode {
  return (
    <label className={styles.checkbox}>
      <input {...input} type="checkbox" />
      <span className={styles.box}>
        <Icon drawing={check} />
      </span>
      {label}
    </label>
  )
}
