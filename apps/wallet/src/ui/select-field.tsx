import type { SelectFieldProps } from '@krapao/web'
import * as fields from '@krapao/web'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './field.module.css'

/** A choice of one among many, by the device's own list. */
export function SelectField({
  drawing,
  picture,
  shown,
  ...props
}: Omit<SelectFieldProps, 'start' | 'cover'> & {
  /** An icon at the beginning. */
  drawing?: ReactNode
  /** A small picture of what is chosen, in its place. */
  picture?: ReactNode
  /** What is chosen, in two parts that stand below each other where a line has no room for both. */
  shown?: readonly [name: string, amount: string] | undefined
}): ReactNode {
  const start = drawing === undefined ? picture : <Icon drawing={drawing} className={styles.start ?? ''} />
  const cover =
    shown === undefined ? undefined : (
      <span className={styles.shown} aria-hidden="true">
        <span>{shown[0]}</span>
        <span className="num">{shown[1]}</span>
      </span>
    )
  return <fields.SelectField {...props} look={{ styles }} start={start} cover={cover} />
}
