import { Icon } from '@krapao/web'
import type { ComponentProps, ReactNode } from 'react'
import styles from './note.module.css'

/** `plain` is good to know, `wait` is under way, `out` is wrong or in the way, `gold` is there to be had. */
export type NoteTone = 'plain' | 'wait' | 'out' | 'gold'

/** A few words set apart from what they are about, with the drawing of what they mean and at most one small action. */
export function Note({
  tone = 'plain',
  drawing,
  action,
  children,
  ...rest
}: Omit<ComponentProps<'div'>, 'className'> & {
  tone?: NoteTone
  drawing?: ReactNode
  /** A small button beside the words. */
  action?: ReactNode
}): ReactNode {
  return (
    <div {...rest} className={`${styles.note} ${styles[tone]}`}>
      {drawing === undefined ? null : <Icon drawing={drawing} />}
      <div>{children}</div>
      {action}
    </div>
  )
}
