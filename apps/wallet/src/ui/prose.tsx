import type { ReactNode } from 'react'
import styles from './prose.module.css'
import { SafeHtml } from './safe-html.tsx'

/** Running text of the operator. */
export function Prose({ html }: { html: string }): ReactNode {
  return (
    <div className={styles.prose}>
      <SafeHtml html={html} />
    </div>
  )
}
