import { Icon, profile } from '@krapao/web'
import type { ReactNode } from 'react'
import styles from './avatar.module.css'

/** The first letter of a name in a circle, with gold of the house; a guest, who has no name, is anybody. */
export function Avatar({
  name,
  isMember,
  isSelf = false,
}: {
  name: string
  isMember: boolean
  /** The ivory ring of who works here. */
  isSelf?: boolean
}): ReactNode {
  // Thai and Lao vowels that are written before their consonant are no initial.
  const letter = /[^\s\u0E40-\u0E44\u0EC0-\u0EC4]/u.exec(name)?.[0]
  return (
    <span className={`${styles.avatar} ${isSelf ? styles.self : isMember ? styles.member : ''}`} aria-hidden="true">
      {isMember && letter !== undefined ? letter.toUpperCase() : <Icon drawing={profile} size={20} />}
    </span>
  )
}
