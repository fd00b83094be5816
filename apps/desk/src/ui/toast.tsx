import { alert, check, close, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import styles from './toast.module.css'

interface Toast {
  readonly id: number
  readonly kind: 'done' | 'failed'
  readonly text: string
}

const TOAST_MS = 4_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** Shows a message for 4 s; several stack. */
export function showToast(kind: Toast['kind'], text: string): void {
  lastId += 1
  const id = lastId
  change([...toasts.filter((toast) => toast.text !== text), { id, kind, text }])
  setTimeout(() => dismiss(id), TOAST_MS)
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where messages appear; one a page. */
export function Toasts({ regionLabel, closeLabel }: { regionLabel: string; closeLabel: string }): ReactNode {
  const shown = useSyncExternalStore(watch, () => toasts)
  return (
    <section className={styles.toasts} aria-label={regionLabel} aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div
          key={id}
          className={`${styles.toast} ${kind === 'failed' ? styles.failed : ''}`}
          role={kind === 'failed' ? 'alert' : 'status'}
        >
          <Icon drawing={kind === 'failed' ? alert : check} size={20} />
          <p>{text}</p>
          <IconButton label={closeLabel} drawing={close} onClick={() => dismiss(id)} />
        </div>
      ))}
    </section>
  )
}
